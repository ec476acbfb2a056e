"""A straight line through points."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class LinearFit(NamedTuple):
    """y = slope * x + height, and the share of the variance of y that it explains."""

    slope: float
    height: float
    r2: float

    def at(self, x: float) -> float:
        return self.slope * x + self.height


def fit_line(xs: Sequence[float], ys: Sequence[float]) -> LinearFit | None:
    """Return the least-squares line; None if x or y does not vary."""
    x, y = np.array(xs) - np.mean(xs), np.array(ys) - np.mean(ys)
    if not (x @ x > 0.0 and y @ y > 0.0):
        return None
    slope = float(x @ y / (x @ x))
    return LinearFit(slope, float(np.mean(ys)) - slope * float(np.mean(xs)), float((x @ y) ** 2 / (x @ x) / (y @ y)))
