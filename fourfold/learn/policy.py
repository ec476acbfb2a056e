"""A pattern net (nets/pattern_net.py) that learns from expert games which move of Othello to play."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from .. import models, runs
from ..data.expert_moves import Archive, ExpertMoves, read_folder
from ..data.move_sets import MoveSet, Split, strict_split, whole_split
from ..errors import InputError
from ..files import write_whole
from ..nets import pattern_net
from ..nets.pattern_net import Weights
from ..rulebook import Game
from .pattern_course import PARTS, TEACHER_PARTS, Course, Settings, learn_values, ranks

NET = "pattern_net"
STATE = "state.safetensors"
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
        course = Course(split.train, self.settings, self.seed, self.workers, self._values(split))
        if self.out:
            self._open_run(self.out, course)
        samples = {name: sample(test, self.seed) for name, test in split.tests.items()}
        saved = time.perf_counter()
        for number in range(len(self.parts_), self.parts):
            begun, before = time.perf_counter(), self.parts_[-1].seconds if self.parts_ else 0.0
            found, error = course.learn(number)
            tests = {name: course.accuracy(test) for name, test in samples.items()}
            seconds = round(before + time.perf_counter() - begun, 3)
            who, examples = course.progress(number)
            self.parts_.append(Part(number + 1, who, examples, found, error, tests, seconds))
            if self.out and (number == self.parts - 1 or time.perf_counter() - saved > PAUSE):
                self._save(self.out, course)
                saved = time.perf_counter()
            if progress:
                progress(self.parts_[-1])
        self.weights_ = pattern_net.unpack(pattern_net.pack(course.net))
        self.tests_ = {name: measured(self.weights_, test.take()) for name, test in split.tests.items()}
        return self

    def _split(self) -> Split:
        if isinstance(self.data, Split):
            return self.data
        archive = self.data if isinstance(self.data, Archive) else read_folder(self.data)
        return (strict_split if self.test else whole_split)(archive, self.seed)

    def _values(self, split: Split) -> np.ndarray:
        """Return what patterns are worth: as the run has it, or learned now."""
        if self.out and (self.out / STATE).exists():
            return models.load_arrays(self.out / STATE)[0]["values"]
        return learn_values(split.results, self.seed)

    @property
    def parts(self) -> int:
        """How many parts learning has, those of teachers among them."""
        return self.settings.teachers * TEACHER_PARTS + self.settings.members * PARTS

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

        config = self._config(course)
        notes = {"config": config, "parts": self.parts_}
        write_whole(folder / STATE, save(course.state(), {"notes": json.dumps(notes)}))
        # a model may be given away: where the games were is nobody's business
        told = {"config": {**config, "data": Path(config["data"]).name}, "parts": self.parts_}
        packed = pattern_net.pack(course.net)
        models.save(folder / models.FILE, packed, evaluator=NET, game=self.game.name, notes=told)
        write_whole(folder / runs.METRICS, "".join(json.dumps(each._asdict()) + "\n" for each in self.parts_))


def sample(test: MoveSet, seed: int) -> ExpertMoves:
    """Return some moves of a test set."""
    order = np.random.default_rng(seed).permutation(test.size)[:TESTED]
    return test.take(np.sort(order))


def measured(weights: Weights, moves: ExpertMoves) -> float:
    """Return the share of the moves that a net ranks first."""
    return float(np.mean(ranks(pattern_net.make_ranker(weights), moves) == 0))
