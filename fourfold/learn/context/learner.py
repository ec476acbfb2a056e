"""Nets that learn which column of Connect Four is best, from positions whose moves have exact scores."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from ...binding.bind import bind
from ...data.connect_four import labelled_positions
from ...data.connect_four.labelled_positions import Positions
from ...errors import InputError
from ...evaluators import weights_file
from ...evaluators.connect_four import context_net, contexts
from ...games.interface.game import Game
from ...parallel import interrupts
from ...parallel.ordered_map import Workers
from ...storage import run_folder
from ...storage.array_files import MODEL
from ...storage.checkpoints import Checkpoint
from . import kernels as context_steps

NET = "context_net"
WINDOW, LEAST_GAIN = 20, 0.002
"""The curve is flat when the mean error of so many epochs is not lower by this share than that of as many before."""
PAUSE = 5.0
"""Seconds between checkpoints: epochs are short."""


class Epoch(NamedTuple):
    """How the net fared."""

    epoch: int
    error: float
    """What is made smaller, a mean over the positions."""
    seconds: float
    """So far."""


class Learner:
    """Teaches one of the paper's systems the best column, position by position, until its error no longer falls.

    With `out` a run folder keeps all of it; the same settings and folder go on where it stopped.
    """

    def __init__(
        self,
        data: str | Path | Positions,
        system: str = "S4",
        epochs: int = 1000,
        rate: float = 0.1,
        limit: int | None = None,
        without: str | Path | None = None,
        seed: int = 0,
        out: str | Path | None = None,
        workers: Workers = None,
    ) -> None:
        """Learn from the positions of a file, or from the first `limit` of them, for so many epochs at most.

        Those that a file `without` has too are left out. Positions are learned one after the other: more `workers`
        would not help.
        """
        if system not in context_net.SYSTEMS:
            raise InputError(f"no system named {system!r}; there are {', '.join(context_net.SYSTEMS)} and best")
        if epochs < 1 or not 0.0 < rate < 10.0 or (limit is not None and limit < 1):
            raise InputError("epochs and limit must be at least 1, and rate lie between 0 and 10")
        self.data, self.limit, self.without = data, limit, without
        self.system, self.epochs, self.rate = system, epochs, rate
        self.seed = seed
        self.out = None if out is None else Path(out)

    def fit(self, game: Game, progress: Callable[[Epoch], None] | None = None) -> Self:
        """Return self, having learned: `weights_` is the net, `epochs_` tells how it went."""
        check_game(game)
        self.game, self.epochs_ = game, list[Epoch]()
        data = lessons(self.data, self.limit, self.without)
        self.weights_ = context_net.random_weights(self.system, [self.seed, 0])
        with run_folder.open_run(self.out, self._config(len(data))) as run:
            if run.checkpoint:
                self._restore(run.checkpoint)
            lesson = Lesson(data, self.system, self.weights_)
            saved = time.perf_counter()
            while len(self.epochs_) < self.epochs and not is_flat([epoch.error for epoch in self.epochs_]):
                self._epoch(lesson)
                if time.perf_counter() - saved > PAUSE or interrupts.asked():
                    self._save(run)
                    saved = time.perf_counter()
                if progress:
                    progress(self.epochs_[-1])
                interrupts.check()
            self.weights_ = lesson.weights()
            self._save(run)
        return self

    def _epoch(self, lesson: "Lesson") -> None:
        begun, number = time.perf_counter(), len(self.epochs_)
        order = np.random.default_rng([self.seed, 1, number]).permutation(lesson.size)
        error = lesson.learn(order, self.rate)
        if not np.isfinite(error):
            raise InputError(f"the net has gone astray: rate={self.rate:g} is too high")
        before = self.epochs_[-1].seconds if self.epochs_ else 0.0
        self.epochs_.append(Epoch(number + 1, error, round(before + time.perf_counter() - begun, 3)))
        self.weights_ = lesson.weights()

    def _config(self, count: int) -> dict[str, Any]:
        data = "positions" if isinstance(self.data, Positions) else str(self.data)
        learning = {"system": self.system, "rate": self.rate, "seed": self.seed}
        return {"method": "context", "game": self.game.spec, "data": data, "positions": count, **learning}

    def _restore(self, checkpoint: Checkpoint) -> None:
        """Take up what was learned."""
        self.weights_ = context_net.Weights(**checkpoint.arrays)
        self.epochs_ = [Epoch(*each) for each in checkpoint.notes["epochs"]]

    def _save(self, run: run_folder.Run) -> None:
        """Write the net, and what the run goes on from."""
        notes = {"config": run.settings, "epochs": self.epochs_}
        run.write_metrics(each._asdict() for each in self.epochs_)
        if run.folder:
            weights_file.save(run.folder / MODEL, self.weights_, evaluator=NET, game=self.game.name, notes=notes)
        run.save(len(self.epochs_), notes, self.weights_._asdict())


class Lesson:
    """Positions as a system sees them, and its net."""

    def __init__(self, data: Positions, system: str, weights: Any):
        from ...games import connect_four

        self.size = len(data)
        self.kernels = bind(context_steps, contexts, game=connect_four)
        self.best = best_columns(data.scores)
        self.net = context_net.prepare(weights)
        self.trace = context_steps.make_trace(self.net)
        squares, values, depths = seen(data, self.kernels)
        self.squares = squares.astype(np.float32)
        self.values = values
        sorts = context_net.SORTS.get(system, ())
        self.chosen = context_net.choose_detectors(sorts, depths) if sorts else None

    def learn(self, order: np.ndarray, rate: float) -> float:
        """Let the net learn every position once; return the mean error."""
        if self.chosen is None:
            shown: tuple[np.ndarray, ...] = (self.squares,)
            learn = self.kernels.learn_squares
        else:
            shown, learn = (self.values, self.chosen), self.kernels.learn_contexts
        return float(learn(self.net, *shown, self.best, order, np.float32(rate), self.trace))

    def weights(self) -> Any:
        return context_net.strip(self.net)


def lessons(data: str | Path | Positions, limit: int | None, without: str | Path | None) -> Positions:
    """Return positions, or those of a file, the first of them if there is a limit, but for those of another file."""
    read = data if isinstance(data, Positions) else labelled_positions.read(data, limit=limit)
    return read.without(labelled_positions.read(without)) if without else read


def check_game(game: Game) -> None:
    if game.shipped_name not in context_net.GAMES:
        raise InputError(f"contexts are for {', '.join(context_net.GAMES)}, not for {game.name}")


def seen(data: Positions, kernels: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the squares of all positions, and the values and depths of their contexts."""
    squares = np.zeros((len(data), contexts.SQUARES), np.int64)
    values, depths = np.zeros((2, len(data), contexts.CONTEXTS), np.int64)
    kernels.read_positions(data.own, data.stones, np.zeros(contexts.SQUARES, np.int64), squares, values, depths)
    return squares, values, depths


def best_columns(scores: np.ndarray) -> np.ndarray:
    """Return the best column of each row: of several the one nearest to the centre, then the lower."""
    columns = np.arange(contexts.COLUMNS)
    aside = np.abs(columns - 3) + columns / 100
    return np.where(scores == scores.max(axis=1, keepdims=True), aside, np.inf).argmin(axis=1)


def is_flat(errors: list[float]) -> bool:
    """Return whether the curve of errors no longer falls."""
    if len(errors) < 2 * WINDOW:
        return False
    last, before = np.mean(errors[-WINDOW:]), np.mean(errors[-2 * WINDOW : -WINDOW])
    return bool(last > (1.0 - LEAST_GAIN) * before)
