"""Harvest: roll a die, then take one of the rows it opens; a row gives what it gives, and an even one another turn."""

from typing import NamedTuple

from fourfold.rules import ONGOING

MAX_MOVES = 4
CHANCES = 3
POINTS = 40
TURNS = 8
OPTIONS = {"turns": range(1, 21)}


class State(NamedTuple):
    left: int
    """Turns to the end."""
    ahead: int
    """Points of the side to move more than the other's."""
    die: int
    """1, 2, 3, or 0: it is to be rolled."""
    field: int
    """What the rows hold, as one number."""
    player: int


def init_state(player=1):
    return State(TURNS, 0, 0, 55555, player)


def chance(state, outcomes, probabilities):
    if state.die:
        return 0
    for number in range(3):
        outcomes[number] = -1 - number
    probabilities[0], probabilities[1], probabilities[2] = 1 / 2, 1 / 3, 1 / 6
    return 3


def expand(state, moves):
    for row in range(state.die + 1):
        moves[row] = row
    return state.die + 1


def apply(state, move):
    if move < 0:
        return State(state.left, state.ahead, -move, state.field, state.player)
    gain = (state.field >> 3 * move & 7) - 4
    field = (state.field * 1103515245 + 12345 + move) % 2147483648
    if gain % 2 == 0:
        return State(state.left - 1, state.ahead + gain, 0, field, state.player)
    return State(state.left - 1, -state.ahead - gain, 0, field, -state.player)


def moves_again(before, after):
    return before.player == after.player


def points(state):
    return min(max(state.ahead, -POINTS), POINTS)


def test_terminal(state):
    if state.left > 0:
        return ONGOING
    return min(max(state.ahead, -1), 1)


VARIABLES = 2


def variables(state, out):
    out[0], out[1] = state.ahead, state.left


def changes(before, after, out):
    out[0, 0], out[0, 1] = 0, after.ahead - (before.ahead if before.player == after.player else -before.ahead)
    out[1, 0], out[1, 1] = 1, after.left - (before.left if before.player == after.player else -before.left)
    return 2
