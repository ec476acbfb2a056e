"""A pattern net (nets/pattern_net.py) that learns from expert games which move of Othello to play."""

import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from .. import models, runs
from ..bind import bind
from ..data.expert_moves import Archive, ExpertMoves, read_folder
from ..data.move_sets import SYMMETRIES, MoveSet, Split, strict_split, whole_split
from ..errors import InputError
from ..files import write_whole
from ..games import othello
from ..nets import pattern_net
from ..nets.pattern_net import PLACES, Weights
from ..rulebook import Game
from . import pattern_steps

NET = "pattern_net"
STATE = "state.safetensors"
PARTS = 40
"""Of a run: after each of them it can be stopped."""
CHUNK = 100_000
"""Examples between two changes of the rate."""
LEAST_RATE = 1e-3
TESTED = 50_000
"""Moves of a test set that are ranked after every part."""
NOTHING = np.zeros(0, np.float32), np.zeros(0, np.int64)


@dataclass(frozen=True)
class Settings:
    """All that can be chosen about the net and how it learns."""

    passes: float = 12.0
    """How often it goes through the moves."""
    width: int = 32
    """Numbers in a row of its table."""
    units: int = 32
    heads: int = 10
    """Hidden layers, each for a part of the game."""
    rate: float = 0.3
    """Of the rows at the beginning; it falls to nothing."""
    layer_rate: float = 0.01
    caution: float = 30.0
    """What the sum of squares of a row begins with: the more, the less a row moves that was seldom seen."""
    dropped: float = 0.1
    """Share of the rows that are left out of a position, another one every time."""

    def __post_init__(self) -> None:
        for name in ("width", "units", "heads"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)} must be at least 1")
        if self.width % 4:
            raise InputError(f"width={self.width} must be a multiple of 4")
        if not 0.0 < self.passes < 1e4 or not 0.0 <= self.dropped < 1.0:
            raise InputError("passes must be above 0, and dropped lie between 0 and 1")
        if not (0.0 < self.rate < 1e3 and 0.0 < self.layer_rate < 1.0 and 0.0 < self.caution < 1e6):
            raise InputError("rate, layer_rate and caution must be above 0, and not too large")


class Part(NamedTuple):
    """How the net fares after a part of its run."""

    part: int
    examples: int
    """Seen so far."""
    found: float
    """Share of the moves of this part that it ranked first before it learned from them, rows left out."""
    error: float
    """Mean of -log of the share that it gave to the move played."""
    tests: dict[str, float]
    """Share of the moves that it ranks first, of a part of each test set."""
    seconds: float
    """So far."""


