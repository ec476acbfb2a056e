"""Breakthrough: step forward, straight or diagonally, capture diagonally, and reach the far row first.

The first side, White, begins on rows 1 and 2 and moves up. A side whose pieces are all captured has lost. Square a1 is
bit 0, h1 bit 7, a2 bit 8; on smaller boards a row has fewer bits. A move is 64 * the square it leaves + the one it
reaches.
"""

from re import fullmatch
from typing import NamedTuple

import numpy as np

from ..bits import U, index, lowest, nth, popcount
from ..rules import ONGOING

SIZE = 8
OPTIONS = {"size": range(4, 9)}

SQUARES = SIZE * SIZE
MAX_MOVES = 6 * SIZE
COLUMNS = "abcdefgh"[:SIZE]
BOARD = U((1 << SQUARES) - 1)
BOTTOM = U((1 << SIZE) - 1)
TOP = U((1 << SIZE) - 1 << SQUARES - SIZE)
LEFT = U(sum(1 << SIZE * row for row in range(SIZE)))
RIGHT = U(sum(1 << SIZE * row + SIZE - 1 for row in range(SIZE)))
LOW_START = U((1 << 2 * SIZE) - 1)
HIGH_START = U((1 << 2 * SIZE) - 1 << SQUARES - 2 * SIZE)


class State(NamedTuple):
    own: np.uint64
    """Pieces of the side to move."""
    opponent: np.uint64
    player: int
    """The side to move: 1 (White, who moves first and up the board) or -1."""


def init_state(player=1):
    return State(LOW_START, HIGH_START, 1) if player == 1 else State(HIGH_START, LOW_START, -1)


def expand(state, moves):
    """Write the steps to the left, then straight on, then to the right."""
    left, straight, right = targets(state)
    ahead = SIZE * state.player
    n = _write(left, ahead - 1, moves, 0)
    n = _write(straight, ahead, moves, n)
    return _write(right, ahead + 1, moves, n)


def targets(state):
    """Return the squares that own pieces reach by a step to the left, straight on and to the right."""
    left, right = state.own & ~LEFT, state.own & ~RIGHT
    if state.player == 1:
        left, straight, right = left << U(SIZE - 1), state.own << U(SIZE), right << U(SIZE + 1)
    else:
        left, straight, right = left >> U(SIZE + 1), state.own >> U(SIZE), right >> U(SIZE - 1)
    free = BOARD & ~state.own
    return left & free, straight & free & ~state.opponent, right & free


def _write(targets, step, moves, n):
    while targets:
        target = lowest(targets)
        moves[n] = _move(index(target), step)
        targets ^= target
        n += 1
    return n


def _move(target, step):
    return 64 * (target - step) + target


def apply(state, move):
    target = U(1) << U(move & 63)
    return State(state.opponent & ~target, state.own ^ (U(1) << U(move >> 6) | target), -state.player)


def test_terminal(state):
    home = BOTTOM if state.player == 1 else TOP
    return -1 if state.opponent & home or not state.own else ONGOING


def pick_move(state, share, moves):
    left, straight, right = targets(state)
    in_left, in_straight = popcount(left), popcount(straight)
    place, ahead = int(share * (in_left + in_straight + popcount(right))), SIZE * state.player
    if place < in_left:
        return _move(nth(left, place), ahead - 1)
    if place < in_left + in_straight:
        return _move(nth(straight, place - in_left), ahead)
    return _move(nth(right, place - in_left - in_straight), ahead + 1)


def count_moves(state):
    left, straight, right = targets(state)
    return popcount(left) + popcount(straight) + popcount(right)


