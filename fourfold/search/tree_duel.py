"""Whole games between two weights of one evaluator, both playing by tree search."""

from ..rules import apply
from .alphabeta import MAX_HISTORY
from .duel import referee
from .mcts import ROOT, grow


def tree_duel(first, second, state, options, max_plies, rng, moves, work, tree):
    """Return the outcome for the side to move in state, who plays by the weights first, and how many plies it took.

    options are the simulations for a move, exploration, cut and skew as in `mcts.grow`, and whether the best mean
    decides or the number of visits. The rest is as in `duel`.
    """
    simulations, exploration, cut, skew, by_value = options
    max_plies = min(max_plies, MAX_HISTORY)
    ply = 0
    over, outcome = referee(state, ply, work)
    while not over and ply < max_plies:
        work.stop = 0
        weights = first if ply % 2 == 0 else second
        work.spent += grow(weights, state, simulations, exploration, cut, skew, rng, work, tree)
        moves[ply] = tree[best_child(by_value, tree)].move
        state = apply(state, moves[ply])
        ply += 1
        over, outcome = referee(state, ply, work)
    return outcome, ply


def best_child(by_value, tree):
    """Return the number of the root's child with the best mean, or else with most visits."""
    first, best, most = tree[ROOT].first, tree[ROOT].first, -2.0
    for child in range(first, first + tree[ROOT].children):
        visits = tree[child].visits
        worth = tree[child].total / max(visits, 1) if by_value else float(visits)
        if worth > most and visits > 0:
            best, most = child, worth
    return best
