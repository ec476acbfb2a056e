"""Fit a net to the outcomes of its own games, round after round, starting from random play (docs/outcome.md)."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ...evaluators import mlp, weights_file
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...matches.openings import random_state
from ...players.aim import POINTS, WIN
from ...players.describe import plural
from ...search.alphabeta import MAX_PLY
from ...storage.run_folder import is_run, read_config
from ..curves import Point
from ..games_between_nets import Plan, Simulator, dice_seed
from ..learner import method_of
from ..nhb.examples import Examples, average, merge
from ..settings import default_settings, setting
from ..value_nets.nets import Nets, kind_for, kind_of, units_of
from ..window_learner import NO_END, Arrays, Kept, WindowLearner, named, net_of
from ..yardstick import AgainstUntaught, Yardstick

ROUNDS = {"rounds": 28, "first_matches": 12_000, "matches": 4_000}
SMALL_ROUNDS = {"rounds": NO_END, "first_matches": 1_000, "matches": 500}
"""Where a time ends learning."""
USUAL = {"depth": MAX_PLY, "opening_plies": 10, "units": "", "target": WIN, "every_roll": False, "max_plies": 160}
"""What is not said otherwise, by the user or for a net or a game."""
DICE = {"depth": 1, "opening_plies": 0, "target": POINTS, "trace": 0.7, "window": 150_000, "epochs": 1,
        "max_plies": 1000, "units": "80,10"}  # fmt: skip
"""What does better in a game of chance that counts points."""
NODES, NODES_A_MOVE = 200, 3
"""Of a search, at least: all in all, and for each move that begins a game."""
OF_0_1_0 = {"trace": 1.0, "every_roll": False, "target": WIN, "depth": MAX_PLY, "units": ""}
"""What runs of version 0.1.0 do not say."""
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

    rounds: int | None = setting(
        None, "Rounds of self-play after the first; default: 28, or as many as the minutes allow.", metavar="N", least=1
    )
    first_matches: int | None = setting(
        None, "Matches in the first round, between random nets; default: 12,000, or 1,000 with --minutes.",
        metavar="N", least=1,
    )  # fmt: skip
    matches: int | None = setting(
        None, "Matches in each later round; default: 4,000, or 500 with --minutes.", metavar="N", least=1
    )
    nodes: int | None = setting(
        None, "Search nodes per move in these matches; default: 200, or three for each first move.",
        metavar="N", least=1,
    )  # fmt: skip
    depth: int | None = setting(
        None, "Search depth per move in these matches; default: any, or 1 where dice decide about points.",
        metavar="N", least=1,
    )  # fmt: skip
    opening_plies: int | None = setting(
        None, "Matches start after up to this many random moves; default: 10, or 0 with dice and points.",
        metavar="N", least=0,
    )  # fmt: skip
    window: int | None = setting(
        None, "How many of the newest examples the net is fitted to; default, here and below: what suits net and game.",
        metavar="N", least=1,
    )  # fmt: skip
    epochs: int | None = setting(None, "Epochs of fitting after each round.", metavar="N", least=1)
    last_epochs: int | None = setting(None, "Epochs after the last round, which settle the net.", metavar="N", least=1)
    rate: float | None = setting(None, "Learning rate.", metavar="X")
    net: str | None = setting(
        None, "mlp (two hidden layers), slfn (one) or tuple_net (lines and boxes).", metavar="KIND"
    )
    units: str | None = setting(None, "Units of the hidden layers, such as 80,10.", metavar="N[,N]")
    target: str | None = setting(None, "What matches are played for and nets foretell: win or points.", metavar="AIM")
    trace: float | None = setting(None, "TD's lambda: 1 learns from outcomes, less from later values too.", metavar="X")
    every_roll: bool | None = setting(None, "With a trace below 1: value a state before a roll by all rolls.")
    start: str | None = setting(None, "Start from this net.", metavar="MODEL")
    max_plies: int | None = setting(None, "A longer match is a draw.", metavar="N", least=1)

    def __post_init__(self) -> None:
        if any(share is not None and not 0.0 <= share <= 1.0 for share in (self.rate, self.trace)) or self.rate == 0.0:
            raise InputError("rate and trace must be between 0 and 1")
        if self.net is not None:
            units_of(kind_of(self.net), self.units or "")

    def kind(self, game: Game) -> type[Nets]:
        """Return the kind of net to learn: the one that is wanted, or goes on learning, or suits the game."""
        if self.net or self.start:
            return kind_of(self.net or weights_file.load_for(str(self.start), game).evaluator)
        return kind_for(game, self.units or "")

    def filled(self, usual: dict[str, Any]) -> "Settings":
        """Return them with what is usual where nothing is said."""
        return replace(self, **{name: value for name, value in usual.items() if getattr(self, name) is None})

    def filled_for(self, game: Game) -> "Settings":
        """Return them with what is usual for the game where nothing is said."""
        kind = self.kind(game)
        nodes = max(NODES, NODES_A_MOVE * len(game.moves(game.first_choice())))
        usual = {**USUAL, "net": kind.name, "nodes": nodes, **kind.fitting._asdict()}
        return self.filled(usual | (DICE if game.most_chances and game.most_points else {}))


class OutcomeLearner(WindowLearner):
    """Learns a game from its rules alone.

    The first round is played by random nets that search one ply; the others by the net against itself. Matches start
    with random moves. The quiet states of each match are examples; their values, by TD, are what searches found on the
    way and the outcome. After every round the net is fitted to the newest examples, the window.
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

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.given: Settings = self.settings.filled(ROUNDS if self.minutes is None else SMALL_ROUNDS)
        self.settings = self.given

    def start(self) -> None:
        super().start()
        self.settings = self.given.filled(self._kept_settings()).filled_for(self.game)
        self.nets = kind_of(self.settings.net)(self.game)
        self.units = units_of(type(self.nets), self.settings.units)
        self.net = self._first_weights()
        self.simulator = Simulator(
            self.game, self.settings.max_plies, self.workers, evaluator=self.nets.module,
            aim=self.settings.target,
        )  # fmt: skip

    def _kept_settings(self) -> dict[str, Any]:
        """Return the settings of the run that goes on, if there is one: what suits a game may have changed since."""
        if self.out is None or not is_run(self.out):
            return {}
        kept = {**OF_0_1_0, **read_config(self.out)[0]}
        is_own = kept.get("method") == method_of(type(self))
        return {name: value for name, value in kept.items() if is_own and name in default_settings(Settings)}

    def defaults(self) -> dict[str, Any]:
        return {**super().defaults(), **asdict(self.settings)}

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
        return Model(self.game.name, self.nets.name, notes, self.net)

    def step(self) -> Round:
        """Play a round, and fit the net to the window."""
        begun, number, teacher, settings = time.perf_counter(), len(self.metrics_), self.net, self.settings
        rng = self._rng(number)
        results = self.simulator.play(self._plans(number, teacher, rng))
        found = self._joined([result.examples for result in results])
        if not len(found.keys):
            raise InputError(f"no state in {len(results)} matches is quiet, so there is nothing to learn from")
        error = float(np.mean((self.nets.predict(self.net, found.inputs) - found.values) ** 2))
        self.remember(Kept(number, teacher, narrowed(found)))
        self.net = self.nets.fit(
            self.net, self.joined("inputs"), self.joined("values"),
            epochs=settings.last_epochs if number == settings.rounds else settings.epochs,
            rate=settings.rate, rng=rng,
            fixed=("view",) if settings.start else ("view", "link"),
        )  # fmt: skip
        before = self.metrics_[-1] if self.metrics_ else NO_ROUND
        decided = float(np.mean([result.outcome != 0 for result in results]))
        seconds = round(before.seconds + time.perf_counter() - begun, 3)
        return Round(number, before.matches + len(results), len(found.keys), decided, error, seconds)

    def _joined(self, parts: Sequence[Examples]) -> Examples:
        """Return the examples of matches, one per state: the mean of its TD targets, or one of its outcomes."""
        return average(parts) if self.settings.trace < 1.0 else merge(parts)

    def _first_weights(self) -> Any:
        net, start = self.nets.name, self.settings.start
        if start is None:
            return self._random_net([self.seed, NETS_SEED])
        model = weights_file.load_for(start, self.game)
        if model.evaluator != net:
            raise InputError(f"{start} is an {model.evaluator}, not an {net}; use --net {model.evaluator}")
        if net == "mlp" and model.weights.view[0] != mlp.MOVER:
            raise InputError(f"{start} does not see the board from the view of the side to move, as the examples do")
        return model.weights

    def _random_net(self, seed: Any) -> Any:
        return self.nets.untrained(seed, *self.units)

    def _rng(self, number: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, GAMES_SEED, number])

    def _plans(self, number: int, teacher: Any, rng: np.random.Generator) -> list[Plan]:
        settings = self.settings
        untaught = number == 0 and settings.start is None
        plans, random_nets = list[Plan](), list[Any]()
        for match in range(settings.first_matches if number == 0 else settings.matches):
            state = random_state(self.game, int(rng.integers(settings.opening_plies + 1)), rng)
            if untaught and len(random_nets) < self.nets.most_random:
                random_nets.append(self._random_net(rng))
            net = random_nets[match % len(random_nets)] if untaught else teacher
            depth, trace = (1, 1.0) if untaught else (settings.depth, settings.trace)
            dice = dice_seed(self.game, rng)
            plans.append(
                Plan(net, net, state, settings.nodes, depth, growth=0.0, trace=trace, is_linear=False, quiet=True,
                     dice=dice, every_roll=settings.every_roll)
            )  # fmt: skip
        return plans

    def make_again(self, number: int, teacher: Any) -> Arrays:
        results = self.simulator.play(self._plans(number, teacher, self._rng(number)))
        return narrowed(self._joined([result.examples for result in results]))

    def state(self) -> Arrays:
        return {**super().state(), **dict(named("net", self.net))}

    def restore(self, arrays: Arrays, notes: dict[str, Any]) -> None:
        super().restore(arrays, notes)
        self.net = net_of(arrays, "net", type(self.net))


def narrowed(found: Examples) -> Arrays:
    """Return inputs and values, with inputs in half precision where that is exact."""
    narrow = found.inputs.astype(np.float16)
    return {"inputs": narrow if np.array_equal(narrow, found.inputs) else found.inputs, "values": found.values}
