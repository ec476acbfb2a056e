"""Backward iterative deepening (NHB paper, section 4.1): many ends of games, and their common ancestors.

The last states of a match are searched first, then the root is raised move by move while the depth grows, so that every
search reaches down to where the match ended. Each contains the one before as the tree behind the move that was played,
whose value is known already: all of them together cost what the last one costs.
"""

import numpy as np

from ..evaluation import begin
from ..rules import apply
from .alphabeta import forget, negamax, note_root
from .values import INFINITY

ROOT = np.int64(0)


def search_backward(weights, state, moves, count, nodes, work, table):
    """Return through how many states of a match the nodes have sufficed; what was found out is in work and table.

    The match began at state and went on with the first count of moves.
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
