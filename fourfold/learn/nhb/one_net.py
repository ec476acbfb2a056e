"""One net (NHB paper, section 4.2): matches, examples from them, OS-ELM, and again."""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from ...binding.hashing import canonical
from ...evaluators import slfn
from ...evaluators.weights_file import Model
from ...matches.openings import random_state
from ...players.describe import plural
from ...search.example_table import CONSISTENT, PLAYED, PROVEN
from ..curves import Point, share_point
from ..games_between_nets import Plan, Simulated, Simulator, dice_seed
from ..learner import Learner
from ..settings import setting
from .examples import Examples, merge
from .hidden_layer import HiddenLayer, choose_hidden_layer, random_layer
from .unit_inputs import supported_layer

if TYPE_CHECKING:
    from .os_elm import OsElm

LABELS = "matches", "score in its latest training matches, against untrained nets"
WINDOW = 100
"""Matches over which that score is taken, so that chance does not drown what was learned."""
UNTRAINED = 1 << 32
"""Keeps the net before anything is learned apart from cycles, whose numbers are smaller."""
ATTEMPTS = 20
"""Attempts per random opening."""
MOST_FOR_CHOICE = 10_000
"""Examples on which hidden layers are compared: more take longer and choose the same."""


@dataclass(frozen=True)
class Recipe:
    """The hyperparameters of the procedure; defaults are those of the NHB paper where it gives them."""

    first_matches: int = 20
    """Matches between random nets before anything is learned."""
    cycle: int = 10
    """Matches between two updates."""
    self_play: int = 1
    """Matches of a cycle that the net plays against itself; the others are against random nets."""
    growth: float = 2.0
    """The value of a played state grows to the outcome with this power of the ply; 0: it does not."""
    trace: float = 1.0
    """TD's lambda: the weight of what followed in a played state's value, against its search value."""
    proven: bool = True
    """Whether states whose value is proven are examples."""
    played_weight: float = 1.0
    """Weight of a played state, relative to a proven one."""
    consistent_after: int = 100
    """Matches after which consistent states are examples too."""
    epsilon: float = 0.02
    """The largest difference between the search value and the net's value of a consistent state."""
    backward: int = 10
    """Nodes of the backward search, as a multiple of the nodes per move."""
    opening: float = 0.0
    """Matches start with random moves: up to this share of the length of the first matches."""
    views: int = 1
    """How many symmetric copies of each example are learned: itself and randomly chosen ones."""
    memory: float = 1.0
    """The weight of earlier examples after each cycle."""
    hidden_units: int = 0
    """Number of hidden units; 0: found by cross-validation on the examples of the first matches."""
    interval: float = 1.0
    """Input weights and biases are uniform in [-interval, interval]; 0: each unit sees a few related variables
    (`unit_inputs.py`)."""
    ridge: float = 0.01
    matches: int = 120
    """The default number of matches."""
    nodes: int = 2000
    """The default nodes per move."""


PAPER = Recipe()
ENDINGS = Recipe(
    growth=0.0, played_weight=20.0, views=2, hidden_units=150, interval=0.5, ridge=1.0, matches=600, nodes=500,
)  # fmt: skip
"""Learns mostly from proven states: for games that can end at any time."""
OUTCOMES = Recipe(
    first_matches=1000, cycle=1500, self_play=1500, growth=0.0, trace=0.9, proven=False, backward=0, opening=1 / 3,
    views=2, memory=0.5, hidden_units=300, interval=0.0, ridge=1.0, matches=8500, nodes=200,
)  # fmt: skip
"""Learns from the outcomes of self-play: for games that are decided long before they end."""


class Cycle(NamedTuple):
    """The metrics of a cycle."""

    matches: int
    """Played so far, in all cycles."""
    wins: int
    """The learner's wins against random nets in this cycle."""
    draws: int
    losses: int
    proven: int
    """Examples learned in this cycle, by kind."""
    consistent: int
    played: int
    plies: float
    """Mean length of the matches."""
    hidden_units: int
    seconds: float
    """Working time so far, in all cycles."""
    net: int = 0
    """The number of the net, if there are several."""
    score: float | None = None
    """The net's score in its trials, after its last cycle."""

    @property
    def examples(self) -> int:
        return self.proven + self.consistent + self.played

    def text(self) -> str:
        """Return the metrics as text."""
        met = self.wins + self.draws + self.losses
        score = f", +{self.wins} ={self.draws} -{self.losses} against untrained ones" if met else ""
        return f"{plural(self.examples, 'example')}{score}"


