"""A net with one hidden layer of logistic units and a linear output, squashed into (-1, 1).

Only what a move changes is recomputed. A move swaps the view, so all variables change their sign, and it changes a few
of them: for every ply of the line the table has the inputs of the hidden units after a move, apart from those few: each
unit's bias minus the sum of its inputs. If the same side moves again, the view stays.
"""

from typing import NamedTuple

import numpy as np

from ..bits import U
from ..rules import changes, moves_again, variables
from .fast_tanh import fast_tanh

LEARNS = True
FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
MAX_PLY = 128
WIDTH = 16
"""Units are padded to a multiple of this, so that loops vectorise without a remainder."""
MARGIN = 16
"""Columns before the units; the first two receive the changes of a move, one per row."""
BIASES, OUTPUTS, RESTS = 0, 1, 2
"""Rows of a table; those from RESTS on are one for every ply, then come the input weights, one for every variable."""
INPUTS = RESTS + MAX_PLY
OFFSET, STEP = 2, 3
"""Columns of the row of OUTPUTS: the offset of their sum, and the value of 1 in that integer sum."""
LARGEST_SUM = 2.0**30


class Weights(NamedTuple):
    inputs: np.ndarray
    """[variables, units]"""
    biases: np.ndarray
    outputs: np.ndarray


def random_weights(variables, seed, units=100, interval=1.0):
    """Return an untrained net: all weights uniform, with output weights of mean 0 so that it favours neither side."""
    rng = np.random.default_rng(seed)
    inputs = rng.uniform(-interval, interval, (variables, units)).astype(np.float32)
    biases = rng.uniform(-interval, interval, units).astype(np.float32)
    outputs = rng.uniform(-1.0, 1.0, units).astype(np.float32)
    return Weights(inputs, biases, outputs - outputs.mean())


def counting_weights(variables):
    """Return a net of two units whose output is that of tanh(x / 20), where x is the sum of all variables."""
    inputs = np.outer(np.full(variables, 0.05), [2.0, -2.0]).astype(np.float32)
    return Weights(inputs, np.zeros(2, np.float32), np.array([1.0, -1.0], np.float32))


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net, for a game with this number of variables."""
    units = len(weights.biases)
    return {"inputs": (variables, units), "biases": (units,), "outputs": (units,)}


def join(nets):
    """Return one wide net whose output is the mean of the nets' outputs."""
    inputs = np.hstack([net.inputs for net in nets])
    outputs = np.concatenate([net.outputs for net in nets]) / np.float32(len(nets))
    return Weights(inputs, np.concatenate([net.biases for net in nets]), outputs)


