"""Ranks the moves of any game with goals without search: by contexts, with a frame for each move.

The frame of a move is what the contexts through the squares that it changes say. The net is that of the context paper,
with its frames moved from the columns of Connect Four to the moves: detectors (equation 2), which all contexts of a
kind share, then hidden units and an output, which all frames share. Every unit is 1 / (1 + exp(-x)).
"""

from typing import NamedTuple

import numpy as np

from ..search.squares import CHANGES, Board, make_board, read_move, read_position
from .fast_tanh import fast_tanh
from .goal_contexts import (
    EITHER,
    OPPONENT,
    OWN,
    Contexts,
    count_depths,
    count_inputs,
    count_missing,
    count_slots,
    make_contexts,
    read_context,
)

NO_ALLOCATION = True
PREFERS = True
OUTPUTS = 3
"""Of a detector."""
UNITS = 5
"""Hidden units of a frame."""
EVERY, OF_KIND, OF_LOCATION, OF_DEPTH = 1, 2, 3, 4
SORTS = {"M1": (EVERY,), "M2": (EVERY, OF_KIND), "M3": (EVERY, OF_LOCATION), "M4": (EVERY, OF_DEPTH)}
"""The sorts of detectors of a system, D1 to D4 of the context paper: a context is an input of one detector of each."""
SYSTEMS = tuple(SORTS)


class Weights(NamedTuple):
    detectors: np.ndarray
    """[detectors, 3, inputs]"""
    hidden: np.ndarray
    """[units, changes x slots x sorts x 3]"""
    hidden_biases: np.ndarray
    output: np.ndarray
    """[units]"""
    output_bias: np.ndarray
    """[1]"""
    supports: np.ndarray
    """[squares, squares]; this and what follows describes the contexts."""
    squares: np.ndarray
    owners: np.ndarray
    kinds: np.ndarray
    locations: np.ndarray
    views: np.ndarray
    """[2, squares]"""
    layout: np.ndarray
    """Whether contexts are ordered, whether the view is fixed, then the sorts of detectors."""


Packed = Weights
LEARNED = 5
"""How many of these arrays are learned."""


def random_weights(system, contexts, view, changes, seed):
    """Return an untrained net, with weights that saturate no unit; changes is how many ways to change squares count."""
    rng, sorts = np.random.default_rng(seed), SORTS[system]
    inputs = changes * count_slots(contexts) * len(sorts) * OUTPUTS
    spread = 1.7 / np.sqrt(OUTPUTS * len(sorts) * mean_links(contexts))
    learned = (
        rng.uniform(
            -0.5, 0.5, (sum(count_detectors(contexts, sort) for sort in sorts), OUTPUTS, count_inputs(contexts))
        ),
        rng.uniform(-spread, spread, (UNITS, inputs)),
        np.zeros(UNITS),
        rng.uniform(-0.4, 0.4, UNITS),
        np.full(1, -1.0),  # most moves are not the best
    )
    layout = np.array([contexts.ordered, view.fixed, *sorts])
    described = contexts.squares, contexts.owners, contexts.kinds, contexts.locations, view.places, layout
    return Weights(
        *(array.astype(np.float32) for array in (*learned, contexts.supports)),
        *(array.astype(np.int16) for array in described),
    )


def mean_links(contexts):
    """Return how many contexts there are through a square."""
    return max(len(contexts.links) / (len(contexts.first) - 1), 1.0)


def count_detectors(contexts, sort):
    """Return how many detectors of a sort there are."""
    kinds, locations = int(contexts.kinds.max()) + 1, int(contexts.locations.max()) + 1
    return {EVERY: 1, OF_KIND: kinds, OF_LOCATION: locations, OF_DEPTH: kinds * count_depths(contexts)}[sort]


def shapes(weights, variables):
    """Return the required shapes of the learned arrays."""
    contexts, layout = contexts_of(weights), weights.layout
    sorts = [int(sort) for sort in layout[2:]]
    units, slots = len(weights.hidden_biases), count_slots(contexts) * len(sorts) * OUTPUTS
    changes = CHANGES if weights.hidden.shape[-1] == CHANGES * slots else 1
    detectors = sum(count_detectors(contexts, sort) for sort in sorts)
    return {
        "detectors": (detectors, OUTPUTS, count_inputs(contexts)),
        "hidden": (units, changes * slots),
        "hidden_biases": (units,),
        "output": (units,),
        "output_bias": (1,),
        "supports": (variables, variables),
    }


def unpack(packed):
    """Return the weights; ValueError if their contexts are not valid, since kernels would read beyond arrays."""
    described = packed[LEARNED + 1 :]
    if any(array.dtype.kind != "i" for array in described) or packed.squares.ndim != 2 or packed.supports.ndim != 2:
        raise ValueError("its contexts are no contexts")
    count, longest = packed.squares.shape
    board, last = len(packed.supports), (packed.squares >= 0).sum(axis=1)
    is_square = np.arange(longest) < last[:, None]
    if not count or last.min() < 1 or packed.squares.max() >= board or (is_square != (packed.squares >= 0)).any():
        raise ValueError("its contexts are not on the board")
    if packed.supports.shape != (board, board) or not np.isin(packed.supports, (0, 1)).all():
        raise ValueError("its squares have no supports")
    for numbers in (packed.kinds, packed.locations):
        if numbers.shape != (count,) or not np.array_equal(np.unique(numbers), np.arange(numbers.max() + 1)):
            raise ValueError("its contexts have no kinds")
    if packed.owners.shape != (count,) or not np.isin(packed.owners, (EITHER, OWN, OPPONENT)).all():
        raise ValueError("its contexts have no owners")
    check_views(packed.views, board)
    if packed.layout.ndim != 1 or not np.isin(packed.layout[:2], (0, 1)).all():
        raise ValueError("it has no layout")
    if tuple(packed.layout[2:].tolist()) not in SORTS.values():
        raise ValueError("it has no detectors")
    return packed