@dataclass(frozen=True)
class Settings:
    """A recipe, and overrides of its numbers."""

    recipe: Recipe = setting(PAPER)
    matches: int | None = setting(None, least=1)
    nodes: int | None = setting(None, least=1)
    seconds: float | None = setting(None)
    max_plies: int = setting(400, least=1)


class OneNet(Learner):
    """Trains a net to evaluate the states of a game, from its rules alone, cycle by cycle."""

    Settings, Metrics = Settings, Cycle
    metrics_name, unit, labels = "cycles", "matches", LABELS

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.recipe: Recipe = self.settings.recipe
        self.matches: int = self.settings.matches or self.recipe.matches
        self.nodes: int = self.settings.nodes or self.recipe.nodes

    def start(self) -> None:
        self.elm_: OsElm | None = None
        self._untrained = slfn.random_weights(self.game.variables, [self.seed, UNTRAINED])
        self.simulator = Simulator(self.game, self.settings.max_plies, self.workers)

    def is_finished(self) -> bool:
        return self._played() >= self.matches

    def total(self) -> int:
        return self.matches

    def progress(self) -> tuple[int, str]:
        return self._played(), self.metrics_[-1].text()

    def step(self) -> Cycle:
        # the solver's own threads get in each other's way, and make results depend on them
        with threadpool_limits(1):
            return self._cycle()

    def state(self) -> dict[str, np.ndarray]:
        """Return the hidden layer, and the sums of OS-ELM."""
        assert self.elm_ is not None
        inputs, biases = self.elm_.hidden_layer_
        return {"inputs": inputs, "biases": biases, "gram": self.elm_.gram_, "moments": self.elm_.moments_}

    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        self.elm_ = self._new_elm(HiddenLayer(arrays["inputs"], arrays["biases"]))
        self.elm_.resume(arrays["gram"], arrays["moments"])

    def model(self) -> Model:
        return Model(self.game.name, "slfn", {"config": self.config(), **last_cycle(self)}, self.weights_)

    def yardstick(self) -> None:
        """Return nothing: experiments and `learner.py` judge the net themselves."""

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        return list(recent_scores(metrics))

    def config(self) -> dict[str, Any]:
        settings = {**asdict(self.settings), "matches": self.matches, "nodes": self.nodes}
        return {"game": self.game.spec, **settings, "seed": self.seed}

    @property
    def weights_(self) -> slfn.Weights:
        """The net as it is now: a random one until there is something to learn from."""
        if self.elm_ is None:
            return self._untrained
        layer = self.elm_.hidden_layer_
        return slfn.Weights(*(array.astype(np.float32) for array in (*layer, self.elm_.output_weights_)))

    def _played(self) -> int:
        return self.metrics_[-1].matches if self.metrics_ else 0

    def _cycle(self) -> Cycle:
        start = time.perf_counter()
        rng = np.random.default_rng([self.seed, self._played()])
        count = self.recipe.cycle if self.elm_ else self.recipe.first_matches
        results = self.play_matches(min(count, self.matches - self._played()), rng)
        scores = self._scores(results)
        examples = merge([result.examples for result in results])
        self._learn_from(examples, rng)
        before = self.metrics_[-1].seconds if self.metrics_ else 0.0
        return Cycle(
            matches=self._played() + len(results),
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

    def play_matches(self, count: int, rng: np.random.Generator) -> list[Simulated]:
        """Return the results and examples of matches of which a cycle could consist now; nothing is learned."""
        net = self.weights_ if self.elm_ else None
        plans = [self._plan(number, opening, net, rng) for number, opening in enumerate(self._openings(count, rng))]
        return self._play(plans)

    def _play(self, plans: list[Plan]) -> list[Simulated]:
        return self.simulator.play(plans)

    def _openings(self, count: int, rng: np.random.Generator) -> list[Any]:
        """Return the states in which matches start, distinct as long as others are easily found."""
        plies = int(self.recipe.opening * self.metrics_[0].plies) if self.metrics_ else 0
        found: dict[str, Any] = {}
        for _ in range(ATTEMPTS * count if plies else 0):
            if len(found) == count:
                break
            state = random_state(self.game, int(rng.integers(plies + 1)), rng)
            found.setdefault(canonical(state), state)
        states = list(found.values()) or [self.game.init_state()]
        return [states[number % len(states)] for number in range(count)]

    def _plan(self, number: int, opening: Any, net: slfn.Weights | None, rng: np.random.Generator) -> Plan:
        """Return a match of a cycle by number: the net against a new random one or itself, or two random nets."""
        recipe = self.recipe
        own = net or self._random_net(rng)
        other = own if net and number < recipe.self_play else self._random_net(rng)
        return Plan(
            *((own, other) if number % 2 == 0 else (other, own)),
            opening=opening,
            nodes=self.nodes,
            seconds=self.settings.seconds,
            backward=recipe.backward,
            growth=recipe.growth,
            trace=recipe.trace,
            collect=self._kind_to_collect(),
            epsilon=recipe.epsilon,
            dice=dice_seed(self.game, rng),
        )

    def _kind_to_collect(self) -> int:
        if not self.recipe.proven:
            return 0
        return CONSISTENT if self.elm_ and self._played() >= self.recipe.consistent_after else PROVEN

    def _random_net(self, rng: np.random.Generator) -> slfn.Weights:
        return slfn.random_weights(self.game.variables, rng)

    def _scores(self, results: list[Simulated]) -> list[int]:
        """Return the learner's outcomes against random nets; none before its first update."""
        if self.elm_ is None:
            return []
        outcomes = [result.outcome if number % 2 == 0 else -result.outcome for number, result in enumerate(results)]
        return outcomes[self.recipe.self_play :]

    def _learn_from(self, examples: Examples, rng: np.random.Generator) -> None:
        recipe = self.recipe
        if self.elm_ is None:
            self.elm_ = self._new_elm(self._hidden_layer(examples, rng))
        self.elm_.fade(recipe.memory)
        examples = examples.in_views(self.game.symmetries, recipe.views, rng)
        weights = np.where(examples.kinds == PLAYED, recipe.played_weight, 1.0)
        self.elm_.partial_fit(examples.inputs, targets(examples), weights)

    def _new_elm(self, layer: HiddenLayer) -> "OsElm":
        from .os_elm import OsElm  # scikit-learn takes half a second to import

        return OsElm(ridge=self.recipe.ridge, hidden_layer=layer)

    def _hidden_layer(self, examples: Examples, rng: np.random.Generator) -> HiddenLayer:
        recipe = self.recipe
        if recipe.hidden_units and not recipe.interval:
            return supported_layer(self.game, recipe.hidden_units, self.simulator, rng)
        if recipe.hidden_units:
            return random_layer(self.game.variables, recipe.hidden_units, recipe.interval, rng)
        few = examples.sample(MOST_FOR_CHOICE, rng)
        return choose_hidden_layer(
            few.inputs, targets(few), interval=recipe.interval, ridge=recipe.ridge, rng=rng
        ).layer


def targets(examples: Examples) -> np.ndarray:
    """Return the targets of a net: a consistent state's value comes from a search, where it is squashed."""
    values = examples.values.astype(np.float64)
    return np.where(examples.kinds == CONSISTENT, values / (1.0 - np.minimum(np.abs(values), 0.99)), values)


def recent_scores(cycles: list[dict[str, Any]]) -> Iterator[Point]:
    """Yield a point for every cycle in which a net met untrained ones: its score over the last matches."""
    recent: list[tuple[float, int]] = []
    for cycle in cycles:
        met = cycle["wins"] + cycle["draws"] + cycle["losses"]
        recent.append((cycle["wins"] + cycle["draws"] / 2, met))
        while sum(met for _, met in recent[1:]) >= WINDOW:
            del recent[0]
        won, games = (sum(column) for column in zip(*recent, strict=True))
        if met:
            yield share_point(cycle["matches"], won / games, games)


def last_cycle(learner: Learner) -> dict[str, Any]:
    """Return what a model notes about the last cycle, if there was one."""
    return {"cycle": learner.metrics_[-1]._asdict()} if learner.metrics_ else {}
