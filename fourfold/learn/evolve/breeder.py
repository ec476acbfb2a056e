"""The contract of a breeder: genomes that play, and the next ones made from the outcomes."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...errors import InputError

SMALLEST, MOST = 1e-9, 1_000_000
"""Bounds of the settings."""
Meeting = tuple[int, int]
"""The numbers of two genomes, the first of which moves first."""


class Champion(NamedTuple):
    """The best of a generation."""

    genome: np.ndarray
    points: float | None
    """Its points, if the breeder counts points."""
    kind: str
    """Its origin: `first`, `elite`, `crossover`, `mutated` and the like."""


class Breeder(Protocol):
    """Keeps a population and makes the next one from it."""

    def genomes(self) -> np.ndarray:
        """Return the genomes that play in this generation, a row each."""

    def meetings(self, rng: np.random.Generator) -> list[Meeting]:
        """Return the pairings."""

    def select(self, meetings: Sequence[Meeting], outcomes: np.ndarray, rng: np.random.Generator) -> Champion:
        """Return the champion, and make the next generation; outcomes are [meeting, game], from the first one's
        view."""

    def arrays(self) -> dict[str, np.ndarray]:
        """Return everything needed to resume."""

    def restore(self, arrays: dict[str, Any]) -> None:
        """Resume from what `arrays` returned."""


def check_least(settings: Any, **least: float) -> None:
    """Raise InputError for a setting that is too small or too large."""
    for name, value in least.items():
        if not value <= getattr(settings, name) <= MOST:
            raise InputError(f"{name}={getattr(settings, name)} must be at least {value:g} and at most {MOST:,}")


def random_meetings(players: int, each: int, rng: np.random.Generator) -> list[Meeting]:
    """Return this many meetings for each player, which moves first, against random others."""
    return [
        (player, int((player + rng.integers(1, players)) % players)) for player in range(players) for _ in range(each)
    ]


def points(
    players: int, meetings: Sequence[Meeting], outcomes: np.ndarray, win: float, draw: float, loss: float
) -> np.ndarray:
    """Return the points of every player: both sides of a game get points."""
    totals = np.zeros(players)
    worth = {1: win, 0: draw, -1: loss}
    for (first, second), games in zip(meetings, outcomes, strict=True):
        for outcome in games:
            totals[first] += worth[int(outcome)]
            totals[second] += worth[-int(outcome)]
    return totals
