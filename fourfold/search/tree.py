"""The tree of a Monte Carlo search: one flat array of nodes.

The children of a node are adjacent, created together, and come after it. States are not stored, since replaying a move
is faster than fetching a state. All values are for the side that made the move to the node.
"""

from typing import Any, NamedTuple

import numpy as np

from ..rules import CHANCES, chance, expand
from .rave import HINT, TRAIL
from .uct import carry_hints, clear_hints
from .values import SCALE, UNPROVEN, rounded

NO_ALLOCATION = True
ROOT = 0
NOWHERE = np.int32(-1)
NODE = np.dtype(
    [
        ("move", np.int64),  # that leads to it, or what chance brought
        ("total", np.float64),  # of what its visits were worth; once that is proven, what it is worth
        ("visits", np.int32),
        ("first", np.int32),  # number of its first child
        ("children", np.int16),  # how many it has; 0 before it is expanded
        ("end", np.int16),  # plies to the end of the game if the value is proven, else UNPROVEN
        ("chance", np.float32),  # how likely it is; 0 where a player decides
    ]
)
"""32 bytes: two nodes a cache line."""


class Tree(NamedTuple):
    """The arrays of a tree."""

    nodes: Any
    places: Any
    """Working memory of `keep_subtree`: a number for every node."""
    hints: Any
    """What `rave.py` knows about every node."""
    trail: Any
    """The moves of the simulation that is going on, for `rave.py`."""


def make_tree(capacity, has_hints=False):
    """Return an empty tree with room for this many nodes; the memory of nodes that are never used costs nothing."""
    return Tree(
        nodes=np.zeros(capacity, NODE).view(np.recarray),
        places=np.zeros(capacity, np.int32),
        hints=np.zeros(capacity if has_hints else 1, HINT).view(np.recarray),
        trail=np.rec.array(np.zeros(1, TRAIL))[0],
    )


def clear(nodes, number, move, probability):
    node = nodes[number]
    node.move = move
    node.total = 0.0
    node.visits = node.first = node.children = 0
    node.end = UNPROVEN
    node.chance = probability


def add_children(number, state, work, tree):
    """Return whether there was room for the children of a node: the moves of state, or what chance may bring."""
    moves, nodes, first, n, is_chance = work.root_moves, tree.nodes, work.nodes, 0, False
    if CHANCES:
        n = chance(state, moves, work.probabilities[0])
        is_chance = n > 0
    if not is_chance:
        n = expand(state, moves)
    if first + n > nodes.size:
        return False
    for i in range(n):
        clear(nodes, first + i, moves[i], work.probabilities[0, i] if is_chance else 0.0)
        clear_hints(first + i, tree)
    nodes[number].first = first
    nodes[number].children = n
    work.nodes += n
    return True


def draws(number, nodes):
    """Return whether chance decides what follows a node, which has children."""
    return CHANCES > 0 and nodes[nodes[number].first].chance > 0.0


def prove(number, sign, nodes):
    """Return whether the children of a node prove its value, and note it: one of them wins, or all are proven.

    sign is 1 if the side that moved to the node moves again, else -1. What chance may bring is worth its mean.
    """
    if draws(number, nodes):
        is_proven, worth, end = prove_mean(number, nodes)
    else:
        is_proven, worth, end = prove_best(number, nodes)
    if is_proven:
        nodes[number].total = sign * worth + 0.0  # no -0.0, which people would read
        nodes[number].end = end + 1
    return is_proven


def prove_best(number, nodes):
    """Return whether the best child of a node is known, its value, and its plies to the end."""
    first, is_complete, best, best_end = nodes[number].first, True, -2.0, 0
    for child in range(first, first + nodes[number].children):
        end = nodes[child].end
        if end == UNPROVEN:
            is_complete = False
        elif is_better(nodes[child].total, end, best, best_end):
            best, best_end = nodes[child].total, end
    return is_complete or best >= 1.0, best, best_end


def is_better(worth, end, best, best_end):
    """Return whether a proven value is better than another: larger, a faster win, or a slower loss."""
    if worth == best:
        return end < best_end if worth > 0.0 else end > best_end
    return worth > best


def prove_mean(number, nodes):
    """Return whether all outcomes of chance after a node are proven, their mean value, and the most plies to the end.

    The mean is rounded, as in alpha-beta, to the precision of the probabilities.
    """
    first, mean, longest = nodes[number].first, 0.0, 0
    for child in range(first, first + nodes[number].children):
        if nodes[child].end == UNPROVEN:
            return False, 0.0, 0
        mean += nodes[child].chance * nodes[child].total
        longest = max(longest, nodes[child].end)
    return True, rounded(mean * SCALE) / SCALE, longest


def best_child(by_value, nodes):
    """Return the number of the root's best child: most visits or the best mean, unless a proven one is worth more."""
    first = nodes[ROOT].first
    best, most, mean, proven, worth, end = first, -2.0, -2.0, first, -2.0, 0
    for child in range(first, first + nodes[ROOT].children):
        node = nodes[child]
        if node.end != UNPROVEN:
            if is_better(node.total, node.end, worth, end):
                proven, worth, end = child, node.total, node.end
        elif node.visits > 0:
            value = node.total / node.visits
            score = value if by_value else float(node.visits)
            if score > most or (score == most and value > mean):
                best, most, mean = child, score, value
    return proven if worth > mean or worth >= 1.0 else best


def keep_subtree(number, work, tree):
    """Make a node the root: move it and all that comes after it to the front of the array.

    Children have higher numbers than their parent, so one pass finds the nodes that stay and their new places.
    """
    nodes, places, count = tree.nodes, tree.places, 0
    places[number : work.nodes] = NOWHERE
    places[number] = ROOT
    for old in range(number, work.nodes):
        if places[old] != NOWHERE:
            first = nodes[old].first
            places[first : first + nodes[old].children] = ROOT
            places[old] = count
            count += 1
    for old in range(number, work.nodes):
        if places[old] != NOWHERE:
            move_node(old, places[old], tree)
    work.nodes = count


def move_node(old, new, tree):
    first = tree.places[tree.nodes[old].first] if tree.nodes[old].children > 0 else 0
    tree.nodes[new] = tree.nodes[old]
    tree.nodes[new].first = first
    carry_hints(old, new, tree)
