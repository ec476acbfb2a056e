"""Hex: link your two edges of the board with an unbroken chain of stones; one side always can.

The first side, Red, links the top with the bottom; the second, Blue, the left with the right. Cell a1 is at the top
left, k1 at the top right; each row stands half a cell further to the right, so a2 touches a1 and b1. A move is the
number of a cell, row by row: 64 cells have their bits in the first of two words, the others in the second.
"""

from re import fullmatch
from typing import NamedTuple

import numpy as np

from ..bits import U, index, lowest, nth, popcount
from ..rules import ONGOING

SIZE = 11
SWAP = 0
"""1: instead of the second stone, the second side may take over the first one."""
OPTIONS = {"size": range(2, 12), "swap": range(2)}

CELLS = SIZE * SIZE
MAX_MOVES = CELLS
TAKE_OVER = CELLS
"""The move of the second side that takes over the first stone, mirrored, since it links the other edges."""


def _words(cells):
    return [sum(1 << cell - start for cell in cells if start <= cell < start + 64) for start in (0, 64)]


def _table(cells_of):
    return np.array([_words(cells_of(*divmod(cell, SIZE))) for cell in range(CELLS)], np.uint64)


def _neighbours(row, column):
    places = [(row + down, column + right) for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))]
    return [SIZE * r + c for r, c in places if 0 <= r < SIZE and 0 <= c < SIZE]


STONE = _table(lambda row, column: [SIZE * row + column])
"""[cell, word]: the bit of a cell."""
MIRRORED = _table(lambda row, column: [SIZE * column + row])
"""[cell, word]: the bit of the cell with row and column exchanged."""
NEIGHBOURS = _table(_neighbours)
"""[cell, word]: the bits of the up to six cells around a cell."""
BOARD = np.array(_words(range(CELLS)), np.uint64)
HOME = np.array([_words(range(SIZE)), _words(range(0, CELLS, SIZE))], np.uint64)
"""[0 for Red or 1 for Blue, word]: the edge from which links are counted, at the top or on the left."""
GOAL = np.array([_words(range(CELLS - SIZE, CELLS)), _words(range(SIZE - 1, CELLS, SIZE))], np.uint64)
"""[0 for Red or 1 for Blue, word]: the opposite edge."""


class State(NamedTuple):
    own_low: np.uint64
    """Stones of the side to move in the cells 0 to 63."""
    own_high: np.uint64
    """Those in the other cells."""
    opponent_low: np.uint64
    opponent_high: np.uint64
    linked_low: np.uint64
    """Stones of both sides that are linked with their home edge: kept, so that a chain is followed only once."""
    linked_high: np.uint64
    player: int
    """The side to move: 1 (Red, top to bottom) or -1 (Blue, left to right)."""
    takeable: int
    """1 if the only stone may be taken over, else 0."""


def init_state(player=1):
    return State(U(0), U(0), U(0), U(0), U(0), U(0), player, 0)


def expand(state, moves):
    """Write the empty cells, row by row, and TAKE_OVER where it is allowed."""
    low, high = _empty(state)
    n = _write(high, 64, moves, _write(low, 0, moves, 0))
    if state.takeable:
        moves[n] = TAKE_OVER
        n += 1
    return n


def _empty(state):
    return BOARD[0] & ~(state.own_low | state.opponent_low), BOARD[1] & ~(state.own_high | state.opponent_high)


def _write(cells, first, moves, n):
    while cells:
        cell = lowest(cells)
        moves[n] = first + index(cell)
        cells ^= cell
        n += 1
    return n


def apply(state, move):
    if SWAP and move == TAKE_OVER:
        return _taken_over(state)
    low, high = state.own_low | STONE[move, 0], state.own_high | STONE[move, 1]
    linked_low, linked_high = state.linked_low, state.linked_high
    if _is_linked(state, move):
        new_low, new_high = _chains(low & ~linked_low, high & ~linked_high, STONE[move, 0], STONE[move, 1])
        linked_low, linked_high = linked_low | new_low, linked_high | new_high
    takeable = 1 if SWAP and not moves_played(state) else 0
    return State(state.opponent_low, state.opponent_high, low, high, linked_low, linked_high, -state.player, takeable)


