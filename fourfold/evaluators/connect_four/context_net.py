"""Nets that rank the columns of Connect Four without search: by contexts (systems S1 to S4), or by bare squares.

A net sees one or several frames of the board through the same hidden units, all of which lead to seven outputs. The
inputs of a frame are its squares, or the outputs of its contexts' detectors. Every unit is 1 / (1 + exp(-x)).
"""

from typing import NamedTuple

import numpy as np

from ..fast_tanh import fast_tanh
from .contexts import (
    COLUMNS,
    CONTEXT_INPUTS,
    CONTEXTS,
    DEPTHS,
    DETECTORS,
    EVERY,
    FRAMES,
    INPUTS,
    OF_DEPTH,
    OF_KIND,
    OF_LOCATION,
    ROWS,
    SQUARES,
    VALUES,
    detector_of,
    read_contexts,
    read_squares,
)

GAMES = ("connect_four",)
FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
PREFERS = True
OUTPUTS = 3
"""Of a detector."""
SORTS = {"S1": (EVERY,), "S2": (EVERY, OF_KIND), "S3": (EVERY, OF_LOCATION), "S4": (EVERY, OF_DEPTH)}
"""The detectors of a system: each context is an input of one detector of every sort."""
HIDDEN = {"S1": 5, "S2": 5, "S3": 5, "S4": 5, "C": 5, "N20": 20, "N40": 40, "N60": 60}
"""Hidden units per frame."""
SYSTEMS = tuple(HIDDEN)


class Weights(NamedTuple):
    detectors: np.ndarray
    """[detectors, 3, 9]"""
    hidden: np.ndarray
    """[units, inputs of a frame]"""
    hidden_biases: np.ndarray
    outputs: np.ndarray
    """[7, frames x units]"""
    output_biases: np.ndarray


def wiring(system):
    """Return [frame, input]: the feature of a board that is each input of a frame."""
    if system.startswith("N"):
        return np.arange(SQUARES)[None]
    if system == "C":
        return np.array(
            [[COLUMNS * row + frame + column for row in range(ROWS) for column in range(5)] for frame in range(3)]
        )
    width = OUTPUTS * len(SORTS[system])
    return (FRAMES[:, :, None] * width + np.arange(width)).reshape(3, -1)


