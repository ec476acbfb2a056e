"""The sorter, the best ranker of Connect Four columns: a convolution over columns, with contexts as inputs.

Contexts that one side can still win mark their empty squares: as threats, if one stone is missing; as twos and ones
otherwise. Each column is an input twice, as it is and from its lowest empty square upwards, so that what matters for
the next stones is always at the same place. Two layers see up to seven columns around each, the second with a residual
connection, and a head scores every column from its own units and the maximum over all columns. The scores of a position
and its mirror image are averaged, so the ranking is symmetric.
"""

from typing import NamedTuple

import numpy as np

from .contexts import COLUMNS, CONTEXTS, LINES, ROWS, SQUARES, read_squares

GAMES = ("connect_four",)
FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
PREFERS = True
INFORMED = False
OWN, OTHER, LANDING, NEXT, ODD, DISTANCE = range(6)
"""Stones; the lowest empty square of a column and the one above it; empty ones in the first, third and fifth row; how
far above the lowest empty one a square is."""
THREAT, TWOS, ONES = 6, 8, 10
"""Pairs of planes, for the side to move and the opponent: squares that would complete a line, contexts with two stones,
and with one."""
MUST, TABOO = 12, 13
"""The opponent would win here immediately; or after a stone below."""
PARTNER = 14
"""Contexts with two stones, four planes per side, by the other empty square: one that can be filled now, the one right
above this, another in an odd row, another in an even row."""
PLANES = 22
SCALES = np.ones(PLANES, np.float32)
SCALES[TWOS : TWOS + 2] = SCALES[ONES : ONES + 2] = 0.5
SCALES[DISTANCE] = 0.25
VIEWS = 2
"""A column as it is, and from its lowest empty square upwards."""
EXTRAS = 2 + ROWS + 1
"""Whether the column exists; whether the first player is to move; and the number of stones in the column."""
INPUTS = VIEWS * PLANES * ROWS + EXTRAS
"""Of a column."""
REACH = 7
"""Columns that a unit sees: its own and three on either side."""
WINS_AT_ONCE = np.float32(1e3)


class Weights(NamedTuple):
    first: np.ndarray
    """[inputs, reach, units]"""
    first_biases: np.ndarray
    second: np.ndarray
    """[units, reach, units]"""
    second_biases: np.ndarray
    head: np.ndarray
    """[2 x units, few]: for a column's units, then for their maximum over all columns."""
    head_biases: np.ndarray
    output: np.ndarray
    """[few]"""


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net."""
    units, few = len(weights.first_biases), len(weights.output)
    return {
        "first": (INPUTS, REACH, units),
        "first_biases": (units,),
        "second": (units, REACH, units),
        "second_biases": (units,),
        "head": (2 * units, few),
        "head_biases": (few,),
        "output": (few,),
    }


class Ranker(NamedTuple):
    """Weights, and working memory for one position."""

    weights: Weights
    """Those of the first two layers as rows for a column's input: [input, reach x units]."""
    squares: np.ndarray
    planes: np.ndarray
    """[plane, square]"""
    mirror: np.ndarray
    units: np.ndarray
    """[layer, column x unit]"""
    most: np.ndarray
    few: np.ndarray
    """[2, few]: the part common to all columns, and that of one column."""
    ranks: np.ndarray
    """[2, column]: of the position and of its mirror image."""
    numbers: np.ndarray
    """A list of inputs,"""
    values: np.ndarray
    """and what they are."""


def make_ranker(weights):
    units, few = len(weights.first_biases), len(weights.output)
    shapes = [(PLANES, SQUARES), (PLANES, SQUARES), (2, COLUMNS * units), units, (2, few), (2, COLUMNS)]
    memory = [np.zeros(shape, np.float32) for shape in shapes]
    first, second = (layer.reshape(len(layer), -1) for layer in (weights.first, weights.second))
    longest = max(INPUTS, units) + 3
    lists = np.zeros(longest, np.int64), np.zeros(longest, np.float32)
    return Ranker(weights._replace(first=first, second=second), np.zeros(SQUARES, np.int64), *memory, *lists)


