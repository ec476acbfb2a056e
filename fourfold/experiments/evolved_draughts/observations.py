"""What the generations of an evolution show: the measurements of sections IV and V of the evolved-draughts paper."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

from ...evaluators import mlp
from ...games.interface.game import Game
from ...learn.evolve.learner import Generation
from ...matches.openings import random_state

TEN = 10
"""Generations at the beginning and at the end of an evolution whose games are compared."""
POSITIONS, MOST_PLIES = 200, 60
"""Random positions for the outputs of units."""
SATURATED = 0.95
"""A unit whose output is beyond this, in absolute value, hardly reacts to what it sees."""
ORIGINS = "IV.D.3"
"""The section on inheritance: of the genetic algorithm alone."""


class Evolution(NamedTuple):
    """A finished evolution."""

    generations: Sequence[Generation]
    champion: mlp.Weights
    """The last one."""
    game: Game

    def total(self, name: str) -> float:
        return float(sum(getattr(each, name) for each in self.generations))

    def mean(self, name: str, part: slice = slice(None)) -> float:
        """Return the mean over generations, without those that were not measured."""
        found = [getattr(each, name) for each in self.generations[part]]
        return fmean([value for value in found if value is not None] or [0.0])

    def rate(self, name: str) -> float:
        """Return how much there was in a second."""
        return self.total(name) / max(self.total("seconds"), 1e-3)

    def origin(self, kind: str) -> float:
        """Return the share of champions with this origin."""
        return Counter(each.kind for each in self.generations)[kind] / len(self.generations)


class Measure(NamedTuple):
    """A figure of an evolution."""

    section: str
    """Of the evolved-draughts paper."""
    figure: Callable[[Evolution], float]
    is_timed: bool = False
    is_share: bool = False


MEASURES = {
    "games a second": Measure("IV.A", lambda run: run.rate("games"), is_timed=True),
    "nodes a second": Measure("IV.A", lambda run: run.rate("nodes"), is_timed=True),
    "mean of means against earlier champions": Measure("IV.B", lambda run: run.mean("growth")),
    "plies of a game, first ten generations": Measure("IV.D.1", lambda run: run.mean("plies", slice(TEN))),
    "plies of a game, last ten generations": Measure("IV.D.1", lambda run: run.mean("plies", slice(-TEN, None))),
    "CPU seconds a generation": Measure("IV.D.2", lambda run: run.mean("cpu_seconds"), is_timed=True),
    "CPU seconds in all": Measure("IV.D.2", lambda run: run.total("cpu_seconds"), is_timed=True),
    "champions that are elites": Measure(ORIGINS, lambda run: run.origin("elite"), is_share=True),
    "champions that are crossed": Measure(ORIGINS, lambda run: run.origin("crossover"), is_share=True),
    "champions that are mutated": Measure(ORIGINS, lambda run: run.origin("mutated"), is_share=True),
    "games that are not drawn": Measure("IV.D", lambda run: run.mean("decided"), is_share=True),
    "games that repeat no other": Measure(
        "V.B", lambda run: run.total("distinct") / run.total("games"), is_share=True
    ),
    "units of the first layer that are saturated": Measure(
        "V.B", lambda run: saturation(run.champion, run.game), is_share=True
    ),
}  # fmt: skip
"""What is measured, by name."""


def observe(run: Evolution) -> dict[str, float]:
    """Return all figures of an evolution."""
    return {name: round(measure.figure(run), 4) for name, measure in MEASURES.items()}


def saturation(net: mlp.Weights, game: Game) -> float:
    """Return how often a unit of the first layer is saturated, in random positions."""
    rng, inputs = np.random.default_rng(0), np.zeros((POSITIONS, game.variables))
    write = game.module.fixed_variables if net.view[0] == mlp.FIXED else game.module.variables
    for row in inputs:
        write(random_state(game, int(rng.integers(MOST_PLIES)), rng), row)
    outputs = np.tanh((inputs @ net.first + net.first_biases) / 2)
    return float((np.abs(outputs) > SATURATED).mean())


@dataclass(frozen=True)
class ObservedRow:
    """A figure of an evolution with every seed."""

    section: str
    evolution: str
    what: str
    by_seed: tuple[float, ...]

    @property
    def text(self) -> str:
        """The mean and, with several seeds, the standard deviation."""
        times, sign = (100.0, " %") if MEASURES[self.what].is_share else (1.0, "")
        values = [times * value for value in self.by_seed]
        deviation = f" ± {number_text(stdev(values))}" if len(values) > 1 else ""
        return f"{number_text(fmean(values))}{deviation}{sign}"


def number_text(value: float) -> str:
    """Return a number with as many digits as its size deserves."""
    return f"{value:,.0f}" if abs(value) >= 100.0 else f"{value:.1f}" if abs(value) >= 10.0 else f"{value:.2f}"
