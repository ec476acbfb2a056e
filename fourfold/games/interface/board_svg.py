"""SVG drawings of states, which notebooks show."""

from collections.abc import Iterator
from contextlib import suppress
from html import escape
from typing import Any

from .board_layout import EMPTY, PIECES, UNUSED, Picture, Square, board_rows, picture, status
from .game import Game
from .style import Style

SIZE = 44


def draw_in_notebooks(game: Game) -> None:
    """Make notebooks draw the states of game."""
    with suppress(AttributeError, TypeError):  # a State that takes no attribute stays as it is
        game.module.State._repr_svg_ = lambda state: svg(game, state)


def svg(game: Game, state: Any, previous: Any = None) -> str:
    """Return state as a self-contained SVG; a game without a board shows its fields."""
    if not board_rows(game, state):
        return _svg_lines([*game.board(state), status(game, state)])
    shown = picture(game, state, previous)
    left, top = (28 if shown.sides else 14), (28 if shown.columns else 14)
    width, height = SIZE * len(shown.rows[0]) + left + 14, SIZE * len(shown.rows) + top + 32
    parts = [_box(0, 0, width, height, shown.style.frame, 'rx="8"'), *_svg_labels(shown, left, top, width, height)]
    for (row, column), letter in shown.squares():
        parts += _svg_square(shown, (row, column), letter, left + SIZE * column, top + SIZE * row)
    if shown.style.shape == "mark":
        parts += _svg_bars(shown, left, top)
    return _svg_document(width, height, parts)


def _svg_document(width: int, height: int, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    return "\n".join([head, *parts, "</svg>"])


def _svg_lines(lines: list[str]) -> str:
    width, height = 32 + 9 * max(map(len, lines)), 24 + 20 * len(lines)
    texts = [_text(16, 30 + 20 * row, line, 14, Style().frame, "start") for row, line in enumerate(lines)]
    return _svg_document(width, height, [_box(0, 0, width, height, Style().light, 'rx="8"'), *texts])


def _svg_labels(shown: Picture, left: int, top: int, width: int, height: int) -> Iterator[str]:
    colour = shown.style.label
    for column, label in enumerate(shown.columns):
        yield _text(left + SIZE * column + SIZE // 2, top - 9, label, 14, colour)
    for row, label in enumerate(shown.sides):
        yield _text(left // 2, top + SIZE * row + SIZE // 2 + 5, label, 14, colour)
    yield _text(width // 2, height - 11, shown.status, 14, colour)


def _svg_square(shown: Picture, square: Square, letter: str, x: int, y: int) -> Iterator[str]:
    """Yield the background of a square, its text and its piece."""
    style, note = shown.style, shown.notes.get(square)
    edge = "" if style.shape in ("hole", "mark") else f'stroke="{style.line}"'
    is_last = square in shown.last
    ground = style.dark if sum(square) % 2 and style.shape != "mark" else style.light
    yield _box(x, y, SIZE, SIZE, style.last if is_last and style.shape != "hole" else ground, edge)
    middle_x, middle_y = x + SIZE // 2, y + SIZE // 2
    if style.shape == "hole":
        yield _disc(middle_x, middle_y, 19, "#eef3fb")
    if letter in PIECES:
        yield from _svg_piece(style, letter, middle_x, middle_y)
    elif letter not in (EMPTY, UNUSED):
        yield _text(middle_x, middle_y + 8, letter, 22, style.frame)
    if style.inside == "numbers" and note:
        yield _text(x + 2, y + 10, note, 10, style.faint, "start")
    elif letter == EMPTY and note:
        yield _text(middle_x, middle_y + 5, note, 15, style.faint)
    elif letter == EMPTY and note is not None:
        yield _disc(middle_x, middle_y, 4, style.faint)
    if is_last and style.shape == "hole":
        yield _disc(middle_x, middle_y, 5, "#ffffff")


def _svg_piece(style: Style, letter: str, x: int, y: int) -> Iterator[str]:
    side = 0 if letter in "xX" else 1
    fill, rim = (style.first, style.second)[side], style.rims[side]
    if style.shape == "mark":
        path = (
            f"M{x - 12},{y - 12}l24,24m0,-24l-24,24"
            if side == 0
            else f"M{x - 14},{y}a14,14 0 1 0 28,0a14,14 0 1 0 -28,0"
        )
        yield f'<path d="{path}" fill="none" stroke="{fill}" stroke-width="5" stroke-linecap="round"/>'
        return
    radius = 16 if style.inside == "numbers" else 18
    yield _disc(x, y, radius, fill, f'stroke="{rim}" stroke-width="2"')
    yield _disc(x, y, radius - 5, "none", f'stroke="{rim}" stroke-width="1.5"')
    if letter.isupper():
        crown = f"M{x - 9},{y + 7}v-12l5,5l4,-8l4,8l5,-5v12z"
        yield f'<path d="{crown}" fill="#d9a520" stroke="{rim}" stroke-linejoin="round"/>'


def _svg_bars(shown: Picture, left: int, top: int) -> Iterator[str]:
    """Yield the lines between the squares, without a border."""
    wide, high = SIZE * len(shown.rows[0]), SIZE * len(shown.rows)
    upright = [f"M{left + x},{top}v{high}" for x in range(SIZE, wide, SIZE)]
    level = [f"M{left},{top + y}h{wide}" for y in range(SIZE, high, SIZE)]
    yield f'<path d="{"".join(upright + level)}" stroke="{shown.style.line}" stroke-width="3" stroke-linecap="round"/>'


def _box(x: int, y: int, width: int, height: int, fill: str, more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" {more}/>'


def _disc(x: int, y: int, radius: int, fill: str, more: str = "") -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" {more}/>'


def _text(x: int, y: int, text: str, size: int, fill: str, anchor: str = "middle") -> str:
    font = f'font-family="system-ui, DejaVu Sans, Arial, sans-serif" font-size="{size}"'
    return f'<text x="{x}" y="{y}" {font} fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
