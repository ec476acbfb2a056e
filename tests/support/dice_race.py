"""Dice race: two runners each, five steps to go; a die says how far one of them runs, and a three lets you roll again.

Who has both runners home first wins, by as many points as the other still has to go.
"""

from typing import NamedTuple

from fourfold.rules import ONGOING

MAX_MOVES = 2
CHANCES = 3
POINTS = 10
STEPS = 5
VARIABLES = 4


class State(NamedTuple):
    own: int
    """What the first runner of the side to move still has to go, and ten times what the second has."""
    opponent: int
    die: int
    """0: it is to be rolled."""
    player: int


def init_state(player=1):
    return State(11 * STEPS, 11 * STEPS, 0, player)


def chance(state, outcomes, probabilities):
    if state.die:
        return 0
    for number in range(3):
        outcomes[number] = number + 1
        probabilities[number] = (3.0 - number) / 6.0
    return 3


def expand(state, moves):
    n = 0
    for runner in range(2):
        if steps(state.own, runner):
            moves[n] = runner
            n += 1
    return n


def apply(state, move):
    if not state.die:
        return State(state.own, state.opponent, int(move), state.player)
    scale = 10 if move else 1
    left = state.own - scale * min(state.die, steps(state.own, move))
    if state.die == 3 and left:
        return State(left, state.opponent, 0, state.player)
    return State(state.opponent, left, 0, -state.player)


def test_terminal(state):
    return ONGOING if state.opponent else -1


def moves_again(before, after):
    return before.player == after.player


def points(state):
    return to_go(state.opponent) - to_go(state.own)


def variables(state, out):
    for runner in range(2):
        out[runner] = steps(state.own, runner)
        out[2 + runner] = -steps(state.opponent, runner)


def steps(runners, runner):
    return runners // 10 if runner else runners % 10


def to_go(runners):
    return runners // 10 + runners % 10


def move_text(state, move):
    return ("first", "second")[move] if state.die else f"rolls-{move}"
