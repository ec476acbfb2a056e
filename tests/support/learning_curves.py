"""Learning curves whose truth is known: Elo over games, and what of it is measured."""

import math

import numpy as np

from fourfold.learn.curves import share_point
from fourfold.learn.measurements import MOMENTS
from fourfold.matches.statistics import expected_score

TOTAL, GAMES = 10_000, 100


def points_of(truth, seed, games=GAMES, until=1.0):
    """Return what a curve of Elo over games looks like when it is measured, from a start that is known."""
    rng = np.random.default_rng(seed)
    points = [share_point(0.0, expected_score(truth(0)), math.inf)]
    for x in (share * TOTAL for share in MOMENTS if share <= until):
        points.append(share_point(x, rng.binomial(games, expected_score(truth(x))) / games, games))
    return points


def saturated(x):
    return 250 * (1 - math.exp(-x / 600))


def rising(x):
    return 60 * math.log2(1 + x / 500)


def flat(x):
    return 0.0
