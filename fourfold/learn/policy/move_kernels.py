"""Training a move net: the slope of the error of its softmax, and Adam's step down; kernels."""

import math
from typing import Any, NamedTuple

import numpy as np

from ...evaluators.move_net import Ranker, add_difference, add_row, add_state, find_level, output, read_move
from ...evaluators.softmax import share
from ...rules import state_at
from ...search.ranking import list_moves

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
SMALL = np.float32(1e-8)


class Pupil(NamedTuple):
    """The memory of a worker, by move: [move, ...]."""

    ranker: Ranker
    moves: np.ndarray
    values: np.ndarray
    """[move, variable]: those by which a move is judged."""
    sums: np.ndarray
    """[move, unit]: inputs of the hidden units, then the slopes of the error by them."""
    signs: np.ndarray
    scores: np.ndarray
    shared: np.ndarray
    """[unit]: the sum of these slopes over all moves."""


class Slopes(NamedTuple):
    """The slope of the error by every weight that is learned."""

    rows: np.ndarray
    biases: np.ndarray
    outputs: np.ndarray
    bias: np.ndarray


class Examples(NamedTuple):
    """What is learned from."""

    states: Any
    """Columns."""
    played: np.ndarray
    """The move played in each state."""


def write_values(examples, follows, replies, values):
    """Write the variables by which the move played in each example is judged, [example, variable]."""
    for place in range(values.shape[0]):
        read_move(state_at(examples.states, place), examples.played[place], follows, replies, values[place])


def add_slopes(pupil, examples, order, images, symmetries, slopes):
    """Add the slopes of the error of examples in order; return how many moves are ranked first, and the error.

    Each is seen in one of its images under the symmetries.
    """
    found, error = 0, 0.0
    for i in range(order.size):
        state, move = state_at(examples.states, order[i]), examples.played[order[i]]
        n = list_moves(state, pupil.moves)
        played = judge_moves(pupil, state, n, move, symmetries[images[i]])
        found += is_first(pupil.scores, n, played)
        share(pupil.scores, n)
        error -= math.log(pupil.scores[played] + np.float32(1e-30))
        pupil.scores[played] -= np.float32(1.0)
        add_output_slopes(pupil, n, slopes)
        add_row_slopes(pupil, n, slopes)
    return found, error


def judge_moves(pupil, state, n, move, image):
    """Write the values, sums, signs and scores of the n moves of state; return the place of move among them."""
    ranker, weights, played = pupil.ranker, pupil.ranker.weights, 0
    for i in range(n):
        seen = ranker.values[0]
        sign, result = read_move(state, pupil.moves[i], weights.follows[0], ranker.replies, seen)
        values, sums = pupil.values[i], pupil.sums[i]
        for variable in range(values.size):
            values[variable] = seen[image[variable]]
        if i == 0:
            add_state(weights, values, sums)
        else:
            for unit in range(sums.size):
                sums[unit] = pupil.sums[0, unit]
            add_difference(weights, pupil.values[0], values, sums)
        pupil.signs[i] = sign
        pupil.scores[i] = sign * output(weights, sums, ranker.terms) + result
        if pupil.moves[i] == move:
            played = i
    return played


def is_first(scores, n, played):
    """Return whether a move has the highest score; of equals the first has it."""
    ahead = 0
    for i in range(n):
        ahead += scores[i] > scores[played] or (scores[i] == scores[played] and i < played)
    return ahead == 0


def add_output_slopes(pupil, n, slopes):
    """Add the slopes by the output weights; turn sums into slopes by sums, and add those up."""
    outputs = pupil.ranker.weights.outputs
    shared, wanted = pupil.shared, slopes.outputs
    for unit in range(shared.size):
        shared[unit] = np.float32(0.0)
    for i in range(n):
        miss, sums = pupil.scores[i] * pupil.signs[i], pupil.sums[i]
        slopes.bias[0] += miss
        for unit in range(shared.size):
            wanted[unit] += miss * max(sums[unit], np.float32(0.0))
            slope = miss * outputs[unit] if sums[unit] > np.float32(0.0) else np.float32(0.0)
            sums[unit] = slope
            shared[unit] += slope
    add_row(shared, np.float32(1.0), slopes.biases)


def add_row_slopes(pupil, n, slopes):
    """Add the slopes by rows: those of the first move for all moves, and what the others have different."""
    levels, rows, first = pupil.ranker.weights.levels, slopes.rows, pupil.values[0]
    for variable in range(first.size):
        add_to_row(levels, rows[variable], first[variable], np.float32(1.0), pupil.shared)
    for i in range(1, n):
        values, sums = pupil.values[i], pupil.sums[i]
        for variable in range(values.size):
            if values[variable] != first[variable]:
                add_to_row(levels, rows[variable], first[variable], np.float32(-1.0), sums)
                add_to_row(levels, rows[variable], values[variable], np.float32(1.0), sums)


def add_to_row(levels, rows, value, factor, slopes):
    """Add slopes, times factor, to the rows of a variable's value."""
    level, part = find_level(levels, value)
    if levels[level] != 0.0:
        add_row(slopes, factor * (np.float32(1.0) - part), rows[level])
    if part > 0.0 and levels[level - 1] != 0.0:
        add_row(slopes, factor * part, rows[level - 1])


def take_steps(weights, slopes, means, squares, examples, rate, decay, step):
    """Change all weights by a step of Adam, down the slopes of so many examples, and set slopes to 0.

    All are Slopes of flat arrays; the slopes are [worker, weight].
    """
    size = rate * np.float32(math.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step))
    scale, fading = np.float32(1.0) / np.float32(examples), rate * decay
    take_step(weights.rows, slopes.rows, means.rows, squares.rows, scale, size, fading)
    take_step(weights.biases, slopes.biases, means.biases, squares.biases, scale, size, np.float32(0.0))
    take_step(weights.outputs, slopes.outputs, means.outputs, squares.outputs, scale, size, fading)
    take_step(weights.bias, slopes.bias, means.bias, squares.bias, scale, size, np.float32(0.0))


def take_step(array, slopes, means, squares, scale, size, fading):
    """Change an array of weights."""
    total = slopes[0]
    for worker in range(1, slopes.shape[0]):
        add_row(slopes[worker], np.float32(1.0), total)
        slopes[worker] = np.float32(0.0)
    step_down(array, total, means, squares, scale, size, fading)


def step_down(array, total, means, squares, scale, size, fading):
    """Change weights by a step of Adam, down the sum of their slopes times scale, and set that to 0."""
    for weight in range(array.size):
        slope = scale * total[weight]
        means[weight] += np.float32(0.1) * (slope - means[weight])
        squares[weight] += np.float32(0.001) * (slope * slope - squares[weight])
        array[weight] -= size * means[weight] / (np.sqrt(squares[weight]) + SMALL) + fading * array[weight]
        total[weight] = np.float32(0.0)
