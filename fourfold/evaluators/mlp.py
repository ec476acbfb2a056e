"""A net with two hidden layers, such as 91-40-10-1; every unit is f(x) = 2 / (1 + exp(-x)) - 1 = tanh(x / 2).

Its inputs are the variables of the game; sums of them are folded into the first layer. It may also add their plain sum
to the output: in draughts the piece difference.
"""

from typing import NamedTuple

import numpy as np

from ..bits import U
from ..rules import fixed_variables, variables
from .fast_tanh import fast_tanh

LEARNS = True
INFORMED = False  # to order draughts moves by it doubles the nodes at 8 plies, and each costs more
FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
WIDTH = 16
"""Rows of the table are padded to a multiple of this, so that loops vectorise without a remainder."""
VALUES, HIDDEN, BIASES, NUMBERS, FIRST = 0, 1, 2, 3, 4
"""Rows of a table; from FIRST on one for each variable, then one for each unit of the second layer."""
COUNT, VIEW, BIAS, LINK, UNITS = 0, 1, 2, 3, 4
"""Columns of the row of NUMBERS; from UNITS on three for each unit of the second layer: its bias, the value of 1 in the
integer sum of its inputs, and its output weight."""
LARGEST_SUM = 2.0**30
MOVER, FIXED = 0, 1
"""The net has the view of the side to move; or of the first player, with the output negated for the second."""


class Weights(NamedTuple):
    first: np.ndarray
    """[variables, units]"""
    first_biases: np.ndarray
    second: np.ndarray
    """[units, units of the second layer]"""
    second_biases: np.ndarray
    outputs: np.ndarray
    """[units of the second layer]"""
    bias: np.ndarray
    """One number."""
    link: np.ndarray
    """One number: the weight of the sum of all variables."""
    view: np.ndarray
    """One number: MOVER or FIXED, the view of the net."""


def random_weights(variables, seed, units=40, few=10, scale=0.3):
    """Return an untrained net, with weights too small to saturate its units."""
    rng = np.random.default_rng(seed)
    first = rng.normal(0.0, scale, (variables, units)) / np.sqrt(3.0)
    second = rng.normal(0.0, 2.0, (units, few)) / np.sqrt(units)
    outputs, nothing = rng.normal(0.0, scale, few), np.zeros(1)
    arrays = first, np.zeros(units), second, np.zeros(few), outputs, nothing, nothing, nothing
    return Weights(*(array.astype(np.float32) for array in arrays))


def counting_weights(variables):
    """Return a net whose output is tanh(x / 20), where x is the sum of all variables."""
    shapes = (variables, 1), 1, (1, 1), 1, 1, 1, 1, 1
    weights = Weights(*(np.zeros(shape, np.float32) for shape in shapes))
    return weights._replace(link=np.array([0.1], np.float32))


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net, for a game with this number of variables."""
    units, few = len(weights.first_biases), len(weights.outputs)
    ones = {"bias": (1,), "link": (1,), "view": (1,)}
    return {
        "first": (variables, units),
        "first_biases": (units,),
        "second": (units, few),
        "second_biases": (few,),
        "outputs": (few,),
        **ones,
    }


def prepare(weights):
    """Return a table with the net, its weights into units halved, and the working memory of an evaluation."""
    count, units = weights.first.shape
    few = len(weights.outputs)
    width = -(-max(units, count, UNITS + 3 * few) // WIDTH) * WIDTH
    table = np.zeros((FIRST + count + few, width), np.float32)
    table[BIASES, :units] = weights.first_biases / 2
    table[FIRST : FIRST + count, :units] = weights.first / 2
    steps = np.maximum(np.abs(weights.second / 2).sum(axis=0), 1e-9) / LARGEST_SUM
    table[FIRST + count :, :units] = (weights.second / 2 / steps).T
    table[NUMBERS, :UNITS] = count, weights.view[0], weights.bias[0] / 2, weights.link[0] / 2
    table[NUMBERS, UNITS : UNITS + 3 * few] = np.stack(
        [weights.second_biases / 2, steps, weights.outputs / 2], 1
    ).ravel()
    return table


def evaluate(table, state):
    count = np.int64(table[NUMBERS, COUNT])
    sign = read_variables(table, state, count)
    output = table[NUMBERS, BIAS] + table[NUMBERS, LINK] * activate_first_layer(table, count)
    for unit in range(table.shape[0] - FIRST - count):
        place = UNITS + 3 * unit
        entering = table[NUMBERS, place] + table[NUMBERS, place + 1] * np.float32(product(table, FIRST + count + unit))
        output += table[NUMBERS, place + 2] * fast_tanh(entering)
    return sign * fast_tanh(output)


def read_variables(table, state, count):
    """Write the inputs of the net; return the sign of its output."""
    if table[NUMBERS, VIEW] == FIXED:
        return np.float32(fixed_variables(state, table[VALUES, :count]))
    variables(state, table[VALUES, :count])
    return np.float32(1.0)


def activate_first_layer(table, count):
    """Write the outputs of the first layer; return the sum of the variables."""
    table[HIDDEN] = fast_tanh(table[BIASES] + table[VALUES, :count] @ table[FIRST : FIRST + count])
    return table[VALUES, :count].sum()


def compiled_activate_first_layer(table, count):
    total = np.float32(0.0)
    for number in range(table.shape[1]):
        unit = U(number)
        table[HIDDEN, unit] = table[BIASES, unit]
    for variable in range(count):
        value = table[VALUES, variable]
        if value != 0.0:
            total += value
            for number in range(table.shape[1]):
                unit = U(number)
                table[HIDDEN, unit] += value * table[FIRST + variable, unit]
    for number in range(table.shape[1]):
        unit = U(number)
        table[HIDDEN, unit] = fast_tanh(table[HIDDEN, unit])
    return total


def product(table, row):
    """Return the dot product of the first layer's outputs and the weights in row, as an integer.

    An integer sum is bit-identical in any order of addition.
    """
    return (table[HIDDEN] * table[row]).astype(np.int32).sum()


def compiled_product(table, row):
    total = np.int32(0)
    for number in range(table.shape[1]):
        unit = U(number)
        total = np.int32(total + np.int32(table[HIDDEN, unit] * table[row, unit]))
    return total
