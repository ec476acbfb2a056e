"""Training a policy-value net: the slopes of its error by all weights, and Adam's step down; kernels.

The error of an example is the cross-entropy of the net's policy and of its value, seen as the chance to win.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ...evaluators.move_net import add_row
from ...evaluators.policy_value_net import (
    FIRST,
    NAUGHT,
    NEW,
    OLD,
    VARIABLE,
    Ranker,
    copy,
    describe,
    leaning,
    list_changes,
    list_shifts,
    product,
    think,
    value_of,
)
from ...evaluators.softmax import share as share_out
from ...evaluators.square_tuples import find_places
from ...rules import expand, state_at, variables
from ..policy.move_kernels import add_to_row, take_step
from .row_steps import RowSlopes, take_row_steps, use_row

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
ONE = np.float32(1.0)


class Examples(NamedTuple):
    """What is learned from."""

    states: Any
    """Columns."""
    starts: np.ndarray
    """[state + 1]: where the policy of a state begins among policies."""
    policies: np.ndarray
    """[moves of all states]: how likely each move should be."""
    values: np.ndarray
    """[state]: what it is worth to the side to move."""


class Slopes(NamedTuple):
    """The slope of the error by every weight that is learned."""

    rows: np.ndarray
    biases: np.ndarray
    second: np.ndarray
    second_biases: np.ndarray
    outputs: np.ndarray
    bias: np.ndarray
    changes: np.ndarray


class TupleSlopes(NamedTuple):
    """The slopes by what tuples select."""

    patterns: RowSlopes
    leanings: RowSlopes


class Pupil(NamedTuple):
    """The memory of a worker."""

    net: Ranker
    turned: np.ndarray
    """[units of the second layer, units]: the weights between the layers, the other way round."""
    moves: np.ndarray
    values: np.ndarray
    """[variable]: those of the state, in the image that is learned."""
    first_values: np.ndarray
    """[variable]: those of the state after the first move, in that image."""
    places: np.ndarray
    """[tuple]: the rows that the state selects in that image."""
    descriptions: np.ndarray
    """[move, unit of the second layer]"""
    changed: np.ndarray
    """[move, variable, 3]: the changes of each move, in that image."""
    counts: np.ndarray
    """[move]: how many changes it makes."""
    scores: np.ndarray
    """[move]: logits, then probabilities, then how much they are too high."""
    top_slopes: np.ndarray
    """[unit of the second layer]"""
    slopes: np.ndarray
    """[unit]"""


def add_slopes(pupil, examples, order, images, symmetries, inverses, value_weight, slopes, by_tuples, share):
    """Add the slopes of the error of examples in order, a share of a batch; return the errors of policies and values.

    Each is seen in one of its images under the symmetries, of which inverses are the inverse permutations.
    """
    policy_error, value_error = 0.0, 0.0
    for i in range(order.size):
        place = order[i]
        state, start = state_at(examples.states, place), examples.starts[place]
        active = read_state(pupil, state, symmetries[images[i]])
        clear(pupil.top_slopes)
        if examples.starts[place + 1] > start:  # where chance decides, there are no moves
            n = read_moves(pupil, state, symmetries[images[i]], inverses[images[i]])
            wanted = examples.policies[start : start + n]
            policy_error += judge_policy(pupil, n, wanted, slopes, by_tuples.leanings, share)
        value_error += judge_value(pupil, examples.values[place], value_weight, slopes)
        add_layer_slopes(pupil, active, slopes)
        add_pattern_slopes(pupil, by_tuples.patterns, share)
    return policy_error, value_error


def clear(numbers):
    for i in range(numbers.size):
        numbers[i] = NAUGHT


def read_state(pupil, state, image):
    """Write the outputs of both layers for an image of state; return how many units of the first are active."""
    seen, net = pupil.net.values[0], pupil.net
    variables(state, seen)
    for variable in range(seen.size):
        pupil.values[variable] = seen[image[variable]]
    active = think(net, pupil.values)
    copy(net.places, pupil.places)
    return active


def read_moves(pupil, state, image, inverse):
    """Write the descriptions and logits of the moves of state, in the image; return how many there are."""
    net, n = pupil.net, expand(state, pupil.moves)
    for i in range(n):
        changed, description = pupil.changed[i], pupil.descriptions[i]
        count, is_compared = list_changes(net.values, state, pupil.moves[i], i, net.pairs, changed)
        if i == 0 and is_compared:
            for variable in range(image.size):
                pupil.first_values[variable] = net.values[FIRST, image[variable]]
            find_places(net.layout, pupil.first_values, net.places)
        for change in range(count):
            changed[change, VARIABLE] = inverse[np.int64(changed[change, VARIABLE])]
        describe(net.weights, changed, count, description)
        pupil.counts[i] = count
        copy(description, net.terms)
        pupil.scores[i] = product(net.terms, net.top) + leaning(net, changed, count)
    return n


def judge_policy(pupil, n, wanted, slopes, leanings, share):
    """Return the cross-entropy of the net's policy, less that of the wanted one with itself, and add its slopes."""
    net, levels, error = pupil.net, pupil.net.weights.levels, 0.0
    share_out(pupil.scores, n)
    for i in range(n):
        if wanted[i] > NAUGHT:
            error += wanted[i] * math.log(wanted[i] / (pupil.scores[i] + np.float32(1e-30)))
        excess = pupil.scores[i] - wanted[i]
        add_row(pupil.descriptions[i], excess, pupil.top_slopes)
        changed = pupil.changed[i]
        for change in range(pupil.counts[i]):
            rows = slopes.changes[np.int64(changed[change, VARIABLE])]
            add_to_row(levels, rows, changed[change, OLD], -excess, net.top)
            add_to_row(levels, rows, changed[change, NEW], excess, net.top)
        add_leaning_slopes(net, changed, pupil.counts[i], excess, leanings, share)
    return error


