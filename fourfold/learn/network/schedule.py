"""A network while it learns the moves of experts: batch by batch, the same however often it is stopped and taken up."""

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
from ...evaluators.torch_othello.predictor import Member, Predictor, arrays, as_input
from ...evaluators.torch_othello.torch_import import PRECISIONS, import_torch, reckoning

SCHEDULES = ("halving", "one-cycle")
RISE, FIRST_RATE = 0.15, 0.001
"""One cycle: part of the way in which the rate of learning rises, and the share of the highest from which it does."""
CHOICE, ORDER = 1, 2
"""Streams of random numbers."""


@dataclass(frozen=True)
class Settings:
    """All that can be chosen about a network and how it learns; numbers are the paper's."""

    net: str = "conv4"
    encoding: str = "pieces"
    width: float = 1.0
    """A factor of all numbers of feature maps."""
    epochs: int = 24
    batch: int = 512
    rate: float = 0.1
    """The highest."""
    schedule: str = "halving"
    """The rate is halved twice an epoch; in one-cycle it rises and then falls to nothing, the better for few epochs."""
    momentum: float = 0.95
    decay: float = 5e-4
    """Of weights, not of biases nor of what normalises: the gradient of half of it times their squares."""
    bootstrap: bool = False
    """Learn from a sample that is drawn with replacement, for bagging."""
    minutes: float | None = None
    """Stop then, if epochs take longer; the one cycle is that of the shorter."""
    precision: str = "fp32"
    every: int = 500
    """Batches after which the network is tested and all is stored, as after each epoch."""
    tested: int = 10_000
    """Of each test set, at most."""

    @property
    def plan(self) -> Plan:
        return Plan(self.net, self.encoding, self.width)

    def __post_init__(self) -> None:
        architectures.check(self.plan)
        for name, least in (("epochs", 1), ("batch", 2), ("every", 1), ("tested", 1)):
            if getattr(self, name) < least:
                raise InputError(f"{name}={getattr(self, name)} must be at least {least}")
        if not 0.0 < self.rate < 10.0 or not 0.0 <= self.momentum < 1.0 or not 0.0 <= self.decay < 1.0:
            raise InputError("rate must lie between 0 and 10, momentum and decay between 0 and 1")
        if self.schedule not in SCHEDULES:
            raise InputError(f"no schedule named {self.schedule!r}; there are {', '.join(SCHEDULES)}")
        if self.precision not in PRECISIONS:
            raise InputError(f"no precision named {self.precision!r}; there are {', '.join(PRECISIONS)}")
        if self.minutes is not None and not self.minutes > 0.0:
            raise InputError(f"minutes={self.minutes:g} must be above 0")


class Mark(NamedTuple):
    """How far the network is."""

    way: float
    """The part that is done, from 0 to 1."""
    epoch: float
    examples: int
    """Learned from so far."""
    error: float
    """Mean cross-entropy since the mark before that was stored."""
    rate: float
    seconds: float
    """So far."""
    speed: float
    """Examples learned from in a second, since the mark before that was stored."""
    tests: dict[str, Quality] | None = None
    """By name, if it was tested."""

    @property
    def seconds_left(self) -> float:
        return self.seconds * (1.0 - self.way) / max(self.way, 1e-9)


