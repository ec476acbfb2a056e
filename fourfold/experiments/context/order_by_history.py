"""A baseline move ordering for the solver: history scores, the number of cutoffs by each square."""

import numpy as np

from ...bits import index, popcount
from ...solve.threats import COLUMN_MASKS, open_squares

PREFERS = True


def make_weights():
    """Return [side, square]: how often a stone there caused a cutoff."""
    return np.zeros((2, 49), np.int64)


def prefer(weights, state, moves, n, preferences):
    side, squares = popcount(state.stones) & 1, open_squares(state.stones)
    for i in range(n):
        preferences[i] = weights[side, index(squares & COLUMN_MASKS[moves[i]])]


def refuted(weights, state, move):
    square = open_squares(state.stones) & COLUMN_MASKS[move]
    weights[popcount(state.stones) & 1, index(square)] += 1
