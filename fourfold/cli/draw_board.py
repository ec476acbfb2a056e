"""The board in a terminal: in colour, or in plain letters where there is no colour."""

from typing import Any

from rich.console import Console
from rich.text import Text

from ..games.interface.board_layout import EMPTY, UNUSED, Picture, Square, board_rows, picture, status
from ..games.interface.game import Game
from ..games.interface.style import Style

DISCS = {"x": "●", "o": "●", "X": "♛", "O": "♛"}
MARKS = {"x": "✕", "o": "○"}


def has_colour(console: Console) -> bool:
    """Return whether console can show colours and piece symbols."""
    return bool(console.color_system) and not console.no_color and not console.options.ascii_only


def board(game: Game, state: Any, previous: Any = None, colour: bool = True) -> Text:
    """Return the board with its labels; if the state before is given, the last move is marked."""
    if not board_rows(game, state):
        return Text("\n".join(game.board(state)))
    shown = picture(game, state, previous)
    width, margin = _cell_width(shown), max(map(len, shown.sides), default=0) + 1
    draw = _coloured_cell if colour else _plain_cell
    lines = [Text(" " * margin + "".join(label.center(width) for label in shown.columns))] if shown.columns else []
    for row, letters in enumerate(shown.rows):
        label = Text((shown.sides[row] if shown.sides else "").rjust(margin - 1) + " ")
        cells = [draw(shown, (row, column), letter, width) for column, letter in enumerate(letters)]
        lines.append(Text.assemble(label, *cells))
    return Text("\n").join(lines)


def turn(game: Game, state: Any, colour: bool = True) -> Text:
    """Return whose turn it is, with its piece symbol, or who has won."""
    text = status(game, state)
    if not text.endswith("to move"):
        return Text(text)
    letter, style = "x" if state.player == 1 else "o", game.style
    sign = _piece(style, letter, style.dark, 3) if colour else Text(f"{letter}:")
    return Text.assemble(sign, " ", text)


def _cell_width(shown: Picture) -> int:
    return 4 if shown.style.inside == "numbers" else max(3, 1 + max(map(len, shown.notes.values()), default=0))


def _coloured_cell(shown: Picture, square: Square, letter: str, width: int) -> Text:
    style, note = shown.style, shown.notes.get(square)
    ground = style.last if square in shown.last else style.dark if sum(square) % 2 else style.light
    if letter in (EMPTY, UNUSED):
        free = note or "·" if letter == EMPTY and (note is not None or style.shape == "hole") else ""
        text = free.rjust(width) if style.inside == "numbers" else free.center(width)
        return Text(text, f"{style.faint} on {ground}")
    if style.inside != "numbers":
        return _piece(style, letter, ground, width)
    return Text.assemble(_piece(style, letter, ground, 2), ((note or "").rjust(2), f"{style.faint} on {ground}"))


def _piece(style: Style, letter: str, ground: str, width: int) -> Text:
    sign = (MARKS if style.shape == "mark" else DISCS).get(letter, letter)
    side = style.first if letter in "xX" else style.second if letter in "oO" else style.frame
    return Text(sign.rjust(2).ljust(width), f"bold {side} on {ground}")


def _plain_cell(shown: Picture, square: Square, letter: str, width: int) -> Text:
    note, is_last = shown.notes.get(square), square in shown.last
    if shown.style.inside == "numbers" and letter != UNUSED:
        return Text(("*" if is_last else " ") + letter + (note or "").rjust(2))
    if letter == EMPTY:
        return Text((note or letter).center(width))
    return Text((f"[{letter}]" if is_last else letter).center(width))
