"""CMA-ES, from the package `cma`, with a diagonal covariance, because there are thousands of weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import InputError
from .breeder import SMALLEST, Champion, Meeting, check_least
from .genome import Layout


@dataclass
class Covariance:
    """A normal distribution of nets; each sample plays the mean net, and the better ones move the distribution."""

    layout: Layout
    rng: np.random.Generator
    start: np.ndarray | None = None
    population: int = 64
    games: int = 2
    """Meetings of each sample with the mean."""
    sigma: float = 1.0
    """Initial standard deviation, in the scales of the layout."""

    def __post_init__(self) -> None:
        check_least(self, population=4, games=1, sigma=SMALLEST)
        try:
            from cma import CMAEvolutionStrategy
        except ImportError:
            raise InputError("this recipe needs the package cma; run pip install 'fourfold[evolve]'") from None
        self.first = self.layout.small_genome(self.rng) if self.start is None else self.start
        options = {
            "CMA_diagonal": True,
            "popsize": self.population,
            "randn": lambda *shape: self.rng.standard_normal(shape),
            "seed": np.nan,
            "verbose": -9,
            "verb_log": 0,
        }
        self.search = CMAEvolutionStrategy(np.zeros(self.layout.size), self.sigma, options)
        self.losses = np.empty((0, self.population))
        self.sample = self.search.ask()

    def _genome(self, point: np.ndarray) -> np.ndarray:
        return self.first + self.layout.scales * point

    def genomes(self) -> np.ndarray:
        """Return the sample and, last, the mean."""
        return np.array([self._genome(point) for point in [*self.sample, self.search.mean]])

    def meetings(self, rng: np.random.Generator) -> list[Meeting]:
        return [(player, self.population) for player in range(self.population) for _ in range(self.games)]

    def select(self, meetings: Sequence[Meeting], outcomes: np.ndarray, rng: np.random.Generator) -> Champion:
        losses = -outcomes.reshape(self.population, -1).mean(axis=1)
        self._tell(losses)
        return Champion(self._genome(self.search.mean), None, "step")

    def _tell(self, losses: np.ndarray) -> None:
        self.losses = np.append(self.losses, losses[None], axis=0)
        self.search.tell(self.sample, losses.tolist())
        self.sample = self.search.ask()

    def arrays(self) -> dict[str, np.ndarray]:
        """Return everything `cma` was told: replayed, it gives the same distribution."""
        return {"first": self.first, "losses": self.losses}

    def restore(self, arrays: dict[str, Any]) -> None:
        self.first = arrays["first"]
        for losses in arrays["losses"]:
            self._tell(losses)