def random_weights(system, seed):
    """Return an untrained net, with weights that saturate no unit."""
    rng = np.random.default_rng(seed)
    frames, inputs = wiring(system).shape
    units = HIDDEN[system]
    count = _detectors(system)
    spread = 1.7 / np.sqrt(inputs)
    arrays = (
        rng.uniform(-0.5, 0.5, (count, OUTPUTS, INPUTS)),
        rng.uniform(-spread, spread, (units, inputs)),
        np.zeros(units),
        rng.uniform(-0.4, 0.4, (COLUMNS, frames * units)),
        np.full(COLUMNS, -1.0),  # six of seven columns are not the best
    )
    return Weights(*(array.astype(np.float32) for array in arrays))


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net: those of its system, or of any."""
    size = len(weights.detectors), len(weights.hidden_biases), weights.hidden.shape[-1]
    systems = [random_weights(system, 0) for system in SYSTEMS]
    like = [net for net in systems if (len(net.detectors), *net.hidden.shape) == size]
    return {name: array.shape for name, array in (like or systems)[0]._asdict().items()}


def _detectors(system):
    return sum(DETECTORS[sort] for sort in SORTS.get(system, ()))


class Net(NamedTuple):
    """Weights in the form that kernels need: rows padded with zeros, so that loops vectorise."""

    detectors: np.ndarray
    """[detector, input, output]"""
    hidden: np.ndarray
    """[input of a frame, unit]"""
    hidden_biases: np.ndarray
    outputs: np.ndarray
    """[7, frame, unit]"""
    output_biases: np.ndarray
    wires: np.ndarray
    """[frame, input]: its feature."""
    units: int
    """The number of units without padding."""


LANES, WIDE = 8, 4
"""Units of a frame are padded to a multiple of LANES, outputs of a detector to WIDE."""


def prepare(weights):
    """Return a net with copies of these weights."""
    units, inputs = weights.hidden.shape
    frames = weights.outputs.shape[1] // units
    lanes = -(-units // LANES) * LANES
    wires, columns = _padded_wires(weights, frames, inputs)
    hidden = np.zeros((wires.shape[1], lanes), np.float32)
    hidden[columns, :units] = weights.hidden.T
    outputs = np.zeros((COLUMNS, frames, lanes), np.float32)
    outputs[:, :, :units] = weights.outputs.reshape(COLUMNS, frames, units)
    detectors = np.zeros((len(weights.detectors), INPUTS, WIDE), np.float32)
    detectors[:, :, :OUTPUTS] = weights.detectors.transpose(0, 2, 1)
    biases = np.zeros(lanes, np.float32)
    biases[:units] = weights.hidden_biases
    return Net(detectors, hidden, biases, outputs, weights.output_biases.copy(), wires, units)


def strip(net):
    """Return the weights of a net."""
    _, columns = _padded_wires(net, *net.wires.shape)
    return Weights(
        net.detectors[:, :, :OUTPUTS].transpose(0, 2, 1).copy(),
        net.hidden[columns, : net.units].T.copy(),
        net.hidden_biases[: net.units].copy(),
        net.outputs[:, :, : net.units].reshape(COLUMNS, -1).copy(),
        net.output_biases.copy(),
    )


def _padded_wires(weights, frames, inputs):
    """Return the feature of each input of a frame, with detectors padded to WIDE outputs; and which inputs are real."""
    if len(weights.detectors) == 0:
        return wiring("C" if frames > 1 else "N"), np.arange(inputs)
    sorts = 1 if len(weights.detectors) == 1 else 2
    width = WIDE * sorts
    wires = (FRAMES[:, :, None] * width + np.arange(width)).reshape(3, -1)
    return wires, np.flatnonzero(np.arange(wires.shape[1]) % WIDE < OUTPUTS)


class Memory(NamedTuple):
    """The inputs and outputs of a net for one position."""

    squares: np.ndarray
    missing: np.ndarray
    """How many stones are missing until each square is filled."""
    values: np.ndarray
    """Of the contexts."""
    depths: np.ndarray
    features: np.ndarray
    hidden: np.ndarray
    """[frame, unit]"""


def make_memory(net):
    squares, contexts = np.zeros((2, SQUARES), np.int64), np.zeros((2, CONTEXTS), np.int64)
    features = np.zeros(int(net.wires.max()) + 1, np.float32)
    return Memory(*squares, *contexts, features, np.zeros((len(net.wires), net.hidden.shape[1]), np.float32))


class Ranker(NamedTuple):
    """A trained net: a context has 81 values, so its contribution to the units of a frame is tabulated."""

    net: Net
    added: np.ndarray
    """[frame, context, depth, value, unit]; one depth if no detector depends on it, no frame without detectors."""
    memory: Memory
    columns: np.ndarray
    """[column]: the scores of a position."""


def make_ranker(weights):
    net = prepare(weights)
    sorts = next((SORTS[system] for system in SORTS if _detectors(system) == len(weights.detectors)), ())
    return Ranker(net, _tables(net, sorts), make_memory(net), np.zeros(COLUMNS, np.float32))


def _tables(net, sorts):
    """Return the contribution of every context to the units of its frames, by depth and value."""
    count, lanes = FRAMES.shape[1], net.hidden.shape[1]
    depths, inputs = DEPTHS if OF_DEPTH in sorts else 1, WIDE * len(sorts)
    tables = np.zeros((len(FRAMES) if sorts else 0, count, depths, VALUES, lanes), np.float32)
    if sorts:
        said = logistic(np.einsum("vi,dio->dvo", CONTEXT_INPUTS, net.detectors))
        said[:, :, OUTPUTS:] = 0.0
        hidden = net.hidden.reshape(count, inputs, lanes)
        for depth in range(depths):
            chosen = choose_detectors(sorts, np.full(CONTEXTS, depth))
            features = said[chosen].transpose(0, 2, 1, 3).reshape(CONTEXTS, VALUES, inputs)
            tables[:, :, depth] = features[FRAMES] @ hidden
    return tables


def choose_detectors(sorts, depths):
    """Return [..., context, sort]: the detectors of contexts with these depths."""
    first, chosen = 0, np.zeros((*np.shape(depths), len(sorts)), np.int64)
    for place, sort in enumerate(sorts):
        chosen[..., place] = first + detector_of(sort, depths)
        first += DETECTORS[sort]
    return chosen


def rank_columns(ranker, own, stones, preferences):
    """Write the score of each column; full ones are not excluded."""
    net, memory = ranker.net, ranker.memory
    read_squares(own, stones, memory.squares)
    if ranker.added.shape[0] > 0:
        read_contexts(memory.squares, memory.missing, memory.values, memory.depths)
        add_contexts(ranker)
    else:
        for square in range(SQUARES):
            memory.features[square] = memory.squares[square]
        add_features(net, memory.features, memory.hidden)
    forward_outputs(net, memory.hidden, preferences)
    for column in range(COLUMNS):  # by exp: what is quick enough for learning ends at some smallest output
        preferences[column] = np.float32(1.0) / (np.float32(1.0) + np.exp(-preferences[column]))


def add_contexts(ranker):
    """Write the inputs of the hidden units, from the tables."""
    memory, by_depth = ranker.memory, ranker.added.shape[2] > 1
    for frame in range(memory.hidden.shape[0]):
        units = memory.hidden[frame]
        for lane in range(units.size):
            units[lane] = ranker.net.hidden_biases[lane]
        for number in range(FRAMES.shape[1]):
            context = FRAMES[frame, number]
            depth = memory.depths[context] if by_depth else 0
            row = ranker.added[frame, number, depth, memory.values[context]]
            for lane in range(units.size):
                units[lane] += row[lane]


def logistic(x):
    return np.float32(0.5) + np.float32(0.5) * fast_tanh(np.float32(0.5) * x)


def detect(net, values, chosen, features):
    """Write the outputs of the detectors, given the value of every context and its detectors."""
    place = 0
    for context in range(chosen.shape[0]):
        inputs = CONTEXT_INPUTS[values[context]]
        for sort in range(chosen.shape[1]):
            detector = net.detectors[chosen[context, sort]]
            said = features[place : place + WIDE]
            for lane in range(said.size):
                said[lane] = np.float32(0.0)
            for number in range(inputs.size):
                row = detector[number]
                for lane in range(said.size):
                    said[lane] += inputs[number] * row[lane]
            for lane in range(said.size):
                said[lane] = logistic(said[lane])
            said[OUTPUTS] = np.float32(0.0)
            place += WIDE


def forward(net, features, hidden, outputs):
    """Write the hidden units, [frame, unit], for the features of a board, and the inputs of the outputs."""
    add_features(net, features, hidden)
    forward_outputs(net, hidden, outputs)


def add_features(net, features, hidden):
    """Write the inputs of the hidden units."""
    for frame in range(hidden.shape[0]):
        units, wires = hidden[frame], net.wires[frame]
        for lane in range(units.size):
            units[lane] = net.hidden_biases[lane]
        for number in range(wires.size):
            feature, row = features[wires[number]], net.hidden[number]
            for lane in range(units.size):
                units[lane] += feature * row[lane]


def forward_outputs(net, hidden, outputs):
    """Activate the hidden units; write the inputs of the outputs."""
    for frame in range(hidden.shape[0]):
        units = hidden[frame]
        for lane in range(units.size):
            units[lane] = logistic(units[lane])
        for lane in range(net.units, units.size):
            units[lane] = np.float32(0.0)
    for column in range(outputs.size):
        total = net.output_biases[column]
        for frame in range(hidden.shape[0]):
            units, row = hidden[frame], net.outputs[column, frame]
            for lane in range(units.size):
                total += units[lane] * row[lane]
        outputs[column] = total


def prefer(ranker, state, moves, n, preferences):
    rank_columns(ranker, state.own, state.stones, ranker.columns)
    for i in range(n):
        preferences[i] = ranker.columns[moves[i]]


def rank_positions(ranker, own, stones, preferences):
    """The same for many positions."""
    for position in range(own.size):
        rank_columns(ranker, own[position], stones[position], preferences[position])
