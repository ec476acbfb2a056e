"""Perft: the number of move sequences of a given length, to verify the rules and measure their speed."""

import numpy as np

from ..rules import CHANCES, FINISHED_LEAVES, MAX_MOVES, ONGOING, apply, chance, count_moves, expand, test_terminal


def perft(state, depth):
    """Return the number of leaves depth plies below state; the last ply is counted, not played.

    What may happen by chance counts like moves, each outcome once.
    """
    if test_terminal(state) != ONGOING:
        return FINISHED_LEAVES
    n, moves = 0, np.empty(max(MAX_MOVES, CHANCES), np.int64)
    if CHANCES:
        n = chance(state, moves, np.empty(CHANCES))
    if depth == 1:
        return n if n > 0 else count_moves(state)
    n = n if n > 0 else expand(state, moves)
    leaves = 0
    for i in range(n):
        leaves += perft(apply(state, moves[i]), depth - 1)
    return leaves
