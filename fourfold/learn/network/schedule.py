"""A network in training on expert moves: batch by batch, with the same result however often it is interrupted."""

import math
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...data.othello.expert_moves import ExpertMoves
from ...data.othello.prediction_quality import Quality, quality
from ...data.othello.splits import MoveSet, Split
from ...errors import InputError
from ...evaluators.torch_othello import architectures
from ...evaluators.torch_othello.architectures import Plan
from ...evaluators.torch_othello.encodings import OUTPUT, encode
from ...evaluators.torch_othello.predictor import Member, Predictor, as_input
from ...evaluators.torch_othello.torch_import import PRECISIONS, import_torch, reckoning
from ..settings import setting
from ..torch_training import arrays_of, one_cycle, take_up

SCHEDULES = ("halving", "one-cycle")
CHOICE, ORDER = 1, 2
"""Streams of random numbers."""


@dataclass(frozen=True)
class Settings:
    """The hyperparameters of a network and its training; defaults are those of the expert-moves paper."""

    net: str = setting("conv4", "conv4, conv8-bn, conv8x32-bn, resnet-56-np-p, full3, ...", metavar="NAME")
    encoding: str = setting("pieces", "pieces, ones, vmoves or side (who is to move).", metavar="NAME")
    width: float = setting(1.0, "Multiplies the number of feature maps, or of units.", metavar="X")
    stages: int = setting(
        1, "Networks, each for its own part of the game, by the number of discs.", metavar="N", least=1
    )
    epochs: float = setting(24, "Passes over the training set.", metavar="X", least=1)
    batch: int = setting(512, "Batch size.", metavar="N", least=2)
    rate: float = setting(0.1, "Highest learning rate.", metavar="X")
    schedule: str = setting(
        "halving", "halving (twice per epoch, as in the expert-moves paper) or one-cycle.", metavar="NAME"
    )
    momentum: float = setting(0.95, "Momentum.", flag="")
    decay: float = setting(5e-4, "Weight decay; not for biases and normalisation.", flag="")
    bootstrap: bool = setting(False, "Train on a sample drawn with replacement, for bagging.", flag="")
    minutes: float | None = setting(None, "Stop after this time, even if the epochs would take longer.", metavar="X")
    precision: str = setting("fp32", "fp32, or bf16, which is twice as fast on some processors.", metavar="NAME")
    every: int = setting(500, "Batches between tests, besides those after each epoch.", flag="", least=1)
    tested: int = setting(10_000, "Most examples to use of each test set.", flag="", least=1)

    @property
    def plan(self) -> Plan:
        return Plan(self.net, self.encoding, self.width, self.stages)

    def __post_init__(self) -> None:
        architectures.check(self.plan)
        if not 0.0 < self.rate < 10.0 or not 0.0 <= self.momentum < 1.0 or not 0.0 <= self.decay < 1.0:
            raise InputError("rate must be between 0 and 10, momentum and decay between 0 and 1")
        if self.schedule not in SCHEDULES:
            raise InputError(f"no schedule named {self.schedule!r}; choose from {', '.join(SCHEDULES)}")
        if self.precision not in PRECISIONS:
            raise InputError(f"no precision named {self.precision!r}; choose from {', '.join(PRECISIONS)}")
        if self.minutes is not None and not self.minutes > 0.0:
            raise InputError(f"minutes={self.minutes:g} must be above 0")


class Mark(NamedTuple):
    """A point in the training of a network."""

    way: float
    """The share that is done, from 0 to 1."""
    epoch: float
    examples: int
    """Training examples so far."""
    error: float
    """Mean cross-entropy since the previous stored mark."""
    rate: float
    seconds: float
    """So far."""
    speed: float
    """Training examples per second since the previous stored mark."""
    tests: dict[str, Quality] | None = None
    tested: int = 0
    """Moves of the first of these tests."""
    """By name, if it was tested."""


