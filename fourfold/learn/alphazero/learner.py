"""Learn moves and values from games against itself, by Gumbel AlphaZero (docs/from-zero.md)."""

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...evaluators import policy_value_net
from ...evaluators.policy_value_net import Weights
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...parallel.ordered_map import worker_count
from ...players.aim import POINTS, WIN
from ...players.alphazero import how_of
from ...players.describe import plural
from ...search.alphabeta import MAX_HISTORY
from ...search.gumbel import How
from ...search.self_play import Practice
from ..curves import Point
from ..games_between_nets import Contests
from ..learner import MAX_PLIES
from ..self_play import why_no_self_play
from ..settings import layer_sizes, setting
from ..value_nets.nets import levels_of
from ..value_nets.tuples import tuples_of
from ..window_learner import NO_END, Arrays, Kept, WindowLearner
from ..yardstick import AgainstUntaught, Yardstick
from .kernels import Examples
from .self_play import GumbelSelfPlay, join_examples
from .training import Pace, Training

EVALUATOR = "policy_value_net"
NET_SEED, GAMES_SEED, ORDER_SEED, LEVELS_SEED = 0, 1, 2, 3
"""Separate random streams."""
GROWTH = ((0.05, 4), (0.2, 2))
"""Until this share of the run is done, a move has only the simulations divided by the second number."""
CURVE_SIMULATIONS = 16
UNITS = "512,64", "64,32"
"""Of the hidden layers: without tuples of squares and with them."""
MISHAPS_A_GAME = 4.0
"""At most, on average: what came before the last of them learns nothing from the outcome."""
GAMES = 300_000
"""Where neither their number nor the minutes are given."""


class Generation(NamedTuple):
    """The metrics of a generation."""

    games: int
    """So far."""
    examples: int
    """States that were played, so far."""
    policy_error: float
    """How far the net's policy is from that of the searches, in nats, before it learned from the batches."""
    value_error: float
    """Mean squared error of its values."""
    decided: float
    """The share of the generation's games that were not drawn."""
    simulations: int
    """A move in these games."""
    seconds: float
    """So far."""
    plies: float = 0.0
    """Of a game of the generation, on average."""


NO_GENERATION = Generation(0, 0, 0.0, 0.0, 0.0, 0, 0.0)


@dataclass(frozen=True)
class Settings:
    """The hyperparameters."""

    games: int | None = setting(
        None, "Games against itself; default: 300,000, or as many as the minutes allow.", metavar="N", least=1
    )
    generation: int = setting(1_000, "Games between two trainings of the net.", metavar="N", least=1)
    sims: int = setting(64, "Simulations per move; fewer in the beginning.", metavar="N", least=1)
    considered: int = setting(16, "The most moves that a search considers at its root.", metavar="N", least=1)
    visits_scale: float = setting(50.0, "c_visit of the Gumbel paper.", metavar="X", least=0.0)
    value_scale: float = setting(
        1.0, "c_scale of the Gumbel paper: the less the values of moves differ, the more.", metavar="X", least=0.0
    )
    discount: float = setting(0.99, "What a value is worth a ply earlier: fast wins are better.", metavar="X")
    opening_plies: int = setting(24, "Games start after up to this many random moves.", metavar="N", least=0)
    mishaps: float = setting(
        0.2, "Of a game's moves up to this share are random, at most about four.", metavar="X", least=0.0
    )
    sidelines: int = setting(
        4, "Learn from the state after a move that was not chosen, too, if it had so many visits; 0: never.",
        metavar="N", least=0,
    )  # fmt: skip
    target: str = setting(WIN, "What games are played for and values foretell: win or points.", metavar="AIM")
    trust: float = setting(0.5, "The weight of a game's outcome against the value that a search found.", metavar="X")
    window: int = setting(400_000, "How many of the newest examples the net learns from.", metavar="N", least=1)
    passes: float = setting(4.0, "How often it learns from each example, on average.", metavar="X")
    batch: int = setting(256, "Examples of a batch.", metavar="N", least=1)
    rate: float = setting(4e-3, "Learning rate of the beginning; it falls to a twentieth of it.", metavar="X")
    decay: float = setting(0.02, "Weight decay, in units of the learning rate.", metavar="X", least=0.0)
    value_weight: float = setting(1.0, "The weight of the value's error against the policy's.", metavar="X")
    units: str = setting("", "Units of the two hidden layers; default: 64,32 with tuples, else 512,64.", metavar="N,N")
    tuple_rows: int = setting(
        2_200, "Rows of the table of a tuple of squares, at most: how much it may hold; 0: no tuples.", metavar="N",
        least=0,
    )  # fmt: skip
    max_plies: int = setting(400, "A longer game is a draw.", metavar="N", least=1)

    def __post_init__(self) -> None:
        if not (0.0 < self.rate < 1.0 and 0.0 < self.discount <= 1.0 and 0.0 <= self.trust <= 1.0):
            raise InputError("rate, discount and trust must be between 0 and 1")
        if not 0.0 <= self.mishaps <= 1.0:
            raise InputError(f"mishaps={self.mishaps:g} must be from 0 to 1")
        if self.max_plies > MAX_HISTORY or self.passes <= 0.0:
            raise InputError(f"max_plies must be at most {MAX_HISTORY}, and passes above 0")
        self.layers(True)

    def layers(self, has_tuples: bool) -> tuple[int, ...]:
        """Return the numbers of hidden units."""
        return layer_sizes(self.units or UNITS[has_tuples], 2)


