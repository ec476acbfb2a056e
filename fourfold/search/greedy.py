"""One ply: the move whose position the evaluator likes best, with ties broken at random."""

from typing import Any, NamedTuple

import numpy as np

from ..evaluation import EVALUATES_TERMINAL_STATES, begin, evaluate_next, tolerance
from ..rules import ONGOING, apply, expand, moves_again, test_terminal
from .aim import ended
from .lots import random_share
from .values import note_value


class Options(NamedTuple):
    """The options of a greedy side in a whole game."""

    seeds: tuple[np.uint64, np.uint64]
    """Of the side that begins and of the other."""
    plies_before: int
    """Plies of the game before its first state here."""
    values: Any
    """Working memory: one number per move."""


def choose_move(weights, state, ply, options, work):
    """Return the move with the best position after it, its value, and the number of moves."""
    seed, game_ply = options.seeds[work.side], options.plies_before + ply
    n, chosen = choose(weights, state, seed, game_ply, work.root_moves, options.values)
    for i in range(n):
        note_value(options.values[i], work)
    return work.root_moves[chosen], options.values[chosen], n


def choose(weights, state, seed, ply, moves, values):
    """Return the number of legal moves, 0 when the game is over, and the index of the chosen one.

    The moves and their values for the side to move are written. Ties are broken by seed and ply.
    """
    if test_terminal(state) != ONGOING:
        return 0, 0
    n = expand(state, moves)
    begin(weights, state)
    best = -np.inf
    for i in range(n):
        values[i] = value_after(weights, state, moves[i])
        best = max(best, values[i])
    return n, break_ties(values, n, best - tolerance(weights), seed, ply)


def value_after(weights, state, move):
    """Return the value of the position after move for the side that makes it."""
    child = apply(state, move)
    outcome, sign = test_terminal(child), 1.0 if moves_again(state, child) else -1.0
    if outcome != ONGOING and not EVALUATES_TERMINAL_STATES:
        return sign * ended(child, outcome) + 0.0
    return sign * np.float64(evaluate_next(weights, state, child, 1)) + 0.0  # no -0.0, which people would read


def break_ties(values, n, least, seed, ply):
    """Return the index of a random one of the n values that are at least least."""
    equals = 0
    for i in range(n):
        equals += values[i] >= least
    left = np.int64(random_share(seed, ply) * equals)
    for i in range(n):
        if values[i] >= least:
            if left == 0:
                return i
            left -= 1
    return 0
