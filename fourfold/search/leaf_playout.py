"""A playout from a leaf of a tree: random to the end of the game, or cut short and then judged by the evaluator."""

import numpy as np

from ..evaluation import evaluate
from ..rules import CHANCES, ONGOING, apply, chance, is_quiet, moves_again, pick_move, test_terminal
from .aim import ended
from .alphabeta import MAX_HISTORY
from .lots import draw
from .uct import note_move
from .values import note_value

NO_ALLOCATION = True
CHANCE = 2
"""In place of a side: chance decides."""


def play_out(weights, state, side, how, rng, work, tree):
    """Return what a random game from state, which is not terminal, is worth to its side to move.

    side is 0 if that is the side to move at the root, else 1. What chance brings does not count towards `how.cut`.
    """
    mover, plies = side, 0
    for _ in range(MAX_HISTORY):
        if plies >= how.cut and is_quiet(state):
            return for_side(side, mover, state_value(weights, state, ONGOING, work))
        is_chance, move = roll(state, rng, work)
        if not is_chance:
            move = random_move(weights, state, how.skew, rng, work)
            plies += 1
        note_move(move, CHANCE if is_chance else mover, tree)
        child = apply(state, move)
        mover = mover if moves_again(state, child) else 1 - mover
        state = child
        outcome = test_terminal(state)
        if outcome != ONGOING:
            return for_side(side, mover, ended(state, outcome))
    return 0.0


def for_side(side, mover, value):
    """Return the value to side of what is worth value to mover."""
    return value if mover == side else -value


def roll(state, rng, work):
    """Return whether chance moves in state, and what it brings."""
    if CHANCES:
        n = chance(state, work.root_moves, work.probabilities[0])
        if n > 0:
            return True, work.root_moves[draw(work.probabilities[0], n, rng.random())]
    return False, np.int64(0)


def random_move(weights, state, skew, rng, work):
    """Return a random move of state; the best, by the evaluator, of skew such moves."""
    best = pick_move(state, rng.random(), work.root_moves)
    if skew > 1:
        most = value_after(weights, state, best, work)
        for _ in range(1, skew):
            move = pick_move(state, rng.random(), work.root_moves)
            value = value_after(weights, state, move, work)
            if value > most:
                best, most = move, value
    return best


def value_after(weights, state, move, work):
    """Return the value of the state after move for the side that makes it."""
    child = apply(state, move)
    value = state_value(weights, child, test_terminal(child), work)
    return value if moves_again(state, child) else -value


def state_value(weights, state, outcome, work):
    """Return what an ended game is worth, or the evaluator's value if it is ONGOING."""
    if outcome != ONGOING:
        return ended(state, outcome)
    value = np.float64(evaluate(weights, state))
    note_value(value, work)
    return value
