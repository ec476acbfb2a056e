"""RAVE: a move is also judged by the simulations in which its side made it later, so few visits tell much.

That helps where a move means much the same whenever it is made, such as a stone on an empty square. For `uct.py`.
"""

import math

import numpy as np

from .alphabeta import MAX_HISTORY, MAX_PLY
from .ordering import move_tag
from .table import NO_TAG
from .uct import LOST, NONE
from .values import UNPROVEN

NO_ALLOCATION = True
PLIES = MAX_PLY + MAX_HISTORY
HINT = np.dtype([("total", np.float32), ("seen", np.int32)])
"""What the simulations in which a move was made later were worth, and how many there were."""
TRAIL = np.dtype(
    [
        ("length", np.int64),
        ("age", np.int64),  # PLIES more with every simulation
        ("moves", np.int64, PLIES),
        ("sides", np.int64, PLIES),
        ("last", np.int64, (3, NO_TAG + 1)),  # [side, tag of a move]: the age and ply at which it was made last
    ]
)


def select_child(number, how, tree):
    """Return the child of a node that looks best by its own visits and by hints, which count less with each visit."""
    nodes = tree.nodes
    first, spread = nodes[number].first, how.exploration * math.sqrt(math.log(nodes[number].visits + 1))
    best, highest, proven, most = first, -math.inf, NONE, LOST
    for child in range(first, first + nodes[number].children):
        if nodes[child].end != UNPROVEN:
            if nodes[child].total > most:
                proven, most = child, nodes[child].total
            continue
        if nodes[child].visits == 0 and tree.hints[child].seen == 0:
            return child, NONE
        bound = mixed_mean(child, how, tree) + spread / math.sqrt(nodes[child].visits + 1)
        if bound > highest:
            best, highest = child, bound
    return best, proven if most > highest else NONE


def mixed_mean(child, how, tree):
    """Return the weighted mean of a child's visits and of its hints, which weigh equally after `how.rave` visits."""
    visits, seen = tree.nodes[child].visits, tree.hints[child].seen
    mean, hint = tree.nodes[child].total / max(visits, 1), tree.hints[child].total / max(seen, 1)
    weight = math.sqrt(how.rave / (3 * visits + how.rave)) if seen > 0 else 0.0
    return weight * hint + (1.0 - weight) * mean


def begin_trail(tree):
    tree.trail.length = 0


def note_move(move, side, tree):
    trail = tree.trail
    trail.moves[trail.length] = move
    trail.sides[trail.length] = side
    trail.length += 1


def end_trail(tree):
    trail = tree.trail
    trail.age += PLIES
    for ply in range(trail.length):
        trail.last[trail.sides[ply], move_tag(trail.moves[ply])] = trail.age + ply


def judge_children(number, ply, worth, tree):
    nodes, hints, trail = tree.nodes, tree.hints, tree.trail
    first, last = nodes[number].first, trail.last[trail.sides[ply]]
    for child in range(first, first + nodes[number].children):
        if last[move_tag(nodes[child].move)] >= trail.age + ply:
            hints[child].total += worth
            hints[child].seen += 1


def clear_hints(number, tree):
    tree.hints[number].total = 0.0
    tree.hints[number].seen = 0


def carry_hints(old, new, tree):
    tree.hints[new] = tree.hints[old]
