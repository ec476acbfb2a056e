"""Pieces of an SVG drawing: discs, crowned or counted, marks, stacks of checkers, and seeds in a pit."""

from collections.abc import Iterator
from math import cos, pi, sin

from .cell import count_of, letter_of, side_of
from .style import Style
from .svg_elements import Point, box, contrasting, disc, path, text

STACKED = 5
"""How many checkers of a stack are drawn; a number says how many there are, if there are more."""
RING = 12
"""How many seeds of a pit are drawn."""


def draw_piece(style: Style, cell: str, x: float, y: float) -> Iterator[str]:
    """Yield the drawing of a cell around its middle."""
    if style.shape == "mark":
        yield _mark(style, side_of(cell), x, y)
        return
    count = count_of(cell)
    if count > 1:
        yield from _checker(style, cell, x, y + 3, 18)
    if count:
        yield from _checker(style, cell, x, y, 16 if style.inside == "numbers" else 18)
    if letter_of(cell).isupper():
        crown = f"M{x - 9:g},{y + 7:g}v-12l5,5l4,-8l4,8l5,-5v12z"
        yield path(crown, style.rims[side_of(cell)], 1, "#d9a520")
    elif count > 1:
        yield _number(count, x, y, 18, colours(style, cell)[0])


def draw_stack(style: Style, cell: str, foot: Point, step: float) -> Iterator[str]:
    """Yield checkers one above the other, from their foot on; step is negative if they are stacked upwards."""
    x, y = foot
    drawn = min(count_of(cell), STACKED)
    for place in range(drawn):
        yield from _checker(style, cell, x, y + step * place, 18)
    if count_of(cell) > STACKED:
        yield _number(count_of(cell), x, y + step * (drawn - 1), 16, colours(style, cell)[0])


def draw_pit(style: Style, cell: str, middle: Point, size: Point) -> Iterator[str]:
    """Yield a pit of a size with its seeds and their number; a store is higher than wide."""
    (x, y), (wide, high), count = middle, size, count_of(cell)
    fill, _ = colours(style, cell)
    rim = f'rx="{wide / 2:g}" stroke="{fill}" stroke-width="2"'
    yield box(x - wide / 2, y - high / 2, wide, high, style.frame, rim)
    for seed in range(min(count, RING)):
        angle = 2 * pi * seed / max(min(count, RING), 4) - pi / 2
        yield disc(round(x + 14.5 * cos(angle), 1), round(y + (high / 2 - 5.5) * sin(angle), 1), 2.6, fill)
    yield _number(count, x, y, 22 if high > wide else 15, style.frame)


def colours(style: Style, cell: str) -> tuple[str, str]:
    """Return the colours of a side's pieces and of their rims."""
    side = side_of(cell)
    return (style.first, style.second)[side], style.rims[side]


def _checker(style: Style, cell: str, x: float, y: float, radius: int) -> Iterator[str]:
    fill, rim = colours(style, cell)
    yield disc(x, y, radius, fill, f'stroke="{rim}" stroke-width="2"')
    yield disc(x, y, radius - 5, "none", f'stroke="{rim}" stroke-width="1.5"')


def _number(count: int, x: float, y: float, size: int, ground: str) -> str:
    return text(x, round(y + size / 3), str(count), size, contrasting(ground))


def _mark(style: Style, side: int, x: float, y: float) -> str:
    cross = f"M{x - 12:g},{y - 12:g}l24,24m0,-24l-24,24"
    nought = f"M{x - 14:g},{y:g}a14,14 0 1 0 28,0a14,14 0 1 0 -28,0"
    return path((cross, nought)[side], (style.first, style.second)[side], 5)
