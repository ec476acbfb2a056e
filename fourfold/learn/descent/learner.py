"""Learn values from all states of the search trees of its own games, by Descent; without dice (docs/descent.md)."""

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...players.describe import plural
from ...search.alphabeta import MAX_HISTORY
from ...search.descent import Practice
from ..curves import Point
from ..self_play import why_no_self_play
from ..settings import setting
from ..value_nets.nets import kind_of, units_of
from ..window_learner import NO_END, Arrays, Kept, WindowLearner, named, net_of
from .self_play import DescentSelfPlay, Played

FIXED = ("view", "link")
"""Weights that are not learned."""
NET_SEED, GAMES_SEED, ORDER_SEED = 0, 1, 2
"""Separate random streams."""
GAMES = 100_000
"""Where neither their number nor the minutes are given."""
UNITS = {"mlp": "64,16"}
"""Of kinds of net whose usual number is another."""
RATES = {"tuple_net": 0.9}
RATE = 5e-3
"""Of all other kinds."""


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

    games: int | None = setting(
        None, "Games against itself; default: 100,000, or as many as the minutes allow.", metavar="N", least=1
    )
    generation: int = setting(200, "Games between two fittings of the net.", metavar="N", least=1)
    iterations: int = setting(3, "Iterations of the search per move, each to the end of a game.", metavar="N", least=1)
    discount: float = setting(0.99, "What a value is worth a ply earlier: fast wins are better.", metavar="X")
    opening_plies: int = setting(4, "Games start after up to this many random moves.", metavar="N", least=0)
    window: int = setting(300_000, "How many of the newest examples the net is fitted to.", metavar="N", least=1)
    epochs: int = setting(2, "Epochs of fitting after each generation.", metavar="N", least=1)
    batch: int = setting(256, "Examples of a batch.", metavar="N", least=1)
    rate: float | None = setting(None, "Learning rate; default: 0.005, or 0.9 of a tuple_net.", metavar="X")
    net: str = setting(
        "mlp", "mlp (two hidden layers), slfn (one) or tuple_net (lines and boxes of the board).", metavar="KIND"
    )
    units: str = setting(
        "", "Units of the hidden layers; empty: 64,16 in an mlp, else the usual ones.", metavar="N[,N]"
    )
    max_plies: int = setting(400, "A longer game is a draw.", metavar="N", least=1)

    def __post_init__(self) -> None:
        if not (0.0 < self.usual_rate() < 1.0 and 0.0 < self.discount <= 1.0):
            raise InputError(f"rate={self.usual_rate():g} and discount={self.discount:g} must be between 0 and 1")
        if self.max_plies > MAX_HISTORY:
            raise InputError(f"max_plies={self.max_plies} must be at most {MAX_HISTORY}")
        self.layers()

    def usual_rate(self) -> float:
        """Return the learning rate: the one that is wanted, or what suits the net."""
        return RATES.get(self.net, RATE) if self.rate is None else self.rate

    def layers(self) -> tuple[int, ...]:
        """Return the numbers of hidden units; none: the usual ones."""
        return units_of(kind_of(self.net), self.units or UNITS.get(self.net, ""))


class DescentLearner(WindowLearner):
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
        super().start()
        self.nets = kind_of(self.settings.net)(self.game)
        self.net = self.nets.untrained([self.seed, NET_SEED], *self.settings.layers())
        self.self_play = DescentSelfPlay(self.game, self.workers, self.settings.net)

    @classmethod
    def why_not(cls, game: Game) -> str:
        if game.most_chances:
            return "it is a game of chance; use nhb or outcome"
        return why_no_self_play(game)

    def total(self) -> int:
        return self.settings.games or (GAMES if self.minutes is None else NO_END)

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
        return Model(self.game.name, self.settings.net, {"config": self.config()}, self.net)

    def step(self) -> Generation:
        """Play a generation of games, and fit the net to the window."""
        begun, number = time.perf_counter(), len(self.metrics_)
        before, teacher = self.metrics_[-1] if self.metrics_ else NO_GENERATION, self.net
        exploitation = self.share_done()
        found = self._play(number, teacher, exploitation, self._games_after(before.games))
        error = float(np.mean((self.nets.predict(teacher, found.inputs) - found.values) ** 2))
        self.remember(Kept(number, teacher, examples_of(found)))
        self._fit_to_window(number)
        games, decided = before.games + len(found.results), float(np.mean(found.results[:, 0] != 0))
        seconds = round(before.seconds + time.perf_counter() - begun, 3)
        return Generation(games, before.examples + len(found.values), error, decided, exploitation, seconds)

    def _games_after(self, games: int) -> int:
        """Return how many games the generation after so many has."""
        return min(self.settings.generation, self.total() - games)

    def _play(self, number: int, net: Any, exploitation: float, games: int) -> Played:
        settings = self.settings
        practice = Practice(
            settings.iterations, settings.opening_plies, settings.max_plies, exploitation, settings.discount
        )
        return self.self_play.play(net, games, practice, [self.seed, GAMES_SEED, number])

    def _fit_to_window(self, number: int) -> None:
        settings = self.settings
        self.net = self.nets.fit(
            self.net, self.joined("inputs"), self.joined("values"), epochs=settings.epochs, rate=settings.usual_rate(),
            fixed=FIXED, batch=settings.batch,
            rng=np.random.default_rng([self.seed, ORDER_SEED, number]),
        )  # fmt: skip

    def make_again(self, number: int, teacher: Any) -> Arrays:
        games = self._games_after(self.metrics_[number - 1].games if number else 0)
        return examples_of(self._play(number, teacher, self.metrics_[number].exploitation, games))

    def state(self) -> Arrays:
        return {**super().state(), **dict(named("net", self.net))}

    def restore(self, arrays: Arrays, notes: dict[str, Any]) -> None:
        super().restore(arrays, notes)
        self.net = net_of(arrays, "net", type(self.net))


def examples_of(found: Played) -> Arrays:
    return {"inputs": found.inputs, "values": found.values}
