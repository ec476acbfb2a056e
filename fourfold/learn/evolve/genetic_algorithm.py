"""The genetic algorithm of the evolved-draughts paper (III.C): elites, crossover of single nodes, and mutation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .breeder import MOST, SMALLEST, Champion, Meeting, check_least, points, random_meetings
from .genome import Layout

CROSSED = 8
"""Children of the first and second, and of the second and third: two crossed and two mutated each."""
KINDS = ("first", "elite", "crossover", "mutated")


@dataclass
class Genetic:
    """A population of nets; the best stay, cross and mutate."""

    layout: Layout
    rng: np.random.Generator
    """For the initial population."""
    start: np.ndarray | None = None
    """The initial population consists of mutants of this genome; without it, it is random."""
    population: int = 15
    elites: int = 5
    games: int = 5
    """Meetings in which each agent moves first, against random opponents."""
    win: float = 2.0
    draw: float = 0.0
    loss: float = -1.0
    small: bool = False
    """Whether initial weights are small and mutations in proportion; otherwise weights are uniform in [-1, 1]."""
    threshold: float = 0.75
    """Weights of the dominant parent beyond this, in absolute value, are exchanged."""
    strength: float = 1.0
    """Factor of all mutations."""

    def __post_init__(self) -> None:
        check_least(self, elites=4, games=1, threshold=0.0, strength=SMALLEST, win=-MOST, draw=-MOST, loss=-MOST)
        check_least(self, population=self.elites + CROSSED)
        size = self.layout.size
        self.step = self.strength / np.sqrt(2.0 * np.sqrt(size)) * (self.layout.scales if self.small else np.ones(size))
        self.kinds = np.zeros(self.population, np.int64)
        if self.start is not None:
            others = [self._mutate(self.start, self.rng) for _ in range(self.population - 1)]
            self.agents = np.array([self.start, *others])
        elif self.small:
            self.agents = np.array([self.layout.small_genome(self.rng) for _ in range(self.population)])
        else:
            self.agents = self.rng.uniform(-1.0, 1.0, (self.population, size))

    def genomes(self) -> np.ndarray:
        return self.agents

    def meetings(self, rng: np.random.Generator) -> list[Meeting]:
        return random_meetings(self.population, self.games, rng)

    def select(self, meetings: Sequence[Meeting], outcomes: np.ndarray, rng: np.random.Generator) -> Champion:
        made = points(self.population, meetings, outcomes, self.win, self.draw, self.loss)
        order = np.argsort(-made, kind="stable")
        best, best_points = self.agents[order], made[order]
        champion = Champion(best[0], float(best_points[0]), KINDS[self.kinds[order[0]]])
        self._breed(best, best_points, rng)
        return champion

    def _breed(self, best: np.ndarray, made: np.ndarray, rng: np.random.Generator) -> None:
        """Make the next population of agents sorted by points."""
        children: list[tuple[np.ndarray, str]] = [(agent, "elite") for agent in best[: self.elites]]
        for one, other in ((0, 1), (1, 2)):
            is_dominant = made[one] > made[other] or (made[one] == made[other] and rng.random() < 0.5)
            pair = (best[one], best[other]) if is_dominant else (best[other], best[one])
            children += [(child, "crossover") for child in self._cross(*pair, rng)]
            children += [(self._mutate(best[parent], rng), "mutated") for parent in (one, other)]
        rest = self.population - len(children)
        parents = [3 + number % max(self.elites - 3, 1) for number in range(rest)]
        children += [(self._mutate(best[parent], rng), "mutated") for parent in parents]
        self.agents = np.array([child for child, _ in children])
        self.kinds = np.array([KINDS.index(kind) for _, kind in children])

    def _cross(
        self, dominant: np.ndarray, other: np.ndarray, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return both parents with the large weights into one hidden node of the dominant one exchanged."""
        form = self.layout.form
        places = self.layout.hidden_node(int(rng.integers(form.units + form.few)))
        large = np.abs(dominant[places]) > self.threshold * (self.layout.scales[places] if self.small else 1.0)
        places = places[large]
        one, two = dominant.copy(), other.copy()
        one[places], two[places] = other[places], dominant[places]
        return one, two

    def _mutate(self, genome: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return the genome changed by equation 1: each number by a random part of a step."""
        return genome + rng.uniform(-1.0, 1.0, len(genome)) * self.step

    def arrays(self) -> dict[str, np.ndarray]:
        return {"agents": self.agents, "kinds": self.kinds}

    def restore(self, arrays: dict[str, Any]) -> None:
        self.agents, self.kinds = arrays["agents"], arrays["kinds"]
