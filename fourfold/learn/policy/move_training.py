"""Training of a move net by Adam, on the moves that were played; for any game."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...binding.bind import bind
from ...data.played_moves import PlayedMoves
from ...errors import InputError
from ...evaluators import move_net
from ...evaluators.move_net import Weights
from ...games.interface.game import Game
from ..settings import setting
from . import move_kernels
from .move_kernels import Examples, Pupil, Slopes
from .shuffled_passes import shuffled_passes

SHARES = 4
"""Parts of a batch: each has slopes of its own, so that any number of workers learns the same net."""
SAMPLE = 20_000
"""Examples from which the levels of variables are taken."""
MOST_LEVELS = 24
ORDER, IMAGES = 1, 2
"""Separate random streams for the order of examples and for their images."""


@dataclass(frozen=True)
class Settings:
    """The hyperparameters of a move net and its training."""

    passes: float = setting(16.0, "Passes over the training moves.", metavar="X")
    units: int = setting(1024, "Hidden units.", metavar="N", least=1)
    rate: float = setting(0.003, "Initial learning rate.", metavar="X")
    decay: float = setting(0.2, "Weight decay, in units of the learning rate: more prevents overfitting.", metavar="X")
    batch: int = setting(256, "Moves of a batch.", flag="", least=1)
    follows: bool = setting(True, "Judge a move after all forced replies.")

    def __post_init__(self) -> None:
        if not (0.0 < self.passes < 1e4 and 0.0 < self.rate < 1.0 and 0.0 <= self.decay < 10.0):
            raise InputError("passes and rate must be above 0, decay at least 0, and none of them too large")


class Adam(NamedTuple):
    """The state of Adam: means of slopes and of their squares."""

    means: Slopes
    squares: Slopes


class Training:
    """Moves to learn, the net that learns them, and the memory of its workers."""

    def __init__(self, game: Game, moves: PlayedMoves, settings: Settings, seed: int, workers: int):
        self.size, self.settings, self.seed = moves.size, settings, seed
        self.steps = max(round(settings.passes * moves.size / settings.batch), 1)
        """Of the whole training: batches."""
        self.examples = Examples(moves.states, moves.played)
        self.symmetries = np.array(game.symmetries)
        self.kernels = bind(move_kernels, game=game.module)
        levels = find_levels(self._sample(moves, game.variables))
        self.weights = move_net.first_weights(
            game.variables, levels, settings.units, float(settings.follows), [seed, 0]
        )
        sizes = [array.size for array in learned(self.weights)]
        self.adam = Adam(*(Slopes(*(np.zeros(size, np.float32) for size in sizes)) for _ in range(2)))
        self.slopes = Slopes(*(np.zeros((SHARES, size), np.float32) for size in sizes))
        self.pupils = [self._pupil(game.max_moves) for _ in range(SHARES)]
        self.workers = min(workers, SHARES)

    def _sample(self, moves: PlayedMoves, variables: int) -> np.ndarray:
        """Return [example, variable]: what some of the moves are judged by."""
        rng = np.random.default_rng([self.seed, ORDER])
        some = moves.at(np.sort(rng.permutation(moves.size)[:SAMPLE]))
        values, replies = np.zeros((some.size, variables), np.float32), np.zeros(move_net.REPLIES, np.int64)
        self.kernels.write_values(
            Examples(some.states, some.played), np.float32(self.settings.follows), replies, values
        )
        return values

    def _pupil(self, max_moves: int) -> Pupil:
        variables, _, units = self.weights.rows.shape
        shapes = (max_moves, variables), (max_moves, units), max_moves, max_moves, units
        memory = (np.zeros(shape, np.float32) for shape in shapes)
        return Pupil(move_net.make_ranker(self.weights), np.zeros(max_moves, np.int64), *memory)

    def learn(self, first: int, last: int) -> tuple[float, float]:
        """Take the steps from first to last; return the share of moves found and the mean error, before learning."""
        found = error = 0.0
        with ThreadPoolExecutor(self.workers) as pool:
            for step in range(first, last):
                for hits, loss in pool.map(self._add_slopes, range(SHARES), *self._batch(step)):
                    found, error = found + hits, error + loss
                self._take_step(step)
        count = max(last - first, 1) * self.settings.batch
        return found / count, error / count

    def _batch(self, step: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Return the numbers of the examples of a step and those of their images, divided into SHARES."""
        start = step * self.settings.batch
        order = shuffled_passes(self.size, start, start + self.settings.batch, (self.seed, ORDER))
        rng = np.random.default_rng([self.seed, IMAGES, step])
        images = rng.integers(len(self.symmetries), size=len(order))
        return np.array_split(order, SHARES), np.array_split(images, SHARES)

    def _add_slopes(self, share: int, order: np.ndarray, images: np.ndarray) -> tuple[int, float]:
        shapes = [array.shape for array in learned(self.weights)]
        slopes = Slopes(*(flat[share].reshape(shape) for flat, shape in zip(self.slopes, shapes, strict=True)))
        return self.kernels.add_slopes(self.pupils[share], self.examples, order, images, self.symmetries, slopes)

    def _take_step(self, step: int) -> None:
        rate = np.float32(self.settings.rate * (1.0 - step / self.steps))
        flat = Slopes(*(array.reshape(-1) for array in learned(self.weights)))
        self.kernels.take_steps(
            flat, self.slopes, *self.adam, self.settings.batch, rate, np.float32(self.settings.decay), step + 1
        )

    def state(self) -> dict[str, np.ndarray]:
        """Return everything needed to resume."""
        parts = {"weights": self.weights, "means": self.adam.means, "squares": self.adam.squares}
        return {f"{part}.{name}": array for part, arrays in parts.items() for name, array in arrays._asdict().items()}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        for name, array in self.state().items():
            array[...] = state[name]


def learned(weights: Weights) -> Slopes:
    """Return the arrays that are learned."""
    return Slopes(weights.rows, weights.biases, weights.outputs, weights.bias)


def find_levels(values: np.ndarray) -> np.ndarray:
    """Return the distinct values, or if they are too many some that lie evenly among them; always 0."""
    found = np.unique(values)
    if len(found) > MOST_LEVELS:
        found = np.quantile(found, np.linspace(0.0, 1.0, MOST_LEVELS), method="nearest")
    return np.unique([*found, 0.0]).astype(np.float32)