VARIABLES = SQUARES
PLACES = tuple(divmod(square, SIZE) for square in range(SQUARES))
"""Row and column of each variable's square."""
SYMMETRIES = (
    tuple(range(SQUARES)),
    tuple(SIZE * (square // SIZE) + SIZE - 1 - square % SIZE for square in range(SQUARES)),
)
"""Permutations of the variables under which the game is the same: the identity, and the mirror image."""


def variables(state, out):
    """Write 1 for an own piece, -1 for the opponent's, 0 for none; the own back row first: own pieces move up."""
    for row in range(SIZE):
        seen = row if state.player == 1 else SIZE - 1 - row
        for column in range(SIZE):
            out[SIZE * seen + column] = _owner(state, SIZE * row + column)


def fixed_variables(state, out):
    """Write the same with White's pieces positive and row 1 first, whoever is to move."""
    for square in range(SQUARES):
        out[square] = state.player * _owner(state, square)
    return state.player


def _owner(state, square):
    return np.float64(state.own >> U(square) & U(1)) - np.float64(state.opponent >> U(square) & U(1))


TITLE = "Breakthrough"
STYLE = {
    "names": ("White", "Black"), "first": "#fbf5e6", "second": "#2c2a29", "rims": ("#b8a98a", "#0d0c0c"),
    "light": "#e9e4d4", "dark": "#7d93a8", "line": "#7d93a8", "last": "#d9c35a", "frame": "#33475b", "label": "#e9e4d4",
}  # fmt: skip


def board(state):
    """Return the rows of the board, row 1 last: x the first player's pieces (White), o the second's."""
    signs = [state.player * _owner(state, square) for square in range(SQUARES)]
    letters = "".join("x" if sign > 0 else "o" if sign < 0 else "." for sign in signs)
    return [letters[start : start + SIZE] for start in range(SQUARES - SIZE, -1, -SIZE)]


def text(state):
    """Return the position as the rows of the board, row 1 last, and the side to move."""
    return "/".join(board(state)) + " " + ("x" if state.player == 1 else "o")


def parse(text):
    """Return the state of the rows of a board and a side, or None for moves such as `a2a3 b7b6`."""
    words = text.lower().split()
    return _parse_board(words) if words and set(words[0]) <= set("xo./") else None


def _parse_board(words):
    rows, side = words[0].split("/")[::-1], " ".join(words[1:])
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows) or side not in ("x", "o"):
        raise ValueError(f"a position is {SIZE} rows of {SIZE} squares, each x, o or ., and the side to move, x or o")
    first, second = (sum(1 << i for i, found in enumerate("".join(rows)) if found == letter) for letter in "xo")
    if max(first.bit_count(), second.bit_count()) > 2 * SIZE:
        raise ValueError(f"a side has more than {2 * SIZE} pieces")
    state = State(U(first), U(second), 1) if side == "x" else State(U(second), U(first), -1)
    if test_terminal(State(state.opponent, state.own, -state.player)) != ONGOING:
        raise ValueError("the side to move has already won")
    return state


def move_text(state, move):
    """Return `a2a3`, or `a2xb3` for a capture."""
    captures = int(state.opponent) >> move % 64 & 1
    return _name(move // 64) + ("x" if captures else "") + _name(move % 64)


def _name(square):
    return COLUMNS[square % SIZE] + str(square // SIZE + 1)


def parse_move(state, text):
    """Return the move of `a2a3` or `a2xb3`; a hyphen between the squares, or none, means the same."""
    found = fullmatch("([a-h])([1-8])[-x:]?([a-h])([1-8])", text.strip().lower())
    if not found or max(found[1], found[3]) > COLUMNS[-1] or max(found[2], found[4]) > str(SIZE):
        raise ValueError(f"{text!r} is not a move such as a2a3 or a2xb3, on the squares a1 to {_name(SQUARES - 1)}")
    source, target = (
        SIZE * (int(row) - 1) + COLUMNS.index(column) for column, row in (found.group(1, 2), found.group(3, 4))
    )
    moves = np.empty(MAX_MOVES, np.int64)
    if 64 * source + target not in moves[: expand(state, moves)]:
        raise ValueError(f"{text.strip()} is not a legal move")
    return 64 * source + target
