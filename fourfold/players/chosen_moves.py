"""A player as a policy that knows one move: the move it would choose comes first, all others are alike."""

from typing import Any

import numpy as np

from ..binding.bind import typed
from ..binding.state_columns import Columns
from ..evaluators.move_ranking import Ranking
from ..games.interface.game import Game
from .base import Player


class ChosenMoves:
    """Ranks the moves of states by asking a player, which knows nothing of how they came about."""

    def __init__(self, player: Player, game: Game, seed: int = 0):
        self.player, self.name, self.game, self.seed = player, player.name, game, seed
        self.notes: dict[str, Any] = {}

    def rank(self, states: Columns) -> Ranking:
        """Return the moves of states, each number once; the one that the player chooses has the score 1, others 0."""
        rows = [self._choose(number, row) for number, row in enumerate(zip(*states, strict=True))]
        starts = np.cumsum([0, *(len(moves) for moves, _ in rows)])
        moves = np.array([move for moves, _ in rows for move in moves], np.int64)
        chosen = np.repeat([move for _, move in rows], np.diff(starts))
        return Ranking(starts, moves, (moves == chosen).astype(np.float32))

    def _choose(self, number: int, row: tuple[Any, ...]) -> tuple[list[int], int]:
        """Return the moves of a state and the one chosen; lots are drawn anew in every state."""
        state = typed(self.game.module.State(*row))
        self.player.new_game(int(np.random.default_rng([self.seed, number]).integers(1 << 32)))
        return list(dict.fromkeys(self.game.moves(state))), self.player.choose(state).move
