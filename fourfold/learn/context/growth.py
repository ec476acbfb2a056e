"""A net of contexts that grows while it learns: a system that changes its architecture (section V.D of the context
paper).

It begins small. When its training makes no more progress, a part is added: a sort of detectors, or hidden units. What
is added changes nothing that the net says at first. The larger net learns until it is flat too, and is kept only if its
error on positions that are held back for validation has fallen; otherwise the net before is taken up again, and another
part is tried. Learning ends when no part helps any more.

A net that does not grow can be trained in the same way, to be compared: it has one stage, until its time is up.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import bind
from ...data.connect_four.labelled_positions import Positions
from ...evaluators.connect_four import context_net
from ...evaluators.connect_four.contexts import DETECTORS
from ...games import connect_four
from .column_training import SystemTraining, targets_of
from .flatness import is_flat

FIRST_SYSTEM, FIRST_UNITS = "D1", 2
MORE_UNITS = 2
UNITS = 0
"""Stands for hidden units among the parts that can be added; other numbers are those of sorts of detectors."""
PARTS = (*(int(sort[1:]) for sort in DETECTORS if sort != FIRST_SYSTEM), UNITS)
HELD_BACK = 10
"""One of so many positions is for validation."""
WINDOW = 10
"""Epochs that are compared to see whether a stage is flat."""
LEAST_GAIN = 0.005
"""The share by which the error on validation positions must fall: more than a flat net gains by going on as it is."""


class Stage(NamedTuple):
    """A stage of the growth that has ended."""

    epochs: int
    part: int
    """What was added; -1 for the first stage."""
    weights: int
    """Of the net that was tried."""
    error: float
    """The least on the validation positions."""
    is_kept: bool


class GrowingTraining:
    """A net that grows, the positions it learns from, and those that decide what is kept."""

    def __init__(
        self,
        data: Positions,
        start: Any,
        targets: str,
        rate: float,
        seed: int,
        parts: tuple[int, ...] = PARTS,
        most_weights: int | None = None,
        most_work: float = np.inf,
    ):
        self.size, self.seed, self.parts, self.most_weights = len(data), seed, parts, most_weights
        self.most_work = most_work
        """The most work of all epochs together (`work_of`): a limit of time that does not depend on a clock."""
        held = np.arange(len(data)) % HELD_BACK == HELD_BACK - 1
        learned, self.validation = (Positions(*(column[rows] for column in data)) for rows in (~held, held))
        self.wanted = targets_of(self.validation.scores, targets)
        self.training = SystemTraining(learned, start, targets, rate, seed)
        self.ranking = bind(context_net, game=connect_four)
        self.kept, self.kept_error = start, np.inf
        """The net that is kept, and its error on the validation positions."""
        self.best, self.best_error = start, np.inf
        """The same of the best epoch of this stage."""
        self.part, self.failed, self.work = -1, 0, 0.0
        self.errors: list[float] = []
        """Of this stage's epochs, in training."""
        self.stages: list[Stage] = []
        self.is_finished = False

    def learn(self, epoch: int) -> float:
        """Make one pass over the positions, and judge the stage if it is over; return the mean error."""
        error = self.training.learn(epoch)
        self.errors.append(error)
        self.work += context_net.work_of(self.training.weights()) * self.training.size
        found = self.measure(self.training.weights())
        if found < self.best_error:
            self.best, self.best_error = self.training.weights(), found
        is_late = self.work >= self.most_work
        if is_late or (self.parts and is_flat(self.errors, WINDOW)):
            self._end_stage()
            self.is_finished = is_late or not self._grow()
        return error

    def measure(self, weights: Any) -> float:
        """Return the mean squared error of a net on the validation positions."""
        outputs = np.empty(self.wanted.shape, np.float32)
        self.ranking.rank_positions(
            context_net.make_ranker(weights), self.validation.own, self.validation.stones, outputs
        )
        return float(((outputs - self.wanted) ** 2).sum(axis=1).mean())

    def _end_stage(self) -> None:
        is_kept = self.best_error < (1.0 - LEAST_GAIN) * self.kept_error
        tried = context_net.count_weights(self.best)
        self.stages.append(Stage(len(self.errors), self.part, tried, self.best_error, is_kept))
        self.failed = 0 if is_kept else self.failed + 1
        if is_kept:
            self.kept, self.kept_error = self.best, self.best_error

    def _grow(self) -> bool:
        """Begin a stage with the kept net and the next part; return whether there is one that has not failed."""
        waiting = list(self._possible())
        if self.failed >= len(waiting):
            return False
        after = [part for part in waiting if self._place(part) > self._place(self.part)]
        self.part = (after or waiting)[0]
        seed = [self.seed, 2, len(self.stages)]
        self.training.restore(grown(self.kept, self.part, seed)._asdict())
        self.best, self.best_error, self.errors = self.training.weights(), np.inf, []
        return True

    def _possible(self) -> Iterator[int]:
        """Yield the parts that can be added to the kept net."""
        for part in self.parts:
            is_new = part == UNITS or part not in self.kept.sorts
            if is_new and (self.most_weights is None or self._size_with(part) <= self.most_weights):
                yield part

    def _size_with(self, part: int) -> int:
        return context_net.count_weights(grown(self.kept, part, 0))

    def _place(self, part: int) -> int:
        return self.parts.index(part) if part in self.parts else -1

    def weights(self) -> Any:
        """Return the net that is kept; in the first stage the best so far."""
        return self.kept if np.isfinite(self.kept_error) else self.best

    def describe(self) -> str:
        """Return the architecture of the net that is kept."""
        return architecture(self.weights())

    def state(self) -> dict[str, np.ndarray]:
        nets = {"net": self.training.weights(), "best": self.best, "kept": self.kept}
        arrays = {f"{name}.{part}": array for name, net in nets.items() for part, array in net._asdict().items()}
        progress = [self.kept_error, self.best_error, self.part, self.failed, self.work, self.is_finished]
        stages = np.array(self.stages, float).reshape(-1, len(Stage._fields))
        return {**arrays, "progress": np.array(progress), "errors": np.array(self.errors), "stages": stages}

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        fields = context_net.Weights._fields
        net, self.best, self.kept = (
            context_net.Weights(*(arrays[f"{name}.{part}"] for part in fields)) for name in ("net", "best", "kept")
        )
        self.training.restore(net._asdict())
        self.kept_error, self.best_error, part, failed, self.work, finished = map(float, arrays["progress"])
        self.part, self.failed, self.is_finished = int(part), int(failed), bool(finished)
        self.errors = arrays["errors"].tolist()
        self.stages = [
            Stage(int(epochs), int(part), int(weights), float(error), bool(kept))
            for epochs, part, weights, error, kept in arrays["stages"]
        ]


def grown(weights: Any, part: int, seed: Any) -> Any:
    """Return a net with another part."""
    if part == UNITS:
        return context_net.with_units(weights, MORE_UNITS, seed)
    return context_net.with_sort(weights, f"D{part}", seed)


def part_name(part: int) -> str:
    """Return what was added in a stage, as text."""
    return "first" if part < 0 else f"{MORE_UNITS} units" if part == UNITS else f"D{part}"


def architecture(weights: Any) -> str:
    """Return the sorts of detectors, the hidden units and the number of weights of a net, as text."""
    sorts = context_net.BETWEEN.join(context_net.stored_sorts(weights))
    return f"{sorts}, {len(weights.hidden_biases)} units, {context_net.count_weights(weights):,} weights"
