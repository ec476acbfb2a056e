"""UCT: which child of a node a simulation visits. A stand-in, which `bind(..., roles={uct: rave})` replaces by RAVE.

Apart from `select_child`, its functions do nothing, so nothing of them is left when it is compiled.
"""

import math

from .values import UNPROVEN

NO_ALLOCATION = True
LOST = -1.0
NONE = 0
"""In place of the number of a child: the root is nobody's."""


def select_child(number, how, tree):
    """Return the unproven child of a node with the highest upper confidence bound; unvisited ones come first.

    Also return the best of its proven children if that is better than the bound, else NONE: then the node is worth
    what that child is, but what there is to find out is elsewhere.
    """
    nodes = tree.nodes
    first, spread = nodes[number].first, how.exploration * math.sqrt(math.log(nodes[number].visits + 1))
    best, highest, proven, most = first, -math.inf, NONE, LOST
    for child in range(first, first + nodes[number].children):
        if nodes[child].end != UNPROVEN:
            if nodes[child].total > most:
                proven, most = child, nodes[child].total
            continue
        visits = nodes[child].visits
        if visits == 0:
            return child, NONE
        bound = nodes[child].total / visits + spread / math.sqrt(visits)
        if bound > highest:
            best, highest = child, bound
    return best, proven if most > highest else NONE


def begin_trail(tree):
    """Forget the moves of the last simulation."""


def note_move(move, side, tree):
    """Note a move of this simulation; side is 0 for the side to move at the root, 1 for the other, 2 for chance."""


def end_trail(tree):
    """Prepare to judge the moves that were noted."""


def judge_children(number, ply, worth, tree):
    """Judge the children of a node, which is ply moves from the root, by a simulation of this worth to its side."""


def clear_hints(number, tree):
    """Forget what is known about a node besides its visits."""


def carry_hints(old, new, tree):
    """Move it to another place."""


COMPILED = frozenset(
    {"select_child", "begin_trail", "note_move", "end_trail", "judge_children", "clear_hints", "carry_hints"}
)
"""The names that kernels call."""
