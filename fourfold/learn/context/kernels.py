"""Backpropagation through a context net, one position at a time; kernels."""

from typing import NamedTuple

import numpy as np

from ...evaluators.connect_four.context_net import WIDE, detect, forward, logistic
from ...evaluators.connect_four.contexts import COLUMNS, CONTEXT_INPUTS

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True


class Trace(NamedTuple):
    """The forward pass of a position, and the gradient of each part."""

    features: np.ndarray
    blame: np.ndarray
    """The gradient of the features."""
    hidden: np.ndarray
    """[frame, unit]"""
    hidden_blame: np.ndarray
    outputs: np.ndarray


def make_trace(net):
    features, hidden = int(net.wires.max()) + 1, (len(net.wires), net.hidden.shape[1])
    return Trace(*(np.zeros(shape, np.float32) for shape in (features, features, hidden, hidden, COLUMNS)))


def learn_contexts(net, values, chosen, targets, order, rate, trace):
    """Make one pass over the positions in this order; return the mean squared error, measured before each step."""
    error = 0.0
    for position in order:
        detect(net, values[position], chosen[position], trace.features)
        error += learn(net, targets[position], rate, trace)
        correct_detectors(net, values[position], chosen[position], rate, trace)
    return error / order.size


def learn_squares(net, squares, targets, order, rate, trace):
    """The same for a net that sees bare squares."""
    error = 0.0
    for position in order:
        row = squares[position]
        for square in range(row.size):
            trace.features[square] = row[square]
        error += learn(net, targets[position], rate, trace)
    return error / order.size


def learn(net, targets, rate, trace):
    """Update all weights but the detectors' towards the targets of the columns.

    Leave the gradient of the features in blame.
    """
    forward(net, trace.features, trace.hidden, trace.outputs)
    frames, lanes = trace.hidden.shape
    for frame in range(frames):
        for lane in range(lanes):
            trace.hidden_blame[frame, lane] = np.float32(0.0)
    error = np.float32(0.0)
    for column in range(trace.outputs.size):
        said = logistic(trace.outputs[column])
        wrong = said - targets[column]
        error += wrong * wrong
        blame = wrong * said * (np.float32(1.0) - said)
        step = rate * blame
        for frame in range(frames):
            units, blames, row = trace.hidden[frame], trace.hidden_blame[frame], net.outputs[column, frame]
            for lane in range(units.size):
                blames[lane] += blame * row[lane]
                row[lane] -= step * units[lane]
        net.output_biases[column] -= step
    for number in range(trace.blame.size):
        trace.blame[number] = np.float32(0.0)
    for frame in range(frames):
        units, blames = trace.hidden[frame], trace.hidden_blame[frame]
        for lane in range(units.size):
            blames[lane] *= units[lane] * (np.float32(1.0) - units[lane])
    blame_features(net, trace)
    for frame in range(frames):
        wires, blames = net.wires[frame], trace.hidden_blame[frame]
        for number in range(wires.size):
            step, row = rate * trace.features[wires[number]], net.hidden[number]
            for lane in range(blames.size):
                row[lane] -= step * blames[lane]
        for lane in range(blames.size):
            net.hidden_biases[lane] -= rate * blames[lane]
    return error


def blame_features(net, trace):
    """Add up the gradient of each feature over the units that see it."""
    if net.detectors.shape[0] == 0:
        return
    for frame in range(trace.hidden.shape[0]):
        wires, blames = net.wires[frame], trace.hidden_blame[frame]
        for number in range(wires.size):
            row = net.hidden[number]
            total = np.float32(0.0)
            for lane in range(blames.size):
                total += blames[lane] * row[lane]
            trace.blame[wires[number]] += total


def correct_detectors(net, values, chosen, rate, trace):
    """Update the detectors: one that several contexts share takes a step for each of them."""
    place = 0
    for context in range(chosen.shape[0]):
        inputs = CONTEXT_INPUTS[values[context]]
        for sort in range(chosen.shape[1]):
            said, blames = trace.features[place : place + WIDE], trace.blame[place : place + WIDE]
            for lane in range(said.size):
                blames[lane] *= rate * said[lane] * (np.float32(1.0) - said[lane])
            detector = net.detectors[chosen[context, sort]]
            for number in range(inputs.size):
                row = detector[number]
                for lane in range(blames.size):
                    row[lane] -= inputs[number] * blames[lane]
            place += WIDE
