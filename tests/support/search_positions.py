"""Positions for tests: the states of seeded random games."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from fourfold.games.interface.find import find_game


def random_states(game_name: str, count: int, seed: int = 0, plies: tuple[int, int] = (0, 60)) -> Iterator[Any]:
    """Yield count states that are not terminal, each from a random game of its own."""
    game = find_game(game_name)
    rng = np.random.default_rng(seed)
    while count > 0:
        state = game.init_state()
        for _ in range(rng.integers(*plies)):
            moves = game.moves(state)
            if not moves:
                break
            state = game.apply(state, moves[rng.integers(len(moves))])
        if game.moves(state):
            count -= 1
            yield state
