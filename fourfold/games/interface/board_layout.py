"""The layout of a board: squares, pieces, labels and styles, for anything that draws it.

It is made from the rows of a game's `board`: x and X are the first player's man and king, o and O the second's, `.` is
an empty square, a space is no square, and any other character is drawn as it is.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from .game import Game
from .style import Style

Square = tuple[int, int]
EMPTY, UNUSED, PIECES = ".", " ", "xXoO"


class Picture(NamedTuple):
    """A board ready to be drawn."""

    rows: list[str]
    style: Style
    columns: list[str]
    """Labels above the board; empty if there are none."""
    sides: list[str]
    """Labels beside the board, one per row; empty if there are none."""
    notes: dict[Square, str]
    """Texts in empty squares; an empty text is a dot."""
    last: list[Square]
    """Where the last move ended."""
    status: str

    def squares(self) -> Iterator[tuple[Square, str]]:
        for row, letters in enumerate(self.rows):
            for column, letter in enumerate(letters):
                yield (row, column), letter


def status(game: Game, state: Any) -> str:
    """Return who is to move or who has won; without a field player it is just "the side to move"."""
    sides = dict(zip((1, -1), game.style.names, strict=True))
    mover = getattr(state, "player", None)
    over, outcome = game.test_terminal(state)
    if over and outcome == 0:
        return "a draw"
    if mover not in sides:
        return ("the side to move " + ("wins" if outcome == 1 else "loses")) if over else ""
    return f"{sides[mover * outcome]} wins" if outcome else f"{sides[mover]} to move"


@cache
def has_squares(game: Game) -> bool:
    """Return whether the game has a board of squares rather than lines of text, judging by its initial state."""
    rows = game.board(game.init_state()) if game.has_board else []
    return len(rows) > 1 or (len(rows) == 1 and set(rows[0]) <= {EMPTY, UNUSED, *PIECES})


def board_rows(game: Game, state: Any) -> list[str]:
    """Return the rows of the board, all of the same length; empty if there are no squares to draw."""
    rows = [str(row) for row in game.board(state)] if has_squares(game) else []
    width = max(map(len, rows), default=0)
    return [row.ljust(width) for row in rows]


def picture(game: Game, state: Any, previous: Any = None) -> Picture:
    """Return the board of state; if the state before it is given, the last move is marked."""
    rows, style = board_rows(game, state), game.style
    columns, sides = labels(game)
    return Picture(
        rows,
        style,
        columns,
        sides,
        _notes(game, state, rows, style.inside),
        [] if previous is None else _arrivals(board_rows(game, previous), rows),
        status(game, state),
    )


@cache
def labels(game: Game) -> tuple[list[str], list[str]]:
    """Return the labels of columns and rows: from the style, or inferred from the game's moves, or numbers from 0."""
    style, rows = game.style, board_rows(game, game.init_state())
    if style.columns is not None:
        return list(style.columns), []
    found = _letters_and_numbers(game, rows)
    if found:
        return found
    if style.inside == "moves" and placements(game, game.init_state()):
        return [], []
    return [str(column) for column in range(len(rows[0]))], [str(row) for row in range(len(rows))]


def _letters_and_numbers(game: Game, rows: list[str]) -> tuple[list[str], list[str]] | None:
    """Return the labels of a game that writes squares as a1; None if its first moves do not agree about them."""
    state, numbers = game.init_state(), list(range(1, len(rows) + 1))
    named: list[tuple[int, int]] = []
    for move, child in game.expand(state):
        squares = _arrivals(rows, board_rows(game, child))
        names = re.findall(r"([a-z])(\d+)", game.move_text(state, move))
        if len(squares) != 1 or not names or ord(names[-1][0]) - ord("a") != squares[0][1]:
            return None
        named.append((squares[0][0], int(names[-1][1])))
    for order in (numbers, numbers[::-1]):
        if all(order[row] == number for row, number in named):
            return [chr(ord("a") + column) for column in range(len(rows[0]))], list(map(str, order))
    return None


def _notes(game: Game, state: Any, rows: list[str], inside: str) -> dict[Square, str]:
    """Return the texts in squares, as the style says."""
    if inside == "numbers":
        used = [(row, at) for row, line in enumerate(rows) for at, letter in enumerate(line) if letter != UNUSED]
        return {square: str(number) for number, square in enumerate(used, 1)}
    if inside == "dots":
        return dict.fromkeys(placements(game, state), "")
    return placements(game, state) if inside == "moves" and not any(labels(game)) else {}


def placements(game: Game, state: Any) -> dict[Square, str]:
    """Return the move that puts a piece on each square; empty if a move does anything else or has a long text."""
    rows, found = board_rows(game, state), {}
    for move, child in game.expand(state):
        after, text = board_rows(game, child), game.move_text(state, move)
        filled = _changed(rows, after, EMPTY)
        if len(filled) != 1 or _changed(after, rows, EMPTY) or len(text) > 3:
            return {}
        found[filled[0]] = text
    return found


def _arrivals(before: list[str], after: list[str]) -> list[Square]:
    """Return where a move ended: the squares it filled or, if there are none, those it captured."""
    return _changed(before, after, EMPTY) or [
        square for piece in PIECES for square in _changed(before, after, piece) if after[square[0]][square[1]] in PIECES
    ]


def _changed(before: list[str], after: list[str], letter: str) -> list[Square]:
    """Return the squares that had letter before and do not have it after."""
    return [
        (row, column)
        for row, (old, new) in enumerate(zip(before, after, strict=False))
        for column, pair in enumerate(zip(old, new, strict=False))
        if pair[0] == letter != pair[1]
    ]
