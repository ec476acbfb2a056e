"""Train a net on exact scores to rank Connect Four columns without search (docs/context.md)."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...binding.bind import bind
from ...data.connect_four import labelled_positions
from ...data.connect_four.labelled_positions import Positions, best_columns
from ...errors import InputError
from ...evaluators.connect_four import context_net, contexts
from ...evaluators.evaluator import evaluator_module
from ...evaluators.weights_file import Model
from ...games import connect_four
from ...players.describe import plural
from ..curves import Point
from ..learner import Learner, ranker_advice, setting
from ..ranking_accuracy import measure
from ..yardstick import Share, Yardstick
from . import kernels as context_kernels
from .sorter_torch import Options, SorterTraining

BEST = "best"
"""The one system that is not from the context paper: the sorter, which needs torch."""
NETS = {True: "column_net", False: "context_net"}
WINDOW, LEAST_GAIN = 20, 0.002
"""Training ends when the mean error of this many epochs is not this share below that of the previous ones."""
TESTED = 2000
"""The maximum number of held-out positions to test on."""
EPOCHS, RATE = 1000, 0.1
"""For the systems of the context paper."""


class Epoch(NamedTuple):
    """How the net fared."""

    epoch: int
    error: float
    """The mean loss over the positions."""
    seconds: float
    """So far."""


class Training(Protocol):
    """A net in training on positions."""

    size: int

    def learn(self, epoch: int) -> float:
        """Make one pass over the positions; return the mean error."""

    def weights(self) -> Any: ...

    def state(self) -> dict[str, np.ndarray]: ...

    def restore(self, arrays: dict[str, np.ndarray]) -> None: ...


@dataclass(frozen=True)
class Settings:
    """The settings; None means the default of the system."""

    data: str | Path | Positions = setting(help="Positions with the scores of their moves.", metavar="FILE")
    system: str = setting("S4", "S1 to S4, N20, N40, N60 or C of the context paper; or best.", metavar="NAME")
    epochs: int | None = setting(None, "The most epochs; S, N and C stop once they are flat.", metavar="N", least=1)
    rate: float | None = setting(None, "Learning rate.", metavar="X")
    limit: int | None = setting(None, "Train on the first N positions only.", metavar="N", least=1)
    without: str | Path | None = setting(None, "Leave out positions that are in this file.", metavar="FILE")
    units: int | None = setting(None, "Units of the system best.", metavar="N", least=1)
    few: int | None = setting(None, "Units in the head of the system best.", flag="")
    batch: int | None = setting(None, "Batch size of the system best.", flag="")
    decay: float | None = setting(None, "Weight decay of the system best.", flag="")
    dropout: float | None = setting(None, "Dropout of the system best.", flag="")
    results: float | None = setting(None, "Weight of each column's result in the loss of the system best.", flag="")
    centre: float | None = setting(None, "Extra weight of the most central best column, in the system best.", flag="")

    def __post_init__(self) -> None:
        if self.system not in (*context_net.SYSTEMS, BEST):
            raise InputError(f"no system named {self.system!r}; choose from {', '.join(context_net.SYSTEMS)} and best")
        if self.system == BEST:
            self.options().check()
            return
        if self.rate is not None and not 0.0 < self.rate < 10.0:
            raise InputError(f"rate={self.rate:g} must be between 0 and 10")
        if self.units is not None:
            raise InputError("--units is for --system best; the systems of the context paper have fixed sizes")

    def options(self) -> Options:
        """Return the options of the system best."""
        given = {name: getattr(self, name) for name in Options._fields}
        return Options(**{name: value for name, value in given.items() if value is not None})


class ContextLearner(Learner):
    """Trains a net to find the best column, position by position, until its error stops falling."""

    Settings, Metrics = Settings, Epoch
    metrics_name, unit, labels = "epochs", "epochs", ("epochs", "error on the positions it learns from")
    save_seconds = 5.0  # epochs are short
    games = context_net.GAMES
    sizes = {}
    example = "connect_four --system S4 --data positions.jsonl --out runs/s4"

    def start(self) -> None:
        settings, seed = self.settings, self.seed
        data = read_positions(settings.data, settings.limit, settings.without)
        self.training: Training
        if self.is_best:
            self.training = SorterTraining(data, settings.options(), seed, self.workers)
        else:
            self.training = SystemTraining(data, settings.system, settings.rate or RATE, seed)

    def yardstick(self) -> Yardstick | None:
        """Return the accuracy on positions that are not learned from, if there are any."""
        held_out = self._held_out()
        return None if held_out is None else HeldOutPositions(held_out, self.model())

    def _held_out(self) -> Positions | None:
        """Return positions of the file that is left out, or those behind the limit."""
        settings = self.settings
        if settings.without:
            return labelled_positions.read(settings.without, limit=TESTED)
        if settings.limit is None or isinstance(settings.data, Positions):
            return None
        try:
            rest = labelled_positions.read(settings.data, start=settings.limit, limit=TESTED)
        except InputError:  # there are none
            return None
        rest = rest.without(read_positions(settings.data, settings.limit, None))
        return rest if len(rest) else None

    @property
    def is_best(self) -> bool:
        return bool(self.settings.system == BEST)

    def is_finished(self) -> bool:
        errors = [each.error for each in self.metrics_]
        return len(errors) >= self.total() or (not self.is_best and is_flat(errors))

    def total(self) -> int:
        return self.settings.options().epochs if self.is_best else self.settings.epochs or EPOCHS

    def progress(self) -> tuple[int, str]:
        last = self.metrics_[-1]
        return last.epoch, f"{self.settings.system}: error {last.error:.4f}"

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        return [Point(each["epoch"], each["error"]) for each in metrics]

    def step(self) -> Epoch:
        begun, before = time.perf_counter(), self.metrics_[-1].seconds if self.metrics_ else 0.0
        error = self.training.learn(len(self.metrics_))
        return Epoch(len(self.metrics_) + 1, error, round(before + time.perf_counter() - begun, 3))

    def state(self) -> dict[str, np.ndarray]:
        return self.training.state()

    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        self.training.restore(arrays)

    def model(self) -> Model:
        notes = {"config": self.config(), "epochs": [list(each) for each in self.metrics_]}
        return Model(self.game.name, NETS[self.is_best], notes, self.training.weights())

    def config(self) -> dict[str, Any]:
        settings = self.settings
        data = "positions" if isinstance(settings.data, Positions) else str(settings.data)
        learning = settings.options()._asdict() if self.is_best else {"rate": settings.rate or RATE}
        about = {"method": "context", "game": self.game.spec, "data": data, "positions": self.training.size}
        return {**about, "system": settings.system, "seed": self.seed, **learning}

    def summary(self) -> list[str]:
        last = self.metrics_[-1]
        epochs = plural(last.epoch, "epoch")
        return [f"{self.settings.system}: {epochs} in {last.seconds:.1f} s, error {last.error:.4f}"]

    def advice(self) -> list[str]:
        return ranker_advice(self, "FILE, with positions")


class HeldOutPositions(Yardstick):
    """How often a net ranks one of the best columns first in positions that it does not learn from."""

    label = "held-out positions in which it ranks a best column first"

    def __init__(self, positions: Positions, start: Model):
        self.positions, self.start = positions, start
        self.module = evaluator_module(start.evaluator)
        self.kernels = bind(self.module.module, game=connect_four)
        self.terms = f"the same {plural(len(positions), 'position')} each time"

    def measure(self, model: Model) -> Share:
        own, stones, scores = self.positions
        preferences = np.empty(scores.shape, np.float32)
        self.kernels.rank_positions(self.module.prepare(model.weights), own, stones, preferences)
        return Share(measure(preferences, scores, best_columns(scores)).any_best, len(own))


class SystemTraining:
    """One of the context paper's systems, and the positions as its inputs."""

    def __init__(self, data: Positions, system: str, rate: float, seed: int):
        self.size, self.rate, self.seed = len(data), rate, seed
        self.kernels = bind(context_kernels, contexts, game=connect_four)
        self.best = best_columns(data.scores)
        self._take(context_net.random_weights(system, [seed, 0]))
        squares, values, depths = seen(data, self.kernels)
        self.squares = squares.astype(np.float32)
        self.values = values
        sorts = context_net.SORTS.get(system, ())
        self.chosen = context_net.choose_detectors(sorts, depths) if sorts else None

    def _take(self, weights: Any) -> None:
        self.net = context_net.prepare(weights)
        self.trace = context_kernels.make_trace(self.net)

    def learn(self, epoch: int) -> float:
        order = np.random.default_rng([self.seed, 1, epoch]).permutation(self.size)
        if self.chosen is None:
            shown: tuple[np.ndarray, ...] = (self.squares,)
            learn = self.kernels.learn_squares
        else:
            shown, learn = (self.values, self.chosen), self.kernels.learn_contexts
        error = float(learn(self.net, *shown, self.best, order, np.float32(self.rate), self.trace))
        if not np.isfinite(error):
            raise InputError(f"the net has diverged: rate={self.rate:g} is too high")
        return error

    def weights(self) -> Any:
        return context_net.strip(self.net)

    def state(self) -> dict[str, np.ndarray]:
        return dict(self.weights()._asdict())

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        self._take(context_net.Weights(**arrays))


def read_positions(data: str | Path | Positions, limit: int | None, without: str | Path | None) -> Positions:
    """Return positions, or those of a file: the first ones if there is a limit, without those of another file."""
    read = data if isinstance(data, Positions) else labelled_positions.read(data, limit=limit)
    return read.without(labelled_positions.read(without)) if without else read


def seen(data: Positions, kernels: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the squares of all positions, and the values and depths of their contexts."""
    squares = np.zeros((len(data), contexts.SQUARES), np.int64)
    values, depths = np.zeros((2, len(data), contexts.CONTEXTS), np.int64)
    kernels.read_positions(data.own, data.stones, np.zeros(contexts.SQUARES, np.int64), squares, values, depths)
    return squares, values, depths


def is_flat(errors: list[float]) -> bool:
    """Return whether the error has stopped falling."""
    if len(errors) < 2 * WINDOW:
        return False
    last, before = np.mean(errors[-WINDOW:]), np.mean(errors[-2 * WINDOW : -WINDOW])
    return bool(last > (1.0 - LEAST_GAIN) * before)
