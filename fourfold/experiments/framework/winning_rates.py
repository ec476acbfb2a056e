"""Winning rates: what share of the points a player makes from openings that are played with both colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean

from ...matches.match import match
from ...matches.statistics import PairScores, Z, effective_games, wilson
from .text import interval

POINTS = 4
"""Of an opening: two for a game that is won, one for a draw."""


@dataclass(frozen=True)
class WinningRate:
    """A share of the points, or a difference of two, with its 95 % interval; the unit of chance is an opening."""

    share: float
    low: float
    high: float

    def interval(self) -> str:
        """Return the interval in per cent, for people."""
        return interval(self.low, self.high)

    def points(self) -> str:
        """Return a difference in points with its interval, for people."""
        return f"{100.0 * self.share:+.1f} ({100.0 * self.low:+.1f} to {100.0 * self.high:+.1f})"


def play(first: str, second: str, openings: Path, count: int, seed: int) -> list[int]:
    """Return the points that first makes against second, both players of Othello, in each of so many openings."""
    found = match(first, second, "othello", 2 * count, str(openings), seed, workers=1).records
    return [2 + one.outcome - two.outcome for one, two in zip(found[::2], found[1::2], strict=True)]


def rate(points: Sequence[int]) -> WinningRate:
    """Return the winning rate of points in openings."""
    scores = PairScores()
    for each in points:
        scores.add(each / POINTS)
    return WinningRate(scores.mean, *wilson(scores.mean, effective_games(scores, 2 * len(points))))


def gain(points: Sequence[int], before: Sequence[int]) -> WinningRate:
    """Return by how much points are more than those before, which were made in the same openings.

    The spread is that of the differences, and of one more opening that is a whole away: a few that agree prove little.
    """
    differences = [(new - old) / POINTS for new, old in zip(points, before, strict=True)]
    mean = fmean(differences)
    spread = sum((each - mean) ** 2 for each in differences) + 1.0
    half = Z * sqrt(spread) / len(differences)
    return WinningRate(mean, max(mean - half, -1.0), min(mean + half, 1.0))
