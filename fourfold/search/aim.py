"""What a search plays for: a stand-in with the usual aim, to win, which another module may replace by `bind`'s roles.

A value says how far away a result is: fast wins before slow ones, slow losses before fast ones. In a game of chance,
where values are means, it does not: there the distance stands only beside it.
"""

import numpy as np

from ..rules import CHANCES
from .values import LIMIT, SCALE, WIN

NO_ALLOCATION = True


def ended(state, outcome):
    """Return what an ended game with this outcome is worth to the side to move, from -1 to 1."""
    return np.float64(outcome)


def result(state, outcome, ply):
    """Return the search value of a game that ended with this outcome ply plies from the root."""
    return np.int64(outcome) * (WIN if CHANCES else WIN - ply)


def most(ply):
    """Return the largest value that moves made ply plies from the root can have."""
    return WIN if CHANCES else WIN - ply - 1


def is_won(value):
    """Return whether nothing is better than this value, apart from its distance, and it is proven."""
    return value == WIN if CHANCES else value > LIMIT


def worth(value):
    """Return what a proven value is worth, from -1 to 1, whatever its distance."""
    if CHANCES:
        return value / SCALE
    return 1.0 if value > LIMIT else -1.0 if value < -LIMIT else 0.0


def from_root(value, ply):
    """Return value, which counts from a node ply plies below the root, counted from the root."""
    if CHANCES:
        return value
    if value > LIMIT:
        return value - ply
    return value + ply if value < -LIMIT else value


COMPILED = frozenset({"ended", "result", "most", "is_won", "worth", "from_root"})
"""The names that kernels call."""