def _is_linked(state, cell):
    """Return whether a stone of the side to move on cell is at its home edge or next to a linked one."""
    side = 0 if state.player == 1 else 1
    home = STONE[cell, 0] & HOME[side, 0] | STONE[cell, 1] & HOME[side, 1]
    low, high = state.own_low & state.linked_low, state.own_high & state.linked_high
    return (home | low & NEIGHBOURS[cell, 0] | high & NEIGHBOURS[cell, 1]) != U(0)


def _chains(low, high, next_low, next_high):
    """Return the stones, of low and high, that are linked with some of them, next_low and next_high, and these."""
    rest_low, rest_high = low & ~next_low, high & ~next_high
    while next_low | next_high:
        cell = _first_cell(next_low, next_high)
        found_low, found_high = rest_low & NEIGHBOURS[cell, 0], rest_high & NEIGHBOURS[cell, 1]
        rest_low, rest_high = rest_low ^ found_low, rest_high ^ found_high
        next_low, next_high = next_low ^ STONE[cell, 0] | found_low, next_high ^ STONE[cell, 1] | found_high
    return low ^ rest_low, high ^ rest_high


def _first_cell(low, high):
    return index(lowest(low)) if low else 64 + index(lowest(high))


def _taken_over(state):
    """Return the state after the first stone was taken over. Mirrored, it is as far from home as before."""
    cell = _first_cell(state.opponent_low, state.opponent_high)
    low, high = MIRRORED[cell, 0], MIRRORED[cell, 1]
    if state.linked_low | state.linked_high:
        return State(U(0), U(0), low, high, low, high, -state.player, 0)
    return State(U(0), U(0), low, high, U(0), U(0), -state.player, 0)


def test_terminal(state):
    side = 1 if state.player == 1 else 0
    low, high = state.linked_low & state.opponent_low, state.linked_high & state.opponent_high
    return -1 if low & GOAL[side, 0] | high & GOAL[side, 1] else ONGOING


def moves_played(state):
    """Return the number of stones: taking over the first one is not counted."""
    own = popcount(state.own_low) + popcount(state.own_high)
    return own + popcount(state.opponent_low) + popcount(state.opponent_high)


def pick_move(state, share, moves):
    low, high = _empty(state)
    in_low = popcount(low)
    place = int(share * count_moves(state))
    if place < in_low:
        return nth(low, place)
    place -= in_low
    return 64 + nth(high, place) if place < popcount(high) else TAKE_OVER


def count_moves(state):
    low, high = _empty(state)
    return popcount(low) + popcount(high) + state.takeable


VARIABLES = CELLS
PLACES = tuple(divmod(cell, SIZE) for cell in range(CELLS))
"""Row and column of each variable's cell."""
SYMMETRIES = (tuple(range(CELLS)), tuple(range(CELLS - 1, -1, -1)))
"""Permutations of the variables under which the game is the same: the identity, and half a turn. The third symmetry,
rows for columns with exchanged sides, is in the variables themselves."""


def variables(state, out):
    """Write 1 for an own stone, -1 for the opponent's, 0 for none, with the own edges always at the top and bottom."""
    for cell in range(CELLS):
        seen = cell if state.player == 1 else cell % SIZE * SIZE + cell // SIZE
        out[seen] = _owner(state, cell)


def fixed_variables(state, out):
    """Write the same with Red's stones positive, whoever is to move."""
    for cell in range(CELLS):
        out[cell] = state.player * _owner(state, cell)
    return state.player


def _owner(state, cell):
    own = state.own_low & STONE[cell, 0] | state.own_high & STONE[cell, 1]
    opponent = state.opponent_low & STONE[cell, 0] | state.opponent_high & STONE[cell, 1]
    return (1.0 if own else 0.0) - (1.0 if opponent else 0.0)