class Lesson:
    """What a network learns from and is tested on."""

    def __init__(self, split: Split, limit: int | None, settings: Settings, seed: int):
        self.train, self.seed = split.train, seed
        self.places = choose(split.train, limit, settings.bootstrap, seed)
        self.size = len(self.places)
        if self.size < 2:
            raise InputError(f"a network needs 2 examples at least to learn from, and there are {self.size}")
        self.batches = -(-self.size // settings.batch)
        """An epoch."""
        self.tests = {name: sample(test, settings.tested) for name, test in split.tests.items() if test.size}
        self.order = np.zeros(0, self.places.dtype)
        self.epoch = -1

    def examples(self, step: int) -> ExpertMoves:
        """Return those of a batch; all of an epoch are of one size, but for one example."""
        epoch, number = divmod(step, self.batches)
        if epoch != self.epoch:
            self.order = np.random.default_rng([self.seed, ORDER, epoch]).permutation(self.places)
            self.epoch = epoch
        first, end = number * self.size // self.batches, (number + 1) * self.size // self.batches
        return self.train.take(self.order[first:end])

    def examples_before(self, step: int) -> int:
        return step // self.batches * self.size + step % self.batches * self.size // self.batches


class Course:
    """A network, its optimizer, and what it learns from."""

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
        """The part that is done, of epochs or minutes, whatever ends first."""
        of_time = self.seconds / (60.0 * self.settings.minutes) if self.settings.minutes else 0.0
        return min(max(self.step / self.steps, of_time), 1.0)

    @property
    def rate(self) -> float:
        settings = self.settings
        if settings.schedule == "halving":
            return settings.rate * 0.5 ** (2 * self.step // self.lesson.batches)
        part = self.way / RISE if self.way < RISE else 1.0 - (self.way - RISE) / (1.0 - RISE)
        return settings.rate * max(0.5 - 0.5 * math.cos(math.pi * part), FIRST_RATE)

    @property
    def is_due(self) -> bool:
        """Whether it is time to test and store."""
        return self.step % self.settings.every == 0 or self.step % self.lesson.batches == 0 or self.way >= 1.0

    def learn(self) -> Mark:
        """Learn from the next batch."""
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
            raise InputError(f"the network has gone astray: rate={self.settings.rate:g} is too high")
        done = self.lesson.examples_before(self.step)
        epoch = self.step / self.lesson.batches
        return Mark(self.way, epoch, done, self.errors / self.seen, rate, self.seconds, self.seen / self.spent)

    def begin_mark(self) -> None:
        self.errors, self.seen, self.spent = 0.0, 0, 0.0

    def test(self) -> dict[str, Quality]:
        begun = time.perf_counter()
        predictor = Predictor([self.member], self.settings.precision)
        found = {
            name: quality(predictor.outputs(moves.own, moves.opponent), moves)
            for name, moves in self.lesson.tests.items()
        }
        self.seconds += time.perf_counter() - begun
        return found

    def _error(self, moves: ExpertMoves) -> Any:
        torch = import_torch()
        torch.manual_seed(self.lesson.seed + 1_000_003 * (self.step + 1))  # of dropout, whenever it is taken up
        self.net.train()
        planes = as_input(encode(moves.own, moves.opponent, self.settings.encoding))
        with reckoning(self.settings.precision):
            outputs = self.net(planes)
        return torch.nn.functional.cross_entropy(outputs.float(), torch.from_numpy(OUTPUT[moves.square]))

    def state(self) -> dict[str, np.ndarray]:
        """Return all that learning goes on from, but for step and seconds."""
        velocities = {
            f"velocity.{number}": kept["momentum_buffer"].numpy().copy()
            for number, kept in self.optimizer.state_dict()["state"].items()
            if kept.get("momentum_buffer") is not None
        }
        return {f"net.{name}": array for name, array in arrays(self.net).items()} | velocities

    def restore(self, state: dict[str, np.ndarray], step: int, seconds: float) -> None:
        torch = import_torch()
        tensors = {name: torch.from_numpy(array) for name, array in state.items()}
        self.net.load_state_dict({name[4:]: each for name, each in tensors.items() if name.startswith("net.")})
        kept = {
            int(name.removeprefix("velocity.")): {"momentum_buffer": each}
            for name, each in tensors.items()
            if name.startswith("velocity.")
        }
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": kept})
        self.step, self.seconds = step, seconds


def choose(train: MoveSet, limit: int | None, bootstrap: bool, seed: int) -> np.ndarray:
    """Return the places of what is learned from: all, or some by lot; with bootstrap some come more than once."""
    count, rng = min(limit or train.size, train.size), np.random.default_rng([seed, CHOICE])
    if bootstrap:
        return rng.integers(train.size, size=count, dtype=np.uint32)
    if count == train.size:
        return np.arange(count, dtype=np.uint32)
    return rng.choice(train.size, count, replace=False, shuffle=False).astype(np.uint32)


def sample(moves: MoveSet, count: int) -> ExpertMoves:
    """Return so many examples, the same ones always."""
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
