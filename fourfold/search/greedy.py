"""One ply: the move whose position the evaluator likes best, with ties broken at random."""

from typing import Any, NamedTuple

import numpy as np

from ..binding.hashing import scramble
from ..bits import U
from ..evaluation import EVALUATES_TERMINAL_STATES, begin, evaluate_next, tolerance
from ..rules import ONGOING, apply, expand, test_terminal
from .values import note_value


class Options(NamedTuple):
    """How greedy sides choose the moves of a whole game."""

    seeds: tuple[np.uint64, np.uint64]
    """Of the side that begins and of the other."""
    plies_before: int
    """How many plies of the game precede its first state here."""
    values: Any
    """Room for one number a move."""


def choose_move(weights, state, ply, options, work):
    """Return the move whose position is liked best, its value and how many moves there were."""
    seed, game_ply = options.seeds[ply % 2], options.plies_before + ply
    n, chosen = choose(weights, state, seed, game_ply, work.root_moves, options.values)
    for i in range(n):
        note_value(options.values[i], work)
    return work.root_moves[chosen], options.values[chosen], n


def choose(weights, state, seed, ply, moves, values):
    """Return how many legal moves there are, none when the game is over, and the number of the chosen one.

    The moves are written, and what each is worth to the side to move. Ties are broken by seed and ply.
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
    """Return what the position after move is worth to the side that makes it."""
    child = apply(state, move)
    outcome = test_terminal(child)
    if outcome != ONGOING and not EVALUATES_TERMINAL_STATES:
        return np.float64(-outcome)
    return 0.0 - np.float64(evaluate_next(weights, state, child, 1))  # no -0.0, which people would read


def break_ties(values, n, least, seed, ply):
    """Return the number of one of the n values that are not below least, each as likely as the others."""
    equals = 0
    for i in range(n):
        equals += values[i] >= least
    left = np.int64(np.float64(random_bits(seed, ply) >> U(11)) * 2.0**-53 * equals)
    for i in range(n):
        if values[i] >= least:
            if left == 0:
                return i
            left -= 1
    return 0


def random_bits(seed, ply):
    """Return 64 bits, always the same ones for the same seed and ply."""
    return scramble(scramble(seed ^ scramble(scramble(U(ply + 1)))))
