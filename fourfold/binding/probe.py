"""Calls every function of a game or an evaluator: `bind` compiles this first, to see whether Numba can."""

import numpy as np

from ..evaluation import PREFERS, begin, evaluate, evaluate_here, evaluate_next, follow, prefer, tolerance
from ..rules import (
    CHANCES,
    MAX_MOVES,
    VARIABLES,
    apply,
    chance,
    count_moves,
    expand,
    is_quiet,
    moves_again,
    pick_move,
    points,
    position,
    reversible_plies,
    test_terminal,
    variables,
)


def trial(state, moves):
    """Return the state after the first legal move, or after the first outcome of chance."""
    move, n = first_move(state, moves)
    if n > 0 and is_quiet(state):
        test_terminal(state)
        count_moves(state)
        pick_move(state, 0.0, moves)
        reversible_plies(position(state))
    if VARIABLES:
        variables(state, np.zeros(VARIABLES))
    after = apply(state, move)
    if moves_again(state, after):
        points(after)
    return after


def trial_value(weights, state, moves):
    """Return the value of state, and of the state after its first legal move or outcome of chance."""
    begin(weights, state)
    value = np.float64(evaluate(weights, state)) + np.float64(evaluate_here(weights, state, 0))
    move, n = first_move(state, moves)
    if PREFERS and n > 0:
        prefer(weights, state, moves, n, np.zeros(MAX_MOVES, np.float32))
    after = apply(state, move)
    value += np.float64(evaluate_next(weights, state, after, 1)) + tolerance(weights)
    follow(weights, state, after, 1)
    return value


def first_move(state, moves):
    """Return the first legal move and how many there are; where chance decides, its first outcome and 0."""
    if CHANCES:
        outcomes = np.zeros(CHANCES, np.int64)
        if chance(state, outcomes, np.zeros(CHANCES)) > 0:
            return outcomes[0], 0
    n = expand(state, moves)
    return moves[0], n
