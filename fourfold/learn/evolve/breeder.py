"""What every way of evolving nets has in common: genomes that play, and from how they played the next ones."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...errors import InputError

SMALLEST, MOST = 1e-9, 1_000_000
"""Of what can be set."""
Meeting = tuple[int, int]
"""The numbers of two genomes, the one that begins first."""


class Champion(NamedTuple):
    """The best of a generation."""

    genome: np.ndarray
    points: float | None
    """What it made of its games, where points are what counts."""
    kind: str
    """How it came about: `first`, `elite`, `crossover`, `mutated` and the like."""


class Breeder(Protocol):
    """Keeps a population, and makes the next one of it."""

    def genomes(self) -> np.ndarray:
        """Return the genomes that play in this generation, a row each."""

    def meetings(self, rng: np.random.Generator) -> list[Meeting]:
        """Return who plays whom."""

    def select(self, meetings: Sequence[Meeting], outcomes: np.ndarray, rng: np.random.Generator) -> Champion:
        """Return the champion, and make the next generation; outcomes are [meeting, game] as the first sees them."""

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all that a later process needs to go on."""

    def restore(self, arrays: dict[str, Any]) -> None:
        """Go on from what `arrays` returned."""


def check_least(settings: Any, **least: float) -> None:
    """Raise InputError for a setting that is below the least value it can have, or beyond all measure."""
    for name, value in least.items():
        if not value <= getattr(settings, name) <= MOST:
            raise InputError(f"{name}={getattr(settings, name)} must be at least {value:g} and at most {MOST:,}")


def random_meetings(players: int, each: int, rng: np.random.Generator) -> list[Meeting]:
    """Return so many meetings for each player, which begins, with others by chance."""
    return [
        (player, int((player + rng.integers(1, players)) % players)) for player in range(players) for _ in range(each)
    ]


def points(
    players: int, meetings: Sequence[Meeting], outcomes: np.ndarray, win: float, draw: float, loss: float
) -> np.ndarray:
    """Return what every player has made of all its games: both sides of a game get points."""
    totals = np.zeros(players)
    worth = {1: win, 0: draw, -1: loss}
    for (first, second), games in zip(meetings, outcomes, strict=True):
        for outcome in games:
            totals[first] += worth[int(outcome)]
            totals[second] += worth[-int(outcome)]
    return totals
