"""Train a torch network on games of Othello experts (docs/othello-networks.md)."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...data.othello import expert_moves, splits
from ...data.othello.prediction_quality import Quality
from ...data.othello.splits import Split
from ...errors import InputError
from ...evaluators.torch_othello import predictor
from ...evaluators.torch_othello.torch_import import import_torch
from ...evaluators.weights_file import Model
from ..curves import Point, accuracy_point
from ..learner import Learner, ranker_advice
from ..settings import setting
from . import schedule
from .schedule import Lesson, Mark, Schedule

STRICT = "strict"
SETS = (*splits.NAMES, STRICT)
"""The training sets: those of the expert-moves paper, and one that keeps symmetric copies of test positions out."""
EPOCHS = {"original": 24, "unique": 24, "original-s": 6, "unique-s": 6, STRICT: 6}
"""As in the expert-moves paper."""
PARTS = 1000
"""Units of progress in a run."""


@dataclass(frozen=True)
class Settings(schedule.Settings):
    """The training data and hyperparameters."""

    epochs: float | None = setting(  # type: ignore[assignment]  # a number once it is known which set
        None, "The expert-moves paper's if not given.", metavar="X", least=1
    )
    data: str | Path | Split | None = setting(
        None, "The folder of WThor files; default: othello/wthor in $FOURFOLD_DATA.", metavar="DIR"
    )
    set_name: str = setting(
        "unique-s", "original, unique, original-s, unique-s or strict.", flag="--set", metavar="NAME"
    )
    limit: int | None = setting(None, "Train on N randomly chosen examples.", metavar="N", least=1)

    def __post_init__(self) -> None:
        if self.set_name not in SETS:
            raise InputError(f"no set named {self.set_name!r}; choose from {', '.join(SETS)}")
        super().__post_init__()


class NetworkLearner(Learner):
    """Trains a network to predict expert moves, by stochastic gradient descent.

    An interrupted run resumes, and ends with the same weights as one that was not. Every step is a batch; the metrics
    are marks, at which the network is tested.
    """

    Settings, Metrics = Settings, Mark
    metrics_name, unit, labels = "marks", "thousandths", ("moves", "held-out moves of experts that it predicts")
    games = ("othello",)
    sizes = {}
    example = "othello --net conv4 --data wthor/ --minutes 30 --out runs/conv4"

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.settings = replace(self.settings, epochs=self.settings.epochs or EPOCHS[self.settings.set_name])

    def start(self) -> None:
        torch = import_torch()
        if isinstance(self.workers, int):
            torch.set_num_threads(self.workers)
        settings = self.settings
        self.schedule = Schedule(Lesson(self._split(), settings.limit, settings, self.seed), settings)
        self.net_ = self.schedule.net
        self.last: Mark | None = None

    @cached_property
    def data(self) -> str | Path | Split:
        given = self.settings.data
        return expert_moves.find_folder(given) if given is None else given

    def _split(self) -> Split:
        if not isinstance(self.data, str | Path):
            return self.data
        archive = expert_moves.read_folder(self.data)
        if self.settings.set_name == STRICT:
            return splits.strict_split(archive, self.seed)
        return splits.paper_split(archive.moves, self.settings.set_name, self.seed)

    def is_finished(self) -> bool:
        return self.schedule.way >= 1.0

    def total(self) -> int:
        return PARTS

    def progress(self) -> tuple[int, str]:
        last = self.last
        assert last is not None
        tested = self.metrics_[-1].tests if self.metrics_ else {}
        tests = "".join(f", {name} {test.accuracy:.1%}" for name, test in tested.items())
        text = f"epoch {last.epoch:.2f}, {last.speed:,.0f} examples/s, error {last.error:.3f}{tests}"
        return int(PARTS * last.way), text

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        return [
            accuracy_point(each["examples"], next(iter(each["tests"].values()))["accuracy"], each.get("tested", 0))
            for each in metrics
            if each.get("tests")
        ]

    def yardstick(self) -> None:
        """Return nothing: every mark is tested on held-out moves."""

    def step(self) -> Mark | None:
        """Train on a batch; return the mark if the network was tested."""
        self.last = self.schedule.learn()
        if not self.schedule.is_due:
            return None
        tests = self.schedule.test()  # takes time, too: it may be the end of it
        tested = next((moves.size for moves in self.schedule.lesson.tests.values()), 0)
        self.last = self.last._replace(
            tests=tests, way=self.schedule.way, seconds=self.schedule.seconds, tested=tested
        )  # fmt: skip
        self.schedule.begin_mark()
        return self.last

    def state(self) -> dict[str, np.ndarray]:
        return self.schedule.state()

    def notes(self) -> dict[str, Any]:
        since = self.schedule.errors, self.schedule.seen, self.schedule.spent
        return {"step": self.schedule.step, "seconds": self.schedule.seconds, "since": since}

    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        self.schedule.restore(arrays, notes["step"], notes["seconds"])
        self.schedule.errors, self.schedule.seen, self.schedule.spent = notes["since"]

    def checkpoint_number(self) -> int:
        return self.schedule.step

    def model(self) -> Model:
        notes = {"config": self.config(), "last": self.metrics_json()[-1:]}
        return predictor.as_model([self.schedule.member], notes)

    def metrics_json(self) -> list[dict[str, Any]]:
        return [mark_json(mark) for mark in self.metrics_]

    def read_metrics(self, value: Any) -> Mark:
        tests = {name: Quality(**each) for name, each in value["tests"].items()} if value["tests"] else None
        return Mark(**{**value, "tests": tests})

    def summary(self) -> list[str]:
        last = self.metrics_[-1]
        lines = [f"{last.examples:,} examples in {last.seconds:.1f} s, error {last.error:.4f}"]
        for name, test in (last.tests or {}).items():
            lines.append(f"of the moves of the test {name} it predicts: {test.accuracy:.2%}")
        return lines

    def advice(self) -> list[str]:
        return ranker_advice(self, "DIR, with games")

    def config(self) -> dict[str, Any]:
        left_out = ("data", "set_name", "limit")
        settings = {name: value for name, value in vars(self.settings).items() if name not in left_out}
        data = str(self.data) if isinstance(self.data, str | Path) else "split"
        about = {"data": data, "set": self.settings.set_name, "examples": self.schedule.lesson.size}
        return {"method": "networks", "game": self.game.spec, **about, "seed": self.seed, **settings}


def mark_json(mark: Mark) -> dict[str, Any]:
    tests = {name: each._asdict() for name, each in mark.tests.items()} if mark.tests else None
    return {**mark._asdict(), "tests": tests}