def add_leaning_slopes(net, changed, count, excess, leanings, share):
    for i in range(list_shifts(net, changed, count)):
        number = net.shifted[i]
        place = net.places[number]
        later = place + net.shifts[number]
        use_row(leanings, share, place)
        use_row(leanings, share, later)
        leanings.slopes[share, place, 0] -= excess
        leanings.slopes[share, later, 0] += excess
        net.shifts[number] = 0


def judge_value(pupil, wanted, weight, slopes):
    """Return the squared error of the net's value, and add the slopes of its cross-entropy, times weight."""
    net = pupil.net
    miss = np.float32(value_of(net.weights, net.top, net.terms)) - wanted
    slopes.bias[0] += weight * miss
    add_row(net.top, weight * miss, slopes.outputs)
    add_row(net.weights.outputs, weight * miss, pupil.top_slopes)
    return miss * miss


def add_layer_slopes(pupil, active, slopes):
    """Add the slopes by the weights of both layers, from those by the outputs of the second."""
    net, back, top_back = pupil.net, pupil.slopes, pupil.top_slopes
    for unit in range(top_back.size):
        top_back[unit] = top_back[unit] if net.top[unit] > NAUGHT else NAUGHT
    add_row(top_back, ONE, slopes.second_biases)
    for i in range(active):
        add_row(top_back, net.factors[i], slopes.second[net.numbers[i]])
    clear(back)
    for unit in range(top_back.size):
        if top_back[unit] != NAUGHT:
            add_row(pupil.turned[unit], top_back[unit], back)
    for unit in range(back.size):
        back[unit] = back[unit] if net.hidden[unit] > NAUGHT else NAUGHT
    add_row(back, ONE, slopes.biases)
    for variable in range(pupil.values.size):
        add_to_row(net.weights.levels, slopes.rows[variable], pupil.values[variable], ONE, back)


def add_pattern_slopes(pupil, patterns, share):
    """Add the slopes by what the tuples of the state select, from those by the inputs of the first layer."""
    for number in range(pupil.places.size):
        use_row(patterns, share, pupil.places[number])
        add_row(pupil.slopes, ONE, patterns.slopes[share, pupil.places[number]])


def take_steps(weights, slopes, means, squares, examples, rate, decay, step, second, turned):
    """Change all weights by a step of Adam, down the slopes of so many examples, and set slopes to 0.

    All are Slopes of flat arrays, the slopes are [worker, weight]; turned is kept the transpose of second.
    """
    size = rate * np.float32(math.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step))
    scale, fading = ONE / np.float32(examples), rate * decay
    take_step(weights.rows, slopes.rows, means.rows, squares.rows, scale, size, fading)
    take_step(weights.biases, slopes.biases, means.biases, squares.biases, scale, size, NAUGHT)
    take_step(weights.second, slopes.second, means.second, squares.second, scale, size, fading)
    take_step(
        weights.second_biases, slopes.second_biases, means.second_biases, squares.second_biases, scale, size, NAUGHT
    )
    take_step(weights.outputs, slopes.outputs, means.outputs, squares.outputs, scale, size, fading)
    take_step(weights.bias, slopes.bias, means.bias, squares.bias, scale, size, NAUGHT)
    take_step(weights.changes, slopes.changes, means.changes, squares.changes, scale, size, fading)
    turn(second, turned)


def take_tuple_steps(weights, by_tuples, means, squares, examples, rate, decay, step):
    """Do the same with what tuples select: weights, means and squares are a pair of patterns and leanings."""
    size = rate * np.float32(math.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step))
    scale, fading = ONE / np.float32(examples), rate * decay
    take_row_steps(weights[0], by_tuples.patterns, means[0], squares[0], scale, size, fading)
    take_row_steps(weights[1], by_tuples.leanings, means[1], squares[1], scale, size, fading)


def turn(second, turned):
    for unit in range(second.shape[0]):
        for other in range(second.shape[1]):
            turned[other, unit] = second[unit, other]


def write_variables(states, values):
    """Write the variables of states, [state, variable]."""
    for place in range(values.shape[0]):
        variables(state_at(states, place), values[place])
