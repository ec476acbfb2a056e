"""Othello: an n-tuple network. The contents of a tuple of squares select a weight; the value is the sum.

A weighted piece counter is such a network too, with one tuple per square.
"""

from typing import NamedTuple

import numpy as np

from ..bits import U

GAMES = ("othello",)
EVALUATES_TERMINAL_STATES = True  # as in the Othello League
START, LENGTH, SQUARES = 0, 1, 2
"""Columns of a placement: where its weights begin, how many squares it has, and from there on the squares."""
EMPTY = 1
"""A digit of a weight's index in base 3; White is 0, Black 2, and the first square is the most significant."""
INVERTS, TOLERANCE = 0, 1
"""Places in numbers: 1 if the net sees the side that has just moved as Black, 0 if it sees the colours as they are and
White minimises; and the tolerance of equal values."""
SAME = 1e-6
"""Sums that differ by less are ties, broken at random, in the Othello League."""
MARGIN = 1.01
"""The largest sum is scaled to 1 / MARGIN, so that a visible win is always worth more."""


class Weights(NamedTuple):
    placements: np.ndarray
    """[placements, SQUARES + the longest tuple]; those of one tuple share its weights."""
    weights: np.ndarray
    """Of all tuples one after the other, scaled so that no board reaches 1."""
    digits: np.ndarray
    """[64]: the board being evaluated."""
    numbers: np.ndarray
    """[2]: INVERTS and TOLERANCE."""


def join(tuples, inverts):
    """Return the net of tuples, each a pair of its placements, [placements, length], and its 3**length weights."""
    bound = sum(len(squares) * np.abs(weights).max() for squares, weights in tuples) * MARGIN or 1.0
    longest = max(squares.shape[1] for squares, _ in tuples)
    placements, start = [], 0
    for squares, weights in tuples:
        rows = np.zeros((len(squares), SQUARES + longest), np.int64)
        rows[:, START], rows[:, LENGTH] = start, squares.shape[1]
        rows[:, SQUARES : SQUARES + squares.shape[1]] = squares
        placements.append(rows)
        start += len(weights)
    weights = np.concatenate([weights for _, weights in tuples]) / bound
    numbers = np.array([inverts, SAME / bound])
    return Weights(np.concatenate(placements), weights, np.zeros(64, np.int64), numbers)


def evaluate(net, state):
    if net.numbers[INVERTS] or state.player < 0:
        return -output(net, state.opponent, state.own)
    return output(net, state.own, state.opponent)


def tolerance(net):
    return net.numbers[TOLERANCE]


def output(net, black, white):
    """Return the sum of the weights that a board selects."""
    for square in range(64):
        bit = U(square)
        net.digits[square] = EMPTY + np.int64(black >> bit & U(1)) - np.int64(white >> bit & U(1))
    total = 0.0
    for row in range(len(net.placements)):
        total += net.weights[place(net, row)]
    return total


def place(net, row):
    """Return the index of the weight of a placement."""
    number = 0
    for column in range(SQUARES, SQUARES + net.placements[row, LENGTH]):
        number = 3 * number + net.digits[net.placements[row, column]]
    return net.placements[row, START] + number
