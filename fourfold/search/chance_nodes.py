"""Chance nodes of an expectimax search: which outcomes need not be searched, since values are bounded.

Star1 and Star2 (Ballard 1983): every outcome has a lower and an upper bound of its value, at first the least and the
most that any game can be worth. They bound the mean; an outcome is searched with the window outside which its value
decides that the mean is outside of its own. Star2 first probes one move of each outcome, for a lower bound.
"""

import numpy as np

from ..rules import MAX_MOVES
from .values import INFINITY, WIN, rounded

NO_ALLOCATION = True
PROBE_DEPTH = 2
"""The smallest depth at which outcomes are probed: near the leaves, generating moves twice costs more than it saves."""
PROBE_MOVES = 20
"""Games with fewer moves are not probed: one of few moves costs nearly as much as all. Depth 3 takes a quarter less
time in backgammon, and 1.7 times the nodes in a game with four moves."""
ROUNDING = 1e-6
"""More than the error of a mean in floating point, so that a bound never claims more than the mean itself would."""


def chance_layout(plies, chances):
    """Return the fields of a search's memory that chance nodes need."""
    return [
        ("probe", np.int64),  # 1: the next node is to be searched by its first move alone
        ("outcomes", np.int64, (plies, chances)),
        ("probabilities", np.float64, (plies, chances)),
        ("least", np.int64, (plies, chances)),  # the value of each outcome is not smaller
        ("most", np.int64, (plies, chances)),  # and not larger
    ]


def unknown(n, ply, work):
    """Forget the bounds of the n outcomes at ply."""
    work.least[ply, :n] = -WIN
    work.most[ply, :n] = WIN


def count_probes(n, depth, beta):
    """Return how many of the n outcomes to probe: all if that can end the search of the node, otherwise none."""
    return n if MAX_MOVES >= PROBE_MOVES and depth >= PROBE_DEPTH and beta < WIN else 0


def outcome_window(number, n, alpha, beta, ply, work):
    """Return alpha and beta for an outcome: at or beyond these values, the mean is beyond its own alpha or beta."""
    share = work.probabilities[ply, number]
    others_least = others_most = 0.0
    for i in range(n):
        if i != number:
            others_least += work.probabilities[ply, i] * work.least[ply, i]
            others_most += work.probabilities[ply, i] * work.most[ply, i]
    low = within((alpha + 0.5 - others_most) / share - ROUNDING) - 1
    high = within((beta - 0.5 - others_least) / share + ROUNDING)
    return min(low, high - 1), high


def within(value):
    """Return the smallest integer that is not below value, inside of any window."""
    return np.int64(np.ceil(min(max(value, -1.0 * INFINITY), 1.0 * INFINITY)))


def narrow(number, value, low, high, is_exact, is_probe, ply, work):
    """Note what a search of an outcome with this window found; one move alone gives a lower bound only."""
    if is_exact or value > low:
        work.least[ply, number] = value
    if is_exact or (value < high and not is_probe):
        work.most[ply, number] = value


def least_mean(n, ply, work):
    """Return the smallest value that the n outcomes can have on the mean."""
    mean = 0.0
    for i in range(n):
        mean += work.probabilities[ply, i] * work.least[ply, i]
    return rounded(mean)


def most_mean(n, ply, work):
    """Return the largest value that the n outcomes can have on the mean."""
    mean = 0.0
    for i in range(n):
        mean += work.probabilities[ply, i] * work.most[ply, i]
    return rounded(mean)
