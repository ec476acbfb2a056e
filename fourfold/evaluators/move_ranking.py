"""The moves of many states, ranked by a net without search."""

from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import bind
from ..binding.state_columns import Columns
from ..games.interface.game import Game
from ..search import ranking


class Ranking(NamedTuple):
    """The moves of states, each number once, and their scores: those of state i are from starts[i] to starts[i + 1]."""

    starts: np.ndarray
    moves: np.ndarray
    scores: np.ndarray

    @property
    def counts(self) -> np.ndarray:
        """How many moves each state has."""
        return np.diff(self.starts)

    def of(self, place: int) -> tuple[list[int], np.ndarray]:
        """Return the moves of one state and their scores."""
        part = slice(self.starts[place], self.starts[place + 1])
        return self.moves[part].tolist(), self.scores[part]

    def table(self, width: int) -> np.ndarray:
        """Return [state, move]: the scores in a game whose moves are numbers below width; 0 for other moves."""
        found = np.zeros((len(self.starts) - 1, width), np.float32)
        rows = np.repeat(np.arange(len(found)), self.counts)
        found[rows, self.moves] = self.scores
        return found

    def ranks(self, played: np.ndarray) -> np.ndarray:
        """Return the rank, from 0, of a move of each state; ties go to the first, and moves that are none come last."""
        states = np.repeat(np.arange(len(played)), self.counts)
        is_played = self.moves == played[states]
        own = np.full(len(played), -np.inf)
        place = np.full(len(played), len(self.moves))
        own[states[is_played]] = self.scores[is_played]
        place[states[is_played]] = np.flatnonzero(is_played)
        is_ahead = self.scores > own[states]
        is_ahead |= (self.scores == own[states]) & (np.arange(len(self.moves)) < place[states])
        return np.bincount(states[is_ahead], minlength=len(played))


class MoveRanker:
    """A ranker of moves, a module with `prefer`, bound to a game.

    Kernels write into the memory of the weights while they rank, so each ranker is for one thread.
    """

    def __init__(self, module: ModuleType, weights: Any, game: Game, *, jit: bool = True):
        """Take weights in the form that `prefer` needs."""
        self.weights = weights
        self.kernels = bind(ranking, game=game.module, evaluator=module, jit=jit)

    def rank(self, states: Columns) -> Ranking:
        """Return the moves of states and their scores; every state must be one in which a player is to move."""
        starts = np.zeros(len(states[0]) + 1, np.int64)
        self.kernels.count_moves_of(states, starts[1:])
        np.cumsum(starts, out=starts)
        moves, scores = np.zeros(starts[-1], np.int64), np.zeros(starts[-1], np.float32)
        self.kernels.rank_states(self.weights, states, starts, moves, scores)
        return Ranking(starts, moves, scores)
