"""Dots and Boxes: draw a line between two dots; whoever closes a box owns it and draws again. Most boxes win.

A set of lines is an integer: the horizontal ones first, row by row, then the vertical ones. A set of boxes is another.
"""

from typing import NamedTuple

from fourfold.bits import U, popcount
from fourfold.rules import ONGOING

SIZE = 3
OPTIONS = {"size": range(1, 6)}

LEVEL = SIZE * (SIZE + 1)
"""How many lines are horizontal; as many are vertical."""
MAX_MOVES = 2 * LEVEL
POINTS = SIZE * SIZE
BOXES = tuple(
    1 << SIZE * row + column
    | 1 << SIZE * (row + 1) + column
    | 1 << LEVEL + (SIZE + 1) * row + column
    | 1 << LEVEL + (SIZE + 1) * row + column + 1
    for row in range(SIZE)
    for column in range(SIZE)
)
"""The four lines around each box."""


class State(NamedTuple):
    lines: int
    own: int
    """Boxes of the side to move."""
    opponent: int
    player: int


def init_state(player=1):
    return State(0, 0, 0, player)


def expand(state, moves):
    n = 0
    for line in range(MAX_MOVES):
        if not state.lines >> line & 1:
            moves[n] = line
            n += 1
    return n


def apply(state, move):
    lines, closed = state.lines | 1 << move, 0
    for box in range(POINTS):
        if BOXES[box] >> move & 1 and lines & BOXES[box] == BOXES[box]:
            closed |= 1 << box
    if closed:
        return State(lines, state.own | closed, state.opponent, state.player)
    return State(lines, state.opponent, state.own, -state.player)


def moves_again(before, after):
    return before.player == after.player


def points(state):
    return popcount(U(state.own)) - popcount(U(state.opponent))


def test_terminal(state):
    if state.lines != (1 << MAX_MOVES) - 1:
        return ONGOING
    return min(max(points(state), -1), 1)


def board(state):
    """Return the dots as +, with the lines between them and the owners of the boxes."""
    first, second = (state.own, state.opponent) if state.player == 1 else (state.opponent, state.own)
    rows = [["+" if (row + column) % 2 == 0 else "." for column in range(2 * SIZE + 1)] for row in range(2 * SIZE + 1)]
    for line in range(MAX_MOVES):
        if state.lines >> line & 1:
            row, column = _place(line)
            rows[row][column] = "|" if row % 2 else "-"
    for box in range(POINTS):
        owner = "x" if first >> box & 1 else "o" if second >> box & 1 else " "
        rows[2 * (box // SIZE) + 1][2 * (box % SIZE) + 1] = owner
    return ["".join(row) for row in rows]


def _place(line):
    """Return the row and column of a line in the rows of the board."""
    if line < LEVEL:
        return 2 * (line // SIZE), 2 * (line % SIZE) + 1
    line -= LEVEL
    return 2 * (line // (SIZE + 1)) + 1, 2 * (line % (SIZE + 1))


def move_text(state, move):
    row, column = _place(move)
    return "abcdefghijk"[column] + str(row + 1)