def prepare(weights):
    """Return a table with the net and the working memory of one search: every player needs its own.

    It is one array, which is cheap to pass to a kernel, with halved weights, since logistic(x) = 1/2 + tanh(x / 2) / 2;
    the biases are not halved, since twice the half is needed.
    """
    variable_count, units = weights.inputs.shape
    table = np.zeros((INPUTS + variable_count, MARGIN + -(-units // WIDTH) * WIDTH), np.float32)
    columns = slice(MARGIN, MARGIN + units)
    table[INPUTS:, columns] = weights.inputs / 2
    table[BIASES, columns] = weights.biases
    step = max(np.abs(weights.outputs / 2).sum(), 1e-9) / LARGEST_SUM
    table[OUTPUTS, columns] = weights.outputs / 2 / step
    table[OUTPUTS, OFFSET], table[OUTPUTS, STEP] = weights.outputs.sum() / 2, step
    return table


def evaluate(table, state):
    begin(table, state)
    return evaluate_here(table, state, 0)


def begin(table, state):
    add_up(table, state, 0)


def follow(table, before, after, ply):
    count = changes(before, after, table)
    if count < 0:
        add_up(table, after, ply)
    elif moves_again(before, after):
        copy_rests(table, RESTS + ply)
        for i in range(count):
            subtract(table, RESTS + ply, table[i, 1], INPUTS + np.int64(table[i, 0]))
    else:
        add_changes(table, count, ply)


def evaluate_next(table, before, after, ply):
    if moves_again(before, after):
        follow(table, before, after, ply)
        return evaluate_here(table, after, ply)
    count = changes(before, after, table)
    if count == 1:
        return squash(output_next(table, RESTS + ply - 1, table[0, 1], INPUTS + np.int64(table[0, 0])))
    if count < 0:
        add_up(table, after, ply)
    else:
        add_changes(table, count, ply)
    return evaluate_here(table, after, ply)


def evaluate_here(table, state, ply):
    return squash(output(table, RESTS + ply))


def add_up(table, state, ply):
    """Write the rests of state for this ply, from scratch."""
    values = table[: table.shape[0] - INPUTS, 1]
    variables(state, values)
    table[RESTS + ply, MARGIN:] = 0.0
    subtract(table, RESTS + ply, -0.5, BIASES)
    for variable in range(values.size):
        if values[variable] != 0.0:
            subtract(table, RESTS + ply, values[variable], INPUTS + variable)


def add_changes(table, count, ply):
    """Write the rests for this ply: twice the bias minus the units' inputs, with the last move's changes."""
    turn(table, RESTS + ply, table[0, 1] if count else 0.0, INPUTS + np.int64(table[0, 0]))
    for i in range(1, count):
        subtract(table, RESTS + ply, table[i, 1], INPUTS + np.int64(table[i, 0]))


def copy_rests(table, row):
    """Write the rests of the ply before: the view is the same."""
    table[row, MARGIN:] = table[row - 1, MARGIN:]


def compiled_copy_rests(table, row):
    for number in range(MARGIN, table.shape[1]):
        table[row, U(number)] = table[row - 1, U(number)]


def squash(value):
    """Return value squashed below 1, so that a visible win is always worth more."""
    return value / (np.float32(1.0) + abs(value))


def subtract(table, row, amount, source):
    table[row, MARGIN:] -= amount * table[source, MARGIN:]


def compiled_subtract(table, row, amount, source):
    for number in range(MARGIN, table.shape[1]):
        unit = U(number)
        table[row, unit] -= np.float32(amount) * table[source, unit]


def turn(table, row, amount, source):
    table[row, MARGIN:] = table[BIASES, MARGIN:] - table[row - 1, MARGIN:] - amount * table[source, MARGIN:]


def compiled_turn(table, row, amount, source):
    for number in range(MARGIN, table.shape[1]):
        unit = U(number)
        table[row, unit] = table[BIASES, unit] - table[row - 1, unit] - np.float32(amount) * table[source, unit]


def output(table, row):
    """Return the linear output at the ply of row."""
    terms = table[OUTPUTS, MARGIN:] * fast_tanh(table[BIASES, MARGIN:] - table[row, MARGIN:])
    return scaled(table, terms.astype(np.int32).sum())


def compiled_output(table, row):
    total = np.int32(0)
    for number in range(MARGIN, table.shape[1]):
        unit = U(number)
        total = np.int32(total + np.int32(table[OUTPUTS, unit] * fast_tanh(table[BIASES, unit] - table[row, unit])))
    return scaled(table, total)


def output_next(table, row, amount, source):
    """Return the linear output one move after row, if that move changes one variable."""
    terms = table[OUTPUTS, MARGIN:] * fast_tanh(amount * table[source, MARGIN:] + table[row, MARGIN:])
    return scaled(table, terms.astype(np.int32).sum())


def compiled_output_next(table, row, amount, source):
    total = np.int32(0)
    for number in range(MARGIN, table.shape[1]):
        unit = U(number)
        entering = np.float32(amount) * table[source, unit] + table[row, unit]
        total = np.int32(total + np.int32(table[OUTPUTS, unit] * fast_tanh(entering)))
    return scaled(table, total)


def scaled(table, total):
    """Return the value of an integer sum of outputs.

    An integer sum is bit-identical in any order of addition.
    """
    return table[OUTPUTS, OFFSET] + np.float32(total) * table[OUTPUTS, STEP]
