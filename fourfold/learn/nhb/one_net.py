"""One net that learns (Ghignone and Cancelliere, section 4.2): matches, examples from them, OS-ELM; and again."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from threadpoolctl import threadpool_limits

from ...binding.hashing import canonical
from ...errors import InputError
from ...evaluators import slfn, weights_file
from ...games.interface.game import Game
from ...matches.openings import random_state
from ...parallel import interrupts
from ...parallel.ordered_map import Workers
from ...search.example_table import CONSISTENT, PLAYED, PROVEN
from ...storage import run_folder
from ...storage.array_files import MODEL
from ...storage.checkpoints import Checkpoint
from ..games_between_nets import Plan, Simulated, Simulator
from .examples import Examples, merge
from .hidden_layer import HiddenLayer, choose_hidden_layer, random_layer
from .os_elm import OsElm
from .unit_inputs import supported_layer

ATTEMPTS = 20
"""Random openings tried for each that is wanted."""
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
    """The value of a played state grows to the outcome with this power of the ply; 0: it does not."""
    trace: float = 1.0
    """How much of a played state's value is what followed, the rest being what its search said: the lambda of TD."""
    proven: bool = True
    """Whether states whose value is proven are examples."""
    played_weight: float = 1.0
    """How much a played state counts beside one whose value is proven."""
    consistent_after: int = 100
    """Matches after which consistent states are examples too."""
    epsilon: float = 0.02
    """How far the value of a consistent state may be from its net's."""
    backward: int = 10
    """Nodes of the backward search after a match, for every node of a move."""
    opening: float = 0.0
    """Up to this part of the plies that the first matches took are random moves, and begin a match."""
    views: int = 1
    """In how many views that the game's symmetries give an example is learned, itself and others by chance."""
    memory: float = 1.0
    """How much what was learned counts after another cycle."""
    hidden_units: int = 0
    """Number of hidden units; 0: found by cross-validation on the examples of the first matches."""
    interval: float = 1.0
    """Input weights and biases are uniform between this and its negative; 0: units look at a few variables each that
    belong together (`supports.py`)."""
    ridge: float = 0.01
    matches: int = 120
    """How many, if nothing else is said."""
    nodes: int = 2000
    """What a move may use, if nothing else is said."""


PAPER = Recipe()
ENDINGS = Recipe(
    growth=0.0, played_weight=20.0, views=2, hidden_units=150, interval=0.5, ridge=1.0, matches=600, nodes=500,
)  # fmt: skip
"""Learns most from what is proven: for games whose end can come at any time."""
OUTCOMES = Recipe(
    first_matches=1000, cycle=1500, self_play=1500, growth=0.0, trace=0.9, proven=False, backward=0, opening=1 / 3,
    views=2, memory=0.5, hidden_units=300, interval=0.0, ridge=1.0, matches=8500, nodes=200,
)  # fmt: skip
"""Learns from the outcomes of matches with itself: for games that are decided long before they end."""


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
    plies: float
    """How long the matches were, on average."""
    hidden_units: int
    seconds: float
    """Of work so far, in all cycles."""
    net: int = 0
    """Which one of several this is."""


class Memory(NamedTuple):
    """What a learner goes on with: the hidden layer, and the sums of OS-ELM."""

    inputs: np.ndarray
    biases: np.ndarray
    gram: np.ndarray
    moments: np.ndarray


