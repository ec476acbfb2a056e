"""Ranks the moves of any game with goals without search: by contexts of two levels, with a frame for each move.

It is a frame net with a second level, as the context paper sketches it in section V.B: a second-level context joins all
contexts of the first level that share an empty square. What it says follows from what their detectors say; its weights
are shared by all squares. The frame of a move has, besides its first-level contexts, the second-level contexts of the
square that it fills, of the squares that can be filled only then, and the mean of those that share a first-level
context with it.
"""

from typing import NamedTuple

import numpy as np

from ..search.squares import FILLED, Board, make_board, read_move, read_position
from . import frame_net
from .frame_net import add_frame, detect, logistic, read_output
from .goal_contexts import count_slots

NO_ALLOCATION = True
PREFERS = True
SYSTEMS = {f"H{system[1:]}": system for system in frame_net.SYSTEMS}
"""By name, the system of the first level."""
UNITS = 3
"""Of a second-level context, as many as a detector has outputs."""
RELATIONS = 3
ITSELF, NEXT, NEAR = range(RELATIONS)
"""How a square is related to one that a move fills."""


class Weights(NamedTuple):
    detectors: np.ndarray
    hidden: np.ndarray
    hidden_biases: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray
    second: np.ndarray
    """[second-level units, slots x sorts x 3]"""
    second_biases: np.ndarray
    second_hidden: np.ndarray
    """[units, relations x second-level units]"""
    supports: np.ndarray
    """This and what follows is as in a frame net."""
    squares: np.ndarray
    owners: np.ndarray
    kinds: np.ndarray
    locations: np.ndarray
    views: np.ndarray
    layout: np.ndarray


Packed = Weights
LEARNED = 8


def random_weights(system, contexts, view, changes, seed):
    """Return an untrained net, with weights that saturate no unit."""
    first = frame_net.random_weights(SYSTEMS[system], contexts, view, changes, seed)
    rng, width = np.random.default_rng([*np.atleast_1d(seed), 1]), len(first.layout[2:]) * frame_net.OUTPUTS
    spread = 1.7 / np.sqrt(width * frame_net.mean_links(contexts))
    second = (
        rng.uniform(-spread, spread, (UNITS, count_slots(contexts) * width)),
        np.zeros(UNITS),
        rng.uniform(-0.4, 0.4, (frame_net.UNITS, RELATIONS * UNITS)),
    )
    learned = (*first[: frame_net.LEARNED], *(array.astype(np.float32) for array in second))
    return Weights(*learned, *first[frame_net.LEARNED :])


def first_level(weights):
    """Return the weights of the first level: those of a frame net."""
    return frame_net.Weights(*weights[: frame_net.LEARNED], *weights[LEARNED:])


def shapes(weights, variables):
    """Return the required shapes of the learned arrays."""
    contexts, units = frame_net.contexts_of(weights), len(weights.second_biases)
    width = len(weights.layout[2:]) * frame_net.OUTPUTS
    return {
        **frame_net.shapes(first_level(weights), variables),
        "second": (units, count_slots(contexts) * width),
        "second_biases": (units,),
        "second_hidden": (len(weights.hidden_biases), RELATIONS * units),
    }


def unpack(packed):
    """Return the weights; ValueError if their contexts are not valid."""
    frame_net.unpack(first_level(packed))
    return packed


class Net(NamedTuple):
    """A net in the form that kernels need."""

    detectors: np.ndarray
    hidden: np.ndarray
    hidden_biases: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray
    second: np.ndarray
    second_biases: np.ndarray
    second_hidden: np.ndarray
    first: frame_net.Net
    """The first level, which has the same arrays."""
    near: np.ndarray
    """[square, other]: 1 if some first-level context has both."""


def prepare(weights):
    """Return a net with copies of these weights."""
    first = frame_net.prepare(first_level(weights))
    near = np.zeros((weights.supports.shape[0],) * 2, np.int64)
    for row in weights.squares:
        goal = row[row >= 0]
        near[np.ix_(goal, goal)] = 1
    np.fill_diagonal(near, 0)
    learned = first[: frame_net.LEARNED]
    return Net(*learned, *(array.copy() for array in weights[frame_net.LEARNED : LEARNED]), first, near)


