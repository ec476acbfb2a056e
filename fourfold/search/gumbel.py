"""Tree search with a net that values states and scores moves, after *Policy improvement by planning with Gumbel*.

At the root some moves are drawn without replacement, by their logits and Gumbel noise, and sequential halving finds
the best of them. Below it a move is visited where its visits lag most behind the improved policy, or, to play, by
PUCT. A simulation asks the net once, when it reaches a new state; results that the rules give are backed up as proofs,
as in `mcts.py`. Where chance decides, as after a throw of dice, the net values the state before it, and further visits
draw what comes.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ..evaluation import evaluate
from ..rules import CHANCES, apply, chance, moves_again
from .alphabeta import MAX_PLY, note_root
from .halving import write_schedule
from .improved_policy import completed, discounted, improve, mixed_value, select_child, steepness
from .judgements import BYTES, Judgements, forget, judge_once, make_judgements
from .mcts import arrive, draw_child
from .tree import NODE, ROOT, add_children, clear, draws, is_better, prove
from .values import UNPROVEN, note_value

NO_ALLOCATION = True
LINE, SIGNS = 0, 1
"""Rows of `work.lines`, as in `mcts.py`."""
JUDGED = np.dtype([*NODE.descr, ("logit", np.float32), ("prior", np.float32), ("value", np.float64)])
"""A node with the logit of its move, its prior relative to that of the likeliest move, and the net's value for the side
to move."""


class How(NamedTuple):
    """How a tree grows."""

    considered: int
    """The most moves that are considered at the root."""
    visits_scale: float
    """c_visit of the Gumbel paper."""
    value_scale: float
    """c_scale of the Gumbel paper."""
    discount: float
    """What a value is worth a ply earlier."""
    noise: float
    """The share of Gumbel noise: 1 to learn, 0 to play."""
    exploration: float
    """The constant of PUCT below the root, to play; 0 to learn: visits follow the improved policy."""


class Tree(NamedTuple):
    """The memory of a search."""

    nodes: Any
    schedule: Any
    """[planned simulations]: see `halving.py`; in those that follow the root is treated like any other node."""
    noise: Any
    """[moves of the root]"""
    policy: Any
    """[moves]: the improved policy of a node, which adds up to 1."""
    scores: Any
    """[moves]: of the node where a move is selected."""
    logits: Any
    """[moves]: of the node that is judged."""
    known: Judgements


class Options(NamedTuple):
    """The options of a search in a whole game."""

    simulations: int
    """Per move."""
    how: How
    rng: np.random.Generator
    tree: Tree


def make_tree(capacity, simulations, max_moves, size=BYTES):
    """Return an empty tree with room for so many nodes, a schedule of simulations, and judgements of size bytes."""
    return Tree(
        np.zeros(capacity, JUDGED).view(np.recarray),
        np.zeros(simulations, np.int32),
        *(np.zeros(max_moves) for _ in range(3)),
        np.zeros(max_moves, np.float32),
        make_judgements(max_moves, size),
    )


def choose_move(weights, state, ply, options, work):
    """Return the move that a search finds best, its value and the simulations made.

    The net may be another each time.
    """
    forget(options.tree.known)
    done = grow(weights, state, options.simulations, options.how, options.rng, work, options.tree)
    best = options.tree.nodes[best_child(options.how, options.tree)]
    return best.move, discounted(best, options.how) if best.visits > 0 else 0.0, done


def grow(weights, state, simulations, how, rng, work, tree):
    """Return how many simulations from state were made: fewer if its value is proven, or another thread sets stop."""
    nodes = tree.nodes
    note_root(state, work)
    clear(nodes, ROOT, 0, 0.0)
    work.nodes = 1
    expand_node(weights, ROOT, state, work, tree)
    for i in range(nodes[ROOT].children):
        tree.noise[i] = how.noise * -math.log(-math.log(1.0 - rng.random())) if how.noise > 0.0 else 0.0
    planned = min(simulations, tree.schedule.size)
    write_schedule(min(how.considered, nodes[ROOT].children), planned, tree.schedule)
    work.depth = 1
    for done in range(simulations):
        if work.stop or nodes[ROOT].end != UNPROVEN:
            return done
        simulate(weights, state, tree.schedule[done] if done < planned else -1, how, rng, work, tree)
    return simulations


def simulate(weights, state, wanted, how, rng, work, tree):
    """Go down the tree to a new state, ask the net about it, and back up its value.

    The first move is the best of those with as many visits as wanted, or is selected like all others if that is -1.
    """
    nodes, line, signs = tree.nodes, work.lines[LINE], work.lines[SIGNS]
    number, ply = ROOT, 0
    line[0], signs[0] = ROOT, -1
    while ply < MAX_PLY and has_children(number, state, work, tree):
        if draws(number, nodes):
            number = draw_child(number, rng, nodes)
        elif ply == 0 and wanted >= 0:
            number = best_of(wanted, how, tree)
        else:
            number = select_child(number, how, nodes, tree.scores)
        ply += 1
        line[ply] = number
        if nodes[number].end != UNPROVEN:
            back_up(ply, nodes[number].total, False, how, work, nodes)
            return
        child = apply(state, nodes[number].move)
        signs[ply] = 1 if moves_again(state, child) else -1
        state = child
        if arrive(number, state, ply, work, nodes):
            back_up(ply, nodes[number].total if nodes[number].end != UNPROVEN else 0.0, True, how, work, nodes)
            return
    back_up(ply, signs[ply] * expand_node(weights, number, state, work, tree), False, how, work, nodes)


def has_children(number, state, work, tree):
    """Return whether a node has children; where chance decides, it gets them at its second visit."""
    node = tree.nodes[number]
    if CHANCES and node.children == 0 and node.visits > 0 and is_chance(state, work):
        return add_children(number, state, work, tree)
    return node.children > 0


def is_chance(state, work):
    """Return whether chance decides what follows a state."""
    return CHANCES > 0 and chance(state, work.root_moves, work.probabilities[0]) > 0


def expand_node(weights, number, state, work, tree):
    """Return the net's value of the state of a node, which gets children unless chance decides or the tree is full."""
    nodes = tree.nodes
    if nodes[number].children > 0 or is_chance(state, work) or not add_children(number, state, work, tree):
        value = np.float64(evaluate(weights, state))
        note_value(value, work)
        return value
    first, n, top = nodes[number].first, nodes[number].children, -math.inf
    value = judge_once(weights, state, work.root_moves, n, tree.logits, tree.known)
    note_value(value, work)
    for i in range(n):
        top = max(top, tree.logits[i])
    for i in range(n):
        nodes[first + i].logit = tree.logits[i] - top
        nodes[first + i].prior = math.exp(tree.logits[i] - top)
    nodes[number].value = value
    return value


