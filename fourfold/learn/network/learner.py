"""Teaches a network of Othello to predict the moves of experts, by torch."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

from ...data.othello import expert_moves, splits
from ...data.othello.prediction_quality import Quality
from ...data.othello.splits import Split
from ...errors import InputError
from ...evaluators.torch_othello import predictor
from ...evaluators.torch_othello.torch_import import import_torch
from ...games.interface.game import Game
from ...parallel import interrupts
from ...parallel.ordered_map import Workers
from ...storage import run_folder
from ...storage.array_files import MODEL
from ...storage.checkpoints import Checkpoint
from .schedule import Course, Lesson, Mark, Settings

STRICT = "strict"
SETS = (*splits.NAMES, STRICT)
"""What folders of games can be made into: the paper's sets and splits, and one that keeps near-twins apart."""
EPOCHS = {"original": 24, "unique": 24, "original-s": 6, "unique-s": 6, STRICT: 6}
"""Of the paper."""


class NetworkLearner:
    """Teaches one of the paper's networks the moves of experts, by stochastic gradient descent.

    With `out` a run folder keeps all of it, a model that plays (`policy:model=RUN`) among it; the same settings and
    folder go on where it stopped, with the same weights in the end as if it had not.
    """

    def __init__(
        self,
        data: str | Path | Split,
        set_name: str = "unique-s",
        limit: int | None = None,
        seed: int = 0,
        out: str | Path | None = None,
        workers: Workers = None,
        **settings: Any,
    ) -> None:
        """Learn from a set of the games in a folder of .wtb files, or from a split, in so many threads (all cores).

        Of the examples to learn from `limit` are chosen by lot. Settings are those of network_course.Settings; epochs
        are the paper's if they are not given.
        """
        if set_name not in SETS:
            raise InputError(f"no set named {set_name!r}; there are {', '.join(SETS)}")
        if limit is not None and limit < 1:
            raise InputError(f"limit={limit} must be at least 1")
        given = {name: value for name, value in settings.items() if name != "epochs" or value is not None}
        self.settings = Settings(**{"epochs": EPOCHS[set_name], **given})
        self.data, self.set_name, self.limit = data, set_name, limit
        self.seed, self.workers = seed, workers
        self.out = None if out is None else Path(out)

    def fit(self, game: Game, progress: Callable[[Mark], None] | None = None) -> Self:
        """Return self, having learned: `net_` is the network, `marks_` tell how it went.

        Progress is told after every batch; marks with tests are those that are kept.
        """
        torch = import_torch()
        if game.name != "othello":
            raise InputError(f"expert moves are those of othello, not of {game.name}")
        if isinstance(self.workers, int):
            torch.set_num_threads(self.workers)
        self.game, self.marks_ = game, list[Mark]()
        course = Course(Lesson(self._split(), self.limit, self.settings, self.seed), self.settings)
        self.net_ = course.net
        with run_folder.open_run(self.out, self._config(course)) as run:
            if run.checkpoint:
                self._restore(run.checkpoint, course)
                self._save(run, course)
            while course.way < 1.0:
                mark = course.learn()
                if course.is_due:
                    tests = course.test()  # takes time, too: it may be the end of it
                    mark = mark._replace(tests=tests, way=course.way, seconds=course.seconds)
                    self.marks_.append(mark)
                    course.begin_mark()
                if mark.tests or interrupts.asked():
                    self._save(run, course)
                if progress:
                    progress(mark)
                interrupts.check()
        return self

    def _split(self) -> Split:
        if not isinstance(self.data, str | Path):
            return self.data
        archive = expert_moves.read_folder(self.data)
        if self.set_name == STRICT:
            return splits.strict_split(archive, self.seed)
        return splits.paper_split(archive.moves, self.set_name, self.seed)

    def _config(self, course: Course) -> dict[str, Any]:
        data = str(self.data) if isinstance(self.data, str | Path) else "split"
        learning = {"seed": self.seed, **asdict(self.settings)}
        given = {"data": data, "set": self.set_name, "examples": course.lesson.size}
        return {"method": "networks", "game": self.game.spec, **given, **learning}

    def _restore(self, checkpoint: Checkpoint, course: Course) -> None:
        """Take up what was learned."""
        notes = checkpoint.notes
        course.restore(checkpoint.arrays, notes["step"], notes["seconds"])
        course.errors, course.seen, course.spent = notes["since"]
        self.marks_ = [read_mark(each) for each in notes["marks"]]

    def _save(self, run: run_folder.Run, course: Course) -> None:
        """Write the network, and what the run goes on from."""
        marks = [mark_json(mark) for mark in self.marks_]
        run.write_metrics(marks)
        if run.folder:
            predictor.save(run.folder / MODEL, [course.member], {"config": run.settings, "last": marks[-1:]})
        since = course.errors, course.seen, course.spent
        notes = {"step": course.step, "seconds": course.seconds, "since": since, "marks": marks}
        run.save(course.step, notes, course.state())


def mark_json(mark: Mark) -> dict[str, Any]:
    tests = {name: each._asdict() for name, each in mark.tests.items()} if mark.tests else None
    return {**mark._asdict(), "tests": tests}


def read_mark(value: dict[str, Any]) -> Mark:
    tests = {name: Quality(**each) for name, each in value["tests"].items()} if value["tests"] else None
    return Mark(**{**value, "tests": tests})