class Lesson:
    """The training and test sets of a network."""

    def __init__(self, split: Split, limit: int | None, settings: Settings, seed: int):
        self.train, self.seed = split.train, seed
        self.places = choose(split.train, limit, settings.bootstrap, seed)
        self.size = len(self.places)
        if self.size < 2:
            raise InputError(f"a network needs at least 2 examples, not {self.size}")
        self.batches = -(-self.size // settings.batch)
        """An epoch."""
        self.tests = {name: sample(test, settings.tested) for name, test in split.tests.items() if test.size}
        self.order = np.zeros(0, self.places.dtype)
        self.epoch = -1

    def examples(self, step: int) -> ExpertMoves:
        """Return the examples of a batch; sizes within an epoch differ by at most one."""
        epoch, number = divmod(step, self.batches)
        if epoch != self.epoch:
            self.order = np.random.default_rng([self.seed, ORDER, epoch]).permutation(self.places)
            self.epoch = epoch
        first, end = number * self.size // self.batches, (number + 1) * self.size // self.batches
        return self.train.take(self.order[first:end])

    def examples_before(self, step: int) -> int:
        return step // self.batches * self.size + step % self.batches * self.size // self.batches


class Schedule:
    """A network, its optimizer, and its training set."""

    def __init__(self, lesson: Lesson, settings: Settings):
        torch = import_torch()
        torch.manual_seed(lesson.seed)
        self.lesson, self.settings = lesson, settings
        self.net = architectures.make(settings.plan)
        self.optimizer = make_optimizer(self.net, settings)
        self.steps = settings.epochs * lesson.batches
        self.step, self.seconds = 0, 0.0
        self.begin_mark()

    @property
    def member(self) -> Member:
        return Member(self.settings.plan, self.net)

    @property
    def way(self) -> float:
        """The share that is done, of epochs or minutes, whichever ends first."""
        of_time = self.seconds / (60.0 * self.settings.minutes) if self.settings.minutes else 0.0
        return min(max(self.step / self.steps, of_time), 1.0)

    @property
    def rate(self) -> float:
        settings = self.settings
        if settings.schedule == "halving":
            return settings.rate * 0.5 ** (2 * self.step // self.lesson.batches)
        return settings.rate * one_cycle(self.way)

    @property
    def is_due(self) -> bool:
        """Whether it is time to test and store."""
        return self.step % self.settings.every == 0 or self.step % self.lesson.batches == 0 or self.way >= 1.0

    def learn(self) -> Mark:
        """Train on the next batch."""
        begun, moves, rate = time.perf_counter(), self.lesson.examples(self.step), self.rate
        error = self._error(moves)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        error.backward()
        self.optimizer.step()
        self.step += 1
        taken = time.perf_counter() - begun
        self.seconds += taken
        self.spent += taken
        self.seen += moves.size
        self.errors += moves.size * error.item()
        if not math.isfinite(self.errors):
            raise InputError(f"the network has diverged: rate={self.settings.rate:g} is too high")
        done = self.lesson.examples_before(self.step)
        epoch = self.step / self.lesson.batches
        return Mark(self.way, epoch, done, self.errors / self.seen, rate, self.seconds, self.seen / self.spent)

    def begin_mark(self) -> None:
        self.errors, self.seen, self.spent = 0.0, 0, 0.0

    def test(self) -> dict[str, Quality]:
        begun = time.perf_counter()
        predictor = Predictor([self.member], self.settings.precision)
        found = {name: quality(predictor.outputs(moves.states), moves) for name, moves in self.lesson.tests.items()}
        self.seconds += time.perf_counter() - begun
        return found

    def _error(self, moves: ExpertMoves) -> Any:
        torch = import_torch()
        torch.manual_seed(self.lesson.seed + 1_000_003 * (self.step + 1))  # of dropout, whenever it is taken up
        self.net.train()
        planes = as_input(encode(moves.states, self.settings.encoding))
        with reckoning(self.settings.precision):
            outputs = self.net(planes)
        return torch.nn.functional.cross_entropy(outputs.float(), torch.from_numpy(OUTPUT[moves.square]))

    def state(self) -> dict[str, np.ndarray]:
        """Return everything needed to resume, except step and seconds."""
        return arrays_of(self.net, self.optimizer)

    def restore(self, arrays: dict[str, np.ndarray], step: int, seconds: float) -> None:
        take_up(self.net, self.optimizer, arrays)
        self.step, self.seconds = step, seconds


def choose(train: MoveSet, limit: int | None, bootstrap: bool, seed: int) -> np.ndarray:
    """Return the indices of the training examples: all, or a random sample; with bootstrap, with replacement."""
    count, rng = min(limit or train.size, train.size), np.random.default_rng([seed, CHOICE])
    if bootstrap:
        return rng.integers(train.size, size=count, dtype=np.uint32)
    if count == train.size:
        return np.arange(count, dtype=np.uint32)
    return rng.choice(train.size, count, replace=False, shuffle=False).astype(np.uint32)


def sample(moves: MoveSet, count: int) -> ExpertMoves:
    """Return a fixed random sample of this many examples."""
    if moves.size <= count:
        return moves.take()
    return moves.take(np.random.default_rng(CHOICE).choice(moves.size, count, replace=False, shuffle=False))


def make_optimizer(net: Any, settings: Settings) -> Any:
    torch = import_torch()
    groups = [
        {"params": [each for each in net.parameters() if each.ndim > 1], "weight_decay": settings.decay},
        {"params": [each for each in net.parameters() if each.ndim <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.SGD(groups, lr=settings.rate, momentum=settings.momentum)
