"""The aim to win by as many points as possible: `bind(..., roles={aim: aim_points})`.

A result is worth its share of the most points that the game can give; its distance stands beside the value only.
"""

import numpy as np

from ..rules import POINTS, points
from .values import SCALE, WIN, rounded

NO_ALLOCATION = True


def ended(state, outcome):
    return np.float64(points(state)) / POINTS


def result(state, outcome, ply):
    return rounded(points(state) * (SCALE / POINTS))


def most(ply):
    return WIN


def is_won(value):
    return value == WIN


def worth(value):
    return value / SCALE


def from_root(value, ply):
    return value
