"""The moves of many states as a ranker of moves scores them; kernels."""

import numpy as np

from ..evaluation import prefer
from ..rules import MAX_MOVES, expand, state_at


def list_moves(state, moves):
    """Write the moves of state, each number once, and return how many there are.

    In draughts several routes may be one move.
    """
    n = 0
    for i in range(expand(state, moves)):
        is_new = True
        for j in range(n):
            is_new = is_new and moves[j] != moves[i]
        if is_new:
            moves[n] = moves[i]
            n += 1
    return n


def count_moves_of(states, counts):
    """Write how many moves each state has."""
    moves = np.empty(MAX_MOVES, np.int64)
    for place in range(counts.size):
        counts[place] = list_moves(state_at(states, place), moves)


def rank_states(weights, states, starts, moves, scores):
    """Write the moves of states and their scores; those of a state begin at its entry in starts."""
    listed = np.empty(MAX_MOVES, np.int64)
    for place in range(starts.size - 1):
        state, first = state_at(states, place), starts[place]
        n = list_moves(state, listed)
        prefer(weights, state, listed, n, scores[first : first + n])
        for i in range(n):
            moves[first + i] = listed[i]
