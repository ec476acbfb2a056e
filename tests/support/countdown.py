"""Countdown: take one or two; who takes the last one wins."""

from typing import NamedTuple

from fourfold.rules import ONGOING

MAX_MOVES = 2


class State(NamedTuple):
    left: int
    name: str  # which Numba cannot compile


def init_state(player=1):
    return State(7, "")


def expand(state, moves):
    for take in range(min(2, state.left)):
        moves[take] = take + 1
    return min(2, state.left)


def apply(state, move):
    return State(state.left - move, "")


def test_terminal(state):
    return ONGOING if state.left else -1
