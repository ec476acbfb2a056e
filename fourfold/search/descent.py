"""Games of a net against itself by descent search, inside one kernel, played for what their search trees teach.

Descent, after Cohen-Solal, *Learning to play two-player perfect-information games without knowledge*, is best-first
minimax in which every iteration goes on from the leaf, by the best child, to the end of a game. Each state that the
searches of a game expanded is an example, with its minimax value.
"""

from typing import Any, NamedTuple

import numpy as np

from ..rules import REPETITION, apply, moves_again, variables
from .aim import ended
from .alphabeta import MAX_PLY, note_root
from .best_first import (
    LINE,
    NONE,
    SETTLED,
    back_up,
    begin_tree,
    expand_node,
    note_position,
    refresh,
    select_child,
)
from .ending import find_ending
from .tree import ROOT
from .values import UNPROVEN
from .whole_games import random_opening

SPARE = 4
"""A tree with less than 1/SPARE of its room left begins anew, at the next move."""
PLY_COST = 1e-5
"""How much less a win is worth for every ply to it, where moves are ranked."""


class Practice(NamedTuple):
    """How games are played, and what is learned from them."""

    iterations: int
    """Per move."""
    opening_plies: int
    """A game starts after so many random moves at most."""
    max_plies: int
    """A longer game is a draw."""
    exploitation: float
    """Cohen-Solal's epsilon': 0 draws moves at random, 1 always makes the best."""
    discount: float
    """What a value is worth a ply earlier."""


class Lessons(NamedTuple):
    """What games teach, state by state."""

    inputs: Any
    """[state, variable]"""
    values: Any
    """[state]: what it is worth to the side to move."""
    numbers: Any
    """[state]: the number of its node."""


def make_lessons(states, count):
    """Return room for so many states of count variables."""
    return Lessons(np.zeros((states, count), np.float32), np.zeros(states, np.float32), np.zeros(states, np.int64))


def play_games(weights, start, practice, rng, work, nodes, lessons, results):
    """Play games, one for each row (outcome for the first player, plies) of results; return how many states were
    written into lessons. Where there is no room left, a state is not written."""
    written = np.int64(0)
    for game in range(results.shape[0]):
        state, side = random_opening(start, int(rng.random() * (practice.opening_plies + 1)), rng, work)
        root, begun, ply, over, work.worth, work.history = np.int64(ROOT), written, 0, False, 0.0, 0
        begin_tree(state, work, nodes)
        while not over and ply < practice.max_plies:
            work.history, work.stop = ply, 0
            if SPARE * (nodes.size - work.nodes) < nodes.size:
                write_values(begun, written, practice.discount, work, nodes, lessons)
                begin_tree(state, work, nodes)
                root, begun = np.int64(ROOT), written
            written = search(weights, state, root, practice, written, work, nodes, lessons)
            root = draw_child(root, practice.exploitation, rng, work, nodes)
            child = apply(state, nodes[root].move)
            side = side if moves_again(state, child) else 1 - side
            state = child
            ply += 1
            over, outcome, end = find_ending(state, ply, REPETITION - 1, work)
            if over and end != UNPROVEN:
                work.worth = ended(state, outcome) * (1 - 2 * side)
        write_values(begun, written, practice.discount, work, nodes, lessons)
        results[game, 0], results[game, 1] = np.int64(work.worth), ply
    return written


def search(weights, state, root, practice, written, work, nodes, lessons):
    """Make the iterations of a move, from the node root; return how many states are written in lessons now."""
    note_root(state, work)
    if nodes[root].children == 0:
        nodes[root].end = UNPROVEN  # a repetition need not end the game
    has_room, done = True, 0
    while has_room and done < practice.iterations and nodes[root].end == UNPROVEN:
        written, has_room = descend(weights, state, root, practice.discount, written, work, nodes, lessons)
        done += 1
    return written


def descend(weights, state, number, discount, written, work, nodes, lessons):
    """Go down from a node to the end of a game, expand what is new, and back up; return how many states are written
    in lessons, and whether there was room in the tree."""
    ply, line, has_room, going = 0, work.lines[LINE], True, True
    line[0] = number
    while going:
        if nodes[number].children == 0:
            has_room = expand_node(weights, number, state, ply, nodes.size, work, nodes)
            if has_room:
                written = note_state(state, number, written, lessons)
        best = select_child(number, nodes) if has_room else NONE
        going = best != NONE and not work.stop
        if going and ply + 1 == MAX_PLY:
            nodes[best].end, going = SETTLED, False
        if going:
            number = best
            state = apply(state, nodes[number].move)
            ply += 1
            line[ply] = number
            note_position(state, ply, work)
    back_up(ply, discount, work, nodes)
    return written, has_room


def note_state(state, number, place, lessons):
    """Write the variables of state, that of a node, at place; return the next place."""
    if place == lessons.values.size:
        return place
    variables(state, lessons.inputs[place])
    lessons.numbers[place] = number
    return place + 1


def write_values(first, stop, discount, work, nodes, lessons):
    """Write what the states from first to stop, which one tree has, are worth to their sides to move.

    Children come after their parent, so one pass brings all values up to date, those before the last move, too.
    """
    for number in range(work.nodes - 1, -1, -1):
        if nodes[number].children > 0:
            refresh(number, discount, nodes)
    for place in range(first, stop):
        node = nodes[lessons.numbers[place]]
        lessons.values[place] = node.sign * node.value * (discount**node.end if node.end > 0 else 1.0)


def draw_child(number, exploitation, rng, work, nodes):
    """Return a child of a node, drawn by its rank: Cohen-Solal's ordinal distribution.

    Of the moves that are left the best is made with the probability epsilon' + (1 - epsilon') / (moves left).
    """
    first, n, taken = nodes[number].first, nodes[number].children, work.root_order
    taken[:n] = 0
    best = np.int64(first)
    for left in range(n, 0, -1):
        best = NONE
        for child in range(first, first + n):
            if taken[child - first] == 0 and (best == NONE or standing(nodes[child]) > standing(nodes[best])):
                best = np.int64(child)
        if rng.random() < exploitation + (1.0 - exploitation) / left:
            return best
        taken[best - first] = 1
    return best


def standing(node):
    """Return a number that ranks a node: wins before all else, the fastest first, and losses last."""
    if node.end < 0 or abs(node.value) < 1.0:
        return node.value
    return node.value * (2.0 - PLY_COST * node.end)
