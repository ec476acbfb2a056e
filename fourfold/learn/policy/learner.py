"""A pattern net (nets/pattern_net.py) that learns from expert games which move of Othello to play."""

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from ...data.othello.expert_moves import Archive, ExpertMoves, read_folder
from ...data.othello.splits import MoveSet, Split, strict_split, whole_split
from ...errors import InputError
from ...evaluators import weights_file
from ...evaluators.othello_patterns import pattern_net
from ...evaluators.othello_patterns.pattern_net import Weights
from ...games.interface.game import Game
from ...parallel import interrupts
from ...parallel.ordered_map import Workers, worker_count
from ...storage import run_folder
from ...storage.array_files import MODEL
from .schedule import PARTS, TEACHER_PARTS, Course, Settings, learn_values, ranks

NET = "pattern_net"
TESTED = 20_000
"""Moves of a test set that are ranked after every part."""
PAUSE = 60.0
"""Seconds, at least, between two times that all is saved: that is 200 MB."""


class Part(NamedTuple):
    """How the net, or the teacher that learns, fares after a part of its run."""

    part: int
    learner: str
    examples: int
    """That it has seen so far."""
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

    With one worker the same seed gives the same net. Several write into one table without waiting for each other:
    no two such runs are the same to the last bit.
    """

    def __init__(
        self,
        data: str | Path | Archive | Split,
        test: bool = True,
        seed: int = 0,
        out: str | Path | None = None,
        workers: Workers = None,
        **settings: Any,
    ) -> None:
        """Learn from the .wtb files of a folder; with test, from what three test sets leave (data/move_sets.py).

        A split that is given instead is learned from and tested on as it is.
        """
        self.data, self.test, self.seed = data, test, seed
        self.out = None if out is None else Path(out)
        self.workers = worker_count(workers)
        self.settings = Settings(**settings)

    def fit(self, game: Game, progress: Callable[[Part], None] | None = None) -> Self:
        """Return self, having learned: `weights_` is the net, `parts_` tells how it went, `tests_` how good it is."""
        if game.shipped_name != "othello":
            raise InputError(f"experts' moves of Othello teach Othello, not {game.name}")
        self.game, self.parts_ = game, list[Part]()
        split = self._split()
        with run_folder.open_run(self.out, self._config(len(Course.triples_of(split.train)))) as run:
            saved = run.checkpoint
            values = saved.arrays["values"] if saved else learn_values(split.results, self.seed)
            course = Course(split.train, self.settings, self.seed, self.workers, values)
            if saved:
                course.restore(saved.arrays)
                self.parts_ = [Part(*each) for each in saved.notes["parts"]]
                self._save(run, course)
            samples = {name: sample(test, self.seed) for name, test in split.tests.items()}
            last = time.perf_counter()
            for number in range(len(self.parts_), self.parts):
                self.parts_.append(self._part(number, course, samples))
                if number == self.parts - 1 or interrupts.asked() or time.perf_counter() - last > PAUSE:
                    self._save(run, course)
                    last = time.perf_counter()
                if progress:
                    progress(self.parts_[-1])
                interrupts.check()
        self.weights_ = pattern_net.unpack(pattern_net.pack(course.net))
        self.tests_ = {name: measured(self.weights_, test.take()) for name, test in split.tests.items()}
        return self

    def _split(self) -> Split:
        if isinstance(self.data, Split):
            return self.data
        archive = self.data if isinstance(self.data, Archive) else read_folder(self.data)
        return (strict_split if self.test else whole_split)(archive, self.seed)

    def _part(self, number: int, course: Course, samples: dict[str, ExpertMoves]) -> Part:
        """Return how the net fares after a part, having learned it."""
        begun, before = time.perf_counter(), self.parts_[-1].seconds if self.parts_ else 0.0
        found, error = course.learn(number)
        tests = {name: course.accuracy(test) for name, test in samples.items()}
        seconds = round(before + time.perf_counter() - begun, 3)
        return Part(number + 1, *course.progress(number), found, error, tests, seconds)

    @property
    def parts(self) -> int:
        """How many parts learning has, those of teachers among them."""
        return self.settings.teachers * TEACHER_PARTS + self.settings.members * PARTS

    def _config(self, size: int) -> dict[str, Any]:
        data = str(self.data) if isinstance(self.data, str | Path) else type(self.data).__name__.lower()
        learning = {"test": self.test, "seed": self.seed, **asdict(self.settings)}
        return {"method": "policy", "game": self.game.spec, "data": data, "examples": size, **learning}

    def _save(self, run: run_folder.Run, course: Course) -> None:
        """Write the net, and what the run goes on from."""
        notes = {"config": run.settings, "parts": self.parts_}
        run.write_metrics(each._asdict() for each in self.parts_)
        if run.folder:
            # a model may be given away: where the games were is nobody's business
            told = {"config": {**run.settings, "data": Path(run.settings["data"]).name}, "parts": self.parts_}
            packed = pattern_net.pack(course.net)
            weights_file.save(run.folder / MODEL, packed, evaluator=NET, game=self.game.name, notes=told)
        run.save(len(self.parts_), notes, course.state())


def sample(test: MoveSet, seed: int) -> ExpertMoves:
    """Return some moves of a test set."""
    order = np.random.default_rng(seed).permutation(test.size)[:TESTED]
    return test.take(np.sort(order))


def measured(weights: Weights, moves: ExpertMoves) -> float:
    """Return the share of the moves that a net ranks first."""
    return float(np.mean(ranks(pattern_net.make_ranker(weights), moves) == 0))
