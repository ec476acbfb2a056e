"""Tuples of squares, and the row of a table that what stands on one selects: the inputs of n-tuple networks.

The values of the squares are digits in base `levels`, the first square the least significant. Tuples that share a table
are images of each other under the game's symmetries, or have the same shape.
"""

from typing import NamedTuple

import numpy as np

from ..bits import U

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
LARGEST = 1 << 24
"""Rows of a table: more would be too many for any memory."""


class Layout(NamedTuple):
    """The tuples of a net in the form that kernels need."""

    bounds: np.ndarray
    """[levels - 1]: halfway between two levels."""
    starts: np.ndarray
    """[tuples]: the row of a tuple on which everything has the lowest level."""
    squares: np.ndarray
    """[tuples, longest]; beyond the end of a tuple the number of variables."""
    steps: np.ndarray
    """[longest]: by how many rows a level more on a square of a tuple moves on."""
    members: np.ndarray
    """[variables, most, (tuple, step)]: the tuples that have a variable, and by how many rows it moves them on."""
    member_counts: np.ndarray
    """[variables]: how many."""
    digits: np.ndarray
    """[variables + 1]: the number of each value's level; then 0. Each thread needs its own."""


def lay_out(orders, tables, levels):
    """Return the layout of tuples, which a model stores as two arrays.

    orders is [tuples, variables], 1 for the first square of a tuple, 2 for the second, and so on, and 0 for all others;
    tables is [tuples], the number of the table of each; levels are the values of variables, ascending, and a value
    between two counts as the nearer one.
    """
    (tuples, variables), base = orders.shape, len(levels)
    numbers = orders.astype(np.int64)
    longest = int(numbers.max(initial=0))
    steps = base ** np.arange(longest)
    squares = np.full((tuples, longest), variables)
    members = np.zeros((variables, (numbers > 0).sum(axis=0).max(initial=0), 2), np.int64)
    counts = np.zeros(variables, np.int64)
    for number, order in enumerate(numbers):
        inside = np.flatnonzero(order)
        squares[number, order[inside] - 1] = inside
        for variable in inside:
            members[variable, counts[variable]] = number, steps[order[variable] - 1]
            counts[variable] += 1
    starts, _ = starts_of(orders, tables, base)
    bounds = (levels[1:] + levels[:-1]) / 2
    return Layout(bounds, starts, squares, steps, members, counts, np.zeros(variables + 1, np.int64))


def starts_of(orders, tables, levels):
    """Return the row at which the table of each tuple begins, and the number of all rows."""
    if not len(tables):
        return np.zeros(0, np.int64), 0
    numbers = tables.astype(np.int64)
    sizes = np.zeros(numbers.max() + 1, np.int64)
    sizes[numbers] = levels ** (orders > 0.0).sum(axis=1)
    ends = np.cumsum(sizes)
    return (ends - sizes)[numbers], int(ends[-1])


def check_tuples(orders, tables, levels):
    """Raise ValueError unless these are tuples, one at least."""
    if orders.ndim != 2 or tables.shape != (len(orders),) or levels.ndim != 1 or not orders.size or not levels.size:
        raise ValueError("its arrays do not fit each other")
    lengths = (orders > 0.0).sum(axis=1)
    if not (
        np.sort(orders, axis=1) == np.maximum(np.arange(orders.shape[1]) + 1 - orders.shape[1] + lengths[:, None], 0)
    ).all():
        raise ValueError("the squares of its tuples are not in order")
    if len(levels) ** int(lengths.max()) > LARGEST or not np.isin(tables, np.arange(len(tables))).all():
        raise ValueError("its tables do not fit its tuples")
    if any(len(set(lengths[tables == table])) > 1 for table in set(tables)):
        raise ValueError("tuples of one table differ in length")


def find_places(layout, values, places):
    """Write the row that each tuple selects by the values of the variables."""
    read_digits(layout, values)
    for number in range(places.size):
        place, squares = layout.starts[number], layout.squares[number]
        for i in range(squares.size):
            place += layout.digits[U(squares[i])] * layout.steps[i]
        places[number] = place


def read_digits(layout, values):
    digits = layout.digits
    for variable in range(values.size):
        digits[variable] = 0
    for bound in layout.bounds:
        for variable in range(values.size):
            digits[variable] += values[variable] > bound


def digit_of(layout, value):
    """Return the number of a value's level."""
    digit = 0
    for bound in layout.bounds:
        digit += value > bound
    return digit
