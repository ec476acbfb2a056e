"""Yardsticks of learning curves: whenever a model is measured, it is asked the same questions."""

import warnings
from abc import ABC, abstractmethod
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..binding.bind import why_plain
from ..binding.hashing import canonical
from ..errors import InputError
from ..evaluators.evaluator import evaluator_module
from ..evaluators.weights_file import Model
from ..games.interface.game import Game
from ..matches.openings import random_state
from ..matches.statistics import PairScores, effective_games

PAIRS, TEST_PAIRS = 50, 100
"""Openings of a point of the curve and of the final test, each played with both colours."""
PLAIN_PAIRS = 10
"""The same of both for a game that is not compiled."""
NODES, PLAIN_NODES = 50, 10
"""That a move may use; and in a game that is not compiled."""
OPENING_PLIES = 4
SEED = 8
"""Of the openings: no learner's, so that what is measured has no part in what is learned."""
BEGAN_WITH = "score against the net it began with"


def nodes_for(game: Game) -> int:
    """Return what a move may use in the games of a curve, where a learner has no other budget."""
    return PLAIN_NODES if why_plain(game.module) else NODES


class Share(NamedTuple):
    """A share of points or of examples, and of how many independent ones it is."""

    value: float
    sample: float


class Yardstick(ABC):
    """What a learning curve measures."""

    start: Model
    """The model that learning begins with."""
    label: str
    """What the curve shows, a few words."""
    terms: str
    """By what it is measured, in full."""
    baseline: float | None = None
    """The value that says nothing was learned."""
    test_label = ""
    """What the final test is."""

    @abstractmethod
    def measure(self, model: Model) -> Share:
        """Return how a model does."""

    def test(self, model: Model) -> Share | None:
        """Return how the model does in the end, by questions that the curve has not asked; None if there are none."""
        return None

    def game_with_itself(self, model: Model) -> list[str]:
        """Return the moves of a game that the model plays against itself, for people to look at; empty: none."""
        return []


class Arena(Protocol):
    """Who plays the games."""

    @property
    def budget_words(self) -> str:
        """What a move may use."""

    def play_pairs(self, net: Any, other: Any, openings: list[Any]) -> np.ndarray:
        """Return [opening, game], the outcomes for net, which has the side to move in the first game of each."""

    def play_itself(self, net: Any) -> list[int]:
        """Return the moves, rolls included, of a game of a net against itself from the initial state."""


class AgainstUntaught(Yardstick):
    """What a model scores against a net that was taught nothing, from fixed openings with both colours.

    The opponent is the stronger of two: the net that learning began with, against which a curve begins at one half, and
    one that counts pieces, where there is such a net: in draughts the other would lose every game after a minute.
    """

    baseline = 0.5

    def __init__(self, game: Game, arena: Arena, start: Model):
        pairs, test_pairs = (PLAIN_PAIRS, PLAIN_PAIRS) if why_plain(game.module) else (PAIRS, TEST_PAIRS)
        self.game, self.arena, self.start = game, arena, start
        seeds = ([SEED, number] for number in range(pairs + test_pairs))
        states = [random_state(game, OPENING_PLIES, np.random.default_rng(seed)) for seed in seeds]
        self.openings, self.test_openings = states[:pairs], states[pairs:]
        self.opponent, self.known = start.weights, Share(0.5, np.inf)
        self.label, self.measured = BEGAN_WITH, start.weights
        self._choose_opponent(evaluator_module(start.evaluator).counting_weights(game.variables))
        self.terms = (
            f"{2 * pairs} games, {arena.budget_words} a move, from the same {pairs} openings of {OPENING_PLIES} random"
            f" plies (seed {SEED}), each with both colours"
        )
        self.test_label = f"final test: {2 * test_pairs} games from other openings"

    def _choose_opponent(self, counting: Any) -> None:
        if counting is None:
            return
        score = self._score(self.start.weights, counting, self.openings)
        if score.value < 0.5:
            self.opponent, self.known, self.label = counting, score, "score against a net that only counts pieces"

    def measure(self, model: Model) -> Share:
        """Return the score; without a game if the model has not changed since the last time."""
        if model.weights is not self.measured:
            self.measured, self.known = model.weights, self._score(model.weights, self.opponent, self.openings)
        return self.known

    def test(self, model: Model) -> Share:
        return self._score(model.weights, self.opponent, self.test_openings)

    def game_with_itself(self, model: Model) -> list[str]:
        """Return a game by the budget of the others, which are a hundred: it costs next to nothing."""
        try:
            return self.game.line_text(self.game.init_state(), self.arena.play_itself(model.weights))
        except InputError:
            raise
        except Exception as error:  # as in the games that are measured, a fault of the rules ends the game only
            warnings.warn(f"the game of the net against itself failed: {error!r}", stacklevel=2)
            return []

    def _score(self, net: Any, opponent: Any, openings: list[Any]) -> Share:
        scores = PairScores()
        for pair in self.arena.play_pairs(net, opponent, openings):
            scores.add(float(np.mean(pair)) / 2 + 0.5)
        distinct = 2 * len({canonical(state) for state in openings})
        return Share(scores.mean, effective_games(scores, distinct))
