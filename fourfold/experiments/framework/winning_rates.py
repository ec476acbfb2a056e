"""Winning rates: a player's share of the points, from openings played with both colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean

from ...matches.match import match
from ...matches.statistics import PairScores, Z, effective_games, wilson
from .text import interval

POINTS = 4
"""Per opening: two for a win, one for a draw, in two games."""


@dataclass(frozen=True)
class WinningRate:
    """A share of the points, or a difference of two, with its 95 % interval; the sampling unit is an opening."""

    share: float
    low: float
    high: float

    def interval(self) -> str:
        """Return the interval in percent, as text."""
        return interval(self.low, self.high)

    def points(self) -> str:
        """Return a difference in percentage points with its interval, as text."""
        return f"{100.0 * self.share:+.1f} ({100.0 * self.low:+.1f} to {100.0 * self.high:+.1f})"


def play(first: str, second: str, openings: Path, count: int, seed: int) -> list[int]:
    """Return the points of first against second, both Othello players, in each of the first openings."""
    found = match(first, second, "othello", 2 * count, str(openings), seed, workers=1).records
    return [2 + one.outcome - two.outcome for one, two in zip(found[::2], found[1::2], strict=True)]


def rate(points: Sequence[int]) -> WinningRate:
    """Return the winning rate of points in openings."""
    scores = PairScores()
    for each in points:
        scores.add(each / POINTS)
    return WinningRate(scores.mean, *wilson(scores.mean, effective_games(scores, 2 * len(points))))


def gain(points: Sequence[int], before: Sequence[int]) -> WinningRate:
    """Return the gain of points over those before, in the same openings.

    The variance is that of the differences plus one opening at the maximum: a few that agree prove little.
    """
    differences = [(new - old) / POINTS for new, old in zip(points, before, strict=True)]
    mean = fmean(differences)
    spread = sum((each - mean) ** 2 for each in differences) + 1.0
    half = Z * sqrt(spread) / len(differences)
    return WinningRate(mean, max(mean - half, -1.0), min(mean + half, 1.0))