TITLE = "Hex"
STYLE = {
    "names": ("Red", "Blue"), "first": "#d1383d", "second": "#2f6db5", "rims": ("#8f1d22", "#1c4679"),
    "light": "#f4ecd8", "dark": "#f4ecd8", "line": "#b9a98a", "last": "#ffe08a", "frame": "#3b4252", "label": "#e5e9f0",
    "inside": "", "grid": "hex", "edges": "xoxo",
}  # fmt: skip


def board(state):
    """Return the rows of the board, row 1 first: x the first player's stones (Red), o the second's (Blue)."""
    signs = [state.player * _owner(state, cell) for cell in range(CELLS)]
    letters = "".join("x" if sign > 0 else "o" if sign < 0 else "." for sign in signs)
    return [letters[start : start + SIZE] for start in range(0, CELLS, SIZE)]


def text(state):
    """Return the position as the rows of the board, the side to move, and `swap` if that is possible."""
    side = "x" if state.player == 1 else "o"
    return "/".join(board(state)) + " " + side + (" swap" if state.takeable else "")


def parse(text):
    """Return the state of the rows of a board and a side, or None for moves such as `f6 e8 swap`."""
    words = text.lower().split()
    return _parse_board(words) if words and set(words[0]) <= set("xo./") else None


def _parse_board(words):
    rows, (side, *more) = words[0].split("/"), words[1:] or [""]
    good = [len(row) for row in rows] == [SIZE] * SIZE and side in ("x", "o") and more in ([], ["swap"] * SWAP)
    if not good:
        raise ValueError(f"a position is {SIZE} rows of {SIZE} cells, each x, o or ., and the side to move, x or o")
    other = "o" if side == "x" else "x"
    missing = words[0].count(other) - words[0].count(side)
    if missing not in (0, 1):
        raise ValueError(f"{side} cannot be to move: it has {-missing:+d} stones compared with {other}")
    if more and (missing, words[0].count(other)) != (1, 1):
        raise ValueError("only the first stone may be taken over")
    own, opponent = (
        _words([i for i, found in enumerate("".join(rows)) if found == letter]) for letter in (side, other)
    )
    return _set_up(tuple(map(U, own)), tuple(map(U, opponent)), 1 if side == "x" else -1, len(more))


def _set_up(own, opponent, player, takeable):
    """Return the state with these stones, of which it finds the linked ones."""
    homes = [HOME[0], HOME[1]] if player == 1 else [HOME[1], HOME[0]]
    ours, theirs = (
        _chains(low, high, low & home[0], high & home[1])
        for (low, high), home in zip((own, opponent), homes, strict=True)
    )
    linked = ours[0] | theirs[0], ours[1] | theirs[1]
    if test_terminal(State(*opponent, *own, *linked, -player, 0)) != ONGOING:
        raise ValueError("the side to move has already linked its edges")
    return State(*own, *opponent, *linked, player, takeable)


def move_text(state, move):
    return "swap" if move == TAKE_OVER else "abcdefghijk"[move % SIZE] + str(move // SIZE + 1)


def parse_move(state, text):
    """Return the move of a cell such as `f6`, or of `swap`."""
    word = text.strip().lower()
    if word == "swap":
        if not state.takeable:
            raise ValueError(
                "only the second side may swap, instead of its first stone" if SWAP else "there is no swap"
            )
        return TAKE_OVER
    found = fullmatch("([a-k])([1-9][0-9]?)", word)
    column, row = ("abcdefghijk".index(found[1]), int(found[2]) - 1) if found else (SIZE, SIZE)
    if row >= SIZE or column >= SIZE:
        raise ValueError(f"{text!r} is not a cell; cells are a1 to {move_text(state, CELLS - 1)}")
    if _owner(state, SIZE * row + column):
        raise ValueError(f"{word} is occupied")
    return SIZE * row + column
