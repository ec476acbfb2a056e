"""A player of uniformly random moves."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..games.interface.game import Game
from .base import Decision, check_turn


class RandomPlayer:
    """Plays a random legal move."""

    def __init__(self, game: Game, seed: int = 0):
        self.name = "random"
        self.game = game
        self.new_game(seed)

    def new_game(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        moves = self.game.moves(state)
        check_turn(self.game, state, moves)
        move = moves[np.random.default_rng([self.seed, len(history)]).integers(len(moves))]
        return Decision(move, 0.0, None, 0, 0, [move])


def from_options(game: Game, options: dict[str, str], seed: int) -> RandomPlayer:
    return RandomPlayer(game, seed)
