"""The board in a terminal: in colour, or in plain letters where there is no colour."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from ..games.interface.board_layout import Picture, Square, board_rows, picture, status
from ..games.interface.cell import EMPTY, UNUSED, count_of, is_piece, letter_of, side_of
from ..games.interface.game import Game
from ..games.interface.style import Style
from .output import Show

DISCS = {"x": "●", "o": "●", "X": "♛", "O": "♛"}
MARKS = {"x": "✕", "o": "○"}
STACKED = 5
"""How many checkers of a stack are drawn; a number says how many there are, if there are more."""


def has_colour(console: Console) -> bool:
    """Return whether console can show colours and piece symbols."""
    return bool(console.color_system) and not console.no_color and not console.options.ascii_only


def print_position(game: Game, state: Any, show: Show) -> None:
    """Print the board, and below it whose turn it is."""
    colour = has_colour(show.people)
    show.line(board(game, state, colour=colour))
    show.line()
    show.line(turn(game, state, colour))


def board(game: Game, state: Any, previous: Any = None, colour: bool = True) -> Text:
    """Return the board with its labels; if the state before is given, the last move is marked."""
    if not board_rows(game, state):
        return Text("\n".join(game.board(state)))
    shown = picture(game, state, previous)
    width, margin = _cell_width(shown), max(map(len, shown.sides), default=0) + 1
    draw = _coloured_cell if colour else _plain_cell
    lines = [_labels(shown.columns, margin, width)] if shown.columns else []
    for row in range(len(shown.rows)):
        lines += [Text()] if row and shown.style.shape == "point" else []
        start = Text(
            " " * _shift(shown, row, width) + (shown.sides[row] if shown.sides else "").rjust(margin - 1) + " "
        )
        cells = [draw(shown, (row, column), width) for column in range(len(shown.rows[row]))]
        lines += [Text.assemble(start, *(cell[line] for cell in cells)) for line in range(len(cells[0]))]
    lines += [_labels(shown.below, margin, width)] if shown.below else []
    return Text("\n").join(lines)


def turn(game: Game, state: Any, colour: bool = True) -> Text:
    """Return whose turn it is, with its piece symbol, or who has won."""
    text = status(game, state)
    if not text.endswith(("to move", "to roll")):
        return Text(text)
    letter, style = "x" if state.player == 1 else "o", game.style
    sign = _piece(style, letter, style.dark, 3) if colour else Text(f"{letter}:")
    return Text.assemble(sign, " ", text)


def _labels(labels: Sequence[str], margin: int, width: int) -> Text:
    return Text(" " * margin + "".join(_placed(label, width) for label in labels))


def _placed(text: str, width: int) -> str:
    """Return text in the middle of a cell; where there is no middle, on its right."""
    return text.rjust(2) if width == 2 else text.center(width)


def _cell_width(shown: Picture) -> int:
    """Return how many characters a square takes; of hexagons an even number, for rows are shifted by half of it."""
    notes = 1 + max(map(len, shown.notes.values()), default=0)
    if shown.style.grid == "hex":
        return max(2, notes + notes % 2)
    is_wide = shown.style.inside == "numbers" or (shown.style.shape != "point" and not isinstance(shown.rows[0], str))
    return max(4 if is_wide else 3, notes)


def _shift(shown: Picture, row: int, width: int) -> int:
    return row * width // 2 if shown.style.grid == "hex" else 0


def _coloured_cell(shown: Picture, square: Square, width: int) -> list[Text]:
    """Return the lines of a square in colour: one, unless checkers are stacked on it."""
    style, cell, note = shown.style, shown.rows[square[0]][square[1]], shown.notes.get(square)
    ground = _ground(shown, square)
    if style.shape == "point":
        return [_piece(style, sign, ground, width) for sign in _stack(shown, square)]
    if cell in (EMPTY, UNUSED):
        free = note or "·" if cell == EMPTY and (note is not None or style.light == style.dark) else ""
        text = free.rjust(width) if style.inside == "numbers" else _placed(free, width)
        return [Text(text, f"{style.faint} on {ground}")]
    if style.inside != "numbers":
        return [_piece(style, cell, ground, width)]
    return [Text.assemble(_piece(style, cell, ground, 2), ((note or "").rjust(2), f"{style.faint} on {ground}"))]


def _ground(shown: Picture, square: Square) -> str:
    """Return the colour of a square: of a pit or a tray that of the frame, of others every second one is darker."""
    style, (row, column) = shown.style, square
    if square in shown.last and style.shape != "pit":
        return style.last
    if column in style.trays or (style.shape == "pit" and shown.rows[row][column] != UNUSED):
        return style.frame
    return style.dark if (row + column) % 2 else style.light


def _piece(style: Style, cell: str, ground: str, width: int) -> Text:
    letter, number = letter_of(cell), cell[len(letter_of(cell)) :]
    sign = (MARKS if style.shape == "mark" else DISCS).get(letter, letter)
    side = (style.first, style.second)[side_of(cell)] if is_piece(cell) else style.frame
    shown = number if number and style.shape in ("pit", "point") else sign + number
    return Text(shown.rjust(2).ljust(width), f"bold {side} on {ground}")


def _stack(shown: Picture, square: Square) -> list[str]:
    """Return the cells of a stack's lines, from the top: checkers on its foot, and their number if there are more."""
    row, column = square
    cell = shown.rows[row][column]
    letter, count = letter_of(cell), count_of(cell)
    lines = [letter] * min(count, STACKED) + [UNUSED] * (STACKED - count)
    if count > STACKED:
        lines[-1] = f"{letter}{count}"
    elif cell == EMPTY and column not in shown.style.trays:
        lines[0] = "·"
    return lines if row < len(shown.rows) / 2 else lines[::-1]


def _plain_cell(shown: Picture, square: Square, width: int) -> list[Text]:
    """Return the lines of a square in letters."""
    cell, note, is_last = shown.rows[square[0]][square[1]], shown.notes.get(square), square in shown.last
    if shown.style.shape == "point":
        return [Text((sign[1:] or sign).replace("·", EMPTY).center(width)) for sign in _stack(shown, square)]
    if shown.style.inside == "numbers" and cell != UNUSED:
        return [Text(("*" if is_last else " ") + cell + (note or "").rjust(2))]
    if cell == EMPTY:
        return [Text(_placed(note or cell, width))]
    if width < len(cell) + 2:
        return [Text((("*" if is_last else " ") + cell).ljust(width))]
    return [Text((f"[{cell}]" if is_last else cell).center(width))]
