"""Games of a net against itself by descent search on all cores, and what their trees teach."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import bind
from ...evaluators.evaluator import evaluator_module
from ...games.interface.game import Game
from ...parallel.ordered_map import Workers
from ...players.base import check_finite
from ...search import alphabeta, best_first, descent
from ...search.descent import Practice, make_lessons
from ..self_play import SelfPlay, Task

NODES = 1 << 17
"""The room of a tree: a game whose searches need more has several."""
STATES = 1 << 15
"""The states that a task teaches at most."""


class Played(NamedTuple):
    """Games that were played, and what they teach."""

    inputs: np.ndarray
    """[state, variable]; in half precision where that is exact."""
    values: np.ndarray
    """[state]"""
    results: np.ndarray
    """[game, (outcome for the first player, plies)]"""


class DescentSelfPlay(SelfPlay):
    """Plays by descent search."""

    together = 4

    def __init__(self, game: Game, workers: Workers, evaluator: str = "mlp", jit: bool = True):
        super().__init__(game, workers)
        self.evaluator_name, self.evaluator = evaluator, evaluator_module(evaluator)
        self.kernels = bind(descent, game=game.module, evaluator=self.evaluator.module, jit=jit)

    def play(self, weights: Any, games: int, practice: Practice, seed: Sequence[int]) -> Played:
        """Return what games teach; the first player begins each of them."""
        return join(self.play_in_tasks(weights, games, practice, seed))

    @property
    def _settings(self) -> dict[str, Any]:
        return {"evaluator": self.evaluator_name}

    def play_task(self, weights: Any, task: Task) -> Played:
        games, practice, seed = task
        work, nodes, lessons = self._memory()
        results = np.zeros((games, 2), np.int64)
        states = self.kernels.play_games(
            self.evaluator.prepare(weights), self.game.init_state(), practice, np.random.default_rng(seed), work, nodes,
            lessons, results,
        )  # fmt: skip
        check_finite(work, "the net being trained")
        return Played(narrowed(lessons.inputs[:states]), lessons.values[:states].copy(), results)

    def _memory(self) -> tuple[Any, Any, Any]:
        """Return this thread's memory of a search, its tree, and room for lessons."""
        memory, game = vars(self._memories), self.game
        if not memory:
            memory["work"] = alphabeta.make_memory(game.max_moves)
            memory["nodes"] = best_first.make_nodes(max(NODES, descent.SPARE * (game.max_moves + 1)))
            memory["lessons"] = make_lessons(STATES, game.variables)
        return memory["work"], memory["nodes"], memory["lessons"]


def narrowed(inputs: np.ndarray) -> np.ndarray:
    """Return a copy of inputs, in half precision where that is exact."""
    narrow = inputs.astype(np.float16)
    return narrow if np.array_equal(narrow, inputs) else inputs.copy()


def join(played: Sequence[Played]) -> Played:
    """Return all games as one collection."""
    return Played(*(np.concatenate(parts) for parts in zip(*played, strict=True)))
