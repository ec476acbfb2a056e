"""Whole games between two weights of one evaluator inside one kernel: what learners live on."""

from ..binding.hashing import position_key
from ..rules import ONGOING, REPETITION, apply, expand, test_terminal
from .alphabeta import MAX_HISTORY, MAX_PLY, deepen
from .values import NO_LIMIT, SCALE


def duel(first, second, state, depth, nodes, max_plies, moves, work, table):
    """Return the outcome for the side to move in state, who plays by the weights first, and how many plies it took.

    Both search to depth and nodes, or until another thread sets stop, which ends one search. The moves played are
    written into moves, the values found into work, and nodes added to those spent there. A game that stands repeated or
    is not over after max_plies, or MAX_HISTORY, is drawn.
    """
    work.budget = nodes
    step = 2 if nodes == NO_LIMIT and depth < MAX_PLY else 1  # as Budget.step has it
    max_plies = min(max_plies, MAX_HISTORY)
    ply = 0
    over, outcome = referee(state, ply, work)
    while not over and ply < max_plies:
        n = expand(state, work.root_moves)
        work.stop = 0
        deepen(first if ply % 2 == 0 else second, state, n, depth, step, False, work, table)
        work.spent += work.nodes
        moves[ply] = work.root_moves[work.best]
        work.played[ply] = work.root_values[work.best] / SCALE
        state = apply(state, moves[ply])
        ply += 1
        over, outcome = referee(state, ply, work)
    return outcome, ply


def referee(state, ply, work):
    """Return whether a game is over, and its outcome for the side that began, 0 if it goes on; note the position."""
    outcome = test_terminal(state)
    if outcome != ONGOING:
        return True, (outcome if ply % 2 == 0 else -outcome)
    work.history = ply
    return (REPETITION > 0 and stood_before(state, ply, work) >= REPETITION - 1), 0


def stood_before(state, ply, work):
    """Put the position of state into the game's history and return how often it stands there already."""
    work.path[ply] = position_key(state)
    count = 0
    for earlier in range(ply - 2, -1, -2):
        count += work.path[earlier] == work.path[ply]
    return count
