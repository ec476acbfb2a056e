"""Othello: the sum of square values over own discs, minus that over the opponent's.

The table of old Microsoft Windows Reversi programs (NHB paper, figure 2).
"""

import numpy as np

from ..bits import index, lowest

GAMES = ("othello",)
QUARTER = ((99, -8, 8, 6), (-8, -24, -4, -3), (8, -4, 7, 4), (6, -3, 4, 0))


def make_weights(seed=0):
    """Return the table, [64], scaled so that no board reaches 1."""
    upper = np.hstack([QUARTER, np.fliplr(QUARTER)])
    table = np.vstack([upper, np.flipud(upper)]).ravel().astype(np.float64)
    return table / (np.abs(table).sum() + 1.0)


def evaluate(weights, state):
    return sum_over(weights, state.own) - sum_over(weights, state.opponent)


def sum_over(weights, squares):
    total = 0.0
    while squares:
        square = lowest(squares)
        total += weights[index(square)]
        squares ^= square
    return total
