"""Monte Carlo tree search, written once for every game; playouts may be cut short and judged by an evaluator.

Which child is visited next is decided by `uct.py`, or by `rave.py` in its place. Results that the rules give are backed
up as proofs: a node with a winning child is won, one whose children are all proven is worth the best of them.
"""

from typing import Any, NamedTuple

import numpy as np

from ..binding.hashing import position_key
from ..rules import REPETITION, apply, moves_again
from .aim import ended
from .alphabeta import MAX_PLY, REPEATED_ONCE, note_root
from .ending import find_ending
from .leaf_playout import CHANCE, play_out
from .tree import ROOT, add_children, best_child, clear, draws, keep_subtree, prove
from .uct import NONE, begin_trail, end_trail, judge_children, note_move, select_child
from .values import UNPROVEN

NO_ALLOCATION = True
LINE, SIGNS, PROVEN = 0, 1, 2
"""Rows of `work.lines`: the nodes from the root to a leaf; for each 1 if the side that moved there moves again, else
-1; and for each the child that is proven and better than the one visited, or NONE."""
NEW = np.int64(-1)
"""In place of the number of a node that becomes the root: the tree begins anew."""


class How(NamedTuple):
    """How a tree grows."""

    exploration: float
    cut: int
    """A playout ends after so many plies, if the state is quiet then, and the evaluator judges it; 0 judges the leaf
    itself, and MAX_HISTORY plays to the end."""
    skew: int
    """Each playout move is the best, by the evaluator, of so many random ones."""
    rave: float
    """After how many visits of a move they weigh as much as the hints of RAVE."""


class Options(NamedTuple):
    """The options of a tree search in a whole game."""

    simulations: int
    """Per move."""
    how: How
    by_value: bool
    """Whether the best mean value decides, rather than the number of visits."""
    rng: np.random.Generator
    tree: Any


def choose_move(weights, state, ply, options, work):
    """Return the move of the root's best child in a new tree, its value and the simulations made."""
    nodes = options.tree.nodes
    done = grow(weights, state, NEW, options.simulations, options.how, options.rng, work, options.tree)
    best = nodes[best_child(options.by_value, nodes)]
    return best.move, best.total / (1 if best.end != UNPROVEN else max(best.visits, 1)), done


def grow(weights, state, kept, simulations, how, rng, work, tree):
    """Return how many simulations from state were made: fewer if its value is proven, or another thread sets stop.

    kept is the number of the node of state in the tree so far, or NEW. Once work.depth is not 0, the root may be seen.
    """
    note_root(state, work)
    if kept == NEW:
        clear(tree.nodes, ROOT, 0, 0.0)
        work.nodes = 1
    else:
        keep_subtree(kept, work, tree)
    if tree.nodes[ROOT].children == 0:
        add_children(ROOT, state, work, tree)
    work.depth = 1
    for done in range(simulations):
        if work.stop or tree.nodes[ROOT].end != UNPROVEN:
            return done
        simulate(weights, state, how, rng, work, tree)
    return simulations


def simulate(weights, state, how, rng, work, tree):
    """Go down the tree to a leaf, expand it if it was visited before, play out, and back up what that was worth."""
    nodes, line, signs, proven = tree.nodes, work.lines[LINE], work.lines[SIGNS], work.lines[PROVEN]
    number, ply, side = ROOT, 0, 0
    line[0], signs[0] = ROOT, -1
    begin_trail(tree)
    while ply < MAX_PLY and has_children(number, state, work, tree):
        is_chance = draws(number, nodes)
        if is_chance:
            number, proven[ply] = draw_child(number, rng, nodes), NONE
        else:
            number, proven[ply] = select_child(number, how, tree)
        note_move(nodes[number].move, CHANCE if is_chance else side, tree)
        ply += 1
        line[ply] = number
        if nodes[number].end != UNPROVEN:
            back_up(ply, nodes[number].total, False, work, tree)
            return
        child = apply(state, nodes[number].move)
        again = moves_again(state, child)
        signs[ply], side, state = (1, side, child) if again else (-1, 1 - side, child)
        if arrive(number, state, ply, work, nodes):
            back_up(ply, nodes[number].total if nodes[number].end != UNPROVEN else 0.0, True, work, tree)
            return
    back_up(ply, signs[ply] * play_out(weights, state, side, how, rng, work, tree), False, work, tree)


def has_children(number, state, work, tree):
    """Return whether a node has children; it gets them at its second visit."""
    node = tree.nodes[number]
    return node.children > 0 or (node.visits > 0 and add_children(number, state, work, tree))


def arrive(number, state, ply, work, nodes):
    """Return whether the game is over at a node, by the rules, which proves its value, or by repetition."""
    if nodes[number].children > 0:  # it was not over before
        if REPETITION:
            work.path[work.history + ply] = position_key(state)
        return False
    over, outcome, end = find_ending(state, work.history + ply, REPEATED_ONCE, work)
    if over and end != UNPROVEN:
        nodes[number].total = work.lines[SIGNS, ply] * ended(state, outcome) + 0.0
        nodes[number].end = 0
    return over


def draw_child(number, rng, nodes):
    """Return an outcome of chance after a node, drawn by how many visits each lacks of its share."""
    first, stop = nodes[number].first, nodes[number].first + nodes[number].children
    visits = 1
    for child in range(first, stop):
        visits += nodes[child].visits
    lacking = 0.0
    for child in range(first, stop):
        lacking += max(visits * nodes[child].chance - nodes[child].visits, 0.0)
    left = rng.random() * lacking
    for child in range(first, stop - 1):
        left -= max(visits * nodes[child].chance - nodes[child].visits, 0.0)
        if left < 0.0:
            return child
    return stop - 1


def back_up(ply, worth, is_proven, work, tree):
    """Add a visit to every node of the line; worth is what it was worth to the side that moved to the last of them.

    is_proven says whether the last may just have been proven: then those before it may be, too.
    """
    nodes, line, signs, proven = tree.nodes, work.lines[LINE], work.lines[SIGNS], work.lines[PROVEN]
    end_trail(tree)
    for place in range(ply, -1, -1):
        node = nodes[line[place]]
        node.visits += 1
        if node.end == UNPROVEN:
            is_proven = is_proven and place < ply and prove(line[place], signs[place], nodes)
            if is_proven:
                worth = node.total
            else:
                node.total += worth
        if place > 0:
            judge_children(line[place - 1], place - 1, worth, tree)
            if proven[place - 1] != NONE:
                worth = nodes[proven[place - 1]].total
            worth *= signs[place - 1]
