"""The course of the move net: moves of any game, from files of games in any format."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...data.held_out_games import HELD_OUT, Split, divide, split_games, with_keys
from ...data.played_moves import Chooser, PlayedMoves, paths_of, read_games
from ...errors import InputError
from ...evaluators import move_net
from ...evaluators.move_net import Weights
from ...evaluators.move_ranking import MoveRanker
from ...games.interface.game import Game
from ..settings import setting
from . import move_training
from .course import Course, Learned
from .move_training import Training

PARTS = 20
TESTED = 20_000
"""Moves of each test set that are ranked after every part."""


@dataclass(frozen=True)
class MoveSettings(move_training.Settings):
    """The hyperparameters, and whose moves are learned."""

    winners: bool = setting(False, "Leave out the moves of those who lost, and games whose result is unknown.")
    by: str = setting("", "Only the moves of players whose name contains this.", metavar="NAME")
    validate: bool = setting(
        False, "To compare settings: leave the games of the test alone, and hold out some of the others."
    )

    @property
    def chooser(self) -> Chooser:
        return Chooser(self.by, self.winners)


class MoveCourse(Course):
    """The same seed gives the same net, with any number of workers."""

    evaluator = "move_net"
    Settings = MoveSettings

    def __init__(self, game: Game, data: Any, settings: MoveSettings, seed: int, workers: int, test: bool):
        self.game, self.settings = game, settings
        self.split = split_of(data, game, settings, seed, test)
        self.samples = {name: sample(moves, seed) for name, moves in self.split.tests.items()}
        self.tests = {name: moves.size for name, moves in self.split.tests.items()}
        self.tested = next((moves.size for moves in self.samples.values()), 0)
        self.examples, self.parts = self.split.train.size, PARTS
        if not self.examples:
            raise InputError("there is nothing to learn: all moves of these games are forced")
        self.training = Training(game, self.split.train, settings, seed, workers)

    def learn(self, number: int) -> Learned:
        first, last = (round(part / PARTS * self.training.steps) for part in (number, number + 1))
        found, error = self.training.learn(first, last)
        return Learned("net", last * self.settings.batch, found, error)

    def accuracy(self) -> dict[str, float]:
        return {name: self._measured(moves) for name, moves in self.samples.items()}

    def final_accuracy(self) -> dict[str, float]:
        return {name: self._measured(moves) for name, moves in self.split.tests.items()}

    def _measured(self, moves: PlayedMoves) -> float:
        ranker = MoveRanker(move_net, move_net.make_ranker(self.training.weights), self.game)
        return float(np.mean(ranker.rank(moves.states).ranks(moves.played) == 0))

    def packed(self) -> Weights:
        return self.training.weights

    def weights(self) -> Weights:
        return self.training.weights

    def state(self) -> dict[str, np.ndarray]:
        return self.training.state()

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        self.training.restore(arrays)


def split_of(data: Any, game: Game, settings: MoveSettings, seed: int, test: bool) -> Split:
    """Return the training and test sets of files and folders; a given split is used unchanged.

    Which games are held out does not depend on whose moves are wanted.
    """
    if isinstance(data, Split):
        return data
    if not paths_of(data):
        raise InputError(f"--data must name files or folders of games of {game.name}")
    given = read_games(paths_of(data), game, settings.chooser)
    keyed, is_wanted = with_keys(given.moves, game), given.is_wanted
    if settings.validate:
        is_kept = divide(keyed, seed).is_learned
        keyed, is_wanted, seed = keyed.at(is_kept), is_wanted[is_kept], seed + 1
    return split_games(keyed, seed, HELD_OUT if test else 0.0, is_wanted)


def sample(moves: PlayedMoves, seed: int) -> PlayedMoves:
    """Return some moves of a test set."""
    return moves.at(np.sort(np.random.default_rng(seed).permutation(moves.size)[:TESTED]))
