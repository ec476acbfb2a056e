"""The contract of a learner, and the training loop.

A learner is one file with one class derived from `Learner`. The command line, `fourfold.train`, the browser, `fourfold
runs` and the learning curves use nothing but this contract (docs/add-a-learner.md is the manual).
"""

import math
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import asdict, dataclass, fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from ..binding.bind import bind
from ..binding.source_file import fault_in, is_loaded_file
from ..errors import InputError
from ..evaluators import weights_file
from ..evaluators.evaluator import evaluator_module
from ..evaluators.weights_file import Model
from ..games.interface.game import Game
from ..parallel import interrupts
from ..parallel.ordered_map import Workers
from ..storage.array_files import MODEL
from ..storage.checkpoints import Checkpoint
from ..storage.progress import ProgressWriter
from ..storage.run_folder import Run, open_run
from . import earlier
from .curves import Curve, Point, write_curve
from .measurements import MOMENTS, Measurements
from .settings import NoSettings, check_least, default_settings, is_required
from .settings import setting as setting  # learners outside of this package have it from here
from .shown_game import write_game
from .yardstick import AgainstUntaught, Yardstick, nodes_for

Sizes = dict[str, dict[str, Any]]
MEASUREMENTS, SECONDS, MEASURED = "measurements", "seconds_spent", "seconds_measured"
"""What those of a run are called in a checkpoint."""
MAX_PLIES = 400
"""A game that is longer is drawn, in those of a curve."""


class Progress(NamedTuple):
    """The progress of a training run."""

    done: int
    total: int
    text: str
    """The current result, as text."""
    news: str = ""
    """A line worth keeping, if there is one."""

    @property
    def share(self) -> float:
        return min(self.done / self.total, 1.0) if self.total else 0.0


class Step(NamedTuple):
    """The default metrics of a step."""

    done: int
    """Units so far."""
    error: float


