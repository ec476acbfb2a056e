"""Train a net to predict the moves of Othello experts from their games (docs/othello.md)."""

import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...data.othello.expert_moves import Archive, ExpertMoves, find_folder, read_folder
from ...data.othello.splits import MoveSet, Split, strict_split, whole_split
from ...evaluators.othello_patterns import pattern_net
from ...evaluators.othello_patterns.pattern_net import Weights
from ...evaluators.weights_file import Model
from ...parallel.ordered_map import worker_count
from ..curves import Curve, Point, accuracy_point
from ..learner import Learner, ranker_advice, setting
from . import schedule
from .schedule import PARTS, TEACHER_PARTS, Schedule, learn_values, ranks

NET = "pattern_net"
TESTED = 20_000
"""Moves of each test set that are ranked after every part."""


class Part(NamedTuple):
    """The metrics of a net, or of a teacher, after a part of its run."""

    part: int
    learner: str
    examples: int
    """Seen so far."""
    found: float
    """The share of moves of this part ranked first before training on them, with dropout."""
    error: float
    """Mean of -log of the probability of the move played."""
    tests: dict[str, float]
    """The share of moves ranked first, by test set."""
    seconds: float
    """So far."""
    tested: int = 0
    """Moves of the first of these parts of test sets."""


@dataclass(frozen=True)
class Settings(schedule.Settings):
    """The training data and hyperparameters."""

    data: str | Path | Archive | Split | None = setting(
        None, "The folder of WThor files; default: othello/wthor in $FOURFOLD_DATA.", metavar="DIR"
    )
    test: bool = setting(True, "Hold out games and moves for testing.")


class PolicyLearner(Learner):
    """Trains a net to predict expert moves.

    With one worker the same seed gives the same net. Several workers update one table without locking, so no two such
    runs are bit-identical.
    """

    Settings, Metrics = Settings, Part
    metrics_name, unit, labels = "parts", "parts", ("moves", "held-out moves of experts that it ranks first")
    save_seconds = 60.0  # all of it is 200 MB
    games = ("othello",)
    sizes = {}
    example = "othello --data wthor/ --out runs/othello"

    def start(self) -> None:
        self.workers = worker_count(self.workers)
        self.samples = {name: sample(test, self.seed) for name, test in self.split.tests.items()}
        self.learned = len(Schedule.triples_of(self.split.train))
        self.values: np.ndarray | None = None

    @cached_property
    def data(self) -> str | Path | Archive | Split:
        given = self.settings.data
        return find_folder(given) if given is None else given

    @cached_property
    def split(self) -> Split:
        """The training and test sets; a given split is used unchanged."""
        if isinstance(self.data, Split):
            return self.data
        archive = self.data if isinstance(self.data, Archive) else read_folder(self.data)
        return (strict_split if self.settings.test else whole_split)(archive, self.seed)

    @cached_property
    def schedule(self) -> Schedule:
        values = learn_values(self.split.results, self.seed) if self.values is None else self.values
        assert isinstance(self.workers, int)
        return Schedule(self.split.train, self.settings, self.seed, self.workers, values)

    def is_finished(self) -> bool:
        return len(self.metrics_) >= self.total()

    def total(self) -> int:
        """Return the number of parts, including those of teachers."""
        return int(self.settings.teachers * TEACHER_PARTS + self.settings.members * PARTS)

    def progress(self) -> tuple[int, str]:
        last = self.metrics_[-1]
        tests = "".join(f", {name} {share:.1%}" for name, share in last.tests.items())
        return last.part, f"{last.learner}: found {last.found:.1%}{tests}"

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        """Return the share of held-out moves that are ranked first, or of moves before they are learned from.

        Teachers and members of a net learn one after the other.
        """
        points, before = list[Point](), 0
        for each, last in zip(metrics, [None, *metrics], strict=False):
            if last and last.get("learner") != each.get("learner"):
                before += last["examples"]
            share = next(iter(each["tests"].values())) if each["tests"] else each["found"]
            points.append(accuracy_point(before + each["examples"], share, each.get("tested", 0)))
        return points

    @property
    def curve_(self) -> Curve:
        """The learning curve, and in the end what the whole test set says."""
        curve, tests = super().curve_, getattr(self, "tests_", {})
        if not tests:
            return curve
        name, share = next(iter(tests.items()))
        size = self.split.tests[name].size
        test = accuracy_point(curve.points[-1].x, share, size)
        return curve._replace(tests=[test], tests_label=f"final test: all {size:,} held-out moves of {name}")

    def yardstick(self) -> None:
        """Return nothing: every part is tested on held-out moves."""

    def step(self) -> Part:
        begun, number = time.perf_counter(), len(self.metrics_)
        before = self.metrics_[-1].seconds if self.metrics_ else 0.0
        found, error = self.schedule.learn(number)
        tests = {name: self.schedule.accuracy(test) for name, test in self.samples.items()}
        seconds = round(before + time.perf_counter() - begun, 3)
        tested = next((sample.size for sample in self.samples.values()), 0)
        return Part(number + 1, *self.schedule.progress(number), found, error, tests, seconds, tested)

    def state(self) -> dict[str, np.ndarray]:
        return self.schedule.state()

    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        self.values = arrays["values"]
        self.schedule.restore(arrays)

    def model(self) -> Model:
        # a model may be given away: where the games were is nobody's business
        config = self.config()
        told = {
            "config": {**config, "data": Path(config["data"]).name},
            "parts": [list(each) for each in self.metrics_],
        }
        return Model(self.game.name, NET, told, pattern_net.pack(self.schedule.net))

    @property
    def weights_(self) -> Weights:
        """The net as it is read from its model."""
        return pattern_net.unpack(pattern_net.pack(self.schedule.net))

    def finish(self) -> bool:
        weights = self.weights_
        self.tests_ = {name: measured(weights, test.take()) for name, test in self.split.tests.items()}
        return bool(self.tests_)

    def summary(self) -> list[str]:
        last = self.metrics_[-1]
        lines = [f"{last.examples:,} moves in {last.seconds:.1f} s, error {last.error:.4f}"]
        return lines + [
            f"of the moves of the test {name} it ranks first: {share:.2%}" for name, share in self.tests_.items()
        ]

    def advice(self) -> list[str]:
        return ranker_advice(self, "DIR, with games")

    def result(self) -> dict[str, Any]:
        return {"tests": self.tests_, **super().result()}

    def config(self) -> dict[str, Any]:
        settings = {name: value for name, value in vars(self.settings).items() if name != "data"}
        data = str(self.data) if isinstance(self.data, str | Path) else type(self.data).__name__.lower()
        about = {"method": "policy", "game": self.game.spec, "data": data, "examples": self.learned}
        return {**about, "seed": self.seed, **settings}


def sample(test: MoveSet, seed: int) -> ExpertMoves:
    """Return some moves of a test set."""
    order = np.random.default_rng(seed).permutation(test.size)[:TESTED]
    return test.take(np.sort(order))


def measured(weights: Weights, moves: ExpertMoves) -> float:
    """Return the share of the moves that a net ranks first."""
    return float(np.mean(ranks(pattern_net.make_ranker(weights), moves) == 0))
