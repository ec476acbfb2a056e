"""Fits a tuple net to values of states by stochastic gradient descent, one example after the other; kernels."""

import math

import numpy as np

from ...bits import U
from ...evaluators.square_tuples import find_places
from ...evaluators.tuple_net import NAUGHT, output

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
ONE = np.float32(1.0)
SLOW = np.float32(0.01)
"""The rate of the few weights that every example changes, against that of the rows."""
CALM = np.float32(0.1)
"""What the sum of squares of a row's slopes begins with, so that its first step is a small one."""


def learn(net, squares, inputs, values, order, image, rate):
    """Learn from the examples in order, seen in an image.

    Rows learn by Adagrad: squares has, for each of their weights, the sum of the squares of its slopes.
    """
    for i in range(order.size):
        see(net, inputs[order[i]], image)
        found = np.float32(math.tanh(output(net, net.places[0])))
        step_down(net, squares, (found - values[order[i]]) * (ONE - found * found), rate)


def see(net, row, image):
    """Find the rows that the net selects for an image of these values of the variables."""
    for variable in range(net.values.size):
        net.values[variable] = row[image[variable]]
    find_places(net.layout, net.values, net.places[0])


def step_down(net, squares, slope, rate):
    """Change the weights; slope is that of the error by the output before it is squashed."""
    units = net.units
    net.bias[0] -= SLOW * rate * slope
    for unit in range(units.size):
        active = unit == 0 or units[unit] > NAUGHT
        back = slope * net.outputs[unit] if active else NAUGHT
        if unit > 0 and active:
            net.outputs[unit] -= SLOW * rate * slope * units[unit]
        net.biases[unit] -= SLOW * rate * back
        units[unit] = back
    for place in net.places[0]:
        row, past = net.rows[U(place)], squares[U(place)]
        for unit in range(units.size):
            past[unit] += units[unit] * units[unit]
            row[unit] -= rate * units[unit] / np.sqrt(CALM + past[unit])


def foretell(net, inputs, image, outputs):
    """Write the value of each row of inputs, seen in an image."""
    for i in range(outputs.size):
        see(net, inputs[i], image)
        outputs[i] = math.tanh(output(net, net.places[0]))
