"""Plain searches without table or ordering: the reference for the values and the speed of the real one."""

import numpy as np

from ..evaluation import evaluate
from ..rules import CHANCES, MAX_MOVES, ONGOING, apply, chance, expand, is_quiet, moves_again, test_terminal
from .aim import result
from .values import INFINITY, LIMIT, SCALE, WIN, rounded


def minimax(weights, state, depth, ply):
    """Return the value of state by full-width search to depth, and further while states are not quiet."""
    outcome = test_terminal(state)
    if outcome != ONGOING:
        return result(state, outcome, ply)
    if depth <= 0 and is_quiet(state):
        return clipped(evaluate(weights, state))
    if CHANCES:
        outcomes, probabilities = np.empty(CHANCES, np.int64), np.empty(CHANCES)
        n, mean = chance(state, outcomes, probabilities), 0.0
        for i in range(n):
            mean += probabilities[i] * minimax(weights, apply(state, outcomes[i]), depth, ply + 1)
        if n > 0:
            return rounded(mean)
    moves = np.empty(MAX_MOVES, np.int64)
    best = -INFINITY
    for i in range(expand(state, moves)):
        child = apply(state, moves[i])
        reply = minimax(weights, child, depth - 1, ply + 1)
        best = max(best, reply if moves_again(state, child) else -reply)
    return best


def plain_alphabeta(weights, state, depth, alpha, beta, nodes):
    """Return the value of state by textbook alpha-beta to depth, without chance; add the nodes entered to nodes[0]."""
    nodes[0] += 1
    outcome = test_terminal(state)
    if outcome != ONGOING:
        return outcome * WIN
    if depth == 0:
        return clipped(evaluate(weights, state))
    moves = np.empty(MAX_MOVES, np.int64)
    best = -INFINITY
    for i in range(expand(state, moves)):
        child = apply(state, moves[i])
        if moves_again(state, child):
            best = max(best, plain_alphabeta(weights, child, depth - 1, alpha, beta, nodes))
        else:
            best = max(best, -plain_alphabeta(weights, child, depth - 1, -beta, -alpha, nodes))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def clipped(value):
    """Return the integer that a search makes of an evaluator's value, which is a finite number."""
    return np.int64(min(max(value * SCALE, -LIMIT), LIMIT))
