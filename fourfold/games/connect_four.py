"""Connect Four: seven columns, six rows, four in a row win.

A column takes seven bits, its lowest square first; the seventh stays empty, so that no line crosses from one column
into the next: the bit of column c (0-6), row r (0 at the bottom) is 7 * c + r.
"""

from typing import NamedTuple

import numpy as np

from ..bits import U, index, popcount
from ..rules import ONGOING

MAX_MOVES = 7
COLUMN = U(0b0111111)
BOTTOM = U(sum(1 << 7 * column for column in range(7)))
FULL = U(sum(0b0111111 << 7 * column for column in range(7)))


class State(NamedTuple):
    own: np.uint64
    """Stones of the side to move."""
    stones: np.uint64
    """All stones."""
    player: int
    """Who is to move: 1 or -1."""


def init_state(player=1):
    return State(U(0), U(0), player)


def expand(state, moves):
    """Write the open columns, 0 to 6, from left to right."""
    free = ~state.stones
    n = 0
    for column in range(7):
        if free >> U(7 * column + 5) & U(1):
            moves[n] = column
            n += 1
    return n


def apply(state, move):
    bottom = U(1) << U(7 * move)
    return State(state.own ^ state.stones, state.stones | (state.stones + bottom), -state.player)


def test_terminal(state):
    if has_four(state.own ^ state.stones):
        return -1
    return 0 if state.stones == FULL else ONGOING


def moves_played(state):
    return popcount(state.stones)


def has_four(stones):
    """Return whether stones contain four in a row."""
    pairs = stones & stones >> U(1)  # vertical
    if pairs & pairs >> U(2):
        return True
    pairs = stones & stones >> U(7)  # horizontal
    if pairs & pairs >> U(14):
        return True
    pairs = stones & stones >> U(6)  # diagonal, falling
    if pairs & pairs >> U(12):
        return True
    pairs = stones & stones >> U(8)  # diagonal, rising
    return (pairs & pairs >> U(16)) != U(0)


def count_moves(state):
    return popcount((state.stones + BOTTOM) & FULL)


VARIABLES = 42
PLACES = tuple((square % 6, square // 6) for square in range(42))
"""Row and column of each variable's square."""
SYMMETRIES = (
    tuple(range(42)),
    tuple(6 * (6 - square // 6) + square % 6 for square in range(42)),
)
"""Permutations of the variables under which the game is the same: the identity, and the mirror image."""


def variables(state, out):
    """Write 1 for an own stone, -1 for the opponent's, 0 for none; column by column from the left, bottom first."""
    opponent = state.own ^ state.stones
    for square in range(42):
        bit = U(square + square // 6)
        out[square] = np.float64(state.own >> bit & U(1)) - np.float64(opponent >> bit & U(1))


def changes(before, after, out):
    """Write the one square that was filled, which is now the opponent's."""
    bit = index(before.stones ^ after.stones)
    out[0, 0], out[0, 1] = bit - bit // 7, -1.0
    return 1


TITLE = "Connect Four"
FORMATS = ("digits",)
STYLE = {
    "names": ("Yellow", "Red"), "first": "#ffd23f", "second": "#e5383b", "rims": ("#d9a404", "#a61b1e"),
    "light": "#1f5fc4", "dark": "#1f5fc4", "line": "#1f5fc4", "last": "#5f95ea", "frame": "#174a9c", "label": "#ffffff",
    "columns": "1234567", "inside": "", "faint": "#dbe7fb", "shape": "hole",
}  # fmt: skip


def board(state):
    """Return the rows of the board, top first: x the first player's, o the second's."""
    other = state.own ^ state.stones
    first, second = (state.own, other) if state.player == 1 else (other, state.own)
    return ["".join(_letter(first, second, 7 * column + row) for column in range(7)) for row in range(5, -1, -1)]


def _letter(first, second, bit):
    return "x" if int(first) >> bit & 1 else "o" if int(second) >> bit & 1 else "."


def text(state):
    """Return the position as 42 characters, top row first, and the side to move."""
    return "".join(board(state)) + " " + ("x" if state.player == 1 else "o")


def parse(text):
    """Return the state after the column digits in text (`4435`), or that of 42 characters and a side."""
    text = text.strip()
    return _parse_columns(text) if text.isdigit() or not text else _parse_board(text)


def _parse_columns(text):
    state = init_state()
    for ply, digit in enumerate(text, 1):
        if test_terminal(state) != ONGOING:
            raise ValueError(f"the game is over before move {ply} ({digit})")
        state = apply(state, parse_move(state, digit))
    return state


def _parse_board(text):
    squares = text[:42].lower()
    side = text[42:].strip().lower()
    if len(squares) != 42 or set(squares) - set("xo.") or side not in ("x", "o"):
        raise ValueError(f"{text!r} is neither column digits 1-7 nor 42 of x, o and . followed by the side to move")
    stones = {letter: sum(1 << 7 * (i % 7) + 5 - i // 7 for i in range(42) if squares[i] == letter) for letter in "xo"}
    state = State(U(stones[side]), U(stones["x"] | stones["o"]), 1 if side == "x" else -1)
    if int(state.stones) & (int(state.stones) + int(BOTTOM)) & int(FULL):
        raise ValueError("a stone has nothing below it")
    difference = stones["x"].bit_count() - stones["o"].bit_count()
    if difference not in ((0, -1) if side == "x" else (0, 1)):
        raise ValueError(f"{side} cannot be to move: x has {difference:+d} stones compared with o")
    if has_four(state.own):
        raise ValueError("the side to move already has four in a row")
    return state


def move_text(state, move):
    return str(move + 1)


def parse_move(state, text):
    """Return the move of the column digit in text."""
    if text not in ("1", "2", "3", "4", "5", "6", "7"):
        raise ValueError(f"{text!r} is not a column; columns are 1 to 7")
    if int(state.stones) >> 7 * int(text) - 2 & 1:
        raise ValueError(f"column {text} is full")
    return int(text) - 1


def join_moves(texts):
    """Return the texts of a game's moves as one line."""
    return "".join(texts)
