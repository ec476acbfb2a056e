"""The NHB-player's way to learn (Ghignone and Cancelliere, section 4.2): matches, examples from them, OS-ELM; again."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from .. import models, runs
from ..errors import InputError
from ..files import write_whole
from ..nets import slfn
from ..openings import random_state
from ..rulebook import Game
from ..search.examples import CONSISTENT, PLAYED, PROVEN
from .examples import Examples, merge
from .hidden_layer import HiddenLayer, choose_hidden_layer, random_layer
from .os_elm import OsElm
from .simulator import Plan, Simulated, Simulator

MEMORY = "learner.safetensors"
MOST_FOR_CHOICE = 10_000
"""Examples on which hidden layers are compared: more take time and choose the same."""


@dataclass(frozen=True)
class Recipe:
    """All that can be chosen about the procedure; the paper's choices where it names them."""

    first_matches: int = 20
    """Matches between random nets before anything is learned."""
    cycle: int = 10
    """Matches between two trainings."""
    self_play: int = 1
    """Matches of a cycle that the net plays against itself; the others are against random nets."""
    growth: float = 2.0
    """The value of a played state grows to the outcome with this power of the ply; 0: all have the outcome."""
    played_weight: float = 1.0
    """How much a played state counts beside one whose value is proven."""
    consistent_after: int = 100
    """Matches after which consistent states are examples too."""
    epsilon: float = 0.02
    """How far the value of a consistent state may be from its net's."""
    backward: int = 10
    """Nodes of the backward search after a match, for every node of a move."""
    opening: int = 0
    """Up to so many random moves begin a match."""
    symmetries: bool = False
    """Whether an example is learned in all views that the game's symmetries give."""
    hidden_units: int = 0
    """Number of hidden units; 0: found by cross-validation on the examples of the first matches."""
    interval: float = 1.0
    """Input weights and biases are uniform between this and its negative."""
    ridge: float = 0.01


PAPER = Recipe()
BEST = Recipe(growth=0.0, played_weight=20.0, symmetries=True, hidden_units=200, interval=0.5, ridge=1.0)
RECIPES = {"best": BEST, "paper": PAPER}


class Cycle(NamedTuple):
    """What a cycle has done."""

    matches: int
    """Played so far, in all cycles."""
    wins: int
    """Of this cycle's matches against random nets, by the learner."""
    draws: int
    losses: int
    proven: int
    """Examples learned in this cycle, by kind."""
    consistent: int
    played: int
    hidden_units: int
    seconds: float
    """Of work so far, in all cycles."""


class Memory(NamedTuple):
    """What a learner goes on with: the hidden layer, and the sums of OS-ELM."""

    inputs: np.ndarray
    biases: np.ndarray
    gram: np.ndarray
    moments: np.ndarray


