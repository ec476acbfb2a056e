"""Train a net to rank the moves of a game without search, on proven positions (docs/context.md)."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...data.connect_four.labelled_positions import Positions
from ...data.proven_positions import ProvenPosition
from ...errors import InputError
from ...evaluators import frame_net, level_net
from ...evaluators.connect_four import context_net
from ...evaluators.weights_file import Model
from ...players.describe import plural
from ..curves import Point
from ..learner import Learner, ranker_advice
from ..settings import setting
from ..yardstick import Yardstick
from . import column_training, move_training
from .column_training import ALL, ONE, SystemTraining
from .flatness import is_flat
from .growth import FIRST_SYSTEM, FIRST_UNITS, PARTS, GrowingTraining
from .move_training import MoveTraining
from .sorter_torch import Options, SorterTraining

BEST = "best"
"""The one system that is not from the context paper: the sorter, which needs torch."""
GROW = "grow"
"""The net that grows while it learns."""
NETS = {True: "column_net", False: "context_net"}
ON_MOVES = (*frame_net.SYSTEMS, *level_net.SYSTEMS)
"""The systems for any game that see contexts."""
EPOCHS, RATE = 1000, 0.1
"""For the systems of the context paper."""
GROW_EPOCHS = 5000


def is_on_columns(system: str) -> bool:
    """Return whether a system is for Connect Four only."""
    return system in (BEST, GROW) or context_net.is_known(system)


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

    data: str | Path | Positions | list[ProvenPosition] = setting(
        help="Positions with the scores of their moves.", metavar="FILE"
    )
    system: str | None = setting(
        None, "Connect Four: S1 to S4, N20, N40, N60 or C of the context paper, sorts of detectors such as D1+D4+D6"
        " (D1 to D6), grow, or best. Any game: M1 to M4, H1 to H4 (contexts of two levels), or N and the units of a"
        " plain net (N alone: as many weights as M4). Default: S4, or M4.", metavar="NAME",
    )  # fmt: skip
    epochs: int | None = setting(None, "The most epochs; all but best stop once they are flat.", metavar="N", least=1)
    targets: str | None = setting(
        None, "Which best moves S, D, N, C and grow are to find: one, the most central (default), or all.",
        metavar="WHICH",
    )  # fmt: skip
    rate: float | None = setting(None, "Learning rate.", metavar="X")
    limit: int | None = setting(None, "Train on the first N positions only.", metavar="N", least=1)
    without: str | Path | None = setting(None, "Leave out positions that are in this file.", metavar="FILE")
    units: int | None = setting(
        None, "Units of the system best, or hidden units per frame of a system D1+....", metavar="N", least=1
    )
    weights: int | None = setting(None, "The most weights of the system grow.", metavar="N", least=1)
    work: float | None = setting(None, "Keep what is best on positions held back, until so much is done.", flag="")
    few: int | None = setting(None, "Units in the head of the system best.", flag="")
    batch: int | None = setting(None, "Batch size of the system best.", flag="")
    decay: float | None = setting(None, "Weight decay of the system best.", flag="")
    dropout: float | None = setting(None, "Dropout of the system best.", flag="")
    results: float | None = setting(None, "Weight of each column's result in the loss of the system best.", flag="")
    centre: float | None = setting(None, "Extra weight of the most central best column, in the system best.", flag="")
    near: float | None = setting(None, "The part of the target shared by scores, in the system best.", flag="")

    def __post_init__(self) -> None:
        system = self.system or ""
        if system and not is_on_columns(system) and not move_training.is_known(system):
            known = ", ".join((*context_net.SYSTEMS, BEST, GROW, *ON_MOVES))
            raise InputError(f"no system named {self.system!r}; choose from {known}, N and sums of D1 to D6")
        if self.targets not in (None, ONE, ALL):
            raise InputError(f"--targets {self.targets}: choose from {ONE} and {ALL}")
        if self.targets and (system == BEST or move_training.is_on_moves(system)):
            raise InputError(f"--targets is not for {system}, which learns all best moves")
        if self.weights is not None and system != GROW:
            raise InputError("--weights is for --system grow")
        if system == BEST:
            self.options().check()
            return
        if self.rate is not None and not 0.0 < self.rate < 10.0:
            raise InputError(f"rate={self.rate:g} must be between 0 and 10")
        if self.units is not None and not system.startswith(FIRST_SYSTEM[0]):
            raise InputError("--units is for --system best and for sums of D1 to D6; others have fixed sizes")

    def options(self) -> Options:
        """Return the options of the system best."""
        given = {name: getattr(self, name) for name in Options._fields}
        return Options(**{name: value for name, value in given.items() if value is not None})


class ContextLearner(Learner):
    """Trains a net to find the best moves, position by position, until its error stops falling."""

    Settings, Metrics = Settings, Epoch
    metrics_name, unit, labels = "epochs", "epochs", ("epochs", "error on the positions it learns from")
    save_seconds = 5.0  # epochs are short
    sizes = {}
    example = "connect_four --system S4 --data positions.jsonl --out runs/s4"

    def start(self) -> None:
        settings, seed = self.settings, self.seed
        is_connect_four = self.game.shipped_name == column_training.GAME
        self.system = settings.system or ("S4" if is_connect_four else "M4")
        self.on_columns = is_connect_four and is_on_columns(self.system)
        if not self.on_columns and not move_training.is_known(self.system):
            raise InputError(f"{self.system} is for connect_four only; choose from {', '.join(ON_MOVES)} and N")
        if not self.on_columns and settings.targets:
            raise InputError(f"--targets is not for {self.system}, which learns all best moves")
        given = settings.data, settings.limit, settings.without
        self.training: Training
        if not self.on_columns:
            data = move_training.read_positions(self.game, *given)
            self.training = MoveTraining(self.game, data, self.system, settings.rate or RATE, seed)
        elif self.is_best:
            self.training = SorterTraining(
                column_training.read_positions(*given), settings.options(), seed, self.workers
            )
        else:
            self.training = self._column_training(column_training.read_positions(*given))

    def _column_training(self, data: Positions) -> Training:
        """Return a net that sees the contexts of Connect Four, in training."""
        settings, seed, grows = self.settings, self.seed, self.system == GROW
        system, units = (FIRST_SYSTEM, FIRST_UNITS) if grows else (self.system, settings.units)
        start = context_net.random_weights(system, [seed, 0], units)
        given = data, start, settings.targets or ONE, settings.rate or RATE, seed
        if not grows and settings.work is None:
            return SystemTraining(*given)
        return GrowingTraining(*given, PARTS if grows else (), settings.weights, settings.work or np.inf)

    def yardstick(self) -> Yardstick | None:
        """Return the accuracy on positions that are not learned from, if there are any."""
        settings = self.settings
        given = settings.data, settings.limit, settings.without
        if self.on_columns:
            columns = column_training.held_out(*given)
            return None if columns is None else column_training.HeldOutPositions(columns, self.model())
        positions = move_training.held_out(self.game, *given)
        return None if positions is None else move_training.HeldOutMoves(self.game, positions, self.model())

    @property
    def is_best(self) -> bool:
        return self.system == BEST

    def is_finished(self) -> bool:
        errors = [each.error for each in self.metrics_]
        if len(errors) >= self.total():
            return True
        if isinstance(self.training, GrowingTraining):
            return self.training.is_finished
        return not self.is_best and is_flat(errors)

    def total(self) -> int:
        if self.settings.system == BEST:
            return self.settings.options().epochs
        grows = self.settings.system == GROW or self.settings.work is not None
        return self.settings.epochs or (GROW_EPOCHS if grows else EPOCHS)

    @property
    def name(self) -> str:
        """The system, and what it has grown to."""
        training = self.training
        return f"{self.system} ({training.describe()})" if isinstance(training, GrowingTraining) else self.system

    def progress(self) -> tuple[int, str]:
        last = self.metrics_[-1]
        return last.epoch, f"{self.name}: error {last.error:.4f}"

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
        notes: dict[str, Any] = {"config": self.config(), "epochs": [list(each) for each in self.metrics_]}
        if isinstance(self.training, GrowingTraining):
            notes["stages"] = [stage._asdict() for stage in self.training.stages]
        net = NETS[self.is_best] if self.on_columns else move_training.net_of(self.system)
        return Model(self.game.name, net, notes, self.training.weights())

    def config(self) -> dict[str, Any]:
        settings = self.settings
        data = str(settings.data) if isinstance(settings.data, str | Path) else "positions"
        learning = settings.options()._asdict() if self.is_best else {"rate": settings.rate or RATE}
        more = {} if self.is_best else {
            name: value for name in ("targets", "units", "weights", "work")
            if (value := getattr(settings, name)) is not None
        }  # fmt: skip
        about = {"method": "context", "game": self.game.spec, "data": data, "positions": self.training.size}
        return {**about, "system": self.system, "seed": self.seed, **learning, **more}

    def summary(self) -> list[str]:
        last = self.metrics_[-1]
        epochs = plural(last.epoch, "epoch")
        return [f"{self.name}: {epochs} in {last.seconds:.1f} s, error {last.error:.4f}"]

    def advice(self) -> list[str]:
        return ranker_advice(self, "FILE, with positions")