class Learner:
    """Teaches a net the moves of experts. With `out` a run folder keeps all of it; a stopped run goes on.

    With one worker the same seed gives the same net. Several write into one table without waiting for each other: that
    loses nothing that can be measured, but no two such runs are the same to the last bit.
    """

    def __init__(
        self,
        data: str | Path | Archive | Split,
        test: bool = True,
        seed: int = 0,
        out: str | Path | None = None,
        workers: int | None = None,
        **settings: Any,
    ) -> None:
        """Learn from the .wtb files of a folder; with test, from what three test sets leave (data/move_sets.py).

        A split that is given instead is learned from and tested on as it is.
        """
        self.data, self.test, self.seed = data, test, seed
        self.out = None if out is None else Path(out)
        self.workers = workers or os.cpu_count() or 1
        self.settings = Settings(**settings)

    def fit(self, game: Game, progress: Callable[[Part], None] | None = None) -> Self:
        """Return self, having learned: `weights_` is the net, `parts_` tells how it went, `tests_` how good it is."""
        if game.shipped_name != "othello":
            raise InputError(f"experts' moves of Othello teach Othello, not {game.name}")
        self.game, self.parts_ = game, list[Part]()
        split = self._split()
        course = Course(split.train, self.settings, self.seed, self.workers)
        if self.out:
            self._open_run(self.out, course)
        samples = {name: sample(test, self.seed) for name, test in split.tests.items()}
        for number in range(len(self.parts_), PARTS):
            begun, before = time.perf_counter(), self.parts_[-1].seconds if self.parts_ else 0.0
            found, error = course.learn(number)
            tests = {name: course.accuracy(test) for name, test in samples.items()}
            seconds = round(before + time.perf_counter() - begun, 3)
            self.parts_.append(Part(number + 1, course.end(number), found, error, tests, seconds))
            if self.out:
                self._save(self.out, course)
            if progress:
                progress(self.parts_[-1])
        self.weights_ = pattern_net.unpack(pattern_net.pack(course.weights))
        self.tests_ = {name: measured(self.weights_, test.take()) for name, test in split.tests.items()}
        return self

    def _split(self) -> Split:
        if isinstance(self.data, Split):
            return self.data
        archive = self.data if isinstance(self.data, Archive) else read_folder(self.data)
        return (strict_split if self.test else whole_split)(archive, self.seed)

    def _config(self, course: "Course") -> dict[str, Any]:
        data = str(self.data) if isinstance(self.data, str | Path) else type(self.data).__name__.lower()
        learning = {"test": self.test, "seed": self.seed, **asdict(self.settings)}
        return {"method": "policy", "game": self.game.spec, "data": data, "examples": course.size, **learning}

    def _open_run(self, folder: Path, course: "Course") -> None:
        """Make the run folder, or take up what is in it."""
        runs.open_run(folder, self._config(course))
        if (folder / STATE).exists():
            arrays, metadata = models.load_arrays(folder / STATE)
            course.restore(arrays)
            self.parts_ = [Part(*each) for each in metadata["notes"]["parts"]]
            self._save(folder, course)  # a kill may have come in the middle of it

    def _save(self, folder: Path, course: "Course") -> None:
        from safetensors.numpy import save

        notes = {"config": self._config(course), "parts": self.parts_}
        write_whole(folder / STATE, save(course.state(), {"notes": json.dumps(notes)}))
        packed = pattern_net.pack(course.weights)
        models.save(folder / models.FILE, packed, evaluator=NET, game=self.game.name, notes=notes)
        write_whole(folder / runs.METRICS, "".join(json.dumps(each._asdict()) + "\n" for each in self.parts_))


def sample(test: MoveSet, seed: int) -> ExpertMoves:
    """Return some moves of a test set."""
    order = np.random.default_rng(seed).permutation(test.size)[:TESTED]
    return test.take(np.sort(order))


def measured(weights: Weights, moves: ExpertMoves) -> float:
    """Return the share of the moves that a net ranks first."""
    return float(np.mean(ranks(pattern_net.make_ranker(weights), moves) == 0))


def ranks(ranker: pattern_net.Ranker, moves: ExpertMoves) -> np.ndarray:
    """Return the rank, from 0, that each move has among the legal ones."""
    found = np.zeros(moves.size, np.int64)
    bind(pattern_steps, game=othello).rank(ranker, *moves, found, *NOTHING)
    return found


class Pupil(NamedTuple):
    """What a net needs to learn beside its weights; a worker has its own, but for squares and turned."""

    squares: np.ndarray
    """[rows]: of the slopes so far, added up."""
    turned: np.ndarray
    """[heads, units, width]: the hidden layers the other way round, but for rounding; for the way back."""
    touched: np.ndarray
    """[place]: whether some move changes it."""
    kept: np.ndarray
    """[place]: whether its row is not left out."""
    total: np.ndarray
    slope: np.ndarray
    rest: np.ndarray
    unit_slope: np.ndarray
    shares: np.ndarray
    """[place, width]: of the slopes, what moves that change a place have."""


