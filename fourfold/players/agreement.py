"""How often a player chooses the moves that were played."""

from typing import Any

import numpy as np

from ..binding.bind import typed
from ..data.played_moves import PlayedMoves
from ..games.interface.game import Game
from .base import Player


def choices(player: Player, game: Game, moves: PlayedMoves, places: np.ndarray, seed: int = 0) -> np.ndarray:
    """Return whether the player chooses the move that was played, for each of places, numbers of moves in order.

    As in a game, it knows the earlier states that moves has of the game; games begin with seed.
    """
    found, number, history = np.zeros(len(places), bool), -1, list[Any]()
    for row, place in enumerate(places):
        if moves.game[place] != number:
            number = moves.game[place]
            history, done = [], int(np.searchsorted(moves.game, number))
            player.new_game(seed)
        history += [state_of(game, moves, earlier) for earlier in range(done, place)]
        done = int(place)
        found[row] = player.choose(state_of(game, moves, place), history).move == moves.played[place]
    return found


def state_of(game: Game, moves: PlayedMoves, place: int) -> Any:
    """Return the state in which a move was played, as the rules make it."""
    state = game.module.State(*(column[place] for column in moves.states))
    return typed(state)