def rank_columns(ranker, own, stones, preferences):
    """Write the probability of each open column; 0 for a full one.

    An immediate win gets 1: the training positions have none.
    """
    read_squares(own, stones, ranker.squares)
    write_planes(ranker.squares, ranker.planes)
    for plane in range(PLANES):
        for square in range(SQUARES):
            ranker.mirror[plane, square] = ranker.planes[plane, square + COLUMNS - 1 - 2 * (square % COLUMNS)]
    score_columns(ranker, ranker.planes, ranker.ranks[0])
    score_columns(ranker, ranker.mirror, ranker.ranks[1])
    for column in range(COLUMNS):
        preferences[column] = (ranker.ranks[0, column] + ranker.ranks[1, COLUMNS - 1 - column]) * np.float32(0.5)
        for row in range(ROWS):
            square = COLUMNS * row + column
            if ranker.planes[LANDING, square] * ranker.planes[THREAT, square] > 0:
                preferences[column] += WINS_AT_ONCE
    share(ranker.squares, preferences)


def share(squares, preferences):
    """Turn the scores of the columns into probabilities of the open ones."""
    top = preferences[0]
    for column in range(COLUMNS):
        if squares[SQUARES - COLUMNS + column] == 0:
            top = max(top, preferences[column])
    total = np.float32(0.0)
    for column in range(COLUMNS):
        is_open = squares[SQUARES - COLUMNS + column] == 0
        preferences[column] = np.exp(preferences[column] - top) if is_open else np.float32(0.0)
        total += preferences[column]
    for column in range(COLUMNS):
        preferences[column] /= total


def prefer(ranker, state, moves, n, preferences):
    rank_columns(ranker, state.own, state.stones, ranker.ranks[0])
    for i in range(n):
        preferences[i] = ranker.ranks[0, moves[i]]


def rank_positions(ranker, own, stones, preferences):
    """The same for many positions."""
    for position in range(own.size):
        rank_columns(ranker, own[position], stones[position], preferences[position])


def write_planes_of(own, stones, squares, planes):
    """Write the planes of many positions."""
    for position in range(own.size):
        read_squares(own[position], stones[position], squares)
        write_planes(squares, planes[position])


def write_planes(squares, planes):
    """Write the inputs of the net: [plane, square]."""
    for plane in range(PLANES):
        for square in range(SQUARES):
            planes[plane, square] = 0
    for column in range(COLUMNS):
        distance = 0
        for row in range(ROWS):
            square = COLUMNS * row + column
            if squares[square] != 0:
                planes[OWN if squares[square] > 0 else OTHER, square] = 1
            else:
                planes[ODD, square] = 1 - row % 2
                planes[DISTANCE, square] = distance
                if distance < 2:
                    planes[LANDING + distance, square] = 1
                distance += 1
    for context in range(CONTEXTS):
        mark(LINES[context], squares, planes)
    for square in range(SQUARES):
        planes[MUST, square] = planes[THREAT + 1, square] * planes[LANDING, square]
        planes[TABOO, square] = planes[THREAT + 1, square] * planes[NEXT, square]


def mark(line, squares, planes):
    """Mark the empty squares of a context in which only one side has stones."""
    own, other = 0, 0
    for place in range(4):
        if squares[line[place]] > 0:
            own += 1
        elif squares[line[place]] < 0:
            other += 1
    count = own + other
    if count == 0 or count == 4 or (own > 0 and other > 0):
        return
    side = 0 if own > 0 else 1
    for place in range(4):
        square = line[place]
        if squares[square] == 0:
            if count == 3:
                planes[THREAT + side, square] = 1
            elif count == 1:
                planes[ONES + side, square] += 1
            else:
                planes[TWOS + side, square] += 1
                for number in range(4):
                    partner = line[number]
                    if squares[partner] == 0 and partner != square:
                        planes[PARTNER + 4 * side + relation(square, partner, planes), square] += 1


def relation(square, partner, planes):
    """Return the relation of another empty square to a square: 0 to 3, see PARTNER."""
    if partner == square + COLUMNS:
        return 1
    if planes[LANDING, partner] > 0:
        return 0
    return 2 if planes[ODD, partner] > 0 else 3


