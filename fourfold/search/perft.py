"""Perft: the number of move sequences of a given length, to verify the rules and measure their speed."""

import numpy as np

from ..rules import FINISHED_LEAVES, MAX_MOVES, ONGOING, apply, count_moves, expand, test_terminal


def perft(state, depth):
    """Return the number of leaves depth plies below state; the last ply is counted, not played."""
    if test_terminal(state) != ONGOING:
        return FINISHED_LEAVES
    if depth == 1:
        return count_moves(state)
    moves = np.empty(MAX_MOVES, np.int64)
    leaves = 0
    for i in range(expand(state, moves)):
        leaves += perft(apply(state, moves[i]), depth - 1)
    return leaves