def check_views(views, board):
    """Raise ValueError if views do not show each square of the board once."""
    if views.shape != (2, board) or (np.sort(views, axis=1) != np.arange(board)).any():
        raise ValueError("its view is not one of the board")


def contexts_of(weights):
    """Return the contexts of a net."""
    goals = [[int(square) for square in row if square >= 0] for row in weights.squares]
    owners, kinds, locations = (array.astype(np.int64) for array in (weights.owners, weights.kinds, weights.locations))
    return make_contexts(goals, owners, kinds, locations, weights.supports, bool(weights.layout[0]))


class Net(NamedTuple):
    """A net in the form that kernels need."""

    detectors: np.ndarray
    hidden: np.ndarray
    hidden_biases: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray
    contexts: Contexts
    sorts: np.ndarray
    bases: np.ndarray
    """[sort]: the number of its first detector."""
    depths: int
    slots: int
    changes: int
    """How many ways of changing a square count: FILLED only, or all."""


def prepare(weights):
    """Return a net with copies of these weights."""
    contexts, sorts = contexts_of(weights), weights.layout[2:].astype(np.int64)
    counts = [count_detectors(contexts, int(sort)) for sort in sorts]
    slots = count_slots(contexts)
    changes = weights.hidden.shape[1] // (slots * len(sorts) * OUTPUTS)
    learned = [array.copy() for array in weights[:LEARNED]]
    return Net(*learned, contexts, sorts, np.cumsum([0, *counts[:-1]]), count_depths(contexts), slots, changes)


class Memory(NamedTuple):
    """The inputs and outputs of a net for one position."""

    missing: np.ndarray
    inputs: np.ndarray
    """[context, input]"""
    chosen: np.ndarray
    """[context, sort]: its detectors; -1 if it says nothing."""
    said: np.ndarray
    """[context, sort x 3]: the outputs of its detectors."""
    units: np.ndarray
    """The hidden units of a frame."""


def make_memory(net):
    count, sorts = len(net.contexts.sizes), len(net.sorts)
    return Memory(
        np.zeros(len(net.contexts.first) - 1, np.int64),
        np.zeros((count, net.detectors.shape[2]), np.float32),
        np.zeros((count, sorts), np.int64),
        np.zeros((count, sorts * OUTPUTS), np.float32),
        np.zeros(len(net.hidden_biases), np.float32),
    )


def logistic(x):
    return np.float32(0.5) + np.float32(0.5) * fast_tanh(np.float32(0.5) * x)


def detect(net, squares, memory):
    """Write what the detectors say about every context (equations 1 and 2)."""
    contexts = net.contexts
    count_missing(contexts, squares, memory.missing)
    for context in range(contexts.sizes.size):
        inputs, said = memory.inputs[context], memory.said[context]
        depth = read_context(contexts, context, squares, memory.missing, inputs)
        for place in range(net.sorts.size):
            if depth < 0:
                memory.chosen[context, place] = -1
                continue
            number = choose_detector(net, place, contexts.kinds[context], contexts.locations[context], depth)
            memory.chosen[context, place] = number
            for output in range(OUTPUTS):
                row, total = net.detectors[number, output], np.float32(0.0)
                for i in range(inputs.size):
                    total += row[i] * inputs[i]
                said[place * OUTPUTS + output] = logistic(total)


def choose_detector(net, place, kind, location, depth):
    """Return the number of a context's detector of the sort at this place."""
    sort, base = net.sorts[place], net.bases[place]
    if sort == EVERY:
        return base
    if sort == OF_KIND:
        return base + kind
    if sort == OF_LOCATION:
        return base + location
    return base + kind * net.depths + depth


def rate_move(net, changed, n, memory):
    """Return the input of the output for a move with these n changes, and leave its hidden units in memory."""
    add_frame(net, changed, n, memory)
    return read_output(net, memory)


def add_frame(net, changed, n, memory):
    """Write the inputs of the hidden units for a move with these n changes."""
    for unit in range(memory.units.size):
        memory.units[unit] = net.hidden_biases[unit]
    for i in range(n):
        if changed[i, 1] < net.changes:
            add_square(net, changed[i, 0], changed[i, 1], memory)


def read_output(net, memory):
    """Activate the hidden units; return the input of the output."""
    units, total = memory.units, net.output_bias[0]
    for unit in range(units.size):
        units[unit] = logistic(units[unit])
        total += net.output[unit] * units[unit]
    return total


def add_square(net, square, change, memory):
    """Add what the contexts through a square say to the hidden units."""
    contexts, width = net.contexts, memory.said.shape[1]
    for link in range(contexts.first[square], contexts.first[square + 1]):
        context = contexts.links[link, 0]
        if memory.chosen[context, 0] < 0:
            continue
        start, said = (change * net.slots + contexts.links[link, 1]) * width, memory.said[context]
        for unit in range(memory.units.size):
            row, total = net.hidden[unit, start : start + width], np.float32(0.0)
            for i in range(said.size):
                total += row[i] * said[i]
            memory.units[unit] += total


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
    detect(ranker.net, board.squares, ranker.memory)
    for i in range(n):
        count = read_move(board, state, moves[i], row)
        total = rate_move(ranker.net, board.changed, count, ranker.memory)
        preferences[i] = np.float32(1.0) / (np.float32(1.0) + np.exp(-total))
