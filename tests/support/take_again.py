"""Take again: take one, two or three of fifteen stones; who takes two moves again, and who has more at the end wins."""

from typing import NamedTuple

from fourfold.rules import ONGOING

MAX_MOVES = 3
POINTS = 15


class State(NamedTuple):
    left: int
    own: int
    opponent: int


def init_state(player=1):
    return State(15, 0, 0)


def expand(state, moves):
    n = min(3, state.left)
    for place in range(n):
        moves[place] = place + 1
    return n


def apply(state, move):
    left, taken = state.left - move, state.own + move
    if move == 2:
        return State(left, taken, state.opponent)
    return State(left, state.opponent, taken)


def moves_again(before, after):
    return before.left - after.left == 2


def test_terminal(state):
    if state.left:
        return ONGOING
    return (state.own > state.opponent) - (state.own < state.opponent)


def points(state):
    return state.own - state.opponent
