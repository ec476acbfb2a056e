"""The course of the pattern net: moves of Othello experts, from WThor files."""

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...data.othello.expert_moves import Archive, ExpertMoves, find_folder, read_folder
from ...data.othello.splits import MoveSet, Split, strict_split, whole_split
from ...data.played_moves import paths_of
from ...errors import InputError
from ...evaluators.othello_patterns import pattern_net
from ...evaluators.othello_patterns.pattern_net import Weights
from ...games.interface.game import Game
from . import pattern_schedule
from .course import Course, Learned
from .pattern_schedule import PARTS, TEACHER_PARTS, Schedule, learn_values, ranks

NET = "pattern_net"
TESTED = 20_000
"""Moves of each test set that are ranked after every part."""


class PatternCourse(Course):
    """With one worker the same seed gives the same net. Several workers update one table without locking, so no two
    such runs are bit-identical."""

    evaluator = NET
    Settings = pattern_schedule.Settings

    def __init__(self, game: Game, data: Any, settings: Any, seed: int, workers: int, test: bool):
        if game.shipped_name != "othello":
            raise InputError(f"the pattern net learns othello only, not {game.name}")
        self.settings, self.seed, self.workers = settings, seed, workers
        self.split = split_of(data, seed, test)
        self.samples = {name: sample(moves, seed) for name, moves in self.split.tests.items()}
        self.tests = {name: moves.size for name, moves in self.split.tests.items()}
        self.tested = next((moves.size for moves in self.samples.values()), 0)
        self.examples = len(Schedule.triples_of(self.split.train))
        self.parts = settings.teachers * TEACHER_PARTS + settings.members * PARTS
        self.values: np.ndarray | None = None

    @cached_property
    def schedule(self) -> Schedule:
        values = learn_values(self.split.results, self.seed) if self.values is None else self.values
        return Schedule(self.split.train, self.settings, self.seed, self.workers, values)

    def learn(self, number: int) -> Learned:
        found, error = self.schedule.learn(number)
        return Learned(*self.schedule.progress(number), found, error)

    def accuracy(self) -> dict[str, float]:
        return {name: self.schedule.accuracy(test) for name, test in self.samples.items()}

    def final_accuracy(self) -> dict[str, float]:
        weights = self.weights()
        return {name: measured(weights, test.take()) for name, test in self.split.tests.items()}

    def packed(self) -> Any:
        return pattern_net.pack(self.schedule.net)

    def weights(self) -> Weights:
        return pattern_net.unpack(self.packed())

    def state(self) -> dict[str, np.ndarray]:
        return self.schedule.state()

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        self.values = arrays["values"]
        self.schedule.restore(arrays)


def split_of(data: Any, seed: int, test: bool) -> Split:
    """Return the training and test sets of a folder or an archive; a given split is used unchanged."""
    if isinstance(data, Split):
        return data
    archive = data if isinstance(data, Archive) else read_folder(folder_of(data))
    return (strict_split if test else whole_split)(archive, seed)


def folder_of(data: Any) -> Path:
    """Return the folder or file of WThor games that is named."""
    given = paths_of(data)
    if len(given) > 1:
        raise InputError("the pattern net learns from one folder of WThor files")
    return given[0] if given else find_folder()


def sample(test: MoveSet, seed: int) -> ExpertMoves:
    """Return some moves of a test set."""
    order = np.random.default_rng(seed).permutation(test.size)[:TESTED]
    return test.take(np.sort(order))


def measured(weights: Weights, moves: ExpertMoves) -> float:
    """Return the share of the moves that a net ranks first."""
    return float(np.mean(ranks(pattern_net.make_ranker(weights), moves) == 0))
