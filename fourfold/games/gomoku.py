"""Gomoku: five or more stones in a row win; a full board without them is a draw.

Point a1 is at the bottom left. Column c of row r, both from 0, has bit 16 * r + c of four words, so a word has four
rows; the column after the last stays empty, so that no line crosses from one row into the next. A move is that number.
"""

from re import fullmatch
from typing import NamedTuple

import numpy as np

from ..bits import U, index, lowest, nth, popcount
from ..rules import ONGOING

SIZE = 15
OPTIONS = {"size": range(5, 16)}

MAX_MOVES = SIZE * SIZE
COLUMNS = "abcdefghijklmno"
BOARD = tuple(
    U(sum(1 << 16 * (row % 4) + column for row in range(SIZE) if row // 4 == word for column in range(SIZE)))
    for word in range(4)
)
"""All points, in four words."""


class State(NamedTuple):
    own_0: np.uint64
    """Stones of the side to move in rows 1 to 4."""
    own_1: np.uint64
    """Those in rows 5 to 8, and so on."""
    own_2: np.uint64
    own_3: np.uint64
    opponent_0: np.uint64
    opponent_1: np.uint64
    opponent_2: np.uint64
    opponent_3: np.uint64
    player: int
    """The side to move: 1 (Black, who moves first) or -1."""


def init_state(player=1):
    return State(U(0), U(0), U(0), U(0), U(0), U(0), U(0), U(0), player)


def expand(state, moves):
    """Write the empty points, as the numbers of their bits."""
    empty_0, empty_1, empty_2, empty_3 = _empty(state)
    n = _write(empty_0, 0, moves, 0)
    n = _write(empty_1, 64, moves, n)
    n = _write(empty_2, 128, moves, n)
    return _write(empty_3, 192, moves, n)


def _empty(state):
    return (
        BOARD[0] & ~(state.own_0 | state.opponent_0),
        BOARD[1] & ~(state.own_1 | state.opponent_1),
        BOARD[2] & ~(state.own_2 | state.opponent_2),
        BOARD[3] & ~(state.own_3 | state.opponent_3),
    )


def _write(points, first, moves, n):
    while points:
        point = lowest(points)
        moves[n] = first + index(point)
        points ^= point
        n += 1
    return n


def apply(state, move):
    stone, word = U(1) << U(move & 63), move >> 6
    return State(
        state.opponent_0,
        state.opponent_1,
        state.opponent_2,
        state.opponent_3,
        state.own_0 | (stone if word == 0 else U(0)),
        state.own_1 | (stone if word == 1 else U(0)),
        state.own_2 | (stone if word == 2 else U(0)),
        state.own_3 | (stone if word == 3 else U(0)),
        -state.player,
    )


def test_terminal(state):
    if has_five(state.opponent_0, state.opponent_1, state.opponent_2, state.opponent_3):
        return -1
    empty_0, empty_1, empty_2, empty_3 = _empty(state)
    return ONGOING if empty_0 | empty_1 | empty_2 | empty_3 else 0


def has_five(a, b, c, d):
    """Return whether the stones in four words contain five in a row."""
    if _has_five(a, b, c, d, U(1)) or _has_five(a, b, c, d, U(16)):  # horizontal, vertical
        return True
    return _has_five(a, b, c, d, U(15)) or _has_five(a, b, c, d, U(17))  # diagonal, falling and rising


def _has_five(a, b, c, d, step):
    """Return the same for one direction, in which neighbours are step bits apart."""
    a, b, c, d = _followed(a, b, c, d, step)  # by another stone: two in a row begin here
    a, b, c, d = _followed(a, b, c, d, step + step)  # four begin here
    if not a | b | c | d:
        return False
    a, b, c, d = _followed(a, b, c, d, step)  # five
    return (a | b | c | d) != U(0)


def _followed(a, b, c, d, step):
    """Return the bits that are set and have another set step bits above them."""
    rest = U(64) - step
    return a & (a >> step | b << rest), b & (b >> step | c << rest), c & (c >> step | d << rest), d & d >> step


def moves_played(state):
    return MAX_MOVES - count_moves(state)


def pick_move(state, share, moves):
    place = int(share * count_moves(state))
    first = 0
    for points in _empty(state):
        count = popcount(points)
        if place < count:
            return first + nth(points, place)
        place -= count
        first += 64
    return first


def count_moves(state):
    empty_0, empty_1, empty_2, empty_3 = _empty(state)
    return popcount(empty_0) + popcount(empty_1) + popcount(empty_2) + popcount(empty_3)


VARIABLES = MAX_MOVES
PLACES = tuple(divmod(point, SIZE) for point in range(VARIABLES))
"""Row and column of each variable's point."""
SYMMETRIES = tuple(
    tuple(int(point) for point in np.rot90(side, turns).ravel())
    for side in (np.arange(VARIABLES).reshape(SIZE, SIZE), np.arange(VARIABLES).reshape(SIZE, SIZE).T)
    for turns in range(4)
)
"""Permutations of the variables under which the game is the same."""


def variables(state, out):
    """Write 1 for an own stone, -1 for the opponent's, 0 for none; a1 to o1, then row by row."""
    for row in range(SIZE):
        own, opponent = _row(state, row)
        for column in range(SIZE):
            out[SIZE * row + column] = np.float64(own >> U(column) & U(1)) - np.float64(opponent >> U(column) & U(1))


def _row(state, row):
    """Return the stones of both sides in a row, and whatever is above it in its word."""
    shift, word = U(row % 4 * 16), row // 4
    if word < 2:
        own, opponent = (state.own_0, state.opponent_0) if word == 0 else (state.own_1, state.opponent_1)
    else:
        own, opponent = (state.own_2, state.opponent_2) if word == 2 else (state.own_3, state.opponent_3)
    return own >> shift, opponent >> shift


def changes(before, after, out):
    """Write the one point that was filled, which is now the opponent's."""
    bit = index(before.own_0 ^ after.opponent_0 | before.own_1 ^ after.opponent_1
                | before.own_2 ^ after.opponent_2 | before.own_3 ^ after.opponent_3)  # fmt: skip
    word = 0 if before.own_0 != after.opponent_0 else 1 if before.own_1 != after.opponent_1 else 2
    if before.own_3 != after.opponent_3:
        word = 3
    out[0, 0], out[0, 1] = SIZE * (4 * word + bit // 16) + bit % 16, -1.0
    return 1


TITLE = "Gomoku"
STYLE = {
    "names": ("Black", "White"), "first": "#1d1f21", "second": "#fafaf5", "rims": ("#000000", "#a9a58f"),
    "light": "#e8c27a", "dark": "#e8c27a", "line": "#9a7434", "last": "#f6e3a8", "frame": "#6e4f1f", "label": "#f5e6c5",
    "inside": "", "grid": "lines",
}  # fmt: skip


def board(state):
    """Return the rows of the board, row 1 last: x the first player's stones (Black), o the second's."""
    letters = ".xo" if state.player == 1 else ".ox"
    rows = [_row(state, row) for row in range(SIZE - 1, -1, -1)]
    return [
        "".join(letters[(int(own) >> column & 1) + 2 * (int(opponent) >> column & 1)] for column in range(SIZE))
        for own, opponent in rows
    ]


def text(state):
    """Return the position as the rows of the board, row 1 last, and the side to move."""
    return "/".join(board(state)) + " " + ("x" if state.player == 1 else "o")


def parse(text):
    """Return the state of the rows of a board and a side, or None for moves such as `h8 g9 g8`."""
    words = text.lower().split()
    return _parse_board(words) if words and set(words[0]) <= set("xo./") else None


def _parse_board(words):
    rows, side = words[0].split("/")[::-1], " ".join(words[1:])
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows) or side not in ("x", "o"):
        raise ValueError(f"a position is {SIZE} rows of {SIZE} points, each x, o or ., and the side to move, x or o")
    other = "o" if side == "x" else "x"
    missing = words[0].count(other) - words[0].count(side)
    if missing not in (0, 1):
        raise ValueError(f"{side} cannot be to move: it has {-missing:+d} stones compared with {other}")
    own, opponent = _stones(rows, side), _stones(rows, other)
    if has_five(*own):
        raise ValueError("the side to move already has five in a row")
    return State(*own, *opponent, 1 if side == "x" else -1)


def _stones(rows, letter):
    stones = sum(1 << 16 * row + column for row in range(SIZE) for column in range(SIZE) if rows[row][column] == letter)
    return [U(stones >> 64 * word & (1 << 64) - 1) for word in range(4)]


def move_text(state, move):
    return COLUMNS[move % 16] + str(move // 16 + 1)


def parse_move(state, text):
    """Return the move of a point such as `h8`."""
    word = text.strip().lower()
    found = fullmatch("([a-o])([1-9][0-9]?)", word)
    column, row = (COLUMNS.index(found[1]), int(found[2]) - 1) if found else (SIZE, SIZE)
    if row >= SIZE or column >= SIZE:
        raise ValueError(f"{text!r} is not a point; points are a1 to {COLUMNS[SIZE - 1]}{SIZE}")
    own, opponent = _row(state, row)
    if int(own | opponent) >> column & 1:
        raise ValueError(f"{word} is occupied")
    return 16 * row + column
