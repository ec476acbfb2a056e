"""Monte Carlo tree search (UCT), written once for every game; playouts may be truncated and scored by an evaluator.

The tree is one flat array of nodes. The children of a node are adjacent, created together at its second visit. States
are not stored, since replaying a move is faster than fetching a state.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ..evaluation import evaluate
from ..rules import ONGOING, apply, expand, is_quiet, test_terminal
from .alphabeta import MAX_HISTORY, MAX_PLY, REPEATED_ONCE, note_root
from .ending import find_ending
from .values import note_value

NO_ALLOCATION = True
ROOT = 0
NODE = np.dtype(
    [
        ("move", np.int64),  # that leads to it
        ("total", np.float64),  # of what its visits were worth to the side that made the move
        ("visits", np.int32),
        ("first", np.int32),  # number of its first child
        ("children", np.int32),  # how many it has; 0 before it is expanded
        ("padding", np.int32),  # to 32 bytes: two nodes a cache line
    ]
)


class Options(NamedTuple):
    """The options of a tree search in a whole game; for exploration, cut and skew see `grow`."""

    simulations: int
    """Per move."""
    exploration: float
    cut: int
    skew: int
    by_value: bool
    """Whether the best mean value decides, rather than the number of visits."""
    rng: np.random.Generator
    tree: Any


def make_tree(capacity):
    """Return an empty tree with room for this many nodes."""
    return np.zeros(capacity, NODE).view(np.recarray)


def choose_move(weights, state, ply, options, work):
    """Return the move of the root's best child in a new tree, its mean value and the simulations made."""
    simulations, exploration, cut, skew, by_value, rng, tree = options
    done = grow(weights, state, simulations, exploration, cut, skew, rng, work, tree)
    best = best_child(by_value, tree)
    return tree[best].move, tree[best].total / max(tree[best].visits, 1), done


def best_child(by_value, tree):
    """Return the index of the root's child with the best mean, or with the most visits."""
    first, best, most = tree[ROOT].first, tree[ROOT].first, -2.0
    for child in range(first, first + tree[ROOT].children):
        visits = tree[child].visits
        score = tree[child].total / max(visits, 1) if by_value else float(visits)
        if score > most and visits > 0:
            best, most = child, score
    return best


def grow(weights, state, simulations, exploration, cut, skew, rng, work, tree):
    """Return how many simulations from state were made into a new tree: fewer if another thread sets stop.

    A playout ends after cut plies, if the state is quiet then, and the evaluator scores it; 0 evaluates the leaf
    itself, and MAX_HISTORY plays to the end. Each playout move is the best, by the evaluator, of skew random ones.
    """
    work.nodes = 1  # in the tree
    clear(tree, ROOT, 0)
    note_root(state, work)
    add_children(ROOT, state, work, tree)
    for done in range(simulations):
        if work.stop:
            return done
        simulate(weights, state, exploration, cut, skew, rng, work, tree)
    return simulations


def simulate(weights, state, exploration, cut, skew, rng, work, tree):
    """Select a leaf, expand it if it was visited before, play out, and back up the result to the root."""
    node, ply, over, value = ROOT, 0, False, 0.0
    line = work.lines[0]
    line[0] = ROOT
    while not over:
        if tree[node].children == 0 and (tree[node].visits == 0 or not add_children(node, state, work, tree)):
            value = play_out(weights, state, cut, skew, rng, work)
            break
        if ply == MAX_PLY:
            break
        node = select_child(node, exploration, tree)
        state = apply(state, tree[node].move)
        ply += 1
        line[ply] = node
        over, outcome, _ = find_ending(state, work.history + ply, REPEATED_ONCE, work)
        value = float(outcome)
    for place in range(ply, -1, -1):
        value = -value
        tree[line[place]].visits += 1
        tree[line[place]].total += value


def add_children(node, state, work, tree):
    """Return whether there was room for the children of node."""
    n = expand(state, work.root_moves)
    first = work.nodes
    if first + n > tree.size:
        return False
    for i in range(n):
        clear(tree, first + i, work.root_moves[i])
    tree[node].first = first
    tree[node].children = n
    work.nodes += n
    return True


def clear(tree, number, move):
    node = tree[number]
    node.move = move
    node.total = 0.0
    node.visits = node.first = node.children = 0


def select_child(node, exploration, tree):
    """Return the child with the highest upper confidence bound; unvisited children come first."""
    first, spread = tree[node].first, exploration * math.sqrt(math.log(tree[node].visits + 1))
    best, best_bound = first, -math.inf
    for child in range(first, first + tree[node].children):
        visits = tree[child].visits
        if visits == 0:
            return child
        bound = tree[child].total / visits + spread / math.sqrt(visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


def play_out(weights, state, cut, skew, rng, work):
    """Return the result of a random game from state, which is not terminal, for its side to move."""
    sign = 1.0
    for ply in range(MAX_HISTORY):
        if ply >= cut and is_quiet(state):
            return sign * state_value(weights, state, ONGOING, work)
        state = random_child(weights, state, skew, rng, work)
        sign = -sign
        outcome = test_terminal(state)
        if outcome != ONGOING:
            return sign * outcome
    return 0.0


def random_child(weights, state, skew, rng, work):
    """Return the state after a random move; the best, by the evaluator, of skew such states."""
    moves = work.root_moves
    n = expand(state, moves)
    best = apply(state, moves[int(rng.random() * n)])
    if skew > 1 and n > 1:
        least = state_value(weights, best, test_terminal(best), work)  # to the opponent
        for _ in range(1, skew):
            child = apply(state, moves[int(rng.random() * n)])
            value = state_value(weights, child, test_terminal(child), work)
            if value < least:
                best, least = child, value
    return best


def state_value(weights, state, outcome, work):
    """Return the outcome, or the evaluator's value if that is ONGOING."""
    if outcome != ONGOING:
        return np.float64(outcome)
    value = np.float64(evaluate(weights, state))
    note_value(value, work)
    return value
