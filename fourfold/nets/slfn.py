"""A net with one hidden layer of logistic units and a linear output, squashed into (-1, 1).

What a move leaves as it was need not be added up again: the sums that enter the hidden units are kept for every ply of
the line. A move turns the view, so that all variables change their sign, and changes a few of them.
"""

from typing import NamedTuple

import numpy as np

from ..rules import changes, variables

LEARNS = True
FUSED = True
MAX_PLY = 128
LANES = 8
"""The table is as wide as a multiple of this, and sums are so many side by side: whoever compiles it, and however, the
order of additions is the same, and so is the value to the last bit."""
BIASES, OUTPUTS, OFFSET, TERMS, SUMS = 0, 1, 2, 3, 4
"""Rows of a table; those from SUMS on are one for every ply, then come the input weights, one for every variable."""
INPUTS = SUMS + MAX_PLY
CLAMP = np.float32(4.8)
"""Where the rational function leaves the hyperbolic tangent: no argument is taken beyond."""


class Weights(NamedTuple):
    inputs: np.ndarray
    """[variables, units]"""
    biases: np.ndarray
    outputs: np.ndarray


class Net(NamedTuple):
    """A net together with the memory in which it follows one search: every player needs its own.

    One table holds all that has a number a unit, for a kernel gets each array at a price: the halves of weights, since
    logistic(x) = 1/2 + tanh(x / 2) / 2.
    """

    table: np.ndarray
    changed: np.ndarray
    """What the last move has changed: [change, variable or amount]."""


def random_weights(variables, seed, units=100, interval=1.0):
    """Return a net that knows nothing: all weights uniform, the outputs around a mean of 0 for no side's sake."""
    rng = np.random.default_rng(seed)
    inputs = rng.uniform(-interval, interval, (variables, units)).astype(np.float32)
    biases = rng.uniform(-interval, interval, units).astype(np.float32)
    outputs = rng.uniform(-1.0, 1.0, units).astype(np.float32)
    return Weights(inputs, biases, outputs - outputs.mean())


def join(nets):
    """Return one wide net that gives the mean of the nets' outputs."""
    inputs = np.hstack([net.inputs for net in nets])
    outputs = np.concatenate([net.outputs for net in nets]) / np.float32(len(nets))
    return Weights(inputs, np.concatenate([net.biases for net in nets]), outputs)


def prepare(weights):
    """Return the Net of weights."""
    variable_count, units = weights.inputs.shape
    table = np.zeros((INPUTS + variable_count, -(-units // LANES) * LANES), np.float32)
    table[INPUTS:, :units] = weights.inputs / 2
    table[BIASES, :units] = weights.biases / 2
    table[OUTPUTS, :units] = weights.outputs / 2
    table[OFFSET] = weights.outputs.sum() / 2
    return Net(table, np.zeros((variable_count, 2), np.float32))


def evaluate(net, state):
    begin(net, state)
    return evaluate_here(net, state, 0)


def begin(net, state):
    add_up(net, state, 0)


def follow(net, before, after, ply):
    count = changes(before, after, net.changed)
    if count < 0:
        add_up(net, after, ply)
    else:
        add_changes(net, count, ply)


def evaluate_next(net, before, after, ply):
    count = changes(before, after, net.changed)
    if count == 1:
        variable, amount = np.int64(net.changed[0, 0]), net.changed[0, 1]
        return squash(output_next(net.table, SUMS + ply - 1, amount, INPUTS + variable))
    if count < 0:
        add_up(net, after, ply)
    else:
        add_changes(net, count, ply)
    return evaluate_here(net, after, ply)


def evaluate_here(net, state, ply):
    return squash(output(net.table, SUMS + ply))


def add_up(net, state, ply):
    """Write the sums of state, from nothing, for this ply."""
    table, values = net.table, net.changed[:, 1]
    variables(state, values)
    table[SUMS + ply] = 0.0
    for variable in range(values.size):
        if values[variable] != 0.0:
            add(table, SUMS + ply, values[variable], INPUTS + variable)


def add_changes(net, count, ply):
    """Write the sums for this ply: those before, negated, and what the last move has changed."""
    turn(net.table, SUMS + ply, net.changed[0, 1] if count else 0.0, INPUTS + np.int64(net.changed[0, 0]))
    for i in range(1, count):
        add(net.table, SUMS + ply, net.changed[i, 1], INPUTS + np.int64(net.changed[i, 0]))


def squash(value):
    """Return value brought below 1, so that a visible win is always worth more."""
    return value / (1.0 + abs(value))


def add(table, row, amount, source):
    table[row] += amount * table[source]


def compiled_add(table, row, amount, source):
    sums, others, amount = table[row], table[source], np.float32(amount)
    for unit in range(sums.size):
        sums[unit] += amount * others[unit]


def turn(table, row, amount, source):
    """Write the negated sums of the row before, and the first change, into row."""
    table[row] = amount * table[source] - table[row - 1]


def compiled_turn(table, row, amount, source):
    sums, before, others, amount = table[row], table[row - 1], table[source], np.float32(amount)
    for unit in range(sums.size):
        sums[unit] = amount * others[unit] - before[unit]


def output(table, row):
    """Return the linear output of the hidden units."""
    return table[OFFSET, 0] + table[OUTPUTS] @ tangent(table[row] + table[BIASES])


def compiled_output(table, row):
    sums, biases, outputs, terms = table[row], table[BIASES], table[OUTPUTS], table[TERMS]
    for unit in range(sums.size):
        terms[unit] = outputs[unit] * tangent(sums[unit] + biases[unit])
    return table[OFFSET, 0] + total(terms)


def output_next(table, row, amount, source):
    """Return the linear output one move after row, if that move changes one variable."""
    return table[OFFSET, 0] + table[OUTPUTS] @ tangent(amount * table[source] - table[row] + table[BIASES])


def compiled_output_next(table, row, amount, source):
    sums, others, amount = table[row], table[source], np.float32(amount)
    biases, outputs, terms = table[BIASES], table[OUTPUTS], table[TERMS]
    for unit in range(sums.size):
        terms[unit] = outputs[unit] * tangent(amount * others[unit] - sums[unit] + biases[unit])
    return table[OFFSET, 0] + total(terms)


def total(terms):
    """Return the sum, LANES terms at a time; terms are spent."""
    for unit in range(LANES, terms.size):
        terms[unit % LANES] += terms[unit]
    return lanes_total(terms)


def compiled_total(terms):
    lanes = terms[:LANES]
    for unit in range(LANES, terms.size, LANES):
        others = terms[unit : unit + LANES]
        for lane in range(LANES):
            lanes[lane] += others[lane]
    return lanes_total(terms)


def lanes_total(terms):
    left, right = (terms[0] + terms[4]) + (terms[2] + terms[6]), (terms[1] + terms[5]) + (terms[3] + terms[7])
    return left + right


def tangent(x):
    """Return tanh(x) to within 8e-5, by its continued fraction: exp would not be vectorised."""
    x = np.minimum(np.maximum(x, -CLAMP), CLAMP)
    square = x * x
    above = np.float32(135135) + square * (np.float32(17325) + square * (np.float32(378) + square))
    below = np.float32(135135) + square * (np.float32(62370) + square * (np.float32(3150) + square * np.float32(28)))
    return x * above / below
