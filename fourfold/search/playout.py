"""Random playouts: games of uniformly random moves, by the million."""

import numpy as np

from ..rules import MAX_MOVES, ONGOING, apply, expand, test_terminal


def playout(state, max_plies, rng, moves):
    """Return the outcome of a random game from state for its side to move; 0 after max_plies."""
    sign = 1
    for _ in range(max_plies):
        outcome = test_terminal(state)
        if outcome != ONGOING:
            return sign * outcome
        n = expand(state, moves)
        state = apply(state, moves[int(rng.random() * n)])
        sign = -sign
    outcome = test_terminal(state)
    return 0 if outcome == ONGOING else sign * outcome


def playouts(state, games, max_plies, rng):
    """Return how many of the random games the side to move loses, draws and wins, as three numbers."""
    moves = np.empty(MAX_MOVES, np.int64)
    counts = np.zeros(3, np.int64)
    for _ in range(games):
        counts[1 + playout(state, max_plies, rng, moves)] += 1
    return counts
