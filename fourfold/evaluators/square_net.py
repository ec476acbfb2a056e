"""Ranks the moves of any game without search by its bare squares: a plain net, to compare with nets that see contexts.

Its inputs are the squares as the side to move sees them, its outputs the squares that a move changes, as in the nets
N20 to N60 of the context paper. Every unit is 1 / (1 + exp(-x)).
"""

from typing import NamedTuple

import numpy as np

from ..search.squares import CHANGES, Board, make_board, read_move, read_position
from .frame_net import check_views, logistic

NO_ALLOCATION = True
PREFERS = True


class Weights(NamedTuple):
    hidden: np.ndarray
    """[units, squares]"""
    hidden_biases: np.ndarray
    outputs: np.ndarray
    """[changes x squares, units]"""
    output_biases: np.ndarray
    views: np.ndarray
    """[2, squares]"""
    layout: np.ndarray
    """Whether the view is fixed."""


Packed = Weights
LEARNED = 4


def random_weights(units, view, changes, seed):
    """Return an untrained net, with weights that saturate no unit."""
    rng, squares = np.random.default_rng(seed), view.places.shape[1]
    spread = 1.7 / np.sqrt(squares)
    learned = (
        rng.uniform(-spread, spread, (units, squares)),
        np.zeros(units),
        rng.uniform(-0.4, 0.4, (changes * squares, units)),
        np.full(changes * squares, -1.0),  # most moves are not the best
    )
    described = view.places.astype(np.int16), np.array([view.fixed], np.int16)
    return Weights(*(array.astype(np.float32) for array in learned), *described)


def units_for(weights, squares, changes):
    """Return how many hidden units make a net of about so many weights."""
    return max(round((weights - changes * squares) / (squares + 1 + changes * squares)), 1)


def shapes(weights, variables):
    """Return the required shapes of the learned arrays."""
    units = len(weights.hidden_biases)
    outputs = CHANGES * variables if len(weights.output_biases) == CHANGES * variables else variables
    return {
        "hidden": (units, variables),
        "hidden_biases": (units,),
        "outputs": (outputs, units),
        "output_biases": (outputs,),
    }


def unpack(packed):
    """Return the weights; ValueError if their view is not valid."""
    if packed.hidden.ndim != 2 or packed.views.dtype.kind != "i" or packed.layout.shape != (1,):
        raise ValueError("its arrays do not fit each other")
    check_views(packed.views, packed.hidden.shape[1])
    return packed


class Net(NamedTuple):
    """A net in the form that kernels need."""

    hidden: np.ndarray
    hidden_biases: np.ndarray
    outputs: np.ndarray
    output_biases: np.ndarray
    changes: int


def prepare(weights):
    """Return a net with copies of these weights."""
    learned = [array.copy() for array in weights[:LEARNED]]
    return Net(*learned, len(weights.output_biases) // weights.hidden.shape[1])


def activate(net, squares, units):
    """Write the hidden units."""
    for unit in range(units.size):
        row, total = net.hidden[unit], net.hidden_biases[unit]
        for square in range(row.size):
            total += row[square] * np.float32(squares[square])
        units[unit] = logistic(total)


def rate_move(net, changed, n, units):
    """Return the input of the output for a move with these n changes: the sum over the squares that it changes."""
    total, squares = np.float32(0.0), net.hidden.shape[1]
    for i in range(n):
        if changed[i, 1] < net.changes:
            output = changed[i, 1] * squares + changed[i, 0]
            row = net.outputs[output]
            total += net.output_biases[output]
            for unit in range(units.size):
                total += row[unit] * units[unit]
    return total


class Ranker(NamedTuple):
    """A net ready to rank, with its working memory."""

    net: Net
    board: Board
    units: np.ndarray


def make_ranker(weights):
    net = prepare(weights)
    return Ranker(net, make_board(weights.views, weights.layout[0]), np.zeros(len(weights.hidden_biases), np.float32))


def prefer(ranker, state, moves, n, preferences):
    """Write the score of each of the n moves of state."""
    board = ranker.board
    row = read_position(board, state)
    activate(ranker.net, board.squares, ranker.units)
    for i in range(n):
        count = read_move(board, state, moves[i], row)
        total = rate_move(ranker.net, board.changed, count, ranker.units)
        preferences[i] = np.float32(1.0) / (np.float32(1.0) + np.exp(-total))
