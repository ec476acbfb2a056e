"""Values a state by what stands on tuples of its squares, such as lines and boxes: an n-tuple network.

The contents of a tuple select a row of a table, and the rows add up to the inputs of the hidden units. The first unit
is linear, and without others this is the plain n-tuple network; the others are max(0, x). The value is tanh of their
weighted sum. Tuples that are images of each other under the game's symmetries share a table.
"""

from typing import NamedTuple

import numpy as np

from ..bits import U
from ..rules import changes, moves_again, variables
from .fast_tanh import fast_tanh
from .square_tuples import Layout, check_tuples, find_places, lay_out, starts_of

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
NAUGHT = np.float32(0.0)
MAX_PLY = 128


class Weights(NamedTuple):
    orders: np.ndarray
    """[tuples, variables]: 1 for the first square of a tuple, 2 for the second, and so on; 0 for all others."""
    tables: np.ndarray
    """[tuples]: the number of its table."""
    levels: np.ndarray
    """[levels]: the values of variables, ascending; a value between two counts as the nearer one."""
    rows: np.ndarray
    """[rows of all tables, units]"""
    biases: np.ndarray
    """[units]"""
    outputs: np.ndarray
    """[units]"""
    bias: np.ndarray
    """One number."""


Packed = Weights


def first_weights(orders, tables, levels, units, seed):
    """Return an untrained net, which values everything at nearly 0."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(starts_of(orders, tables, len(levels))[1], units)) * np.sqrt(0.5 / len(orders))
    outputs = rng.normal(size=units) * np.sqrt(0.1 / units)
    rows[:, 0] *= 0.1
    outputs[0] = 1.0
    arrays = orders, tables, levels, rows, np.zeros(units), outputs, np.zeros(1)
    return Weights(*(np.asarray(array, np.float32) for array in arrays))


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net, for a game with this number of variables."""
    tuples, units = len(weights.tables), len(weights.biases)
    return {
        "orders": (tuples, variables),
        "tables": (tuples,),
        "levels": (len(weights.levels),),
        "rows": (starts_of(weights.orders, weights.tables, len(weights.levels))[1], units),
        "biases": (units,),
        "outputs": (units,),
        "bias": (1,),
    }


def unpack(packed):
    """Return the weights; ValueError if their tuples are not valid."""
    check_tuples(packed.orders, packed.tables, packed.levels)
    return packed


class Net(NamedTuple):
    """A net in the form that kernels need, with the memory of a search."""

    rows: np.ndarray
    biases: np.ndarray
    outputs: np.ndarray
    bias: np.ndarray
    layout: Layout
    levels_apart: np.ndarray
    """One number: the distance between levels; 0 if they are not evenly spaced around 0."""
    sums: np.ndarray
    """[tuples]: the number of the first row and of the last of a tuple, added up: what turns the view changes one into
    the other."""
    values: np.ndarray
    """[variables]"""
    changed: np.ndarray
    """[variables, 2]: what a move changes."""
    units: np.ndarray
    """[units]: their inputs."""
    places: np.ndarray
    """[plies, tuples]: the row that each selects, for every ply of the line."""

    def __deepcopy__(self, memo):
        """Return a net with a memory of its own; tables of 100,000 rows are not copied for every game."""
        memory = {name: getattr(self, name).copy() for name in ("values", "changed", "units", "places")}
        return self._replace(**memory, layout=self.layout._replace(digits=self.layout.digits.copy()))


def prepare(weights):
    """Return a net that shares the arrays of weights that are learned."""
    orders, levels = weights.orders, len(weights.levels)
    tuples, variables = orders.shape
    layout = lay_out(orders, weights.tables, weights.levels)
    return Net(
        weights.rows,
        weights.biases,
        weights.outputs,
        weights.bias,
        layout,
        np.array([distance_between(weights.levels)], np.float32),
        2 * layout.starts + levels ** (orders > 0.0).sum(axis=1) - 1,
        np.zeros(variables, np.float32),
        np.zeros((variables + 1, 2), np.float32),
        np.zeros(len(weights.biases), np.float32),
        np.zeros((MAX_PLY, tuples), np.int64),
    )


def distance_between(levels):
    """Return the distance between levels; 0 if they are not evenly spaced around 0."""
    distances = np.diff(levels)
    even = len(levels) > 1 and (distances == distances[0]).all() and (levels == -levels[::-1]).all()
    return distances[0] if even else 0.0


def evaluate(net, state):
    begin(net, state)
    return evaluate_here(net, state, 0)


def begin(net, state):
    read(net, state, 0)


def follow(net, before, after, ply):
    count = changes(before, after, net.changed) if net.levels_apart[0] > NAUGHT else -1
    if count < 0:
        read(net, after, ply)
        return
    places, past = net.places[ply], net.places[ply - 1]
    if moves_again(before, after):
        for number in range(places.size):
            places[number] = past[number]
    else:
        for number in range(places.size):
            places[number] = net.sums[number] - past[number]
    for i in range(count):
        move_on(net, places, np.int64(net.changed[i, 0]), net.changed[i, 1])


def move_on(net, places, variable, amount):
    """Change the rows of the tuples that have this variable, which grows by amount."""
    levels, members = np.int64(np.rint(amount / net.levels_apart[0])), net.layout.members[variable]
    for i in range(net.layout.member_counts[variable]):
        places[U(members[i, 0])] += levels * members[i, 1]


def evaluate_next(net, before, after, ply):
    follow(net, before, after, ply)
    return evaluate_here(net, after, ply)


def evaluate_here(net, state, ply):
    return fast_tanh(output(net, net.places[ply]))


def read(net, state, ply):
    """Find the rows of state, from scratch."""
    variables(state, net.values)
    find_places(net.layout, net.values, net.places[ply])


def output(net, places):
    """Return the sum of the units for these rows."""
    add_rows(net, places)
    total = net.bias[0] + net.units[0] * net.outputs[0]
    for unit in range(1, net.units.size):
        total += net.outputs[unit] * max(net.units[unit], NAUGHT)
    return total


def add_rows(net, places):
    for unit in range(net.units.size):
        total = net.biases[unit]
        for number in range(places.size):
            total += net.rows[U(places[number]), U(unit)]
        net.units[unit] = total
