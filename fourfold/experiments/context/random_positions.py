"""Positions from random play to measure with."""

from typing import Any

import numpy as np

from ...binding.bind import typed
from ...bits import popcount
from ...games.interface.find import find_game
from ...matches.openings import random_state
from ...solve.threats import open_squares, winning_squares


def random_positions(count: int, plies: int, seed: int) -> list[Any]:
    """Return distinct positions with this number of stones in which the side to move has no immediate win."""
    game, rng, found = find_game("connect_four"), np.random.default_rng(seed), dict[Any, None]()
    while len(found) < count:
        state = typed(random_state(game, plies, rng))
        is_played = popcount(state.stones) == plies  # few random games are that long: then it is the initial state
        if is_played and not winning_squares(state.own, state.stones) & open_squares(state.stones):
            found[state] = None
    return list(found)
