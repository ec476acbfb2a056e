"""Train a net to predict the moves of strong players from their games (docs/expert-moves.md, docs/othello.md)."""

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...data import held_out_games
from ...data.othello.expert_moves import find_folder
from ...data.played_moves import games_in, paths_of
from ...errors import InputError
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...parallel.ordered_map import worker_count
from ...records.detect import WTHOR
from ..curves import Curve, Point, accuracy_point
from ..learner import Learner, ranker_advice
from ..settings import setting
from .course import Course
from .move_course import MoveCourse
from .pattern_course import PatternCourse
from .settings import check, given_settings, joined, settings_of

COURSES: dict[str, Any] = {"pattern": PatternCourse, "moves": MoveCourse}
"""The kinds of net: for Othello, and for any game."""


class Part(NamedTuple):
    """The metrics of a net, or of a teacher, after a part of its run."""

    part: int
    learner: str
    examples: int
    """Seen so far."""
    found: float
    """The share of moves of this part ranked first before training on them, with dropout."""
    error: float
    """Mean of -log of the probability of the move played."""
    tests: dict[str, float]
    """The share of moves ranked first, by test set."""
    seconds: float
    """So far."""
    tested: int = 0
    """Moves of the first of these parts of test sets."""


@dataclass(frozen=True)
class Choice:
    """The settings that all courses share."""

    data: list[str] | Any = setting(
        None,
        "Files or folders of games: PDN, ACF, WThor, records, a match's run folder; several: repeat it."
        " Default for Othello: othello/wthor in $FOURFOLD_DATA.",
        metavar="PATH",
    )
    net: str | None = setting(
        None, "pattern (Othello, from WThor files) or moves (any game); default: what the data are for.", metavar="KIND"
    )
    test: bool = setting(True, "Hold out games and moves for testing.")

    def __post_init__(self) -> None:
        if self.net is not None and self.net not in COURSES:
            raise InputError(f"no kind of net named {self.net!r}; choose from {', '.join(COURSES)}")
        nets = COURSES if self.net is None else {self.net: COURSES[self.net]}
        check(given_settings(self, Choice), nets)


class PolicyLearner(Learner):
    """Trains a net to predict the moves of strong players, by the course that fits the game and the data."""

    Settings, Metrics = joined(COURSES, Choice), Part
    metrics_name, unit, labels = "parts", "parts", ("moves", "held-out moves of experts that it ranks first")
    save_seconds = 60.0  # a pattern net's state is 200 MB
    sizes = {}
    example = "draughts --data games.pdn --out runs/draughts"

    course: Course
    parts = 0
    """Of the course; known when the data are."""

    def start(self) -> None:
        self.workers = worker_count(self.workers)
        self.net = self.settings.net or net_for(self.game, self.settings.data)
        self.chosen = settings_of(self.net, given_settings(self.settings, Choice), COURSES)
        kind = COURSES[self.net]
        self.course = kind(self.game, self.settings.data, self.chosen, self.seed, self.workers, self.settings.test)
        self.parts = self.course.parts

    def is_finished(self) -> bool:
        return len(self.metrics_) >= self.total()

    def total(self) -> int:
        return self.parts

    def progress(self) -> tuple[int, str]:
        last = self.metrics_[-1]
        tests = "".join(f", {name} {share:.1%}" for name, share in last.tests.items())
        return last.part, f"{last.learner}: found {last.found:.1%}{tests}"

    @classmethod
    def curve(cls, metrics: list[dict[str, Any]], config: dict[str, Any]) -> list[Point]:
        """Return the share of held-out moves that are ranked first, or of moves before they are learned from.

        Teachers and members of a net learn one after the other.
        """
        points, before = list[Point](), 0
        for each, last in zip(metrics, [None, *metrics], strict=False):
            if last and last.get("learner") != each.get("learner"):
                before += last["examples"]
            share = next(iter(each["tests"].values())) if each["tests"] else each["found"]
            points.append(accuracy_point(before + each["examples"], share, each.get("tested", 0)))
        return points

    @property
    def curve_(self) -> Curve:
        """The learning curve, and in the end what the whole test set says."""
        curve, tests = super().curve_, getattr(self, "tests_", {})
        if not tests:
            return curve
        name, share = next(iter(tests.items()))
        size = self.course.tests[name]
        test = accuracy_point(curve.points[-1].x, share, size)
        return curve._replace(tests=[test], tests_label=f"final test: all {size:,} held-out moves of {name}")

    def yardstick(self) -> None:
        """Return nothing: every part is tested on held-out moves."""

    def step(self) -> Part:
        begun, number = time.perf_counter(), len(self.metrics_)
        before = self.metrics_[-1].seconds if self.metrics_ else 0.0
        learned = self.course.learn(number)
        tests = self.course.accuracy()
        seconds = round(before + time.perf_counter() - begun, 3)
        return Part(number + 1, *learned, tests, seconds, self.course.tested)

    def state(self) -> dict[str, np.ndarray]:
        return self.course.state()

    def restore(self, arrays: dict[str, np.ndarray], notes: dict[str, Any]) -> None:
        self.course.restore(arrays)

    def model(self) -> Model:
        # a model may be given away: where the games were is nobody's business
        told = {
            "config": {**self.config(), "data": told_data(self.settings.data, folders=False)},
            "parts": [list(each) for each in self.metrics_],
        }
        return Model(self.game.name, self.course.evaluator, told, self.course.packed())

    @property
    def weights_(self) -> Any:
        """The net as it is read from its model."""
        return self.course.weights()

    def finish(self) -> bool:
        self.tests_ = self.course.final_accuracy()
        return bool(self.tests_)

    def summary(self) -> list[str]:
        last = self.metrics_[-1]
        lines = [f"{last.examples:,} moves in {last.seconds:.1f} s, error {last.error:.4f}"]
        return lines + [
            f"of the {self.course.tests[name]:,} moves of the test {name} it ranks first: {share:.2%}"
            for name, share in self.tests_.items()
        ]

    def advice(self) -> list[str]:
        return ranker_advice(self, "PATH, with games")

    def result(self) -> dict[str, Any]:
        return {"tests": self.tests_, **super().result()}

    def config(self) -> dict[str, Any]:
        about = {"method": "policy", "game": self.game.spec, "data": told_data(self.settings.data)}
        counts = {"examples": self.course.examples, "seed": self.seed, "test": self.settings.test}
        net = {} if self.net == "pattern" else {"net": self.net}  # as runs of earlier versions have it
        return {**about, **counts, **net, **vars(self.chosen)}


def net_for(game: Game, data: Any) -> str:
    """Return the kind of net for a game and data: pattern for Othello, unless the games are not from WThor files."""
    if game.shipped_name != "othello" or isinstance(data, held_out_games.Split):
        return "moves"
    formats = {found.name for path in paths_of(data) for _, found in games_in(path)}
    return "moves" if formats - {WTHOR} else "pattern"


def told_data(data: Any, folders: bool = True) -> Any:
    """Return what a run or a model says about its data: one name or several, for a model without their folders."""
    if hasattr(data, "_fields"):
        return type(data).__name__.lower()
    names = [str(path) if folders else path.name for path in paths_of(data) or [find_folder()]]
    return names[0] if len(names) == 1 else names
