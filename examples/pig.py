"""Pig: roll a die as often as you dare and add up; hold to keep the sum, but a 1 loses it. First to 50 wins.

Whoever rolled a 1 hands over the die, a move without a choice: the side that rolls is the side that moves next.
"""

from typing import NamedTuple

from fourfold.rules import ONGOING

GOAL = 50
OPTIONS = {"goal": range(5, 101)}

MAX_MOVES, CHANCES, POINTS = 2, 6, GOAL
HOLD, ROLL = 0, 7
"""The moves; 1 to 6 are what the die may show."""


class State(NamedTuple):
    own: int
    """What the side to move has kept."""
    opponent: int
    turn: int
    """The sum of this turn."""
    die: int
    """What it shows, ROLL while it rolls, 0 before the first roll of a turn."""
    player: int


def init_state(player=1):
    return State(0, 0, 0, 0, player)


def expand(state, moves):
    moves[0] = ROLL if state.die == 0 else HOLD
    if state.die <= 1:
        return 1
    moves[1] = ROLL
    return 2


def chance(state, outcomes, probabilities):
    if state.die != ROLL:
        return 0
    for face in range(6):
        outcomes[face], probabilities[face] = face + 1, 1 / 6
    return 6


def apply(state, move):
    if move == HOLD:
        return State(state.opponent, min(state.own + state.turn, GOAL), 0, 0, -state.player)
    if move == ROLL:
        return State(state.own, state.opponent, state.turn, ROLL, state.player)
    return State(state.own, state.opponent, 0 if move == 1 else state.turn + move, move, state.player)


def moves_again(before, after):
    return before.player == after.player


def points(state):
    return state.own - state.opponent


def test_terminal(state):
    return -1 if state.opponent == GOAL else ONGOING


def board(state):
    first, second = (state.own, state.opponent) if state.player == 1 else (state.opponent, state.own)
    return [f"{first}:{second}, this turn {state.turn}"]


def move_text(state, move):
    return "hold" if move == HOLD else "roll" if move == ROLL else str(move)
