"""Random playouts: games of uniformly random moves, by the million."""

import numpy as np

from ..rules import CHANCES, MAX_MOVES, ONGOING, moves_again, test_terminal
from .lots import random_child


def playout(state, max_plies, rng, moves, probabilities):
    """Return the outcome of a random game from state for its side to move; 0 after max_plies, rolls included."""
    sign = 1
    for _ in range(max_plies):
        outcome = test_terminal(state)
        if outcome != ONGOING:
            return sign * outcome
        child = random_child(state, rng, moves, probabilities)
        sign = sign if moves_again(state, child) else -sign
        state = child
    outcome = test_terminal(state)
    return 0 if outcome == ONGOING else sign * outcome


def playouts(state, games, max_plies, rng):
    """Return how many of the random games the side to move loses, draws and wins, as three numbers."""
    moves, probabilities = np.empty(max(MAX_MOVES, CHANCES), np.int64), np.empty(CHANCES)
    counts = np.zeros(3, np.int64)
    for _ in range(games):
        counts[1 + playout(state, max_plies, rng, moves, probabilities)] += 1
    return counts