class Course:
    """The moves, the net while it learns, and the memory of its workers."""

    def __init__(self, moves: MoveSet, settings: Settings, seed: int, workers: int):
        # the net does not see how a board is turned, so that one image of a triple is as good as all
        self.moves = moves.triples.at(np.unique(moves.codes // SYMMETRIES))
        self.size, self.settings, self.seed = self.moves.size, settings, seed
        self.weights = first_weights(settings, seed)
        self.squares = np.full(len(self.weights.embeddings), settings.caution, np.float32)
        self.turned = np.ascontiguousarray(self.weights.hidden.transpose(0, 2, 1))
        self.rankers = [pattern_net.make_ranker(self.weights) for _ in range(workers)]
        self.pupils = [self._pupil() for _ in range(workers)]
        self.kernels = bind(pattern_steps, game=othello)

    def _pupil(self) -> Pupil:
        width, units = self.settings.width, self.settings.units
        memory = (np.zeros(shape, np.float32) for shape in (width, width, width, units, (PLACES, width)))
        return Pupil(self.squares, self.turned, np.zeros(PLACES, np.uint8), np.zeros(PLACES, np.bool_), *memory)

    def end(self, part: int) -> int:
        """Return how many examples are seen when a part is over."""
        return round((part + 1) / PARTS * self.settings.passes * self.size)

    def learn(self, part: int) -> tuple[float, float]:
        """Return the share of moves found and the mean error of a part, having learned from it."""
        first, last = self.end(part - 1), self.end(part)
        found = error = 0.0
        with ThreadPoolExecutor(len(self.rankers)) as pool:
            for start in range(first, last, CHUNK):
                order = self.order(start, min(start + CHUNK, last))
                rate = max(1.0 - start / self.end(PARTS - 1), LEAST_RATE)
                shares = np.array_split(order, len(self.rankers))
                steps = [pool.submit(self._step, worker, share, rate, start) for worker, share in enumerate(shares)]
                for step in steps:
                    hits, loss = step.result()
                    found, error = found + hits, error + loss
        return found / (last - first), error / (last - first)

    def order(self, start: int, stop: int) -> np.ndarray:
        """Return the numbers of the examples from start to stop of all passes, each pass in an order of its own."""
        passes = range(start // self.size, (stop - 1) // self.size + 1)
        orders = [np.random.default_rng([self.seed, each]).permutation(self.size) for each in passes]
        return np.concatenate(orders)[start - passes[0] * self.size : stop - passes[0] * self.size]

    def _step(self, worker: int, order: np.ndarray, rate: float, start: int) -> tuple[int, float]:
        settings, rng = self.settings, np.random.default_rng([self.seed, start, worker])
        rates = np.float32(rate * settings.rate), np.float32(rate * settings.layer_rate)
        pupil, ranker = self.pupils[worker], self.rankers[worker]
        return self.kernels.learn(
            ranker, pupil, *self.moves, order, *NOTHING, np.float32(0.0), *rates, settings.dropped, rng
        )

    def accuracy(self, moves: ExpertMoves) -> float:
        return float(np.mean(ranks(self.rankers[0], moves) == 0))

    def state(self) -> dict[str, np.ndarray]:
        """Return all that learning goes on from."""
        return {**self.weights._asdict(), "squares": self.squares, "turned": self.turned}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        for name, array in self.state().items():
            array[...] = state[name]


def first_weights(settings: Settings, seed: int) -> Weights:
    """Return a net that likes all moves alike; all its heads are the same."""
    rng = np.random.default_rng(seed)
    width, units, heads = settings.width, settings.units, settings.heads
    hidden = rng.normal(size=(width, units)) * np.sqrt(2 / width)
    output = rng.normal(size=units) * np.sqrt(0.5 / units)
    arrays = (
        np.zeros((pattern_net.make_layout(pattern_net.make_tables()).total, width)),
        rng.uniform(0.0, 0.5, width),
        np.broadcast_to(hidden, (heads, width, units)),
        np.zeros((heads, units)),
        np.broadcast_to(output, (heads, units)),
        np.broadcast_to(rng.normal(size=width) * 0.3, (heads, width)),
    )
    return Weights(*(np.array(array, np.float32, order="C") for array in arrays))
