"""Learn values from all states of the search trees of its own games, by Descent; without dice (docs/descent.md)."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ... import rules
from ...binding.bind import field_types
from ...binding.definition import Definition
from ...errors import InputError
from ...evaluators import mlp
from ...evaluators.mlp import Weights
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...players.describe import plural
from ...search.alphabeta import MAX_HISTORY
from ...search.descent import Practice
from ...storage.array_files import load_arrays, save_arrays
from ..curves import Point
from ..learner import Learner, setting
from ..outcome.gradient import fit, predict
from .self_play import DescentSelfPlay, Played

EVALUATOR, EXAMPLES = "mlp", "examples"
FIXED = ("view", "link")
"""Weights that are not learned."""
NET_SEED, GAMES_SEED, ORDER_SEED = 0, 1, 2
"""Separate random streams."""


class Generation(NamedTuple):
    """The metrics of a generation."""

    games: int
    """So far."""
    examples: int
    """So far."""
    error: float
    """Mean squared error of the net that played, on the examples of this generation."""
    decided: float
    """The share of the generation's games that were not drawn."""
    exploitation: float
    """Cohen-Solal's epsilon' in these games."""
    seconds: float
    """So far."""


NO_GENERATION = Generation(0, 0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Settings:
    """The hyperparameters."""

    games: int = setting(100_000, "Games against itself.", metavar="N", least=1)
    generation: int = setting(200, "Games between two fittings of the net.", metavar="N", least=1)
    iterations: int = setting(3, "Iterations of the search per move, each to the end of a game.", metavar="N", least=1)
    discount: float = setting(0.99, "What a value is worth a ply earlier: fast wins are better.", metavar="X")
    opening_plies: int = setting(4, "Games start after up to this many random moves.", metavar="N", least=0)
    window: int = setting(300_000, "How many of the newest examples the net is fitted to.", metavar="N", least=1)
    epochs: int = setting(2, "Epochs of fitting after each generation.", metavar="N", least=1)
    batch: int = setting(256, "Examples of a batch.", metavar="N", least=1)
    rate: float = setting(5e-3, "Learning rate.", metavar="X")
    units: str = setting("64,16", "Units of the two hidden layers.", metavar="N,N")
    max_plies: int = setting(400, "A longer game is a draw.", metavar="N", least=1)

    def __post_init__(self) -> None:
        if not (0.0 < self.rate < 1.0 and 0.0 < self.discount <= 1.0):
            raise InputError(f"rate={self.rate:g} and discount={self.discount:g} must be between 0 and 1")
        if self.max_plies > MAX_HISTORY:
            raise InputError(f"max_plies={self.max_plies} must be at most {MAX_HISTORY}")
        self.layers()

    def layers(self) -> tuple[int, int]:
        """Return the numbers of hidden units."""
        try:
            units, few = (int(word) for word in self.units.split(","))
        except ValueError:
            units = few = 0
        if units < 1 or few < 1:
            raise InputError(f"units={self.units} is not valid; it needs two numbers above 0, such as 64,16")
        return units, few


class Kept(NamedTuple):
    """The examples of a generation that are still in the window, and the net that made them."""

    number: int
    teacher: Weights
    inputs: np.ndarray
    values: np.ndarray


class DescentLearner(Learner):
    """Learns a game from its rules alone.

    In every generation the net plays games against itself, by descent search; moves are drawn by their ranks, at first
    at random, in the end the best. All states that the searches expanded are examples, with their minimax values. After
    every generation the net is fitted to the newest examples, the window.
    """

    Settings, Metrics = Settings, Generation
    metrics_name, unit, labels = "generations", "games", ("games", "error of values")
    sizes = {"minute": {"games": 4_000}, "short": {"games": 20_000}, "long": {}}
    title = "Descent"
    about = "A net learns the values of all states in the search trees of its own games. No dice."
    example = "connect_four --minutes 10 --out runs/descent"
    save_seconds = 20.0
    uses_cluster = True

    def start(self) -> None:
        self.net: Weights = mlp.random_weights(self.game.variables, [self.seed, NET_SEED], *self.settings.layers())
        self.self_play = DescentSelfPlay(self.game, self.workers)
        self._kept: list[Kept] = []

    @classmethod
    def why_not(cls, game: Game) -> str:
        if game.most_chances:
            return "it is a game of chance; use nhb or outcome"
        if None in field_types(game.module.State):
            return "a field of its State is not an integer; use another learner"
        if not Definition(game.module, rules).defines("variables"):
            return "it does not define variables, the inputs of a net (docs/add-a-game.md)"
        return ""

    @classmethod
    def endless(cls, game: Game) -> dict[str, Any]:
        return {"games": 100_000_000}

    def progress(self) -> tuple[int, str]:
        last = self.metrics_[-1]
        return last.games, f"{plural(last.examples, 'example')}, error {last.error:.3f}"

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        return [Point(each["games"], each["error"]) for each in metrics]

    def summary(self) -> list[str]:
        last = self.metrics_[-1]
        games = f"{last.games:,} games of {self.game.name} and {plural(last.examples, 'example')}"
        return [f"{games} in {last.seconds:.1f} s"]

    def advice(self) -> list[str]:
        game, player = self.game.spec, f"best-first:eval={self.out}"
        return [
            f"play against it:  fourfold play {game} --player {player},seconds=1",
            f"measure it:       fourfold match {player},seconds=0.05 mcts:seconds=0.05 --game {game}",
            f"what it is worth: fourfold worth {game} --player {player},seconds=0.05",
            f"by alpha-beta:    alphabeta:seconds=1,eval={self.out}",
        ]

    def model(self) -> Model:
        return Model(self.game.name, EVALUATOR, {"config": self.config()}, self.net)

    def step(self) -> Generation:
        """Play a generation of games, and fit the net to the window."""
        begun, number = time.perf_counter(), len(self.metrics_)
        before, teacher = self.metrics_[-1] if self.metrics_ else NO_GENERATION, self.net
        exploitation = self._share(before.games)
        found = self._play(number, teacher, exploitation, self._games_after(before.games))
        error = float(np.mean((predict(teacher, found.inputs) - found.values) ** 2))
        self._add_to_window(Kept(number, teacher, found.inputs, found.values))
        self._fit_to_window(number)
        games, decided = before.games + len(found.results), float(np.mean(found.results[:, 0] != 0))
        seconds = round(before.seconds + time.perf_counter() - begun, 3)
        return Generation(games, before.examples + len(found.values), error, decided, exploitation, seconds)

    def _games_after(self, games: int) -> int:
        """Return how many games the generation after so many has."""
        return min(self.settings.generation, self.settings.games - games)

    def _share(self, games: int) -> float:
        """Return the share of the run that is done, by games or by time: Cohen-Solal's epsilon'."""
        by_time = self.seconds_spent() / (60.0 * self.minutes) if self.minutes else 0.0
        return min(max(games / self.settings.games, by_time), 1.0)

    def _play(self, number: int, net: Weights, exploitation: float, games: int) -> Played:
        settings = self.settings
        practice = Practice(
            settings.iterations, settings.opening_plies, settings.max_plies, exploitation, settings.discount
        )
        return self.self_play.play(net, games, practice, [self.seed, GAMES_SEED, number])

    def _fit_to_window(self, number: int) -> None:
        settings = self.settings
        X = np.concatenate([kept.inputs for kept in self._kept])
        y = np.concatenate([kept.values for kept in self._kept])
        self.net = fit(
            self.net, X, y, epochs=settings.epochs, rate=settings.rate, symmetries=self.game.symmetries, fixed=FIXED,
            rng=np.random.default_rng([self.seed, ORDER_SEED, number]), batch=settings.batch,
        )  # fmt: skip

    def _add_to_window(self, kept: Kept) -> None:
        """Add examples to the window and drop those that are too old."""
        self._kept.append(kept)
        while sum(len(each.values) for each in self._kept[1:]) >= self.settings.window:
            del self._kept[0]

    def state(self) -> dict[str, np.ndarray]:
        nets = {"net": self.net, **{f"teacher.{each.number}": each.teacher for each in self._needed()}}
        return {f"{name}.{part}": array for name, net in nets.items() for part, array in net._asdict().items()}

    def notes(self) -> dict[str, Any]:
        return {"kept": [each.number for each in self._needed()]}

    def _needed(self) -> list[Kept]:
        return [] if self.is_finished() else self._kept

    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        """Restore the state; damaged examples are played again."""
        self.net = net_of(arrays, "net")
        self._kept = [self._restored(number, net_of(arrays, f"teacher.{number}")) for number in notes["kept"]]

    def _restored(self, number: int, teacher: Weights) -> Kept:
        assert self.out is not None
        try:
            arrays, _ = load_arrays(examples_path(self.out, number))
            return Kept(number, teacher, arrays["inputs"], arrays["values"])
        except (InputError, KeyError):
            examples_path(self.out, number).unlink(missing_ok=True)
            games = self._games_after(self.metrics_[number - 1].games if number else 0)
            found = self._play(number, teacher, self.metrics_[number].exploitation, games)
            return Kept(number, teacher, found.inputs, found.values)

    def keep(self, folder: Path) -> None:
        """Write the examples in the window, and delete the others."""
        (folder / EXAMPLES).mkdir(exist_ok=True)
        needed = {examples_path(folder, each.number): each for each in self._needed()}
        for path in (folder / EXAMPLES).glob("*.safetensors"):
            if path not in needed:
                path.unlink()
        for path, kept in needed.items():
            if not path.exists():
                save_arrays(path, {"inputs": kept.inputs, "values": kept.values}, {})


def net_of(arrays: dict[str, np.ndarray], name: str) -> Weights:
    """Return the net from the arrays with this prefix."""
    return Weights(*(arrays[f"{name}.{part}"] for part in Weights._fields))


def examples_path(folder: Path, number: int) -> Path:
    return folder / EXAMPLES / f"{number}.safetensors"
