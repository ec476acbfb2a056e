"""Tic-tac-toe: the smallest example of a game in four functions.

Cells are numbered 0 to 8 row by row; a set of cells is an integer with one bit a cell.
"""

from typing import NamedTuple

from ..rules import ONGOING

MAX_MOVES = 9
LINES = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)


class State(NamedTuple):
    own: int
    """Cells of the side to move."""
    opponent: int
    player: int
    """Who is to move: 1 or -1."""


def init_state(player=1):
    return State(0, 0, player)


def expand(state, moves):
    n = 0
    for cell in range(9):
        if not (state.own | state.opponent) >> cell & 1:
            moves[n] = cell
            n += 1
    return n


def apply(state, move):
    return State(state.opponent, state.own | 1 << move, -state.player)


def test_terminal(state):
    for line in LINES:
        if state.opponent & line == line:
            return -1
    return 0 if state.own | state.opponent == 0b111111111 else ONGOING


VARIABLES = 9
SYMMETRIES = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 1, 0, 5, 4, 3, 8, 7, 6), (6, 7, 8, 3, 4, 5, 0, 1, 2), (8, 7, 6, 5, 4, 3, 2, 1, 0),
    (0, 3, 6, 1, 4, 7, 2, 5, 8), (2, 5, 8, 1, 4, 7, 0, 3, 6), (6, 3, 0, 7, 4, 1, 8, 5, 2), (8, 5, 2, 7, 4, 1, 6, 3, 0),
)  # fmt: skip
"""Permutations of the variables under which the game is the same."""


def variables(state, out):
    for cell in range(9):
        out[cell] = (state.own >> cell & 1) - (state.opponent >> cell & 1)


TITLE = "Tic-tac-toe"
STYLE = {
    "names": ("X", "O"), "first": "#2f74d0", "second": "#d1495b", "rims": ("", ""), "light": "#ffffff",
    "dark": "#eef2f7", "line": "#94a3b8", "last": "#fff3c4", "frame": "#ffffff", "label": "#475569", "columns": "",
    "shape": "mark",
}  # fmt: skip


def board(state):
    """Return the rows of the board, top first: x the first player's, o the second's."""
    crosses, noughts = (state.own, state.opponent) if state.player == 1 else (state.opponent, state.own)
    cells = ["x" if crosses >> cell & 1 else "o" if noughts >> cell & 1 else "." for cell in range(9)]
    return ["".join(cells[row : row + 3]) for row in (0, 3, 6)]
