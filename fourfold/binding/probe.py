"""Calls every function of a game or an evaluator: `bind` compiles this first, to see whether Numba can."""

import numpy as np

from ..evaluation import PREFERS, begin, evaluate, evaluate_here, evaluate_next, follow, prefer, tolerance
from ..rules import (
    MAX_MOVES,
    VARIABLES,
    apply,
    count_moves,
    expand,
    is_quiet,
    position,
    reversible_plies,
    test_terminal,
    variables,
)


def trial(state, moves):
    """Return the state after the first legal move."""
    if expand(state, moves) > 0 and is_quiet(state):
        test_terminal(state)
        count_moves(state)
        reversible_plies(position(state))
    if VARIABLES:
        variables(state, np.zeros(VARIABLES))
    return apply(state, moves[0])


def trial_value(weights, state, moves):
    """Return the value of state, and of the state after its first legal move."""
    begin(weights, state)
    value = np.float64(evaluate(weights, state)) + np.float64(evaluate_here(weights, state, 0))
    if PREFERS:
        prefer(weights, state, np.zeros(MAX_MOVES, np.float32))
    if expand(state, moves) > 0:
        after = apply(state, moves[0])
        value += np.float64(evaluate_next(weights, state, after, 1)) + tolerance(weights)
        follow(weights, state, after, 1)
    return value