class AlphaZeroLearner(WindowLearner):
    """Learns a game from its rules alone.

    In every generation the net plays games against itself: a search with a few simulations improves on the net's own
    policy. The net then learns the improved policies, and values halfway between what searches found and how games
    ended, from batches of the newest examples, the window.
    """

    Settings, Metrics = Settings, Generation
    metrics_name, unit, labels = "generations", "games", ("games", "error of the policy")
    sizes = {"minute": {"games": 20_000}, "short": {"games": 100_000}, "long": {}}
    title = "AlphaZero"
    about = "A net learns from its own games which moves a search would choose, and who will win."
    example = "connect_four --minutes 10 --out runs/zero"
    save_seconds = 20.0
    uses_cluster = True

    def start(self) -> None:
        super().start()
        self.training = Training(self.game, self._first_weights(), worker_count(self.workers))
        self.self_play = GumbelSelfPlay(self.game, self.how(), self.workers, self.settings.target)
        self.net = copied(self.training.weights)

    @classmethod
    def why_not(cls, game: Game) -> str:
        return why_no_self_play(game)

    @classmethod
    def endless(cls, game: Game) -> dict[str, Any]:
        aim = {"target": POINTS} if game.most_chances and game.most_points else {}
        return {"generation": 250, **aim}

    def total(self) -> int:
        return self.settings.games or (GAMES if self.minutes is None else NO_END)

    def how(self) -> How:
        """Return how searches for training grow their trees."""
        return how_of({"config": vars(self.settings)}, self.game)._replace(noise=1.0, exploration=0.0)

    def yardstick(self) -> Yardstick:
        player = f"alphazero:sims={CURVE_SIMULATIONS}"
        arena = Contests(self.game, player, 0, MAX_PLIES, self.workers, policy_value_net)
        return AgainstUntaught(self.game, arena, self.model())

    def progress(self) -> tuple[int, str]:
        last = self.metrics_[-1]
        errors = f"policy error {last.policy_error:.3f}, value error {last.value_error:.3f}"
        return last.games, f"{plural(last.examples, 'example')}, {errors}"

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        return [Point(each["games"], each["policy_error"]) for each in metrics]

    def summary(self) -> list[str]:
        last = self.metrics_[-1]
        games = f"{last.games:,} games of {self.game.name} and {plural(last.examples, 'example')}"
        return [f"{games} in {last.seconds:.1f} s"]

    def advice(self) -> list[str]:
        game, player = self.game.spec, f"alphazero:model={self.out}"
        return [
            f"play against it:  fourfold play {game} --player {player},seconds=1",
            f"measure it:       fourfold match {player},seconds=0.05 mcts:seconds=0.05 --game {game}",
            f"what it is worth: fourfold worth {game} --player {player},seconds=0.05",
            f"without search:   policy:model={self.out}",
        ]

    def model(self) -> Model:
        return Model(self.game.name, EVALUATOR, {"config": self.config()}, self.net)

    def step(self) -> Generation:
        """Play a generation of games, and learn from the window."""
        begun, number, share = time.perf_counter(), len(self.metrics_), self.share_done()
        done, simulations = self.metrics_[-1] if self.metrics_ else NO_GENERATION, self._simulations(share)
        games = min(self.settings.generation, self.total() - done.games)
        played = self._play(number, self.net, simulations, games)
        self.remember(Kept(number, self.net, arrays_of(played.examples)))
        policy_error, value_error = self._learn_from_window(number, len(played.examples.values), share)
        self.net = copied(self.training.weights)
        return Generation(
            done.games + games,
            done.examples + len(played.examples.values),
            policy_error,
            value_error,
            float(np.mean(played.results[:, 0] != 0)),
            simulations,
            round(done.seconds + time.perf_counter() - begun, 3),
            round(float(played.results[:, 1].mean()), 1),
        )

    def _simulations(self, share: float) -> int:
        divisor = next((divisor for until, divisor in GROWTH if share < until), 1)
        return max(self.settings.sims // divisor, min(self.settings.sims, 8))

    def _play(self, number: int, net: Weights, simulations: int, games: int) -> Any:
        settings, plies = self.settings, self.metrics_[number - 1].plies if number else 0.0
        mishaps = min(settings.mishaps, MISHAPS_A_GAME / plies) if plies else settings.mishaps
        practice = Practice(
            simulations, settings.opening_plies, settings.max_plies, settings.trust, mishaps, settings.sidelines
        )
        return self.self_play.play(net, games, practice, [self.seed, GAMES_SEED, number])

    def _learn_from_window(self, number: int, new: int, share: float) -> tuple[float, float]:
        """Learn from random batches of the window; return the errors."""
        settings, examples = self.settings, join_examples([examples_of(each.examples) for each in self.window])
        rng = np.random.default_rng([self.seed, ORDER_SEED, number])
        count = max(round(settings.passes * new / settings.batch), 1)
        batches = rng.integers(len(examples.values), size=(count, settings.batch))
        rate = settings.rate * (1.0 - 0.95 * share)
        errors = self.training.learn(examples, batches, Pace(rate, settings.decay, settings.value_weight), rng)
        return float(errors[0]), float(errors[1])

    def _first_weights(self) -> Weights:
        levels = levels_of(self.game, np.random.default_rng([self.seed, LEVELS_SEED]))
        has_tuples = self.game.places and self.settings.tuple_rows > len(levels)
        tuples = tuples_of(self.game, len(levels), self.settings.tuple_rows) if has_tuples else None
        units, few = self.settings.layers(tuples is not None)
        weights: Weights = policy_value_net.first_weights(
            self.game.variables, levels, units, few, [self.seed, NET_SEED], tuples
        )
        return weights

    def make_again(self, number: int, teacher: Weights) -> Arrays:
        games = self.metrics_[number].games - (self.metrics_[number - 1].games if number else 0)
        return arrays_of(self._play(number, teacher, self.metrics_[number].simulations, games).examples)

    def state(self) -> Arrays:
        return {**super().state(), **self.training.state()}

    def restore(self, arrays: Arrays, notes: dict[str, Any]) -> None:
        super().restore(arrays, notes)
        self.training.restore(arrays)
        self.net = copied(self.training.weights)


def copied(weights: Weights) -> Weights:
    return Weights(*(array.copy() for array in weights))


def arrays_of(examples: Examples) -> Arrays:
    states = {f"states.{number}": column for number, column in enumerate(examples.states)}
    return {**states, "starts": examples.starts, "policies": examples.policies, "values": examples.values}


def examples_of(arrays: Arrays) -> Examples:
    states = tuple(arrays[f"states.{number}"] for number in range(len(arrays) - 3))
    return Examples(states, arrays["starts"], arrays["policies"], arrays["values"])