def score_columns(ranker, planes, ranks):
    """Write the score of each column."""
    weights, width = ranker.weights, ranker.weights.first_biases.size
    first, second = ranker.units[0], ranker.units[1]
    for place in range(first.size):
        first[place] = weights.first_biases[place % width]
        second[place] = weights.second_biases[place % width]
    stones = np.float32(0.0)
    for square in range(SQUARES):
        stones += planes[OWN, square] + planes[OTHER, square]
    for column in range(COLUMNS):
        count = list_inputs(ranker, planes, column, int(stones) % 2 == 0)
        spread(weights.first, ranker, count, column, first)
    for place in range(first.size):
        first[place] = max(first[place], np.float32(0.0))
    for column in range(COLUMNS):
        spread(weights.second, ranker, list_units(ranker, first, column), column, second)
    for place in range(first.size):
        second[place] = max(first[place] + second[place], np.float32(0.0))
    apply_head(ranker, ranks)


def list_inputs(ranker, planes, column, begins):
    """List the nonzero inputs of a column; return how many there are."""
    height = 0
    while height < ROWS and planes[OWN, COLUMNS * height + column] + planes[OTHER, COLUMNS * height + column] > 0:
        height += 1
    count = 0
    for plane in range(PLANES):
        for row in range(ROWS):
            value = planes[plane, COLUMNS * row + column]
            if value != 0.0:
                count = append_input(ranker, count, plane * ROWS + row, value)
                if row >= height:
                    count = append_input(ranker, count, (PLANES + plane) * ROWS + row - height, value)
    extra = VIEWS * PLANES * ROWS
    count = append_input(ranker, count, extra, np.float32(1.0))
    if begins:
        count = append_input(ranker, count, extra + 1, np.float32(1.0))
    return append_input(ranker, count, extra + 2 + height, np.float32(1.0))


def list_units(ranker, units, column):
    """List the nonzero units of a column; return how many there are."""
    count, width = 0, units.size // COLUMNS
    for unit in range(width):
        if units[column * width + unit] > 0.0:
            count = append_input(ranker, count, unit, units[column * width + unit])
    return count


def append_input(ranker, count, number, value):
    ranker.numbers[count], ranker.values[count] = number, value
    return count + 1


def spread(rows, ranker, count, column, units):
    """Add each listed value times its row of [reach x units] to the units of the columns around this one.

    Four at a time, so that units are read and written a quarter as often; the list is padded with zeros.
    """
    for place in range(count, count + 3):
        ranker.numbers[place], ranker.values[place] = 0, np.float32(0.0)
    width = rows.shape[1] // REACH
    low, high = max(0, REACH // 2 - column) * width, min(REACH, REACH // 2 + COLUMNS - column) * width
    start = (column - REACH // 2) * width + low
    target = units[start : start + high - low]
    for place in range(0, count, 4):
        a, b, c, d = (
            ranker.values[place], ranker.values[place + 1], ranker.values[place + 2], ranker.values[place + 3],
        )  # fmt: skip
        first, second = rows[ranker.numbers[place], low:high], rows[ranker.numbers[place + 1], low:high]
        third, fourth = rows[ranker.numbers[place + 2], low:high], rows[ranker.numbers[place + 3], low:high]
        for lane in range(target.size):
            target[lane] += a * first[lane] + b * second[lane] + (c * third[lane] + d * fourth[lane])


def apply_head(ranker, ranks):
    """Write the head's score of each column."""
    weights, units, most = ranker.weights, ranker.units[1], ranker.most
    width, common, few = most.size, ranker.few[0], ranker.few[1]
    for unit in range(width):
        most[unit] = np.float32(0.0)
    for column in range(COLUMNS):
        own = units[column * width : column * width + width]
        for unit in range(own.size):
            most[unit] = max(most[unit], own[unit])
    for place in range(common.size):
        common[place] = weights.head_biases[place]
    for unit in range(width):
        add(weights.head[width + unit], most[unit], common)
    for column in range(COLUMNS):
        for place in range(few.size):
            few[place] = common[place]
        for unit in range(width):
            add(weights.head[unit], units[column * width + unit], few)
        total = np.float32(0.0)
        for place in range(few.size):
            total += max(few[place], np.float32(0.0)) * weights.output[place]
        ranks[column] = total


def add(row, value, target):
    if value > 0.0:
        for place in range(row.size):
            target[place] += value * row[place]
