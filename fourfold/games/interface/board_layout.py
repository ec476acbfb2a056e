"""The layout of a board: squares, pieces, labels and styles, for anything that draws it.

It is made from the rows of a game's `board`, whose cells `cell.py` describes.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple

from .cell import EMPTY, PIECES, UNUSED, Row, count_of, even_rows, is_piece, letter_of
from .game import Game
from .style import Style

Square = tuple[int, int]
ALPHABETS = tuple(
    letters.replace(skipped, "") for skipped in ("", "i", "I") for letters in (ascii_lowercase, ascii_uppercase)
)
"""How columns are lettered; some leave out i, which looks like a 1."""


class Picture(NamedTuple):
    """A board ready to be drawn."""

    rows: list[Row]
    style: Style
    columns: list[str]
    """Labels above the board; empty if there are none."""
    below: list[str]
    """Labels below it; empty if they are the same or there are none."""
    sides: list[str]
    """Labels beside the board, one per row; empty if there are none."""
    notes: dict[Square, str]
    """Texts in empty squares; an empty text is a dot."""
    last: list[Square]
    """Where the last move ended."""
    status: str

    def squares(self) -> Iterator[tuple[Square, str]]:
        """Yield every square and its cell."""
        for row, cells in enumerate(self.rows):
            for column, cell in enumerate(cells):
                yield (row, column), cell

    def span(self, square: Square) -> tuple[int, int]:
        """Return the first row and the number of rows that a square takes: a store takes unused room beside it."""
        (row, column), room = square, 1
        if self.style.shape != "pit" or self.rows[row][column] == UNUSED:
            return row, room
        while row > 0 and self.rows[row - 1][column] == UNUSED:
            row, room = row - 1, room + 1
        while row + room < len(self.rows) and self.rows[row + room][column] == UNUSED:
            room += 1
        return row, room


def status(game: Game, state: Any) -> str:
    """Return who is to move or who has won; without a field player it is just "the side to move"."""
    sides = dict(zip((1, -1), game.style.names, strict=True))
    mover = getattr(state, "player", None)
    over, outcome = game.test_terminal(state)
    if over and outcome == 0:
        return "a draw"
    if mover not in sides:
        return f"the side to move {'wins' if outcome == 1 else 'loses'}{margin(game, state)}" if over else ""
    if outcome:
        return f"{sides[mover * outcome]} wins{margin(game, state)}"
    return f"{sides[mover]} to {'roll' if game.chances(state) else 'move'}"


def margin(game: Game, state: Any) -> str:
    """Return by how much a game was won, in the words that follow "wins"; empty in a game without points."""
    points = abs(game.points(state)) if game.most_points else 0
    return f" by {points} point{'' if points == 1 else 's'}" if points else ""


@cache
def has_squares(game: Game) -> bool:
    """Return whether the game has a board of squares rather than lines of text, judging by its initial state."""
    rows = game.board(game.init_state()) if game.has_board else []
    return len(rows) > 1 or (len(rows) == 1 and {letter_of(cell) for cell in rows[0]} <= {EMPTY, UNUSED, *PIECES})


def board_rows(game: Game, state: Any) -> list[Row]:
    """Return the rows of the board, all of the same length; empty if there are no squares to draw."""
    return even_rows(game.board(state)) if has_squares(game) else []


def picture(game: Game, state: Any, previous: Any = None) -> Picture:
    """Return the board of state; if the state before it is given, the last move is marked."""
    rows, style = board_rows(game, state), game.style
    columns, sides = labels(game)
    below = list(style.below)
    if style.mirrored and getattr(state, "player", 1) == -1:
        columns, below = below, columns
    return Picture(
        rows,
        style,
        columns,
        below,
        sides,
        _notes(game, state, rows, style.inside),
        [] if previous is None else last_squares(game, previous, state),
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


def _letters_and_numbers(game: Game, rows: list[Row]) -> tuple[list[str], list[str]] | None:
    """Return the labels of a game that writes squares as a1; None if its first moves do not agree about them."""
    named = list(_named_squares(game))
    numbers = [str(number) for number in range(1, len(rows) + 1)]
    for alphabet, order in product(ALPHABETS, (numbers, numbers[::-1])):
        columns = list(alphabet[: len(rows[0])])
        places = {letter + number: (row, at) for row, number in enumerate(order) for at, letter in enumerate(columns)}
        if named and all(places.get(name) in squares for name, squares in named):
            return columns, order
    return None


def _named_squares(game: Game) -> Iterator[tuple[str, list[Square]]]:
    """Yield the last square that each of the first moves names, and those it may mean; a pass names none."""
    first = game.init_state()
    for state in [first, *(child for _, child in game.expand(first)[:1])]:
        rows = board_rows(game, state)
        for move, child in game.expand(state):
            names = re.findall(r"[A-Za-z]\d+", game.move_text(state, move))
            after = board_rows(game, child)
            if names:
                yield names[-1], _arrivals(rows, after) or _changed(rows, after)


def _notes(game: Game, state: Any, rows: list[Row], inside: str) -> dict[Square, str]:
    """Return the texts in squares, as the style says."""
    if inside == "numbers":
        used = [(row, at) for row, line in enumerate(rows) for at, cell in enumerate(line) if cell != UNUSED]
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


def last_squares(game: Game, before: Any, after: Any) -> list[Square]:
    """Return where the move between two states ended: of pits, which all become fuller, those that were emptied."""
    rows, later = board_rows(game, before), board_rows(game, after)
    if game.style.shape == "pit":
        return [square for square in _changed(rows, later) if not count_of(_at(later, square))]
    return _arrivals(rows, later)


def _arrivals(before: list[Row], after: list[Row]) -> list[Square]:
    """Return where a move ended: the squares it filled or, if there are none, those it captured.

    Where pieces are counted, those that became more.
    """
    if any(not isinstance(row, str) for row in after):
        return [square for square in _changed(before, after) if _is_gain(_at(before, square), _at(after, square))]
    return _changed(before, after, EMPTY) or [
        square for square in _changed(before, after, PIECES) if is_piece(_at(after, square))
    ]


def _is_gain(before: str, after: str) -> bool:
    return count_of(after) > (count_of(before) if letter_of(before) == letter_of(after) else 0)


def _at(rows: list[Row], square: Square) -> str:
    return rows[square[0]][square[1]]


def _changed(before: list[Row], after: list[Row], letters: str = "") -> list[Square]:
    """Return the squares that had one of letters before, or anything if none are given, and have another cell now."""
    return [
        (row, column)
        for row, (old, new) in enumerate(zip(before, after, strict=False))
        for column, pair in enumerate(zip(old, new, strict=False))
        if pair[0] != pair[1] and (not letters or pair[0] in letters)
    ]
