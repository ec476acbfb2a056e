"""Backpropagation through nets that rank the moves of any game, one position at a time; kernels.

As in the context paper: squared error of logistic outputs, no momentum, and shared weights change by the sum of their
gradients. The outputs are the legal moves, and all best moves are to be 1: nets that share their weights over all
squares cannot tell symmetric ones apart.
"""

from typing import NamedTuple

import numpy as np

from ...evaluators import frame_net, square_net
from ...evaluators.frame_net import OUTPUTS, detect, logistic
from ...evaluators.frame_net import rate_move as rate_frame
from ...evaluators.square_net import activate
from ...evaluators.square_net import rate_move as rate_squares
from ...rules import apply
from ...search.squares import list_changes, read_after, read_squares

NO_ALLOCATION = True


class Examples(NamedTuple):
    """Positions as nets see them."""

    squares: np.ndarray
    """[position, square]"""
    first_moves: np.ndarray
    """[position]: the number of its first move; one more for the end."""
    first_changes: np.ndarray
    """[move]: where its changes begin; one more for the end."""
    changed: np.ndarray
    """[change, 0 for the square and 1 for how it changes]"""
    targets: np.ndarray
    """[move]: 1 for the best moves of a position, 0 for others."""


def see_position(state, moves, n, view, raw, squares, after, changed, counts):
    """Write the squares of a position, the changes of its n moves one after another, and how many each has."""
    row, total = read_squares(state, view, raw, squares), 0
    for i in range(n):
        read_after(state, apply(state, moves[i]), row, view, raw, after)
        counts[i] = list_changes(squares, after, changed[total:])
        total += counts[i]
    return total


class FrameGradient(NamedTuple):
    """The gradient of the learned arrays of a frame net for one position, and of what its detectors say."""

    detectors: np.ndarray
    hidden: np.ndarray
    hidden_biases: np.ndarray
    output: np.ndarray
    output_bias: np.ndarray
    said: np.ndarray
    units: np.ndarray


def make_frame_gradient(net, memory):
    learned = net[: frame_net.LEARNED]
    return FrameGradient(*(np.zeros_like(array) for array in (*learned, memory.said, memory.units)))


def learn_frames(net, examples, order, rate, memory, gradient):
    """Make one pass over the positions in this order; return the mean squared error, measured before each step."""
    error = 0.0
    for position in order:
        error += find_frame_gradient(net, examples, position, memory, gradient)
        descend(net.detectors.ravel(), gradient.detectors.ravel(), rate)
        descend(net.hidden.ravel(), gradient.hidden.ravel(), rate)
        descend(net.hidden_biases, gradient.hidden_biases, rate)
        descend(net.output, gradient.output, rate)
        descend(net.output_bias, gradient.output_bias, rate)
    return error / order.size


def descend(weights, gradient, rate):
    for i in range(weights.size):
        weights[i] -= rate * gradient[i]


def find_frame_gradient(net, examples, position, memory, gradient):
    """Write the gradient of half the squared error of a position; return the squared error."""
    detect(net, examples.squares[position], memory)
    clear_frame(gradient)
    error = np.float32(0.0)
    for move in range(examples.first_moves[position], examples.first_moves[position + 1]):
        start, stop = examples.first_changes[move], examples.first_changes[move + 1]
        changed = examples.changed[start:stop]
        said = logistic(rate_frame(net, changed, stop - start, memory))
        wrong = said - examples.targets[move]
        error += wrong * wrong
        blame_frame(net, changed, stop - start, wrong * said * (np.float32(1.0) - said), memory, gradient)
    blame_detectors(net, memory, gradient)
    return error


def clear_frame(gradient):
    for part in (gradient.hidden, gradient.said):
        part[:] = np.float32(0.0)
    for vector in (gradient.hidden_biases, gradient.output, gradient.output_bias):
        vector[:] = np.float32(0.0)
    gradient.detectors[:] = np.float32(0.0)


def blame_frame(net, changed, n, blame, memory, gradient):
    """Add the gradient of a move's output, hidden units and features; blame is that of the output's input."""
    gradient.output_bias[0] += blame
    units, contexts, width = memory.units, net.contexts, memory.said.shape[1]
    for unit in range(units.size):
        gradient.output[unit] += blame * units[unit]
        gradient.units[unit] = blame * net.output[unit] * units[unit] * (np.float32(1.0) - units[unit])
        gradient.hidden_biases[unit] += gradient.units[unit]
    for i in range(n):
        if changed[i, 1] >= net.changes:
            continue
        square = changed[i, 0]
        for link in range(contexts.first[square], contexts.first[square + 1]):
            context = contexts.links[link, 0]
            if memory.chosen[context, 0] < 0:
                continue
            start = (changed[i, 1] * net.slots + contexts.links[link, 1]) * width
            said, blamed = memory.said[context], gradient.said[context]
            for unit in range(units.size):
                step, row = gradient.units[unit], net.hidden[unit, start : start + width]
                change = gradient.hidden[unit, start : start + width]
                for feature in range(said.size):
                    change[feature] += step * said[feature]
                    blamed[feature] += step * row[feature]


