"""An evolution strategy: a net moves along the perturbations that beat their opposites."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import InputError
from .breeder import SMALLEST, Champion, Meeting, check_least
from .genome import Layout


@dataclass
class Strategy:
    """One net, the centre, and antithetic pairs around it: the centre plus and minus a perturbation.

    The two of a pair play each other with both colours, so everything but their difference cancels out. The centre
    moves along the sum of the perturbations, weighted by their scores. It never converges, so the mean of centres plays
    better.
    """

    layout: Layout
    rng: np.random.Generator
    start: np.ndarray | None = None
    directions: int = 64
    """Pairs in a generation."""
    sigma: float = 1.0
    """The size of perturbations, in the scales of the layout."""
    rate: float = 0.5
    momentum: float = 0.8
    memory: float = 4.0
    """The champion is a weighted mean of all centres, mostly of the last 1/memory of the run."""

    def __post_init__(self) -> None:
        check_least(self, directions=1, sigma=SMALLEST, rate=SMALLEST, momentum=0.0, memory=1.0)
        if self.momentum >= 1.0:
            raise InputError(f"momentum={self.momentum:g} must be below 1")
        self.centre = self.layout.small_genome(self.rng) if self.start is None else self.start.copy()
        self.speed = np.zeros_like(self.centre)
        self.mean, self.steps = self.centre, 0
        self.scales = self.sigma * self.layout.scales
        self._draw(self.rng)

    def _draw(self, rng: np.random.Generator) -> None:
        self.changes = rng.standard_normal((self.directions, len(self.centre)))

    def genomes(self) -> np.ndarray:
        """Return both nets of the first pair, of the second, and so on."""
        steps = self.scales * self.changes
        return np.stack([self.centre + steps, self.centre - steps], axis=1).reshape(-1, len(self.centre))

    def meetings(self, rng: np.random.Generator) -> list[Meeting]:
        return [(2 * pair, 2 * pair + 1) for pair in range(self.directions)]

    def select(self, meetings: Sequence[Meeting], outcomes: np.ndarray, rng: np.random.Generator) -> Champion:
        """Return the mean of the centres, and move the centre."""
        gain = outcomes.mean(axis=1) @ self.changes / self.directions
        self.speed = self.momentum * self.speed + gain
        self.centre = self.centre + self.rate * self.scales * self.speed
        self.steps += 1
        self.mean = self.mean + (self.centre - self.mean) * self.memory / (self.steps + self.memory - 1.0)
        self._draw(rng)
        return Champion(self.mean, None, "step")

    def arrays(self) -> dict[str, np.ndarray]:
        steps = np.array([self.steps])
        return {
            "centre": self.centre, "speed": self.speed, "mean": self.mean, "changes": self.changes, "steps": steps,
        }  # fmt: skip

    def restore(self, arrays: dict[str, Any]) -> None:
        self.centre, self.speed, self.changes = arrays["centre"], arrays["speed"], arrays["changes"]
        self.mean, self.steps = arrays["mean"], int(arrays["steps"][0])
