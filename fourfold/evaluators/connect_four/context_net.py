"""Nets that rank the columns of Connect Four without search: by contexts (systems S1 to S4, and others with any sorts
of detectors), or by bare squares.

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
    KINDS,
    LOCATION_DETECTORS,
    NEXTS,
    OF_DEPTH,
    OF_KIND,
    OF_LOCATION,
    OF_NEXT,
    OF_PARITY,
    PARITIES,
    ROWS,
    SQUARES,
    VALUES,
    Aspects,
    detector_of,
    make_aspects,
    read_aspects,
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
UNITS = 5
"""The hidden units per frame of a system that is named by its sorts of detectors."""
BETWEEN = "+"
"""The sorts of such a system, as in D1+D2+D4."""


class Weights(NamedTuple):
    detectors: np.ndarray
    """[detectors, 3, 9]"""
    hidden: np.ndarray
    """[units, inputs of a frame]"""
    hidden_biases: np.ndarray
    outputs: np.ndarray
    """[7, frames x units]"""
    output_biases: np.ndarray
    sorts: np.ndarray = np.zeros(0, np.int16)
    """The numbers of the sorts of detectors; models of S1 to S4 may lack them."""


Packed = Weights


def unpack(packed):
    """Return the weights; ValueError if their sorts are not valid, since kernels would read beyond arrays."""
    known = [int(sort[1:]) for sort in DETECTORS]
    if packed.sorts.ndim != 1 or packed.sorts.dtype.kind != "i" or not np.isin(packed.sorts, known).all():
        raise ValueError("its detectors are of no known sort")
    return packed


def is_known(system):
    """Return whether there is a system of this name: of the context paper, or sorts of detectors, each once."""
    sorts = system.split(BETWEEN)
    return system in SYSTEMS or (len(set(sorts)) == len(sorts) and all(sort in DETECTORS for sort in sorts))


def sorts_of(system):
    """Return the sorts of detectors of a system; none for nets that see bare squares."""
    return () if system[0] in "NC" else SORTS.get(system) or tuple(system.split(BETWEEN))


def stored_sorts(weights):
    """Return the sorts of detectors of a net."""
    if weights.sorts.size:
        return tuple(f"D{sort}" for sort in weights.sorts)
    return next((sorts for sorts in SORTS.values() if count_detectors(sorts) == len(weights.detectors)), ())


def wiring(system):
    """Return [frame, input]: the feature of a board that is each input of a frame."""
    if system.startswith("N"):
        return np.arange(SQUARES)[None]
    if system == "C":
        return np.array(
            [[COLUMNS * row + frame + column for row in range(ROWS) for column in range(5)] for frame in range(3)]
        )
    width = OUTPUTS * len(sorts_of(system))
    return (FRAMES[:, :, None] * width + np.arange(width)).reshape(3, -1)


def random_weights(system, seed, units=None):
    """Return an untrained net, with weights that saturate no unit; units are the hidden ones per frame."""
    rng = np.random.default_rng(seed)
    frames, inputs = wiring(system).shape
    units = units or HIDDEN.get(system, UNITS)
    sorts = sorts_of(system)
    spread = 1.7 / np.sqrt(inputs)
    arrays = (
        rng.uniform(-0.5, 0.5, (count_detectors(sorts), OUTPUTS, INPUTS)),
        rng.uniform(-spread, spread, (units, inputs)),
        np.zeros(units),
        rng.uniform(-0.4, 0.4, (COLUMNS, frames * units)),
        np.full(COLUMNS, -1.0),  # six of seven columns are not the best
    )
    return Weights(*(array.astype(np.float32) for array in arrays), _numbers(sorts))


def _numbers(sorts):
    return np.array([int(sort[1:]) for sort in sorts], np.int16)


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net: those of its sorts and units, or of a plain net."""
    sorts, units = stored_sorts(weights), len(weights.hidden_biases)
    if sorts:
        net = random_weights(BETWEEN.join(sorts), 0, units)
    else:
        systems = [random_weights(system, 0) for system in SYSTEMS if not sorts_of(system)]
        net = next((net for net in systems if net.hidden.shape == weights.hidden.shape), systems[0])
    return {name: array.shape for name, array in net._asdict().items() if array.dtype == np.float32}


def count_detectors(sorts):
    return sum(DETECTORS[sort] for sort in sorts)


def count_weights(weights):
    """Return how many weights of a net are learned."""
    return sum(array.size for array in weights if array.dtype == np.float32)


