"""Games of a net against itself on all cores, and what they teach."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import bind, field_types
from ...evaluators import policy_value_net
from ...evaluators.policy_value_net import Weights, make_ranker
from ...games.interface.game import Game
from ...parallel.ordered_map import Workers
from ...players.aim import WIN, aim_roles
from ...players.alphazero import room
from ...players.base import check_finite
from ...search import alphabeta, gumbel, self_play
from ...search.gumbel import How
from ...search.self_play import Practice, make_lessons
from ..self_play import SelfPlay, Task
from .kernels import Examples

ROOM = 2
"""States for each ply of a game that is as long as it may be: its own, and those beside it."""
MOVES_OF_A_STATE = 48
"""For which there is room on average."""


class Played(NamedTuple):
    """Games that were played, and what they teach."""

    examples: Examples
    results: np.ndarray
    """[game, (outcome for the first player, plies)]"""


class GumbelSelfPlay(SelfPlay):
    """Plays by tree search."""

    together = 16

    def __init__(self, game: Game, how: How, workers: Workers, aim: str = WIN, jit: bool = True):
        super().__init__(game, workers)
        self.how, self.aim = how, aim
        roles = aim_roles(aim, game)
        self.kernels = bind(self_play, game=game.module, evaluator=policy_value_net, roles=roles, jit=jit)

    def play(self, weights: Weights, games: int, practice: Practice, seed: Sequence[int]) -> Played:
        """Return what games teach; the first player begins each of them."""
        return join(self.play_in_tasks(weights, games, practice, seed))

    @property
    def _settings(self) -> dict[str, Any]:
        return {"how": self.how, "aim": self.aim}

    def play_task(self, weights: Weights, task: Task) -> Played:
        games, practice, seed = task
        work, tree, lessons = self._memory(practice)
        if vars(self._memories).get("net") is not weights:
            vars(self._memories)["net"], tree.known.keys[:] = weights, 0
        results = np.zeros((games, 2), np.int64)
        states, moves = self.kernels.play_games(
            make_ranker(weights), self.game.init_state(), practice, self.how, np.random.default_rng(seed), work, tree,
            lessons, results,
        )  # fmt: skip
        check_finite(work, "the net being trained")
        starts = np.concatenate([[0], np.cumsum(lessons.counts[:states])])
        policies, values = lessons.policies[:moves].copy(), lessons.values[:states].copy()
        return Played(Examples(self._columns(lessons.states[:states]), starts, policies, values), results)

    def _columns(self, rows: np.ndarray) -> tuple[np.ndarray, ...]:
        kinds = field_types(self.game.module.State)
        return tuple(row.astype(np.int64 if kind is int else kind) for row, kind in zip(rows.T, kinds, strict=True))

    def _memory(self, practice: Practice) -> tuple[Any, Any, Any]:
        """Return this thread's memory of a search, its tree, and room for lessons."""
        memory, game = vars(self._memories), self.game
        if memory.get("practice") != practice:
            memory["practice"] = practice
            memory["work"] = alphabeta.make_memory(game.max_moves, chances=game.most_chances)
            memory["tree"] = gumbel.make_tree(room(game, practice.simulations), practice.simulations, game.max_moves)
            states, fields = ROOM * self.together * practice.max_plies, len(game.module.State._fields)
            memory["lessons"] = make_lessons(states, fields, states * min(game.max_moves, MOVES_OF_A_STATE))
        return memory["work"], memory["tree"], memory["lessons"]


def join(played: Sequence[Played]) -> Played:
    """Return all games as one collection."""
    return Played(join_examples([each.examples for each in played]), np.concatenate([each.results for each in played]))


def join_examples(parts: Sequence[Examples]) -> Examples:
    """Return all examples as one collection."""
    states = tuple(np.concatenate(columns) for columns in zip(*(part.states for part in parts), strict=True))
    sizes = np.concatenate([np.diff(part.starts) for part in parts])
    policies, values = (np.concatenate([getattr(part, name) for part in parts]) for name in ("policies", "values"))
    return Examples(states, np.concatenate([[0], np.cumsum(sizes)]), policies, values)