class Memory(NamedTuple):
    """The inputs and outputs of a net for one position."""

    first: frame_net.Memory
    level: np.ndarray
    """[square, unit]: what the second-level contexts say; 0 where no square is empty."""
    joined: np.ndarray
    """[relation x unit]: the second level as the frame of a move has it."""


def make_memory(net):
    units = len(net.second_biases)
    level = np.zeros((len(net.near), units), np.float32)
    return Memory(frame_net.make_memory(net.first), level, np.zeros(RELATIONS * units, np.float32))


def detect_levels(net, squares, memory):
    """Write what the detectors and the second-level contexts say."""
    detect(net.first, squares, memory.first)
    contexts, width = net.first.contexts, memory.first.said.shape[1]
    for square in range(memory.level.shape[0]):
        units = memory.level[square]
        for unit in range(units.size):
            units[unit] = net.second_biases[unit] if squares[square] == 0 else np.float32(0.0)
        if squares[square] != 0:
            continue
        for link in range(contexts.first[square], contexts.first[square + 1]):
            context = contexts.links[link, 0]
            if memory.first.chosen[context, 0] < 0:
                continue
            start, said = contexts.links[link, 1] * width, memory.first.said[context]
            for unit in range(units.size):
                row, total = net.second[unit, start : start + width], np.float32(0.0)
                for i in range(said.size):
                    total += row[i] * said[i]
                units[unit] += total
        for unit in range(units.size):
            units[unit] = logistic(units[unit])


def relation_of(net, memory, squares, filled, other):
    """Return how an empty square is related to one that a move fills, which is empty before; -1 if it is not."""
    if squares[other] != 0:
        return -1
    if other == filled:
        return ITSELF
    if net.first.contexts.supports[other, filled] and memory.first.missing[other] == 2:
        return NEXT
    return NEAR if net.near[filled, other] else -1


def count_near(net, memory, squares, filled):
    """Return how many empty squares are near one that a move fills; 1 if none is."""
    count = 0
    for other in range(squares.size):
        count += relation_of(net, memory, squares, filled, other) == NEAR
    return max(count, 1)


def join_levels(net, changed, n, squares, memory):
    """Write the second level as the frame of a move with these n changes has it."""
    units = memory.level.shape[1]
    for i in range(memory.joined.size):
        memory.joined[i] = np.float32(0.0)
    for i in range(n):
        if changed[i, 1] != FILLED:
            continue
        share = np.float32(1.0) / np.float32(count_near(net, memory, squares, changed[i, 0]))
        for other in range(squares.size):
            relation = relation_of(net, memory, squares, changed[i, 0], other)
            if relation >= 0:
                factor = share if relation == NEAR else np.float32(1.0)
                for unit in range(units):
                    memory.joined[relation * units + unit] += factor * memory.level[other, unit]


def rate_move(net, changed, n, squares, memory):
    """Return the input of the output for a move with these n changes, and leave its hidden units in memory."""
    add_frame(net.first, changed, n, memory.first)
    join_levels(net, changed, n, squares, memory)
    for unit in range(memory.first.units.size):
        row = net.second_hidden[unit]
        for i in range(row.size):
            memory.first.units[unit] += row[i] * memory.joined[i]
    return read_output(net.first, memory.first)


class Ranker(NamedTuple):
    """A net ready to rank, with its working memory."""

    net: Net
    board: Board
    memory: Memory


def make_ranker(weights):
    net = prepare(weights)
    return Ranker(net, make_board(weights.views, weights.layout[1]), make_memory(net))


def prefer(ranker, state, moves, n, preferences):
    """Write the score of each of the n moves of state."""
    board = ranker.board
    row = read_position(board, state)
    detect_levels(ranker.net, board.squares, ranker.memory)
    for i in range(n):
        count = read_move(board, state, moves[i], row)
        total = rate_move(ranker.net, board.changed, count, board.squares, ranker.memory)
        preferences[i] = np.float32(1.0) / (np.float32(1.0) + np.exp(-total))
