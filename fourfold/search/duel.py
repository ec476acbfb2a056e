"""Whole games between two weights of one evaluator inside one kernel: what learners live on."""

from ..keys import position_key
from ..rules import ONGOING, REPETITION, apply, expand, test_terminal
from .alphabeta import MAX_HISTORY, deepen
from .values import SCALE


def duel(first, second, state, depth, nodes, max_plies, moves, work, table):
    """Return the outcome for the side to move in state, who plays by the weights first, and how many plies it took.

    Both search to depth and nodes, or until another thread sets stop, which ends one search. The moves played are
    written into moves, the values found into work. A game that stands repeated or is not over
    after max_plies, or MAX_HISTORY, is drawn.
    """
    work.budget = nodes
    max_plies = min(max_plies, MAX_HISTORY)
    for ply in range(max_plies):
        outcome = test_terminal(state)
        if outcome != ONGOING:
            return (outcome if ply % 2 == 0 else -outcome), ply
        work.history = ply
        if REPETITION and stood_before(state, ply, work) >= REPETITION - 1:
            return 0, ply
        n = expand(state, work.root_moves)
        work.stop = 0
        deepen(first if ply % 2 == 0 else second, state, n, depth, 1, False, work, table)
        moves[ply] = work.root_moves[work.best]
        work.played[ply] = work.root_values[work.best] / SCALE
        state = apply(state, moves[ply])
    outcome = test_terminal(state)
    if outcome == ONGOING:
        return 0, max_plies
    return (outcome if max_plies % 2 == 0 else -outcome), max_plies


def stood_before(state, ply, work):
    """Put the position of state into the game's history and return how often it stands there already."""
    work.path[ply] = position_key(state)
    count = 0
    for earlier in range(ply - 2, -1, -2):
        count += work.path[earlier] == work.path[ply]
    return count