def units_for(count, sorts):
    """Return how many hidden units per frame make a net with these sorts of detectors of about so many weights."""
    one, two = (count_weights(random_weights(BETWEEN.join(sorts), 0, units)) for units in (1, 2))
    return max(round(1 + (count - one) / (two - one)), 1)


def work_of(weights):
    """Return how long a net takes to learn from a position: the unit is one weight of a hidden unit."""
    units, inputs = weights.hidden.shape
    lanes, sorts = -(-units // LANES) * LANES, len(stored_sorts(weights))
    frames = weights.outputs.shape[1] // units
    return DETECTOR_WORK * CONTEXTS * sorts * INPUTS * WIDE + frames * lanes * (inputs // OUTPUTS * WIDE + COLUMNS)


def with_sort(weights, sort, seed):
    """Return a net with another sort of detectors, to which no unit listens yet: it says what it said before."""
    rng, sorts, units = np.random.default_rng(seed), stored_sorts(weights), len(weights.hidden_biases)
    detectors = rng.uniform(-0.5, 0.5, (DETECTORS[sort], OUTPUTS, INPUTS)).astype(np.float32)
    hidden = weights.hidden.reshape(units, -1, len(sorts) * OUTPUTS)
    deaf = np.zeros((*hidden.shape[:2], OUTPUTS), np.float32)
    return weights._replace(
        detectors=np.concatenate([weights.detectors, detectors]),
        hidden=np.concatenate([hidden, deaf], axis=2).reshape(units, -1),
        sorts=_numbers((*sorts, sort)),
    )


def with_units(weights, more, seed):
    """Return a net with more hidden units per frame, to which no output listens yet: it says what it said before."""
    units, inputs = weights.hidden.shape
    spread = 1.7 / np.sqrt(inputs)
    hidden = np.random.default_rng(seed).uniform(-spread, spread, (more, inputs)).astype(np.float32)
    outputs = weights.outputs.reshape(COLUMNS, -1, units)
    deaf = np.zeros((*outputs.shape[:2], more), np.float32)
    return weights._replace(
        hidden=np.concatenate([weights.hidden, hidden]),
        hidden_biases=np.concatenate([weights.hidden_biases, np.zeros(more, np.float32)]),
        outputs=np.concatenate([outputs, deaf], axis=2).reshape(COLUMNS, -1),
    )


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
    sorts: np.ndarray
    """The numbers of the sorts of detectors,"""
    bases: np.ndarray
    """and of the first detector of each."""


LANES, WIDE = 8, 4
"""Units of a frame are padded to a multiple of LANES, outputs of a detector to WIDE."""
DETECTOR_WORK = 7
"""How much longer learning takes for a weight of a detector than for one of a hidden unit; measured."""


def prepare(weights):
    """Return a net with copies of these weights."""
    units, inputs = weights.hidden.shape
    frames = weights.outputs.shape[1] // units
    lanes = -(-units // LANES) * LANES
    sorts = _numbers(stored_sorts(weights))
    wires, columns = _padded_wires(len(sorts), frames, inputs)
    hidden = np.zeros((wires.shape[1], lanes), np.float32)
    hidden[columns, :units] = weights.hidden.T
    outputs = np.zeros((COLUMNS, frames, lanes), np.float32)
    outputs[:, :, :units] = weights.outputs.reshape(COLUMNS, frames, units)
    detectors = np.zeros((len(weights.detectors), INPUTS, WIDE), np.float32)
    detectors[:, :, :OUTPUTS] = weights.detectors.transpose(0, 2, 1)
    biases = np.zeros(lanes, np.float32)
    biases[:units] = weights.hidden_biases
    bases = np.cumsum([0, *(DETECTORS[f"D{sort}"] for sort in sorts)])
    return Net(
        detectors, hidden, biases, outputs, weights.output_biases.copy(), wires, units, sorts.astype(np.int64), bases
    )


def strip(net):
    """Return the weights of a net."""
    _, columns = _padded_wires(len(net.sorts), *net.wires.shape)
    return Weights(
        net.detectors[:, :, :OUTPUTS].transpose(0, 2, 1).copy(),
        net.hidden[columns, : net.units].T.copy(),
        net.hidden_biases[: net.units].copy(),
        net.outputs[:, :, : net.units].reshape(COLUMNS, -1).copy(),
        net.output_biases.copy(),
        net.sorts.astype(np.int16),
    )


def _padded_wires(sorts, frames, inputs):
    """Return the feature of each input of a frame, with detectors padded to WIDE outputs; and which inputs are real."""
    if sorts == 0:
        return wiring("C" if frames > 1 else "N"), np.arange(inputs)
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
    aspects: Aspects
    wins: np.ndarray
    """Who wins on each square."""
    chosen: np.ndarray
    """[context, sort]: the detectors."""
    features: np.ndarray
    hidden: np.ndarray
    """[frame, unit]"""


def make_memory(net):
    squares, missing, wins = np.zeros((3, SQUARES), np.int64)
    values, chosen = np.zeros(CONTEXTS, np.int64), np.zeros((CONTEXTS, len(net.sorts)), np.int64)
    features = np.zeros(int(net.wires.max()) + 1, np.float32)
    hidden = np.zeros((len(net.wires), net.hidden.shape[1]), np.float32)
    return Memory(squares, missing, values, make_aspects(CONTEXTS), wins, chosen, features, hidden)


class Ranker(NamedTuple):
    """A trained net: a context has 81 values, so its contribution to the units of a frame is tabulated, unless it
    depends on more than its depth."""

    net: Net
    added: np.ndarray
    """[frame, context, depth, value, unit]; one depth if no detector depends on it, no frame without a table."""
    memory: Memory
    columns: np.ndarray
    """[column]: the scores of a position."""


def make_ranker(weights):
    net = prepare(weights)
    sorts = stored_sorts(weights)
    tabulated = () if OF_NEXT in sorts or OF_PARITY in sorts else sorts
    return Ranker(net, _tables(net, tabulated), make_memory(net), np.zeros(COLUMNS, np.float32))


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
            chosen = choose_detectors(sorts, make_aspects(CONTEXTS)._replace(depths=np.full(CONTEXTS, depth)))
            features = said[chosen].transpose(0, 2, 1, 3).reshape(CONTEXTS, VALUES, inputs)
            tables[:, :, depth] = features[FRAMES] @ hidden
    return tables


def choose_detectors(sorts, aspects):
    """Return [..., context, sort]: the detectors of contexts with these aspects."""
    first, chosen = 0, np.zeros((*np.shape(aspects.depths), len(sorts)), np.int64)
    for place, sort in enumerate(sorts):
        chosen[..., place] = first + detector_of(sort, aspects)
        first += DETECTORS[sort]
    return chosen


def rank_columns(ranker, own, stones, preferences):
    """Write the score of each column; full ones are not excluded."""
    net, memory = ranker.net, ranker.memory
    read_squares(own, stones, memory.squares)
    if ranker.added.shape[0] > 0:
        read_contexts(memory.squares, memory.missing, memory.values, memory.aspects.depths)
        add_contexts(ranker)
    elif net.sorts.size > 0:
        read_contexts(memory.squares, memory.missing, memory.values, memory.aspects.depths)
        read_aspects(memory.squares, memory.missing, memory.wins, memory.aspects.nexts, memory.aspects.parities)
        find_detectors(net, memory)
        detect(net, memory.values, memory.chosen, memory.features)
        add_features(net, memory.features, memory.hidden)
    else:
        for square in range(SQUARES):
            memory.features[square] = memory.squares[square]
        add_features(net, memory.features, memory.hidden)
    forward_outputs(net, memory.hidden, preferences)
    for column in range(COLUMNS):  # by exp: what is quick enough for learning ends at some smallest output
        preferences[column] = np.float32(1.0) / (np.float32(1.0) + np.exp(-preferences[column]))


def find_detectors(net, memory):
    """Write the detectors of every context, as `choose_detectors` does for many positions."""
    depths, nexts, parities = memory.aspects.depths, memory.aspects.nexts, memory.aspects.parities
    for context in range(CONTEXTS):
        kind = KINDS[context]
        for place in range(net.sorts.size):
            sort, number = net.sorts[place], net.bases[place]
            if sort == 2:
                number += kind
            elif sort == 3:
                number += LOCATION_DETECTORS[context]
            elif sort == 4:
                number += kind * DEPTHS + depths[context]
            elif sort == 5:
                number += kind * NEXTS + nexts[context]
            elif sort == 6:
                number += kind * PARITIES + parities[context]
            memory.chosen[context, place] = number


def add_contexts(ranker):
    """Write the inputs of the hidden units, from the tables."""
    memory, by_depth = ranker.memory, ranker.added.shape[2] > 1
    for frame in range(memory.hidden.shape[0]):
        units = memory.hidden[frame]
        for lane in range(units.size):
            units[lane] = ranker.net.hidden_biases[lane]
        for number in range(FRAMES.shape[1]):
            context = FRAMES[frame, number]
            depth = memory.aspects.depths[context] if by_depth else 0
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