class Learner:
    """Teaches a net to evaluate the states of a game, from its rules alone.

    With `out` a run folder keeps a checkpoint after every cycle; the same settings and folder go on where it stopped.
    """

    def __init__(
        self,
        matches: int = 120,
        nodes: int = 2000,
        seconds: float | None = None,
        recipe: str | Recipe = "best",
        seed: int = 0,
        workers: int | None = None,
        max_plies: int = 400,
        out: str | Path | None = None,
        **changes: Any,
    ):
        if matches < 1 or nodes < 1:
            raise InputError(f"matches={matches} and nodes={nodes} must be at least 1")
        if isinstance(recipe, str) and recipe not in RECIPES:
            raise InputError(f"no recipe named {recipe!r}; there are {', '.join(RECIPES)}")
        self.matches = matches
        self.nodes = nodes
        self.seconds = seconds
        self.recipe = replace(RECIPES[recipe] if isinstance(recipe, str) else recipe, **changes)
        self.seed = seed
        self.workers = workers
        self.max_plies = max_plies
        self.out = None if out is None else Path(out)

    def fit(self, game: Game, progress: Callable[[Cycle], None] | None = None) -> Self:
        """Return self, having learned: `weights_` is the net, `cycles_` tells how it went."""
        self.game = game
        self.elm_: OsElm | None = None
        self.cycles_: list[Cycle] = []
        if self.out:
            self._open_run(self.out)
        simulator = Simulator(game, self.max_plies, self.workers)
        while self._played() < self.matches:
            self.cycles_.append(self._cycle(simulator))
            self._save()
            if progress:
                progress(self.cycles_[-1])
        return self

    @property
    def weights_(self) -> slfn.Weights:
        """The net as it is now."""
        assert self.elm_ is not None
        layer = self.elm_.hidden_layer_
        return slfn.Weights(*(array.astype(np.float32) for array in (*layer, self.elm_.output_weights_)))

    def _played(self) -> int:
        return self.cycles_[-1].matches if self.cycles_ else 0

    def _cycle(self, simulator: Simulator) -> Cycle:
        start = time.perf_counter()
        rng = np.random.default_rng([self.seed, self._played()])
        count = self.recipe.cycle if self.elm_ else self.recipe.first_matches
        plans = [self._plan(number, rng) for number in range(min(count, self.matches - self._played()))]
        results = simulator.play(plans)
        scores = self._scores(results)
        examples = merge([result.examples for result in results])
        self._learn(examples, rng)
        before = self.cycles_[-1].seconds if self.cycles_ else 0.0
        return Cycle(
            matches=self._played() + len(plans),
            wins=scores.count(1),
            draws=scores.count(0),
            losses=scores.count(-1),
            proven=examples.count(PROVEN),
            consistent=examples.count(CONSISTENT),
            played=examples.count(PLAYED),
            hidden_units=len(self.weights_.biases),
            seconds=round(before + time.perf_counter() - start, 3),
        )

    def _plan(self, number: int, rng: np.random.Generator) -> Plan:
        """Return the match of this number in a cycle: the net against a new random one, or itself, or two random."""
        recipe = self.recipe
        net = self.weights_ if self.elm_ else self._random_net(rng)
        other = net if self.elm_ and number < recipe.self_play else self._random_net(rng)
        return Plan(
            *((net, other) if number % 2 == 0 else (other, net)),
            opening=random_state(self.game, int(rng.integers(recipe.opening + 1)), rng),
            nodes=self.nodes,
            seconds=self.seconds,
            backward=recipe.backward,
            growth=recipe.growth,
            collect=CONSISTENT if self.elm_ and self._played() >= recipe.consistent_after else PROVEN,
            epsilon=recipe.epsilon,
        )

    def _random_net(self, rng: np.random.Generator) -> slfn.Weights:
        return slfn.random_weights(self.game.variables, rng)

    def _scores(self, results: list[Simulated]) -> list[int]:
        """Return the outcomes for the learner of its matches against random nets; none before it has learned."""
        if self.elm_ is None:
            return []
        outcomes = [result.outcome if number % 2 == 0 else -result.outcome for number, result in enumerate(results)]
        return outcomes[self.recipe.self_play :]

    def _learn(self, examples: Examples, rng: np.random.Generator) -> None:
        recipe = self.recipe
        if self.elm_ is None:
            self.elm_ = OsElm(ridge=recipe.ridge, hidden_layer=self._hidden_layer(examples, rng))
        if recipe.symmetries:
            examples = examples.with_symmetries(self.game.symmetries)
        weights = np.where(examples.kinds == PLAYED, recipe.played_weight, 1.0)
        self.elm_.partial_fit(examples.inputs, targets(examples), weights)

    def _hidden_layer(self, examples: Examples, rng: np.random.Generator) -> HiddenLayer:
        recipe = self.recipe
        if recipe.hidden_units:
            return random_layer(self.game.variables, recipe.hidden_units, recipe.interval, rng)
        few = examples.sample(MOST_FOR_CHOICE, rng)
        return choose_hidden_layer(
            few.inputs, targets(few), interval=recipe.interval, ridge=recipe.ridge, rng=rng
        ).layer

    def _config(self) -> dict[str, Any]:
        settings = {"matches": self.matches, "nodes": self.nodes, "seconds": self.seconds, "max_plies": self.max_plies}
        return {"method": "nhb", "game": self.game.spec, **settings, "seed": self.seed, **asdict(self.recipe)}

    def _open_run(self, folder: Path) -> None:
        """Make the run folder, or take up what was learned in it."""
        runs.open_run(folder, self._config())
        if not (folder / MEMORY).exists():
            return
        arrays, metadata = models.load_arrays(folder / MEMORY)
        self.elm_ = OsElm(ridge=self.recipe.ridge, hidden_layer=HiddenLayer(arrays["inputs"], arrays["biases"]))
        self.elm_.resume(arrays["gram"], arrays["moments"])
        self.cycles_ = [Cycle(**cycle) for cycle in metadata["notes"]["cycles"]]

    def _save(self) -> None:
        """Write the checkpoint: first what a run goes on with, then the net and the figures that follow from it."""
        if self.out is None:
            return
        assert self.elm_ is not None
        memory = Memory(*self.elm_.hidden_layer_, self.elm_.gram_, self.elm_.moments_)
        cycles = [cycle._asdict() for cycle in self.cycles_]
        models.save(self.out / MEMORY, memory, evaluator="", game=self.game.name, notes={"cycles": cycles})
        notes = {"config": self._config(), "cycle": cycles[-1]}
        models.save(self.out / models.FILE, self.weights_, evaluator="slfn", game=self.game.name, notes=notes)
        write_whole(self.out / runs.METRICS, "".join(json.dumps(cycle) + "\n" for cycle in cycles))


def targets(examples: Examples) -> np.ndarray:
    """Return what a net is to say: a consistent state's value comes from a search, where it is squashed."""
    values = examples.values.astype(np.float64)
    return np.where(examples.kinds == CONSISTENT, values / (1.0 - np.minimum(np.abs(values), 0.99)), values)
