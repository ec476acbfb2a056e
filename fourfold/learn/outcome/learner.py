"""Fit a net to the outcomes of its own games, round after round, starting from random play (docs/draughts.md)."""

import time
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...evaluators import mlp, slfn, weights_file
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...matches.openings import random_state
from ...players.aim import POINTS, WIN
from ...players.describe import plural
from ...search.alphabeta import MAX_PLY
from ..curves import Point
from ..games_between_nets import Plan, Simulator, dice_seed
from ..nhb.examples import Examples, merge
from ..settings import layer_sizes, setting
from ..window_learner import Arrays, Kept, WindowLearner, named, net_of
from ..yardstick import AgainstUntaught, Yardstick
from .gradient import fit, predict

NETS: dict[str, ModuleType] = {"mlp": mlp, "slfn": slfn}
"""Kinds of net: two hidden layers, or one."""
LAYERS = {"mlp": 2, "slfn": 1}
"""How many hidden layers each has."""
SMALL_ROUNDS = {"rounds": 10_000, "first_matches": 1000, "matches": 500}
DICE = {"rounds": 10_000, "depth": 1, "opening_plies": 0, "target": POINTS, "trace": 0.3, "every_roll": True,
        "window": 400_000, "epochs": 1, "max_plies": 1000, "first_matches": 500, "matches": 500,
        "units": "80,10"}  # fmt: skip
"""What does better in a game of chance that counts points: TD, by all rolls."""
NETS_SEED, GAMES_SEED = 0, 1
"""Separate random streams for nets and for games."""


class Round(NamedTuple):
    """The metrics of a round."""

    round: int
    matches: int
    """So far."""
    examples: int
    decided: float
    """The share of its matches that were not drawn."""
    error: float
    """Mean squared error of the previous net on the examples of this round."""
    seconds: float
    """So far."""


