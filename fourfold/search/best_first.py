"""Unbounded best-first minimax, written once for every game, after Cohen-Solal and Cazenave, *Minimax strikes back*.

An iteration goes down the tree by the best child to a leaf, evaluates all children of the leaf, and backs their values
up by minimax. Results that the rules give are backed up as proofs (completion): they prevail over heuristic values, and
what is proven is not entered again.
"""

import numpy as np

from ..binding.hashing import position_key
from ..evaluation import evaluate
from ..rules import REPETITION, apply, expand, moves_again
from .aim import ended
from .alphabeta import MAX_PLY, REPEATED_ONCE, note_root
from .ending import find_ending
from .tree import ROOT, is_better
from .values import LIMIT, SCALE, UNPROVEN, note_value

NO_ALLOCATION = True
NODE = np.dtype(
    [
        ("move", np.int64),  # that leads to it
        ("value", np.float64),  # for the side that made the move to it
        ("visits", np.int32),  # iterations that came through it
        ("first", np.int32),  # number of its first child
        ("children", np.int16),  # how many it has; 0 before it is expanded
        ("end", np.int16),  # plies to the end of the game if the value is proven, else UNPROVEN or SETTLED
        ("sign", np.int8),  # 1 if the side that moved to it moves again, else -1
    ]
)
SETTLED = np.int64(-2)
"""In place of a distance to the end: by a repetition or too deep, so it is not proven, but not entered again."""
NONE = np.int64(-1)
LINE = 0
"""The row of `work.lines` with the nodes from the root to a leaf."""
MOST = float(LIMIT / SCALE)
"""The largest heuristic value: a proven win is more."""


def make_nodes(capacity):
    """Return an empty tree with room for so many nodes; the memory of nodes that are never used costs nothing."""
    return np.zeros(capacity, NODE).view(np.recarray)


def grow(weights, state, budget, work, nodes):
    """Return how many states after state were evaluated, at most budget, apart from those at the root.

    The search ends early if the value is proven, the tree is full, or another thread sets stop. Once work.depth is not
    0, the root's children may be seen.
    """
    begin_tree(state, work, nodes)
    expand_node(weights, ROOT, state, 0, nodes.size, work, nodes)
    refresh(ROOT, 1.0, nodes)
    work.depth = 1
    limit, has_room = min(np.int64(nodes.size), np.int64(budget) + 1), True
    while has_room and not work.stop and nodes[ROOT].end == UNPROVEN:
        has_room = iterate(weights, state, limit, work, nodes)
    return work.nodes - 1


def begin_tree(state, work, nodes):
    """Make a tree of one node, the root, whose state is state."""
    note_root(state, work)
    clear(ROOT, 0, nodes)
    work.nodes = 1


def clear(number, move, nodes):
    node = nodes[number]
    node.move, node.value, node.end, node.sign = move, 0.0, UNPROVEN, -1
    node.visits = node.first = node.children = 0


def iterate(weights, state, limit, work, nodes):
    """Go down to the best leaf, expand it and back up its value; return whether there was room for its children."""
    number, ply, line, has_room = np.int64(ROOT), 0, work.lines[LINE], True
    line[0] = number
    while nodes[number].children > 0 and ply < MAX_PLY:
        number = select_child(number, nodes)
        state = apply(state, nodes[number].move)
        ply += 1
        line[ply] = number
        note_position(state, ply, work)
    if ply == MAX_PLY:
        nodes[number].end = SETTLED
    else:
        has_room = expand_node(weights, number, state, ply, limit, work, nodes)
    back_up(ply, 1.0, work, nodes)
    return has_room


def note_position(state, ply, work):
    """Add the position that is ply plies from the root to the path, in which repetitions are looked for."""
    if REPETITION:
        work.path[work.history + ply] = position_key(state)


def select_child(number, nodes):
    """Return the best child of a node that may be entered, among equals the one with the fewest visits; else NONE."""
    first, best = nodes[number].first, NONE
    for child in range(first, first + nodes[number].children):
        node = nodes[child]
        if node.end != UNPROVEN:
            continue
        is_equal = best != NONE and node.value == nodes[best].value
        if best == NONE or node.value > nodes[best].value or (is_equal and node.visits < nodes[best].visits):
            best = np.int64(child)
    return best


def expand_node(weights, number, state, ply, limit, work, nodes):
    """Return whether there was room, up to limit, for the children of a node; each of them has a value now."""
    moves, first = work.root_moves, work.nodes
    n = expand(state, moves)
    if first + n > limit:
        return False
    for i in range(n):
        clear(first + i, moves[i], nodes)
        judge_child(weights, first + i, state, ply, work, nodes)
    nodes[number].first, nodes[number].children = first, n
    work.nodes += n
    return True


def judge_child(weights, number, before, ply, work, nodes):
    """Write the value of a child of the node of before, which is ply plies from the root, and whether it is proven."""
    node = nodes[number]
    state = apply(before, node.move)
    if moves_again(before, state):
        node.sign = 1
    over, outcome, end = find_ending(state, work.history + ply + 1, REPEATED_ONCE, work)
    if over:
        node.value = node.sign * ended(state, outcome) + 0.0  # no -0.0, which people would read
        node.end = end if end != UNPROVEN else SETTLED
        return
    value = np.float64(evaluate(weights, state))
    note_value(value, work)
    node.value = node.sign * min(max(value, -MOST), MOST)


def back_up(ply, discount, work, nodes):
    """Add a visit to every node of the line, and bring its value up to date, the last node first."""
    for place in range(ply, -1, -1):
        number = work.lines[LINE, place]
        nodes[number].visits += 1
        if nodes[number].children > 0:
            refresh(number, discount, nodes)


def refresh(number, discount, nodes):
    """Write the value of a node with children: that of the best of them, proven if it wins or if all are proven.

    A heuristic value is worth discount times as much a ply earlier.
    """
    first, best, end, hope, is_open, is_settled = nodes[number].first, -2.0, 0, -2.0, False, False
    for child in range(first, first + nodes[number].children):
        node = nodes[child]
        if node.end >= 0:
            if is_better(node.value, node.end, best, end):
                best, end = node.value, np.int64(node.end)
        else:
            hope = max(hope, node.value)
            is_open = is_open or node.end == UNPROVEN
            is_settled = is_settled or node.end == SETTLED
    sign = nodes[number].sign
    if best >= 1.0 or not (is_open or is_settled):
        nodes[number].value, nodes[number].end = sign * best + 0.0, end + 1
    else:
        nodes[number].value = sign * discount * max(best, hope) + 0.0
        nodes[number].end = UNPROVEN if is_open else SETTLED
