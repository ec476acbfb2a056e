"""The training schedule of a pattern net: teachers first, then the net itself, part by part."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...binding.bind import bind
from ...data.othello.expert_moves import ExpertMoves
from ...data.othello.splits import SYMMETRIES, MoveSet, Results
from ...errors import InputError
from ...evaluators.othello_patterns import pattern_net
from ...evaluators.othello_patterns.afterstate_values import PLACES, VALUE_STAGES
from ...evaluators.othello_patterns.features import make_features, make_layout
from ...evaluators.othello_patterns.pattern_net import Weights
from ...evaluators.othello_patterns.patterns import make_tables
from ...games import othello
from ..settings import setting
from . import pattern_kernels
from .shuffled_passes import shuffled_passes

PARTS, TEACHER_PARTS = 40, 10
"""Parts of the training, after each of which it can be interrupted."""
CHUNK = 100_000
"""Examples between two changes of the learning rate."""
LEAST_RATE = 1e-3
SAMPLE = 400_000
"""Positions from which the frequency of rows is estimated."""
VALUE_PASSES, VALUE_RATE = 6, 0.01
NO_TARGETS = np.zeros(0, np.uint16), np.zeros(0, np.int64)
NO_SHARES = np.zeros(0, np.float32), np.zeros(0, np.int64)


@dataclass(frozen=True)
class Settings:
    """The hyperparameters of the net and its training."""

    passes: float = setting(8.0, "Passes over the training moves.", metavar="X")
    teachers: int = setting(3, "Nets to train first and distil from.", metavar="N")
    teacher_passes: float = setting(3.0, "Passes of each teacher.", flag="")
    trust: float = setting(0.65, "Weight of the teachers' predictions against the move played.", flag="")
    members: int = setting(
        2,
        "Nets to average; the second trusts teachers by trust times trust.",
        flag="",
        least=1,
    )
    width: int = setting(64, "Numbers in each pattern's row.", metavar="N", least=1)
    units: int = setting(32, "Hidden units.", metavar="N", least=1)
    heads: int = setting(10, "Hidden layers, one for each stage of the game.", flag="", least=1)
    replies: bool = setting(True, "Also use the boards after the replies to each move.")
    rate: float = setting(0.1, "Initial learning rate of the rows.", metavar="X")
    layer_rate: float = setting(0.01, "Learning rate of the layers.", flag="")
    caution: float = setting(300.0, "Initial sum of squared gradients of a row; more means smaller steps.", flag="")
    seldom: float = setting(100.0, "A row that occurs this often per pass learns at half the rate.", flag="")
    dropped: float = setting(0.1, "Dropout: the share of rows left out at random.", metavar="X")

    def __post_init__(self) -> None:
        if self.width % 4:
            raise InputError(f"width={self.width} must be a multiple of 4")
        if self.teachers < 0 or self.teachers == 1:
            raise InputError(f"teachers={self.teachers} must be 0 or at least 2: each predicts moves it has not seen")
        if not (0.0 < self.passes < 1e4 and 0.0 < self.teacher_passes < 1e4):
            raise InputError("passes and teacher_passes must be above 0 and not too large")
        if not (0.0 <= self.dropped < 1.0 and 0.0 <= self.trust <= 1.0):
            raise InputError("dropped and trust must be between 0 and 1")
        if not (0.0 < self.rate < 1e3 and 0.0 < self.layer_rate < 1.0 and 0.0 < self.caution < 1e6):
            raise InputError("rate, layer_rate and caution must be above 0 and not too large")
        if not 0.0 <= self.seldom < 1e6:
            raise InputError("seldom must be neither negative nor too large")


def ranks(ranker: pattern_net.Ranker, moves: ExpertMoves) -> np.ndarray:
    """Return the rank, from 0, of each move among the legal ones."""
    found = np.zeros(moves.size, np.int64)
    bind(pattern_kernels, game=othello).rank(ranker, *moves.triples, found, *NO_SHARES)
    return found


class Pupil(NamedTuple):
    """The training state of a net besides its weights; each worker has its own, except for squares and turned."""

    squares: np.ndarray
    """[rows]: the sums of squared gradients so far."""
    turned: np.ndarray
    """[heads, units, width]: the hidden layers transposed, up to rounding, for backpropagation."""
    touched: np.ndarray
    """[place]: whether some move changes it."""
    kept: np.ndarray
    """[place]: whether its row is not left out."""
    total: np.ndarray
    slope: np.ndarray
    rest: np.ndarray
    unit_slope: np.ndarray
    shares: np.ndarray
    """[place, width]: the part of the gradient from moves that change a place."""


class Schedule:
    """The moves, the net in training, and the memory of its workers."""

    def __init__(self, moves: MoveSet, settings: Settings, seed: int, workers: int, values: np.ndarray):
        self.moves = moves.triples.at(self.triples_of(moves))
        self.size, self.settings, self.seed = self.moves.size, settings, seed
        self.weights = first_weights(settings, seed, values)
        self.turned = np.ascontiguousarray(self.weights.hidden.transpose(0, 2, 1))
        self.rankers = [pattern_net.make_ranker(self.weights) for _ in range(workers)]
        for ranker in self.rankers:
            ranker.features.replies = settings.replies
        self.kernels = bind(pattern_kernels, game=othello)
        self.first_squares = self._first_squares()
        self.squares = self.first_squares.copy()
        self.pupils = [self._pupil() for _ in range(workers)]
        self.members = list[Weights]()
        """The finished ones."""
        self.targets, self.starts = NO_TARGETS
        if settings.teachers:
            self.starts = np.zeros(self.size + 1, np.int64)
            self.kernels.count_moves(self.moves.own, self.moves.opponent, self.starts[1:])
            np.cumsum(self.starts, out=self.starts)
            self.targets = np.zeros(self.starts[-1], np.uint16)
        self.fold = np.random.default_rng([seed, self.size]).integers(max(settings.teachers, 1), size=self.size)
        """[move]: the teacher that is not trained on it."""

    @staticmethod
    def triples_of(moves: MoveSet) -> np.ndarray:
        """Return which triples to train on: one image of each, since the net is invariant under symmetry."""
        return np.unique(moves.codes // SYMMETRIES)

    def _first_squares(self) -> np.ndarray:
        """Return the initial sum of squares of each row: larger for rarer rows.

        Rare rows, which are nearly half of all, would otherwise overfit.
        """
        places = np.random.default_rng(self.seed).permutation(self.size)[:SAMPLE]
        counts = np.zeros(len(self.weights.embeddings), np.int64)
        self.kernels.count_rows(self.rankers[0], *self.moves.at(places)[:2], counts)
        seen = np.maximum(counts * self.size / len(places), 1.0)
        return (self.settings.caution * (1.0 + self.settings.seldom / seen) ** 2).astype(np.float32)

    def _pupil(self) -> Pupil:
        width, units = self.settings.width, self.settings.units
        memory = (np.zeros(shape, np.float32) for shape in (width, width, width, units, (PLACES, width)))
        return Pupil(self.squares, self.turned, np.zeros(PLACES, np.uint8), np.zeros(PLACES, np.bool_), *memory)

    def lesson(self, number: int) -> "Lesson":
        """Return the training examples of a part of the run."""
        teacher, part = divmod(number, TEACHER_PARTS)
        if teacher < self.settings.teachers:
            places = np.flatnonzero(self.fold != teacher)
            return Lesson(f"teacher {teacher + 1}", places, part, TEACHER_PARTS, self.settings.teacher_passes, 0.0)
        member, part = divmod(number - self.settings.teachers * TEACHER_PARTS, PARTS)
        trust = self.settings.trust ** (member + 1) if self.settings.teachers else 0.0
        return Lesson(f"net {member + 1}", np.arange(self.size), part, PARTS, self.settings.passes, trust)

    @property
    def net(self) -> Weights:
        """The mean of all members, including the one in training. Rows are scaled down, to compensate for dropout."""
        is_learning = len(self.members) < self.settings.members
        joined = pattern_net.join([*self.members, *([self.weights] if is_learning else [])])
        return joined._replace(embeddings=joined.embeddings * np.float32(1.0 - self.settings.dropped))

    def progress(self, number: int) -> tuple[str, int]:
        """Return the net in training in a part, and how many examples it has seen by its end."""
        lesson = self.lesson(number)
        return lesson.learner, lesson.end(lesson.part)

    def learn(self, number: int) -> tuple[float, float]:
        """Train on a part; return the share of moves found and the mean error."""
        lesson = self.lesson(number)
        if lesson.part == 0:
            self.begin(number)
        first, last = lesson.end(lesson.part - 1), lesson.end(lesson.part)
        found = error = 0.0
        with ThreadPoolExecutor(len(self.rankers)) as pool:
            for start in range(first, last, CHUNK):
                order = lesson.order(start, min(start + CHUNK, last), (self.seed, number - lesson.part))
                rate = max(1.0 - start / lesson.end(lesson.parts - 1), LEAST_RATE)
                shares = np.array_split(order, len(self.rankers))
                seeds = ([self.seed, number, start, worker] for worker in range(len(shares)))
                steps = [
                    pool.submit(self._step, worker, share, lesson.trust, rate, seed)
                    for worker, (share, seed) in enumerate(zip(shares, seeds, strict=True))
                ]
                for step in steps:
                    hits, loss = step.result()
                    found, error = found + hits, error + loss
        if lesson.part == lesson.parts - 1:
            self.end(number)
        return found / max(last - first, 1), error / max(last - first, 1)

    def begin(self, number: int) -> None:
        """Start training a new net."""
        fresh = first_weights(self.settings, self.seed + number, self.weights.values)
        for array, first in zip(self.weights, fresh, strict=True):
            array[...] = first
        self.squares[...] = self.first_squares
        self.turned[...] = self.weights.hidden.transpose(0, 2, 1)

    def end(self, number: int) -> None:
        """Store the result: a teacher's predictions, or a member."""
        if number < self.settings.teachers * TEACHER_PARTS:
            self.teach(number // TEACHER_PARTS)
        else:
            self.members.append(Weights(*(array.copy() for array in self.weights)))

    def teach(self, teacher: int) -> None:
        """Store a teacher's predictions for the moves that it was not trained on."""
        places = np.flatnonzero(self.fold == teacher)
        counts = np.diff(self.starts)[places]
        starts = np.concatenate([[0], np.cumsum(counts)])
        shares, found = np.zeros(starts[-1], np.float32), np.zeros(len(places), np.int64)
        self.kernels.rank(self.rankers[0], *self.moves.at(places).triples, found, shares, starts)
        at = np.repeat(self.starts[places] - starts[:-1], counts) + np.arange(starts[-1])
        self.targets[at] = np.rint(shares * pattern_kernels.WHOLE)

    def _step(self, worker: int, order: np.ndarray, trust: float, rate: float, seed: list[int]) -> tuple[int, float]:
        settings, rng = self.settings, np.random.default_rng(seed)
        rates = np.float32(rate * settings.rate), np.float32(rate * settings.layer_rate)
        targets, starts = (self.targets, self.starts) if trust else NO_TARGETS
        pupil, ranker = self.pupils[worker], self.rankers[worker]
        return self.kernels.learn(
            ranker, pupil, *self.moves.triples, order, targets, starts, np.float32(trust), *rates, settings.dropped, rng
        )

    def accuracy(self, moves: ExpertMoves) -> float:
        return float(np.mean(ranks(self.rankers[0], moves) == 0))

    def state(self) -> dict[str, np.ndarray]:
        """Return everything needed to resume."""
        learning = {"squares": self.squares, "turned": self.turned, "targets": self.targets}
        members = {
            f"{number}.{name}": array
            for number, member in enumerate(self.members)
            for name, array in member._asdict().items()
        }
        return self.weights._asdict() | learning | members

    def restore(self, state: dict[str, np.ndarray]) -> None:
        count = sum(name.endswith(".embeddings") for name in state)
        self.members = [Weights(*(state[f"{number}.{name}"] for name in Weights._fields)) for number in range(count)]
        for name, array in self.state().items():
            array[...] = state[name]


def learn_values(results: Results | None, seed: int = 0) -> np.ndarray:
    """Return [stage, row]: the value of patterns by the final results of games; zero if no results are known."""
    tables, rng = make_tables(), np.random.default_rng(seed)
    values, counts = np.zeros((2, VALUE_STAGES, tables.pattern_rows), np.float32)
    if results is None:
        return values
    features, kernels = make_features(make_layout(tables)), bind(pattern_kernels, game=othello)
    shares = results.margin.astype(np.float32) / 64
    for number in range(VALUE_PASSES):
        rate, order = np.float32(VALUE_RATE * (1.0 - number / VALUE_PASSES)), rng.permutation(len(shares))
        kernels.learn_values(values, counts, results.own, results.opponent, shares, order, rate, tables, features)
    return values


class Lesson(NamedTuple):
    """The training examples of a part of a run."""

    learner: str
    places: np.ndarray
    """Numbers of the moves."""
    part: int
    parts: int
    passes: float
    trust: float

    def end(self, part: int) -> int:
        """Return how many examples have been seen at the end of a part."""
        return round((part + 1) / self.parts * self.passes * len(self.places))

    def order(self, start: int, stop: int, seed: tuple[int, ...]) -> np.ndarray:
        """Return the numbers of the moves from start to stop over all passes, each pass in its own order."""
        return self.places[shuffled_passes(len(self.places), start, stop, seed)]


def first_weights(settings: Settings, seed: int, values: np.ndarray) -> Weights:
    """Return an initial net: it knows the values of patterns, prefers no move, and all its heads are the same."""
    rng = np.random.default_rng(seed)
    width, units, heads = settings.width, settings.units, settings.heads
    hidden = rng.normal(size=(width, units)) * np.sqrt(2 / width)
    output = rng.normal(size=units) * np.sqrt(0.5 / units)
    arrays = (
        np.zeros((make_layout(make_tables()).total, width)),
        rng.uniform(0.0, 0.5, width),
        np.broadcast_to(hidden, (heads, width, units)),
        np.zeros((heads, units)),
        np.broadcast_to(output, (heads, units)),
        np.broadcast_to(rng.normal(size=width) * 0.3, (heads, width)),
        values,
    )
    return Weights(*(np.array(array, np.float32, order="C") for array in arrays))
