"""Backpropagation through a net with contexts of two levels, one position at a time; kernels.

As for a frame net (`move_kernels.py`), whose gradient it completes.
"""

from typing import NamedTuple

import numpy as np

from ...evaluators.frame_net import logistic
from ...evaluators.level_net import NEAR, count_near, detect_levels, rate_move, relation_of
from ...search.squares import FILLED
from . import move_kernels
from .move_kernels import FrameGradient, blame_detectors, blame_frame, clear_frame, descend

NO_ALLOCATION = True


class LevelGradient(NamedTuple):
    """The gradient of the learned arrays for one position, and of what the second level says."""

    first: FrameGradient
    second: np.ndarray
    second_biases: np.ndarray
    second_hidden: np.ndarray
    level: np.ndarray
    joined: np.ndarray


def make_level_gradient(net, memory):
    learned = net.second, net.second_biases, net.second_hidden, memory.level, memory.joined
    first = move_kernels.make_frame_gradient(net.first, memory.first)
    return LevelGradient(first, *(np.zeros_like(array) for array in learned))


def learn_levels(net, examples, order, rate, memory, gradient):
    """Make one pass over the positions in this order; return the mean squared error, measured before each step."""
    error = 0.0
    for position in order:
        error += find_level_gradient(net, examples, position, memory, gradient)
        descend(net.detectors.ravel(), gradient.first.detectors.ravel(), rate)
        descend(net.hidden.ravel(), gradient.first.hidden.ravel(), rate)
        descend(net.hidden_biases, gradient.first.hidden_biases, rate)
        descend(net.output, gradient.first.output, rate)
        descend(net.output_bias, gradient.first.output_bias, rate)
        descend(net.second.ravel(), gradient.second.ravel(), rate)
        descend(net.second_biases, gradient.second_biases, rate)
        descend(net.second_hidden.ravel(), gradient.second_hidden.ravel(), rate)
    return error / order.size


def find_level_gradient(net, examples, position, memory, gradient):
    """Write the gradient of half the squared error of a position; return the squared error."""
    squares = examples.squares[position]
    detect_levels(net, squares, memory)
    clear_frame(gradient.first)
    for part in (gradient.second, gradient.second_hidden, gradient.level):
        part[:] = np.float32(0.0)
    gradient.second_biases[:] = np.float32(0.0)
    error = np.float32(0.0)
    for move in range(examples.first_moves[position], examples.first_moves[position + 1]):
        start, stop = examples.first_changes[move], examples.first_changes[move + 1]
        changed, n = examples.changed[start:stop], stop - start
        said = logistic(rate_move(net, changed, n, squares, memory))
        wrong = said - examples.targets[move]
        error += wrong * wrong
        blame_frame(net.first, changed, n, wrong * said * (np.float32(1.0) - said), memory.first, gradient.first)
        blame_joined(net, changed, n, squares, memory, gradient)
    blame_levels(net, squares, memory, gradient)
    blame_detectors(net.first, memory.first, gradient.first)
    return error


def blame_joined(net, changed, n, squares, memory, gradient):
    """Add the gradient of what a move's frame has of the second level, given that of its hidden units."""
    blames, units = gradient.joined, memory.level.shape[1]
    for i in range(blames.size):
        blames[i] = np.float32(0.0)
    for unit in range(gradient.first.units.size):
        step, row, change = gradient.first.units[unit], net.second_hidden[unit], gradient.second_hidden[unit]
        for i in range(row.size):
            change[i] += step * memory.joined[i]
            blames[i] += step * row[i]
    for i in range(n):
        if changed[i, 1] != FILLED:
            continue
        share = np.float32(1.0) / np.float32(count_near(net, memory, squares, changed[i, 0]))
        for other in range(squares.size):
            relation = relation_of(net, memory, squares, changed[i, 0], other)
            if relation >= 0:
                factor = share if relation == NEAR else np.float32(1.0)
                for unit in range(units):
                    gradient.level[other, unit] += factor * blames[relation * units + unit]


def blame_levels(net, squares, memory, gradient):
    """Add the gradient of the second level's weights, and that of what the detectors say."""
    contexts, width = net.first.contexts, memory.first.said.shape[1]
    for square in range(memory.level.shape[0]):
        if squares[square] != 0:
            continue
        for unit in range(memory.level.shape[1]):
            said = memory.level[square, unit]
            blame = gradient.level[square, unit] * said * (np.float32(1.0) - said)
            gradient.second_biases[unit] += blame
            if blame == 0.0:
                continue
            for link in range(contexts.first[square], contexts.first[square + 1]):
                context = contexts.links[link, 0]
                if memory.first.chosen[context, 0] < 0:
                    continue
                start = contexts.links[link, 1] * width
                told, blamed = memory.first.said[context], gradient.first.said[context]
                row, change = net.second[unit, start : start + width], gradient.second[unit, start : start + width]
                for i in range(told.size):
                    change[i] += blame * told[i]
                    blamed[i] += blame * row[i]
