"""SVG drawings of states, which notebooks show."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from .board_layout import Picture, Square, board_rows, picture, status
from .board_plan import SIZE, Plan
from .cell import EMPTY, UNUSED, is_piece, side_of
from .game import Game
from .style import Style
from .svg_elements import box, disc, document, path, polygon, polyline, text
from .svg_pieces import draw_piece, draw_pit, draw_stack


def draw_in_notebooks(game: Game) -> None:
    """Make notebooks draw the states of game."""
    with suppress(AttributeError, TypeError):  # a State that takes no attribute stays as it is
        game.module.State._repr_svg_ = lambda state: svg(game, state)


def svg(game: Game, state: Any, previous: Any = None) -> str:
    """Return state as a self-contained SVG; a game without a board shows its fields."""
    if not board_rows(game, state):
        return _lines([*game.board(state), status(game, state)])
    shown = picture(game, state, previous)
    plan = Plan(shown)
    parts = [box(0, 0, plan.width, plan.height, shown.style.frame, 'rx="8"'), *_labels(shown, plan)]
    parts += [*_edges(shown, plan), *_field(shown, plan)]
    for draw in (_ground, _contents):
        for square, cell in shown.squares():
            parts += draw(shown, plan, square, cell)
    if shown.style.shape == "mark":
        parts.append(_bars(shown, plan))
    return document(plan.width, plan.height, parts)


def _lines(lines: list[str]) -> str:
    width, height = 32 + 9 * max(map(len, lines)), 24 + 20 * len(lines)
    texts = [text(16, 30 + 20 * row, line, 14, Style().frame, "start") for row, line in enumerate(lines)]
    return document(width, height, [box(0, 0, width, height, Style().light, 'rx="8"'), *texts])


def _labels(shown: Picture, plan: Plan) -> Iterator[str]:
    above = [(plan.centre((0, column))[0], 19, label) for column, label in enumerate(shown.columns)]
    beside = [(14 + plan.shift(row), plan.centre((row, 0))[1] + 5, label) for row, label in enumerate(shown.sides)]
    last = plan.rows - 1
    below = [(plan.centre((last, column))[0], plan.height - 31, label) for column, label in enumerate(shown.below)]
    for x, y, label in [*above, *beside, *below, (plan.width // 2, plan.height - 11, shown.status)]:
        if label.strip():
            yield text(x, y, label, 14, shown.style.label)


def _edges(shown: Picture, plan: Plan) -> Iterator[str]:
    """Yield the borders of a board of hexagons, in the colours of their owners."""
    for edge, owner in enumerate(shown.style.edges if plan.is_hex else ""):
        yield polyline(plan.border(edge), (shown.style.first, shown.style.second)[side_of(owner)], 12)


def _field(shown: Picture, plan: Plan) -> Iterator[str]:
    """Yield what lies under all squares: the lines on whose crossings the pieces stand."""
    if shown.style.grid != "lines":
        return
    wide, high = SIZE * plan.columns, SIZE * plan.rows
    yield box(plan.left, plan.top, wide, high, shown.style.light)
    half = SIZE // 2
    upright = [f"M{plan.left + x},{plan.top + half}v{high - SIZE}" for x in range(half, wide, SIZE)]
    level = [f"M{plan.left + half},{plan.top + y}h{wide - SIZE}" for y in range(half, high, SIZE)]
    yield path("".join(upright + level), shown.style.line, 1.5)


def _ground(shown: Picture, plan: Plan, square: Square, cell: str) -> Iterator[str]:
    """Yield the background of a square; that of the last move stands out."""
    style, is_last = shown.style, square in shown.last
    x, y = plan.centre(square)
    ground = style.dark if sum(square) % 2 and style.shape != "mark" else style.light
    fill = style.last if is_last else ground
    if plan.is_hex:
        yield polygon(plan.corners(square), fill, f'stroke="{style.line}" stroke-width="1.5"')
    elif style.grid == "lines":
        if is_last:
            yield disc(x, y, 21, fill)
    elif style.shape == "point":
        yield from _point(shown, plan, square)
    elif style.shape == "hole":
        yield box(x - SIZE // 2, y - SIZE // 2, SIZE, SIZE, ground)
        yield disc(x, y, 19, "#eef3fb")
    else:
        edge = "" if style.shape in ("mark", "pit") else f'stroke="{style.line}"'
        yield box(x - SIZE // 2, y - SIZE // 2, SIZE, SIZE, ground if style.shape == "pit" else fill, edge)


def _point(shown: Picture, plan: Plan, square: Square) -> Iterator[str]:
    """Yield the triangle of a point, from the border inwards; a tray has none."""
    style, (row, column) = shown.style, square
    x, y = plan.centre(square)
    if column in style.trays:
        return
    yield box(x - SIZE // 2, y - plan.high // 2, SIZE, plan.high, style.light)
    fill = style.last if square in shown.last else (style.dark, style.line)[(row + column) % 2]
    foot, tip = (y - plan.high / 2, y + 80) if _is_upper(plan, row) else (y + plan.high / 2, y - 80)
    yield polygon([(x - SIZE / 2, foot), (x + SIZE / 2, foot), (x, tip)], fill)


def _is_upper(plan: Plan, row: int) -> bool:
    return row < plan.rows / 2


def _contents(shown: Picture, plan: Plan, square: Square, cell: str) -> Iterator[str]:
    """Yield the text of a square and its pieces."""
    style, note = shown.style, shown.notes.get(square)
    x, y = plan.centre(square)
    if is_piece(cell):
        yield from _pieces(shown, plan, square, cell)
    elif cell not in (EMPTY, UNUSED):
        yield text(x, y + 8, cell, 22, style.frame)
    if style.inside == "numbers" and note:
        yield text(x - SIZE // 2 + 2, y - SIZE // 2 + 10, note, 10, style.faint, "start")
    elif cell == EMPTY and note:
        yield text(x, y + 5, note, 15, style.faint)
    elif cell == EMPTY and note is not None:
        yield disc(x, y, 4, style.faint)
    if square in shown.last and style.shape == "hole":
        yield disc(x, y, 5, "#ffffff")


def _pieces(shown: Picture, plan: Plan, square: Square, cell: str) -> Iterator[str]:
    style, (row, _) = shown.style, square
    x, y = plan.centre(square)
    if style.shape == "point":
        away = plan.high / 2 - 20
        foot = (x, y - away if _is_upper(plan, row) else y + away)
        yield from draw_stack(style, cell, foot, 38 if _is_upper(plan, row) else -38)
    elif style.shape == "pit":
        first, room = shown.span(square)
        middle = y + SIZE * (first - row + (room - 1) / 2)
        yield from draw_pit(style, cell, (x, middle), (39, SIZE * room - 5))
        if square in shown.last:
            yield disc(x, middle, 20, "none", f'stroke="{style.last}" stroke-width="2.5"')
    else:
        yield from draw_piece(style, cell, x, y)


def _bars(shown: Picture, plan: Plan) -> str:
    """Return the lines between the squares, without a border."""
    wide, high = SIZE * plan.columns, SIZE * plan.rows
    upright = [f"M{plan.left + x},{plan.top}v{high}" for x in range(SIZE, wide, SIZE)]
    level = [f"M{plan.left},{plan.top + y}h{wide}" for y in range(SIZE, high, SIZE)]
    return path("".join(upright + level), shown.style.line, 3)
