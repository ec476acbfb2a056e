"""Othello: an n-tuple network. What stands on a tuple of squares looks up a weight; the value is the sum of all.

A weighted piece counter is such a network as well, of one tuple for each square.
"""

from typing import NamedTuple

import numpy as np

from ..bits import U

GAMES = ("othello",)
EVALUATES_TERMINAL_STATES = True  # as in the Othello League
START, LENGTH, SQUARES = 0, 1, 2
"""Columns of a placement: where its weights begin, how many squares it has, and from there on the squares."""
EMPTY = 1
"""A digit of the number, in base 3, under which a weight stands; White is 0, Black 2, and the first square leads."""
INVERTS, TOLERANCE = 0, 1
"""Places of numbers: 1 if the net sees whoever has just moved as Black, 0 if it sees the colours as they are and White
wants little; and by how much values may differ that count as the same."""
SAME = 1e-6
"""Sums that differ by less are the same to the players of the Othello League: they draw lots."""
MARGIN = 1.01
"""How far above the largest sum 1 stands, so that a visible win is always worth more."""


class Weights(NamedTuple):
    placements: np.ndarray
    """[placements, SQUARES + the longest tuple]; those of one tuple share its weights."""
    weights: np.ndarray
    """Of all tuples one after the other, scaled so that no board reaches 1."""
    digits: np.ndarray
    """[64]: the board that is being judged."""
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
    """Return the sum of the weights that a board looks up."""
    for square in range(64):
        bit = U(square)
        net.digits[square] = EMPTY + np.int64(black >> bit & U(1)) - np.int64(white >> bit & U(1))
    total = 0.0
    for row in range(len(net.placements)):
        total += net.weights[place(net, row)]
    return total


def place(net, row):
    """Return where the weight of a placement stands."""
    number = 0
    for column in range(SQUARES, SQUARES + net.placements[row, LENGTH]):
        number = 3 * number + net.digits[net.placements[row, column]]
    return net.placements[row, START] + number