class Apprentice:
    """Teaches a net to evaluate the states of a game, from its rules alone.

    With `out` a run folder keeps a checkpoint after every cycle; the same settings and folder go on where it stopped.
    """

    def __init__(
        self,
        recipe: Recipe = PAPER,
        *,
        matches: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        workers: Workers = None,
        max_plies: int = 400,
        out: Path | None = None,
    ):
        self.recipe = recipe
        self.matches = recipe.matches if matches is None else matches
        self.nodes = recipe.nodes if nodes is None else nodes
        self.seconds = seconds
        self.seed = seed
        self.workers = workers
        self.max_plies = max_plies
        self.out = out
        if self.matches < 1 or self.nodes < 1:
            raise InputError(f"matches={self.matches} and nodes={self.nodes} must be at least 1")

    def fit(self, game: Game, progress: Callable[[Cycle], None] | None = None) -> Self:
        """Return self, having learned: `weights_` is the net, `cycles_` tells how it went."""
        self.game = game
        self.elm_: OsElm | None = None
        self.cycles_: list[Cycle] = []
        simulator = Simulator(game, self.max_plies, self.workers)
        # the solver's own threads get in each other's way, and make results depend on them
        with run_folder.open_run(self.out, self._config()) as run, threadpool_limits(1):
            if run.checkpoint:
                self._restore(run.checkpoint)
                self._save(run)
            while self._played() < self.matches:
                self.cycles_.append(self._cycle(simulator))
                self._save(run)
                if progress:
                    progress(self.cycles_[-1])
                interrupts.check()
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
        openings = self._openings(min(count, self.matches - self._played()), rng)
        net = self.weights_ if self.elm_ else None
        plans = [self._plan(number, opening, net, rng) for number, opening in enumerate(openings)]
        results = simulator.play(plans)
        scores = self._scores(results)
        examples = merge([result.examples for result in results])
        self._learn(examples, simulator, rng)
        before = self.cycles_[-1].seconds if self.cycles_ else 0.0
        return Cycle(
            matches=self._played() + len(plans),
            wins=scores.count(1),
            draws=scores.count(0),
            losses=scores.count(-1),
            proven=examples.count(PROVEN),
            consistent=examples.count(CONSISTENT),
            played=examples.count(PLAYED),
            plies=float(np.mean([result.plies for result in results])),
            hidden_units=len(self.weights_.biases),
            seconds=round(before + time.perf_counter() - start, 3),
        )

    def _openings(self, count: int, rng: np.random.Generator) -> list[Any]:
        """Return the states in which matches begin, none of them twice as long as others are easily found."""
        plies = int(self.recipe.opening * self.cycles_[0].plies) if self.cycles_ else 0
        found: dict[str, Any] = {}
        for _ in range(ATTEMPTS * count if plies else 0):
            if len(found) == count:
                break
            state = random_state(self.game, int(rng.integers(plies + 1)), rng)
            found.setdefault(canonical(state), state)
        states = list(found.values()) or [self.game.init_state()]
        return [states[number % len(states)] for number in range(count)]

    def _plan(self, number: int, opening: Any, net: slfn.Weights | None, rng: np.random.Generator) -> Plan:
        """Return the match of this number in a cycle: the net against a new random one, or itself, or two random."""
        recipe = self.recipe
        own = net or self._random_net(rng)
        other = own if net and number < recipe.self_play else self._random_net(rng)
        return Plan(
            *((own, other) if number % 2 == 0 else (other, own)),
            opening=opening,
            nodes=self.nodes,
            seconds=self.seconds,
            backward=recipe.backward,
            growth=recipe.growth,
            trace=recipe.trace,
            collect=self._kind_to_collect(),
            epsilon=recipe.epsilon,
        )

    def _kind_to_collect(self) -> int:
        if not self.recipe.proven:
            return 0
        return CONSISTENT if self.elm_ and self._played() >= self.recipe.consistent_after else PROVEN

    def _random_net(self, rng: np.random.Generator) -> slfn.Weights:
        return slfn.random_weights(self.game.variables, rng)

    def _scores(self, results: list[Simulated]) -> list[int]:
        """Return the outcomes for the learner of its matches against random nets; none before it has learned."""
        if self.elm_ is None:
            return []
        outcomes = [result.outcome if number % 2 == 0 else -result.outcome for number, result in enumerate(results)]
        return outcomes[self.recipe.self_play :]

    def _learn(self, examples: Examples, simulator: Simulator, rng: np.random.Generator) -> None:
        recipe = self.recipe
        if self.elm_ is None:
            self.elm_ = OsElm(ridge=recipe.ridge, hidden_layer=self._hidden_layer(examples, simulator, rng))
        self.elm_.fade(recipe.memory)
        examples = examples.in_views(self.game.symmetries, recipe.views, rng)
        weights = np.where(examples.kinds == PLAYED, recipe.played_weight, 1.0)
        self.elm_.partial_fit(examples.inputs, targets(examples), weights)

    def _hidden_layer(self, examples: Examples, simulator: Simulator, rng: np.random.Generator) -> HiddenLayer:
        recipe = self.recipe
        if recipe.hidden_units and not recipe.interval:
            return supported_layer(self.game, recipe.hidden_units, simulator, rng)
        if recipe.hidden_units:
            return random_layer(self.game.variables, recipe.hidden_units, recipe.interval, rng)
        few = examples.sample(MOST_FOR_CHOICE, rng)
        return choose_hidden_layer(
            few.inputs, targets(few), interval=recipe.interval, ridge=recipe.ridge, rng=rng
        ).layer

    def _config(self) -> dict[str, Any]:
        settings = {"matches": self.matches, "nodes": self.nodes, "seconds": self.seconds, "max_plies": self.max_plies}
        return {"game": self.game.spec, **settings, "seed": self.seed, "recipe": asdict(self.recipe)}

    def _restore(self, checkpoint: Checkpoint) -> None:
        """Take up what was learned."""
        arrays = checkpoint.arrays
        self.elm_ = OsElm(ridge=self.recipe.ridge, hidden_layer=HiddenLayer(arrays["inputs"], arrays["biases"]))
        self.elm_.resume(arrays["gram"], arrays["moments"])
        self.cycles_ = [Cycle(**cycle) for cycle in checkpoint.notes["cycles"]]

    def _save(self, run: run_folder.Run) -> None:
        """Write the net, then what a run goes on with."""
        assert self.elm_ is not None
        memory = Memory(*self.elm_.hidden_layer_, self.elm_.gram_, self.elm_.moments_)
        cycles = [cycle._asdict() for cycle in self.cycles_]
        if run.folder:
            notes = {"config": self._config(), "cycle": cycles[-1]}
            weights_file.save(run.folder / MODEL, self.weights_, evaluator="slfn", game=self.game.name, notes=notes)
        run.save(len(cycles), {"cycles": cycles}, memory._asdict())


def targets(examples: Examples) -> np.ndarray:
    """Return what a net is to say: a consistent state's value comes from a search, where it is squashed."""
    values = examples.values.astype(np.float64)
    return np.where(examples.kinds == CONSISTENT, values / (1.0 - np.minimum(np.abs(values), 0.99)), values)