class Learner(ABC):
    """Learns a game. Settings go into the constructor, the game into `fit`; learned attributes end in `_`.

    `out` is the run folder; with the same settings and folder, an interrupted run resumes.
    """

    Settings: ClassVar[type] = NoSettings
    """A class whose fields are all `setting`s."""
    Metrics: ClassVar[Any] = Step
    """A NamedTuple, the metrics of a step; by default the first counts units and the second is the curve."""
    metrics_name: ClassVar[str] = "steps"
    """The key of their list in JSON results."""
    unit: ClassVar[str] = "steps"
    """What progress counts."""
    labels: ClassVar[tuple[str, str]] = ("steps", "error")
    """The axes of the learning curve: what is counted; and what the metrics show, where no yardstick measures."""
    save_seconds: ClassVar[float] = 0.0
    """The shortest time between two saves; 0: after every step."""
    games: ClassVar[tuple[str, ...]] = ()
    """The names of the games that it can learn; empty: any."""
    sizes: ClassVar[Sizes] = {"minute": {}, "short": {}, "long": {}}
    """Settings for each length offered in the browser; empty: it cannot be started there."""
    title: ClassVar[str] = ""
    """Its title in the browser; empty: its name."""
    about: ClassVar[str] = ""
    """Its description in the browser."""
    example: ClassVar[str] = ""
    """An example of what follows `fourfold train METHOD`, for the help."""
    uses_cluster: ClassVar[bool] = False
    """Whether it can run on a cluster."""

    game: Game
    metrics_: list[Any]
    measurements: Measurements | None = None
    """What the run's yardstick has found so far."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not is_dataclass(cls.Settings):
            cls.Settings = dataclass(frozen=True)(cls.Settings)

    def __init__(
        self,
        *,
        seed: int = 0,
        workers: Workers = None,
        out: str | Path | None = None,
        minutes: float | None = None,
        **settings: Any,
    ) -> None:
        known = {each.name: each for each in fields(self.Settings)}
        if "minutes" in known:  # a learner that plans its work by the time it has
            settings, minutes = {"minutes": minutes, **settings} if minutes is not None else settings, None
        unknown = [name for name in settings if name not in known]
        if unknown:
            raise InputError(f"{method_of(type(self))} has no setting {unknown[0]}; choose from {', '.join(known)}")
        missing = [name for name, each in known.items() if name not in settings and is_required(each)]
        if missing:
            raise InputError(f"{method_of(type(self))} needs {missing[0]}")
        self.settings: Any = self.Settings(**settings)
        check_least(self.settings)
        if minutes is not None and not 0.0 < minutes < math.inf:
            raise InputError(f"minutes={minutes:g} must be above 0")
        self.seed, self.workers = seed, workers
        self.out = None if out is None else Path(out)
        self.minutes = minutes
        """The time after which learning ends, whatever is left; such a run cannot be repeated exactly."""
        self._seconds, self._begun = 0.0, 0.0
        self._measured = 0.0
        """The seconds spent when the curve got its last point."""

    @abstractmethod
    def start(self) -> None:
        """Prepare to learn `self.game`: read the data, make the initial net."""

    @abstractmethod
    def step(self) -> Any:
        """Train for a few seconds and return the Metrics; None if there is nothing to measure yet."""

    @abstractmethod
    def state(self) -> dict[str, np.ndarray]:
        """Return all arrays needed to resume."""

    @abstractmethod
    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        """Restore what `state` and `notes` returned; `start` has been called, and `metrics_` is restored."""

    @abstractmethod
    def model(self) -> Model:
        """Return what has been learned so far: the game's name, that of the evaluator, notes and weights.

        Before the first step it is the net that learning begins with.
        """

    def total(self) -> int:
        """Return the largest number of units: by default the setting with the name of the unit."""
        return int(getattr(self.settings, self.unit))

    def is_finished(self) -> bool:
        """Return whether training is complete: by default, whether the first metric has reached the total."""
        return bool(self.metrics_) and self.metrics_[-1][0] >= self.total()

    def progress(self) -> tuple[int, str]:
        """Return the units done, and the current result as text; at least one step has been made."""
        last = self.metrics_[-1]
        texts = (f"{value:.4g}" if isinstance(value, int | float) else str(value) for value in last[1:])
        return last[0], ", ".join(f"{name} {text}" for name, text in zip(last._fields[1:], texts, strict=True))

    def news(self) -> str:
        """Return a line about the last metrics that is worth keeping; empty: the progress tells enough."""
        return ""

    def notes(self) -> dict[str, Any]:
        """Return what must be stored besides the arrays of `state`, as JSON."""
        return {}

    def finish(self) -> bool:
        """Do the work after the last step; return whether there is something new to save."""
        return False

    def yardstick(self) -> Yardstick | None:
        """Return what measures the model for the learning curve; `start` has been called, and nothing was learned.

        A model that values positions meets a net that was taught nothing; for others the metrics make the curve.
        """
        from .games_between_nets import Contests  # takes a while

        start = self.model()
        if not weights_file.values_positions(start.evaluator):
            return None
        player, evaluator = f"alphabeta:nodes={nodes_for(self.game)}", evaluator_module(start.evaluator).module
        arena = Contests(self.game, player, 0, MAX_PLIES, self.workers, evaluator)
        return AgainstUntaught(self.game, arena, start)

    def keep(self, folder: Path) -> None:  # noqa: B027 (most have nothing to write)
        """Write additional files into the run folder, before every checkpoint."""

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        """Return the points of the learning curve, if no yardstick measures the model: the first two of the metrics."""
        return [Point(*list(each.values())[:2]) for each in metrics]

    @classmethod
    def old_curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> Curve:
        """Return the curve of a run of 0.1.0, which kept none."""
        return Curve(*cls.labels, cls.curve(metrics, config))

    @property
    def curve_(self) -> Curve:
        """The learning curve so far."""
        if self.measurements:
            return self.measurements.curve(self.labels[0])
        return Curve(*self.labels, self.curve(self.metrics_json(), self.config()))

    def summary(self) -> list[str]:
        """Return lines that summarise the result."""
        done, text = self.progress()
        return [f"{done:,} {self.unit} of {self.game.name}: {text}"]

    def advice(self) -> list[str]:
        """Return lines that say what to do next."""
        game, player = self.game.spec, f"alphabeta:eval={self.out}"
        measure = f"{player},nodes=500 alphabeta:nodes=500,eval=untrained"
        return [
            f"play against it:  fourfold play {game} --player {player}",
            f"measure it:       fourfold match {measure} --game {game}",
            f"what it is worth: fourfold worth {game} --player {player},seconds=0.05",
        ]

    def result(self) -> dict[str, Any]:
        """Return the JSON result."""
        return {self.metrics_name: self.metrics_json()}

    def config(self) -> dict[str, Any]:
        """Return the settings that a run depends on, available after `start`: a run resumes only with the same."""
        return {
            "method": method_of(type(self)), "game": self.game.spec, "seed": self.seed, **asdict(self.settings)
        }  # fmt: skip

    def defaults(self) -> dict[str, Any]:
        """Return what a run had for settings that came later than the run, available after `start`."""
        return default_settings(self.Settings)

    def checkpoint_number(self) -> int:
        """Return a number that grows from checkpoint to checkpoint."""
        return len(self.metrics_)

    @property
    def weights_(self) -> Any:
        """The learned weights."""
        return self.model().weights

    @classmethod
    def fits(cls, game: Game) -> bool:
        """Return whether it can learn a game."""
        return (not cls.games or game.shipped_name in cls.games) and not cls.why_not(game)

    @classmethod
    def why_not(cls, game: Game) -> str:
        """Return what a game lacks to be learned in this way; empty if it lacks nothing."""
        return ""

    @classmethod
    def endless(cls, game: Game) -> dict[str, Any]:
        """Return settings with which it learns a game until a time is up, in small steps."""
        return {}

    def bind(self, *kernels: ModuleType, evaluator: ModuleType | None = None) -> Any:
        """Return the functions of the learner's own file and of kernels, compiled with the game's rules."""
        return bind(sys.modules[type(self).__module__], *kernels, game=self.game.module, evaluator=evaluator)

    def metrics_json(self) -> list[dict[str, Any]]:
        return [each._asdict() for each in self.metrics_]

    def read_metrics(self, value: Any) -> Any:
        """Return the Metrics stored as value."""
        return self.Metrics(**value) if isinstance(value, dict) else self.Metrics(*value)

    def fit(self, game: Game, progress: Callable[[Progress], None] | None = None) -> Self:
        """Learn game and return self; progress is called after every step."""
        with closing(self.steps(game)) as steps:
            for reached in steps:
                if progress:
                    progress(reached)
        return self

    def steps(self, game: Game, is_measured: bool = True) -> Generator[Progress, None, None]:
        """Learn game, and yield the progress after every step; whoever wants no more closes the generator.

        Without measurements no games are played for the learning curve.
        """
        module = sys.modules[type(self).__module__]
        try:
            yield from self._steps(game, is_measured)
        except (InputError, interrupts.Stopped):
            raise
        except Exception as error:
            if not is_loaded_file(module):
                raise
            path = str(module.__file__)
            raise InputError(f"{path} failed: {fault_in(path, error)}") from error

    def _steps(self, game: Game, is_measured: bool) -> Generator[Progress, None, None]:
        check_game(self, game)
        self.game, self.metrics_ = game, []
        self.start()
        self._seconds, self._measured, self._begun = 0.0, 0.0, time.monotonic()
        with open_run(self.out, self.config(), self.defaults()) as run:
            self.measurements = self._first_measurements(run) if is_measured else None
            if run.checkpoint:
                self._take_up(run, run.checkpoint)
            with ProgressWriter(run.folder, *self.amount()) as writer:
                yield from self._learn(run, writer)
                is_new = self.finish()
                if self.measurements:
                    is_new |= self._measure_last(self.measurements)
                if is_new:
                    self._save(run)
                writer.finish(self._measured)

    def _first_measurements(self, run: Run) -> Measurements | None:
        """Return the beginning of a curve, if there is a folder to keep it; a run without one goes on without."""
        if run.folder is None or (run.checkpoint and MEASUREMENTS not in run.checkpoint.notes):
            return None
        yardstick = self.yardstick()
        return None if yardstick is None else Measurements(yardstick)

    def _take_up(self, run: Run, checkpoint: Checkpoint) -> None:
        try:
            self._seconds, self._measured = (checkpoint.notes.get(name, 0.0) for name in (SECONDS, MEASURED))
            self.metrics_ = [self.read_metrics(value) for value in checkpoint.notes[self.metrics_name]]
            self.restore(checkpoint.arrays, checkpoint.notes)
            if self.measurements:
                self.measurements.restore(checkpoint.notes[MEASUREMENTS])
        except (KeyError, TypeError):
            if is_loaded_file(sys.modules[type(self).__module__]):
                raise
            raise InputError(
                f"{run.folder} has a run of another version of Fourfold: its model still plays, but it cannot be"
                " resumed; use another folder"
            ) from None
        self._save(run)

    def _learn(self, run: Run, writer: ProgressWriter) -> Generator[Progress, None, None]:
        saved = time.monotonic()
        before = self._reached(self.progress()[0]) if self.metrics_ and self.measurements else 0
        if not self.metrics_:
            self._keep_earlier(run, -1, 0)
        while not self._is_over():
            measured = self.step()
            if measured is not None and not isinstance(measured, self.Metrics):
                raise TypeError(f"step returned {measured!r:.80}, not a {self.Metrics.__name__}")
            if measured is not None:
                self.metrics_.append(measured)
            spent = self.seconds_spent()
            if not self.measurements:
                self._measured = spent
            done, text = self.progress()
            reached, total = self._reached(done), self.amount()[0]
            if not self._is_over():
                self._keep_earlier(run, before, reached)
            before = reached
            if self.measurements and not self._is_over() and self._is_measured_now(reached, total):
                self.measurements.add(done, self.model())
                self._measured = spent
            is_due = measured is not None and time.monotonic() - saved >= self.save_seconds
            if is_due or self._is_over() or interrupts.asked():
                self._save(run)
                saved = time.monotonic()
            writer.note(reached, text, self._measured)
            yield Progress(reached, total, text, "" if measured is None else self.news())
            interrupts.check()

    def _reached(self, done: int) -> int:
        """Return how much of the amount is done, by the units done or the time spent."""
        return done if self.minutes is None else round(self.seconds_spent())

    def _keep_earlier(self, run: Run, before: int, reached: int) -> None:
        """Keep the net if a share of the work was done in between; where nothing is measured, nobody looks back."""
        total, things = self.amount()
        percent = earlier.due(before, reached, total) if self.measurements else None
        if run.folder and percent is not None:
            earlier.keep(run.folder, percent, earlier.Work(reached, total, things), self.model())

    def _measure_last(self, measurements: Measurements) -> bool:
        """Measure the final model, unless that has been done; return whether it has been now."""
        spent = self.seconds_spent()
        is_new = measurements.finish(self.progress()[0], self.model())
        self._measured = spent if is_new else self._measured
        return is_new

    def seconds_spent(self) -> float:
        """Return how long learning has taken so far, before an interruption and after it."""
        return self._seconds + time.monotonic() - self._begun

    def amount(self) -> tuple[int, str]:
        """Return how much there is to do, and in what unit: seconds if a time is given."""
        return (self.total(), self.unit) if self.minutes is None else (round(60 * self.minutes), "seconds")

    def _is_over(self) -> bool:
        """Return whether all is learned or the time is up; something is learned in any case."""
        is_late = self.minutes is not None and self.seconds_spent() >= 60 * self.minutes
        return self.is_finished() or (is_late and bool(self.metrics_))

    def _is_measured_now(self, reached: int, total: int) -> bool:
        """Return whether the curve gets a point: by the work done, or by the time spent if that ends learning."""
        assert self.measurements is not None
        if self.minutes is None:
            return self.measurements.is_due(reached, total)
        due = sum(share * total <= reached for share in MOMENTS)
        return len(self.measurements.points) <= due

    def _save(self, run: Run) -> None:
        """Write products, then the checkpoint: products may be ahead of it after a kill, and never behind it."""
        if run.folder is None:
            return
        metrics = self.metrics_json()
        self.keep(run.folder)
        run.write_metrics(metrics)
        write_curve(run.folder, self.curve_)
        weights_file.save_model(run.folder / MODEL, self.model())
        seconds = {SECONDS: self.seconds_spent(), MEASURED: self._measured}
        notes = {self.metrics_name: metrics, **seconds, **self.notes()}
        if self.measurements:
            notes[MEASUREMENTS] = self.measurements.to_json()
        if self.measurements and self.measurements.game:
            write_game(run.folder, self.measurements.game)
            self.measurements.game = None  # it is written once
        run.save(self.checkpoint_number(), notes, self.state())


def method_of(kind: type[Learner]) -> str:
    """Return the name of a learner: that of its folder, or of a user's file."""
    room, _, module = kind.__module__.rpartition(".")
    if module == "learner" and room.startswith(__package__):
        return room.rpartition(".")[2]
    return Path(sys.modules[kind.__module__].__file__ or module).name


def check_game(learner: Learner, game: Game) -> None:
    """Raise InputError for a game that the learner cannot learn."""
    method, reason = method_of(type(learner)), learner.why_not(game)
    if reason:
        raise InputError(f"{method} cannot learn {game.name}: {reason}")
    if not learner.fits(game):
        raise InputError(f"{method} learns {', '.join(learner.games)} only, not {game.name}")


def ranker_advice(learner: Learner, data: str) -> list[str]:
    """Return what to do next with a model that ranks moves; data is what to measure it on."""
    return [
        f"play against it:  fourfold play {learner.game.spec} --player policy:model={learner.out}",
        f"measure it:       fourfold accuracy {learner.out} --data {data} that it has not seen",
    ]
