"""What a learning curve says of the training: what was gained, whether it still rises, and how it will go on.

A score y against a fixed opponent is a strength, log(y / (1 - y)). Over the work x it is taken to follow

    strength(x) = start + rise * g(x) / g(last),    g(x) = x^h / (x^h + c^h),

a curve that saturates, logistic in log x: c is where half of the way is done, h how steep it is. For each c and h of a
grid the rest is a weighted linear fit; curves are drawn in proportion to how well they fit the points. If these vary
more than the chance of their games explains, since nets get better and worse from point to point, intervals are wider.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..matches.statistics import games_of
from .curves import Point, thinned

LEAST = 4
"""Points, the untrained net among them, without which nothing is said."""
MOST = 200
"""Points that are used, at most."""
STEEPNESS = (0.5, 1.0, 2.0, 4.0)
HALFWAYS = 24
"""How many values c has, from a quarter of the first amount of work to FURTHEST times the last."""
FURTHEST = 10.0
SAMPLES = 4000
MOST_GAMES = 1e4
"""A score that is known without games, such as one half against itself, counts as if it came from so many."""
ELO = 400.0 / math.log(10.0)
"""Of a unit of strength."""


class Estimate(NamedTuple):
    """A number and its 95 % interval; infinite where it is never reached, as far as can be told."""

    value: float
    low: float
    high: float


class Observed(NamedTuple):
    """The points of a curve as strengths."""

    x: np.ndarray
    strength: np.ndarray
    weight: np.ndarray
    """1 / variance."""


class Forecast:
    """Curves that fit the points of a training, and what they say."""

    def __init__(self, points: Sequence[Point]):
        """Fit the points; each has an interval, their x grow, and there are at least LEAST of them."""
        found = observed(thinned(list(points), MOST))
        self.last = float(found.x[-1])
        shapes = [Shape(c, h) for c in halfways(found.x) for h in STEEPNESS]
        fits = [fit(found, shape) for shape in shapes]
        best, freedom = min(each.misfit for each in fits), max(len(found.x) - 3, 1)
        spread = max(best / freedom, 1.0)
        log_weights = np.array([-each.misfit / spread / 2.0 + each.log_volume for each in fits])
        weights = np.exp(log_weights - log_weights.max())
        rng = np.random.default_rng(0)
        chosen = rng.choice(len(fits), SAMPLES, p=weights / weights.sum())
        noise = rng.standard_normal((SAMPLES, 2)) * math.sqrt(spread)
        means, roots = np.array([each.mean for each in fits]), np.array([each.root for each in fits])
        drawn = means[chosen] + np.einsum("sij,sj->si", roots[chosen], noise)
        self.start, self.rise = drawn.T
        self.halfway, self.steepness = np.array(shapes)[chosen].T

    def gain(self, since: float = 0.0) -> Estimate:
        """Return how many Elo were gained since an amount of work."""
        return summed_up(ELO * (self._strength(self.last) - self._strength(since)))

    def score_at(self, x: float) -> Estimate:
        """Return the score after an amount of work."""
        return summed_up(1.0 / (1.0 + np.exp(-self._strength(x))))

    def work_until(self, score: float) -> Estimate:
        """Return the amount of work after which a score is reached; infinite if it never is."""
        wanted = math.log(score / (1.0 - score)) - self.start
        limit = self.rise / growth(self.last, self.halfway, self.steepness)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            share = wanted / limit
            x = self.halfway * (share / (1.0 - share)) ** (1.0 / self.steepness)
        x = np.where(wanted <= 0.0, 0.0, np.where((limit > 0.0) & (share < 1.0), x, np.inf))
        return summed_up(x)

    def _strength(self, x: float) -> np.ndarray:
        return self.start + self.rise * relative_growth(x, self.last, self.halfway, self.steepness)


class Shape(NamedTuple):
    halfway: float
    steepness: float


class Fit(NamedTuple):
    """A fit of start and rise for a given shape."""

    mean: np.ndarray
    root: np.ndarray
    """Of the covariance: root @ root.T."""
    misfit: float
    """The sum of squared errors, in standard deviations."""
    log_volume: float
    """The logarithm of the root's determinant."""


def observed(points: Sequence[Point]) -> Observed:
    """Return points as strengths; a score of 0 or 1 is half a game away from it."""
    games = np.array([min(games_of(point.y, point.low or 0.0, point.high or 0.0), MOST_GAMES) for point in points])
    won = games * np.array([point.y for point in points])
    lost = games - won
    strength = np.log((won + 0.5) / (lost + 0.5))
    weight = 1.0 / (1.0 / (won + 0.5) + 1.0 / (lost + 0.5))
    return Observed(np.array([point.x for point in points]), strength, weight)


def mean_strength(points: Sequence[Point]) -> tuple[float, float]:
    """Return the mean strength of points and its variance."""
    found = observed(points)
    total = float(found.weight.sum())
    return float(found.weight @ found.strength) / total, 1.0 / total


def halfways(x: np.ndarray) -> np.ndarray:
    first = x[x > 0.0][0]
    return np.geomspace(first / 4.0, FURTHEST * x[-1], HALFWAYS)


def growth(x: float | np.ndarray, halfway: float | np.ndarray, steepness: float | np.ndarray) -> np.ndarray:
    """Return g(x)."""
    power = np.power(x / np.asarray(halfway), steepness)
    return power / (power + 1.0)


def relative_growth(
    x: float | np.ndarray, last: float, halfway: float | np.ndarray, steepness: float | np.ndarray
) -> np.ndarray:
    return growth(x, halfway, steepness) / growth(last, halfway, steepness)


def fit(found: Observed, shape: Shape) -> Fit:
    """Return the weighted least squares of start and rise."""
    design = np.stack([np.ones_like(found.x), relative_growth(found.x, found.x[-1], *shape)], axis=1)
    inverse = np.linalg.inv(design.T @ (found.weight[:, None] * design))
    mean = inverse @ (design.T @ (found.weight * found.strength))
    misfit = float(found.weight @ (found.strength - design @ mean) ** 2)
    root = np.linalg.cholesky(inverse)
    return Fit(mean, root, misfit, float(np.log(np.diag(root)).sum()))


def summed_up(samples: np.ndarray) -> Estimate:
    """Return the median of samples and what 95 % of them lie between."""
    low, value, high = np.quantile(samples, (0.025, 0.5, 0.975), method="nearest")
    return Estimate(float(value), float(low), float(high))
