"""Chellapilla and Fogel's evolution of Blondie24: a step size for each weight of each net, and no crossover."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .breeder import MOST, SMALLEST, Champion, Meeting, check_least, points, random_meetings
from .genome import Layout


@dataclass
class SelfAdaptive:
    """As many parents as children, of whom the better half survives."""

    layout: Layout
    rng: np.random.Generator
    start: np.ndarray | None = None
    population: int = 15
    """Parents."""
    games: int = 5
    win: float = 1.0
    draw: float = 0.0
    loss: float = -2.0
    spread: float = 0.2
    """Initial weights are uniform in [-spread, spread]."""
    sigma: float = 0.05
    """The initial step size of every weight."""

    def __post_init__(self) -> None:
        check_least(self, population=1, games=1, spread=SMALLEST, sigma=SMALLEST, win=-MOST, draw=-MOST, loss=-MOST)
        shape = self.population, self.layout.size
        self.agents = (
            self.rng.uniform(-self.spread, self.spread, shape)
            if self.start is None
            else np.tile(self.start, (self.population, 1))
        )
        self.steps = np.full(shape, self.sigma)
        self._add_children(self.rng)

    def genomes(self) -> np.ndarray:
        return self.agents

    def meetings(self, rng: np.random.Generator) -> list[Meeting]:
        return random_meetings(len(self.agents), self.games, rng)

    def select(self, meetings: Sequence[Meeting], outcomes: np.ndarray, rng: np.random.Generator) -> Champion:
        made = points(len(self.agents), meetings, outcomes, self.win, self.draw, self.loss)
        order = np.argsort(-made, kind="stable")[: self.population]
        kind = "elite" if order[0] < self.population else "mutated"
        self.agents, self.steps = self.agents[order], self.steps[order]
        champion = Champion(self.agents[0], float(made[order[0]]), kind)
        self._add_children(rng)
        return champion

    def _add_children(self, rng: np.random.Generator) -> None:
        """Add a child of every parent: its step sizes mutate first, then its weights by these."""
        tau = 1.0 / np.sqrt(2.0 * np.sqrt(self.layout.size))
        steps = self.steps * np.exp(tau * rng.standard_normal(self.steps.shape))
        children = self.agents + steps * rng.standard_normal(steps.shape)
        self.agents, self.steps = np.concatenate([self.agents, children]), np.concatenate([self.steps, steps])

    def arrays(self) -> dict[str, np.ndarray]:
        return {"agents": self.agents, "steps": self.steps}

    def restore(self, arrays: dict[str, Any]) -> None:
        self.agents, self.steps = arrays["agents"], arrays["steps"]
