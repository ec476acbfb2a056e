"""Plain searches without table or ordering: the reference for the values and the speed of the real one."""

import numpy as np

from ..evaluation import evaluate
from ..rules import MAX_MOVES, ONGOING, apply, expand, is_quiet, test_terminal
from .values import INFINITY, LIMIT, SCALE, WIN, result


def minimax(weights, state, depth, ply):
    """Return the value of state by full-width search to depth, and further while states are not quiet."""
    outcome = test_terminal(state)
    if outcome != ONGOING:
        return result(outcome, ply)
    if depth <= 0 and is_quiet(state):
        return clipped(evaluate(weights, state))
    moves = np.empty(MAX_MOVES, np.int64)
    best = -INFINITY
    for i in range(expand(state, moves)):
        best = max(best, -minimax(weights, apply(state, moves[i]), depth - 1, ply + 1))
    return best


def plain_alphabeta(weights, state, depth, alpha, beta, nodes):
    """Return the value of state by textbook alpha-beta to depth; add the nodes entered to nodes[0]."""
    nodes[0] += 1
    outcome = test_terminal(state)
    if outcome != ONGOING:
        return outcome * WIN
    if depth == 0:
        return clipped(evaluate(weights, state))
    moves = np.empty(MAX_MOVES, np.int64)
    best = -INFINITY
    for i in range(expand(state, moves)):
        best = max(best, -plain_alphabeta(weights, apply(state, moves[i]), depth - 1, -beta, -alpha, nodes))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def clipped(value):
    """Return the integer that a search makes of an evaluator's value, which is a finite number."""
    return np.int64(min(max(value * SCALE, -LIMIT), LIMIT))