NO_ROUND = Round(0, 0, 0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Settings:
    """The hyperparameters."""

    rounds: int = setting(28, "Rounds of self-play after the first.", metavar="N", least=1)
    first_matches: int = setting(12_000, "Matches in the first round, between random nets.", metavar="N", least=1)
    matches: int = setting(4_000, "Matches in each later round.", metavar="N", least=1)
    nodes: int = setting(200, "Search nodes per move in these matches.", metavar="N", least=1)
    depth: int = setting(MAX_PLY, "Search depth per move in these matches.", metavar="N", least=1)
    opening_plies: int = setting(10, "Matches start after up to this many random moves.", metavar="N", least=0)
    window: int = setting(1_600_000, "How many of the newest examples the net is fitted to.", metavar="N", least=1)
    epochs: int = setting(4, "Epochs of fitting after each round.", metavar="N", least=1)
    last_epochs: int = setting(12, "Epochs after the last round, which settle the net.", metavar="N", least=1)
    rate: float = setting(1.5e-3, "Learning rate.", metavar="X")
    net: str = setting("mlp", "mlp (two hidden layers) or slfn (one).", metavar="KIND")
    units: str = setting("", "Units of the hidden layers, such as 80,10; empty: the usual ones.", metavar="N[,N]")
    target: str = setting(WIN, "What matches are played for and nets foretell: win or points.", metavar="AIM")
    trace: float = setting(1.0, "TD's lambda: 1 learns from outcomes, less from later values too.", metavar="X")
    every_roll: bool = setting(False, "With a trace below 1: value a state before a roll by all rolls.")
    start: str | None = setting(None, "Start from this net.", metavar="MODEL")
    max_plies: int = setting(160, "A longer match is a draw.", metavar="N", least=1)

    def __post_init__(self) -> None:
        if self.net not in NETS:
            raise InputError(f"no kind of net named {self.net!r}; choose from {', '.join(NETS)}")
        if not 0.0 < self.rate < 1.0 or not 0.0 <= self.trace <= 1.0:
            raise InputError(f"rate={self.rate:g} and trace={self.trace:g} must be between 0 and 1")
        self.layers()

    def layers(self) -> tuple[int, ...]:
        """Return the numbers of hidden units; none: the usual ones."""
        return layer_sizes(self.units, LAYERS[self.net]) if self.units else ()


class OutcomeLearner(WindowLearner):
    """Learns a game from its rules alone.

    The first round is played by random nets, a new one for each match, that search one ply; the others by the net
    against itself. Matches start with random moves. The quiet states of each match are examples, with the outcome as
    their value. After every round the net is fitted to the newest examples, the window.
    """

    Settings, Metrics = Settings, Round
    metrics_name, unit, labels = "rounds", "matches", ("matches", "error in foretelling outcomes")
    sizes = {
        "minute": {"first_matches": 3000, "rounds": 8, "matches": 1000, "nodes": 100},
        "short": {"first_matches": 6000, "rounds": 10, "matches": 2000},
        "long": {},
    }
    title = "Outcomes"
    about = "A net learns to predict how its own games end. Works for any game; the strongest in draughts."
    example = "othello --rounds 5 --out runs/othello"
    uses_cluster = True
    save_seconds = 5.0

    def start(self) -> None:
        super().start()
        self.net = self._first_weights()
        self.simulator = Simulator(
            self.game, self.settings.max_plies, self.workers, evaluator=NETS[self.settings.net],
            aim=self.settings.target,
        )  # fmt: skip

    @classmethod
    def endless(cls, game: Game) -> dict[str, Any]:
        return DICE if game.most_chances and game.most_points else SMALL_ROUNDS

    def yardstick(self) -> Yardstick:
        return AgainstUntaught(self.game, self.simulator, self.model())

    def is_finished(self) -> bool:
        return len(self.metrics_) > self.settings.rounds

    def total(self) -> int:
        return self.settings.first_matches + self.settings.rounds * self.settings.matches

    def progress(self) -> tuple[int, str]:
        last = self.metrics_[-1]
        return last.matches, f"round {last.round}: {plural(last.examples, 'example')}, error {last.error:.3f}"

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        return [Point(each["matches"], each["error"]) for each in metrics]

    def summary(self) -> list[str]:
        last, examples = self.metrics_[-1], sum(each.examples for each in self.metrics_)
        matches = f"{last.matches:,} matches of {self.game.name} and {plural(examples, 'example')}"
        return [f"{matches} in {last.seconds:.1f} s"]

    def model(self) -> Model:
        notes = {"config": self.config(), "rounds": self.metrics_json()}
        return Model(self.game.name, self.settings.net, notes, self.net)

    def step(self) -> Round:
        """Play a round, and fit the net to the window."""
        begun, number, teacher, settings = time.perf_counter(), len(self.metrics_), self.net, self.settings
        rng = self._rng(number)
        results = self.simulator.play(self._plans(number, teacher, rng))
        found = merge([result.examples for result in results])
        if not len(found.keys):
            raise InputError(f"no state in {len(results)} matches is quiet, so there is nothing to learn from")
        error = float(np.mean((predict(self.net, found.inputs) - found.values) ** 2))
        self.remember(Kept(number, teacher, narrowed(found)))
        self.net = fit(
            self.net, self.joined("inputs"), self.joined("values"),
            epochs=settings.last_epochs if number == settings.rounds else settings.epochs,
            rate=settings.rate, rng=rng, symmetries=self.game.symmetries,
            fixed=("view",) if settings.start else ("view", "link"),
        )  # fmt: skip
        before = self.metrics_[-1] if self.metrics_ else NO_ROUND
        decided = float(np.mean([result.outcome != 0 for result in results]))
        seconds = round(before.seconds + time.perf_counter() - begun, 3)
        return Round(number, before.matches + len(results), len(found.keys), decided, error, seconds)

    def _first_weights(self) -> Any:
        net, start = self.settings.net, self.settings.start
        if start is None:
            return self._random_net([self.seed, NETS_SEED])
        model = weights_file.load_for(start, self.game)
        if model.evaluator != net:
            raise InputError(f"{start} is an {model.evaluator}, not an {net}; use --net {model.evaluator}")
        if net == "mlp" and model.weights.view[0] != mlp.MOVER:
            raise InputError(f"{start} does not see the board from the view of the side to move, as the examples do")
        return model.weights

    def _random_net(self, seed: Any) -> Any:
        return NETS[self.settings.net].random_weights(self.game.variables, seed, *self.settings.layers())

    def _rng(self, number: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, GAMES_SEED, number])

    def _plans(self, number: int, teacher: Any, rng: np.random.Generator) -> list[Plan]:
        settings = self.settings
        untaught = number == 0 and settings.start is None
        plans = []
        for _ in range(settings.first_matches if number == 0 else settings.matches):
            state = random_state(self.game, int(rng.integers(settings.opening_plies + 1)), rng)
            net = self._random_net(rng) if untaught else teacher
            depth, trace = (1, 1.0) if untaught else (settings.depth, settings.trace)
            dice = dice_seed(self.game, rng)
            plans.append(
                Plan(net, net, state, settings.nodes, depth, growth=0.0, trace=trace, is_linear=False, quiet=True,
                     dice=dice, every_roll=settings.every_roll)
            )  # fmt: skip
        return plans

    def make_again(self, number: int, teacher: Any) -> Arrays:
        results = self.simulator.play(self._plans(number, teacher, self._rng(number)))
        return narrowed(merge([result.examples for result in results]))

    def state(self) -> Arrays:
        return {**super().state(), **dict(named("net", self.net))}

    def restore(self, arrays: Arrays, notes: dict[str, Any]) -> None:
        super().restore(arrays, notes)
        self.net = net_of(arrays, "net", type(self.net))


def narrowed(found: Examples) -> Arrays:
    """Return inputs and values, with inputs in half precision where that is exact."""
    narrow = found.inputs.astype(np.float16)
    return {"inputs": narrow if np.array_equal(narrow, found.inputs) else found.inputs, "values": found.values}
