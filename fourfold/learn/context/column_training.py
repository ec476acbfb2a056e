"""The nets of Connect Four in training: the context paper's systems, with their positions as inputs."""

from pathlib import Path
from typing import Any

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
from ..ranking_accuracy import measure
from ..yardstick import Share, Yardstick
from . import kernels as context_kernels

GAME = "connect_four"
TESTED = 2000
"""The maximum number of held-out positions to test on."""


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


ONE, ALL = "one", "all"
"""Which best columns are to be 1: the most central one, as in the context paper, or all of them."""


class SystemTraining:
    """A net that sees contexts or squares, and the positions as its inputs."""

    def __init__(self, data: Positions, weights: Any, targets: str, rate: float, seed: int):
        self.size, self.rate, self.seed = len(data), rate, seed
        self.kernels = bind(context_kernels, contexts, game=connect_four)
        self.targets = targets_of(data.scores, targets)
        squares, self.values, self.aspects = seen(data, self.kernels)
        self.squares = squares.astype(np.float32)
        self._take(weights)

    def _take(self, weights: Any) -> None:
        self.net = context_net.prepare(weights)
        self.trace = context_kernels.make_trace(self.net)
        sorts = context_net.stored_sorts(weights)
        self.chosen = context_net.choose_detectors(sorts, self.aspects) if sorts else None

    def learn(self, epoch: int) -> float:
        order = np.random.default_rng([self.seed, 1, epoch]).permutation(self.size)
        if self.chosen is None:
            shown: tuple[np.ndarray, ...] = (self.squares,)
            learn = self.kernels.learn_squares
        else:
            shown, learn = (self.values, self.chosen), self.kernels.learn_contexts
        error = float(learn(self.net, *shown, self.targets, order, np.float32(self.rate), self.trace))
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


def held_out(data: str | Path | Positions, limit: int | None, without: str | Path | None) -> Positions | None:
    """Return positions of the file that is left out, or those behind the limit; None if there are none."""
    if without:
        return labelled_positions.read(without, limit=TESTED)
    if limit is None or isinstance(data, Positions):
        return None
    try:
        rest = labelled_positions.read(data, start=limit, limit=TESTED)
    except InputError:  # there are none
        return None
    rest = rest.without(read_positions(data, limit, None))
    return rest if len(rest) else None


def targets_of(scores: np.ndarray, which: str) -> np.ndarray:
    """Return [position, column]: 1 for the columns to be found, 0 for others."""
    if which == ALL:
        return (scores == scores.max(axis=1, keepdims=True)).astype(np.float32)
    return np.eye(contexts.COLUMNS, dtype=np.float32)[best_columns(scores)]


def seen(data: Positions, kernels: Any) -> tuple[np.ndarray, np.ndarray, contexts.Aspects]:
    """Return the squares of all positions, the values of their contexts, and what else changes about them."""
    squares = np.zeros((len(data), contexts.SQUARES), np.int64)
    shape = len(data), contexts.CONTEXTS
    values, aspects = np.zeros(shape, np.int64), contexts.make_aspects(*shape)
    kernels.read_positions(data.own, data.stones, *np.zeros((2, contexts.SQUARES), np.int64), squares, values, aspects)
    return squares, values, aspects
