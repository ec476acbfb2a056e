"""Training of a policy-value net by Adam, on states with the values and policies that searches found."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import bind
from ...evaluators.policy_value_net import Weights, make_ranker
from ...games.interface.game import Game
from . import kernels
from .kernels import Examples, Pupil, Slopes, TupleSlopes
from .row_steps import make_row_slopes

SHARES = 4
"""Parts of a batch: each has slopes of its own, so that any number of workers learns the same net."""


class Adam(NamedTuple):
    """The state of Adam: means of slopes and of their squares."""

    means: Any
    squares: Any


class OfTuples(NamedTuple):
    """What is learned of tuples, [row, unit]; or a state of Adam for it."""

    patterns: np.ndarray
    leanings: np.ndarray


class Pace(NamedTuple):
    """How fast a net learns."""

    rate: float
    decay: float
    """Weight decay, in units of the rate."""
    value_weight: float
    """Of the error of values, against that of policies."""


class Training:
    """A net that learns, and the memory of its workers."""

    def __init__(self, game: Game, weights: Weights, workers: int, jit: bool = True):
        self.weights, self.workers, self.steps = weights, min(workers, SHARES), 0
        self.symmetries = np.array(game.symmetries)
        self.inverses = np.argsort(self.symmetries, axis=1)
        self.kernels = bind(kernels, game=game.module, jit=jit)
        sizes = [array.size for array in learned(weights)]
        self.adam = Adam(*(Slopes(*(np.zeros(size, np.float32) for size in sizes)) for _ in range(2)))
        self.slopes = Slopes(*(np.zeros((SHARES, size), np.float32) for size in sizes))
        self.tuples = OfTuples(weights.patterns, weights.leanings[:, None])
        self.tuple_adam = Adam(*(OfTuples(*map(np.zeros_like, self.tuples)) for _ in range(2)))
        self.tuple_slopes = TupleSlopes(*(make_row_slopes(SHARES, *rows.shape) for rows in self.tuples))
        self.turned = np.ascontiguousarray(weights.second.T)
        self.pupils = [self._pupil(game.max_moves) for _ in range(SHARES)]

    def _pupil(self, moves: int) -> Pupil:
        variables, _, units = self.weights.rows.shape
        few = len(self.weights.outputs)
        listed, counts = np.zeros((2, moves), np.int64)
        values, first, scores, top, back = (
            np.zeros(size, np.float32) for size in (variables, variables, moves, few, units)
        )
        places = np.zeros(len(self.weights.orders), np.int64)
        descriptions = np.zeros((moves, few), np.float32)
        changed = np.zeros((moves, variables, 3), np.float32)
        return Pupil(
            make_ranker(self.weights), self.turned, listed, values, first, places, descriptions, changed, counts,
            scores, top, back,
        )  # fmt: skip

    def learn(self, examples: Examples, batches: np.ndarray, pace: Pace, rng: np.random.Generator) -> np.ndarray:
        """Learn from batches, rows of numbers of examples; return the mean errors of policies and of values."""
        images = rng.integers(len(self.symmetries), size=batches.shape)
        errors = np.zeros(2)
        with ThreadPoolExecutor(self.workers) as pool:
            for batch, seen in zip(batches, images, strict=True):
                parts = np.array_split(batch, SHARES), np.array_split(seen, SHARES)
                found = pool.map(lambda *part: self.add_slopes(examples, pace, *part), range(SHARES), *parts)
                errors += np.sum(list(found), axis=0)
                self._take_step(len(batch), pace)
        return errors / max(batches.size, 1)

    def add_slopes(
        self, examples: Examples, pace: Pace, share: int, order: np.ndarray, images: np.ndarray
    ) -> tuple[float, float]:
        """Add the slopes of some examples to those of a share."""
        errors: tuple[float, float] = self.kernels.add_slopes(
            self.pupils[share], examples, order, images, self.symmetries, self.inverses,
            np.float32(pace.value_weight), self.slopes_of(share), self.tuple_slopes, share,
        )  # fmt: skip
        return errors

    def slopes_of(self, share: int) -> Slopes:
        """Return the slopes of a share, in the shapes of the weights."""
        shapes = [array.shape for array in learned(self.weights)]
        return Slopes(*(flat[share].reshape(shape) for flat, shape in zip(self.slopes, shapes, strict=True)))

    def _take_step(self, examples: int, pace: Pace) -> None:
        self.steps += 1
        flat = Slopes(*(array.reshape(-1) for array in learned(self.weights)))
        self.kernels.take_steps(
            flat, self.slopes, *self.adam, examples, np.float32(pace.rate), np.float32(pace.decay), self.steps,
            self.weights.second, self.turned,
        )  # fmt: skip
        if len(self.weights.orders):
            self.kernels.take_tuple_steps(
                self.tuples, self.tuple_slopes, *self.tuple_adam, examples, np.float32(pace.rate),
                np.float32(pace.decay), self.steps,
            )  # fmt: skip

    def state(self) -> dict[str, np.ndarray]:
        """Return everything needed to resume."""
        parts: dict[str, Any] = {
            "net": self.weights, **self.adam._asdict(),
            **{f"tuple_{name}": arrays for name, arrays in self.tuple_adam._asdict().items()},
        }  # fmt: skip
        found = {f"{part}.{name}": array for part, arrays in parts.items() for name, array in arrays._asdict().items()}
        return {**found, "steps": np.array([self.steps])}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        for name, array in self.state().items():
            array[...] = state[name]
        self.steps = int(state["steps"][0])
        self.turned[...] = self.weights.second.T


def learned(weights: Weights) -> Slopes:
    """Return the arrays that are learned."""
    return Slopes(*(getattr(weights, name) for name in Slopes._fields))