def blame_detectors(net, memory, gradient):
    """Add the gradient of the detectors: for one that several contexts share, the sum over all of them."""
    for context in range(memory.chosen.shape[0]):
        said, blamed, inputs = memory.said[context], gradient.said[context], memory.inputs[context]
        for place in range(net.sorts.size):
            number = memory.chosen[context, place]
            if number < 0:
                continue
            for output in range(OUTPUTS):
                feature = place * OUTPUTS + output
                blame = blamed[feature] * said[feature] * (np.float32(1.0) - said[feature])
                if blame != 0.0:
                    row = gradient.detectors[number, output]
                    for i in range(inputs.size):
                        row[i] += blame * inputs[i]


class SquareGradient(NamedTuple):
    """The gradient of the learned arrays of a square net for one position."""

    hidden: np.ndarray
    hidden_biases: np.ndarray
    outputs: np.ndarray
    output_biases: np.ndarray
    units: np.ndarray


def make_square_gradient(net):
    return SquareGradient(*(np.zeros_like(array) for array in (*net[: square_net.LEARNED], net.hidden_biases)))


def learn_squares(net, examples, order, rate, units, gradient):
    """Make one pass over the positions in this order; return the mean squared error, measured before each step."""
    error = 0.0
    for position in order:
        error += find_square_gradient(net, examples, position, units, gradient)
        descend(net.hidden.ravel(), gradient.hidden.ravel(), rate)
        descend(net.hidden_biases, gradient.hidden_biases, rate)
        descend(net.outputs.ravel(), gradient.outputs.ravel(), rate)
        descend(net.output_biases, gradient.output_biases, rate)
    return error / order.size


def find_square_gradient(net, examples, position, units, gradient):
    """Write the gradient of half the squared error of a position; return the squared error."""
    squares = examples.squares[position]
    activate(net, squares, units)
    gradient.outputs[:] = np.float32(0.0)
    gradient.output_biases[:] = np.float32(0.0)
    gradient.units[:] = np.float32(0.0)
    error = np.float32(0.0)
    for move in range(examples.first_moves[position], examples.first_moves[position + 1]):
        start, stop = examples.first_changes[move], examples.first_changes[move + 1]
        changed = examples.changed[start:stop]
        said = logistic(rate_squares(net, changed, stop - start, units))
        wrong = said - examples.targets[move]
        error += wrong * wrong
        blame_outputs(net, changed, stop - start, wrong * said * (np.float32(1.0) - said), units, gradient)
    for unit in range(units.size):
        blame = gradient.units[unit] * units[unit] * (np.float32(1.0) - units[unit])
        gradient.hidden_biases[unit] = blame
        row = gradient.hidden[unit]
        for square in range(row.size):
            row[square] = blame * squares[square]
    return error


def blame_outputs(net, changed, n, blame, units, gradient):
    """Add the gradient of the outputs of a move and of the hidden units."""
    for i in range(n):
        if changed[i, 1] >= net.changes:
            continue
        output = changed[i, 1] * net.hidden.shape[1] + changed[i, 0]
        row, change = net.outputs[output], gradient.outputs[output]
        gradient.output_biases[output] += blame
        for unit in range(units.size):
            gradient.units[unit] += blame * row[unit]
            change[unit] += blame * units[unit]


def rate_frames(net, examples, memory, scores):
    """Write the score of every move."""
    for position in range(examples.squares.shape[0]):
        detect(net, examples.squares[position], memory)
        for move in range(examples.first_moves[position], examples.first_moves[position + 1]):
            start, stop = examples.first_changes[move], examples.first_changes[move + 1]
            scores[move] = rate_frame(net, examples.changed[start:stop], stop - start, memory)


def rate_square_moves(net, examples, units, scores):
    """Write the score of every move."""
    for position in range(examples.squares.shape[0]):
        activate(net, examples.squares[position], units)
        for move in range(examples.first_moves[position], examples.first_moves[position + 1]):
            start, stop = examples.first_changes[move], examples.first_changes[move + 1]
            scores[move] = rate_squares(net, examples.changed[start:stop], stop - start, units)
