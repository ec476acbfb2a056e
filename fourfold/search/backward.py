"""Backward iterative deepening (NHB paper, section 4.1): many ends of games, and their common ancestors.

The last states of a match are searched first; then the root moves back one move at a time while the depth grows, so
that every search reaches the end of the match. Each contains the previous one as the subtree of the move played, whose
value is already in the table: all of them together cost as much as the last.
"""

import numpy as np

from ..evaluation import begin
from ..rules import apply
from .alphabeta import forget, negamax, note_root
from .values import INFINITY

ROOT = np.int64(0)


def search_backward(weights, state, moves, count, nodes, work, table):
    """Return for how many states of a match the nodes sufficed; the results are in work and table.

    The match started at state and continued with the first count of moves.
    """
    forget(work)
    work.history = work.stop = 0
    work.budget = nodes
    for searched in range(count):
        root = replay(state, moves, count - 1 - searched)
        note_root(root, work)
        begin(weights, root)
        negamax(weights, root, root, np.int64(searched + 1), -INFINITY, INFINITY, ROOT, work, table)
        if work.stopped:
            return searched
    return count


def replay(state, moves, count):
    for ply in range(count):
        state = apply(state, moves[ply])
    return state