def back_up(ply, worth, is_proven, how, work, nodes):
    """Add a visit to every node of the line; worth is what it was worth to the side that moved to the last of them.

    is_proven says whether the last may just have been proven: then those before it may be, too.
    """
    line, signs = work.lines[LINE], work.lines[SIGNS]
    for place in range(ply, -1, -1):
        node = nodes[line[place]]
        node.visits += 1
        if node.end == UNPROVEN:
            is_proven = is_proven and place < ply and prove(line[place], signs[place], nodes)
            if not is_proven:
                node.total += worth
        if node.end != UNPROVEN:
            worth = node.total * how.discount**node.end
        if place > 0:
            worth *= how.discount * signs[place - 1]


def best_of(wanted, how, tree):
    """Return the root's best child with so many visits, by noise, logit and value."""
    nodes, first = tree.nodes, tree.nodes[ROOT].first
    mixed, _, most = mixed_value(ROOT, how, nodes)
    scale, best, highest = steepness(most, how), first, -math.inf
    for i in range(nodes[ROOT].children):
        node = nodes[first + i]
        score = tree.noise[i] + node.logit + scale * completed(node, mixed, how)
        if node.visits == wanted and score > highest:
            best, highest = first + i, score
    return best


def best_child(how, tree):
    """Return the root's best child: the best proven one if the root is proven, else the best with the most visits."""
    nodes, most = tree.nodes, 0
    first, stop = nodes[ROOT].first, nodes[ROOT].first + nodes[ROOT].children
    if nodes[ROOT].end != UNPROVEN:
        return best_proven(ROOT, nodes)
    for child in range(first, stop):
        most = max(most, nodes[child].visits)
    return best_of(most, how, tree)


def best_proven(number, nodes):
    """Return the best proven child of a node."""
    first = nodes[number].first
    best, worth, end = first, -2.0, 0
    for child in range(first, first + nodes[number].children):
        node = nodes[child]
        if node.end != UNPROVEN and is_better(node.total, node.end, worth, end):
            best, worth, end = child, node.total, node.end
    return best


def write_policy(number, how, tree):
    """Write the improved policy of a node and return its value: what the moves are worth, weighted by that policy.

    If the node is proven, only the best proven moves count.
    """
    nodes, first, n = tree.nodes, tree.nodes[number].first, tree.nodes[number].children
    if nodes[number].end != UNPROVEN:
        return write_proof(number, how, tree)
    mixed, _, most = mixed_value(number, how, nodes)
    total, value = improve(number, mixed, most, how, nodes, tree.policy), 0.0
    for i in range(n):
        tree.policy[i] /= total
        value += tree.policy[i] * (2.0 * completed(nodes[first + i], mixed, how) - 1.0)
    return value


def write_proof(number, how, tree):
    nodes, first, n, count = tree.nodes, tree.nodes[number].first, tree.nodes[number].children, 0
    best = nodes[best_proven(number, nodes)]
    for i in range(n):
        is_best = nodes[first + i].end == best.end and nodes[first + i].total == best.total
        tree.policy[i] = 1.0 if is_best else 0.0
        count += is_best
    for i in range(n):
        tree.policy[i] /= count
    return discounted(best, how)
