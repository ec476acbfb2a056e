"""The contexts of a Connect Four board: its 69 lines of four squares, and their features.

The direction of a context is chosen so that it is the same in the mirror image: columns and diagonals from the bottom
up, rows right of the centre from right to left. Its value has a digit in base 3 for each square: 2 for a stone of the
side to move, 1 for an empty square, 0 for a stone of the opponent.
"""

from typing import NamedTuple

import numpy as np

from ...bits import U

NO_ALLOCATION = True
ROWS, COLUMNS = 6, 7
SQUARES = ROWS * COLUMNS
"""Numbered row by row, from the left, the lowest row first."""
ROW, COLUMN, DIAGONAL = 0, 1, 2
VALUES = 81
INPUTS = 9
"""Of a detector: four squares, four attributes, and a constant."""
DEPTHS = 7


def _lines():
    """Yield kind, c-location (counted from 0) and squares of every context."""
    for row in range(ROWS):
        for left in range(COLUMNS - 3):
            squares = [COLUMNS * row + left + i for i in range(4)]
            yield ROW, left, squares if left < 2 else squares[::-1]
    for column in range(COLUMNS):
        for row in range(ROWS - 3):
            yield COLUMN, column, [COLUMNS * (row + i) + column for i in range(4)]
    for step in (1, -1):
        for row in range(ROWS - 3):
            for column in range(COLUMNS):
                if 0 <= column + 3 * step < COLUMNS:
                    yield DIAGONAL, column, [COLUMNS * (row + i) + column + i * step for i in range(4)]


KINDS, LOCATIONS, LINES = (np.array(part) for part in zip(*_lines(), strict=True))
"""A diagonal's location is the column of its lowest square: the leftmost or the rightmost of its columns."""
CONTEXTS = len(LINES)


def _frames():
    """Return the contexts of the three frames of five columns each, in the same order."""
    number = {frozenset(line): context for context, line in enumerate(LINES.tolist())}
    first = [line for line in LINES.tolist() if all(square % COLUMNS < 5 for square in line)]
    return np.array([[number[frozenset(square + frame for square in line)] for line in first] for frame in range(3)])


FRAMES = _frames()


def attributes(context):
    """Return whether a context, four of -1, 0 and 1, is empty, can be won, is closed, and who can win it."""
    active, passive = 1 in context, -1 in context
    winner = 1 if active and not passive else -1 if passive and not active else 0
    return [int(not active and not passive), int(not (active and passive)), int(0 not in context), winner]


def _inputs():
    contexts = [[value // place % 3 - 1 for place in (27, 9, 3, 1)] for value in range(VALUES)]
    return np.array([[*context, *attributes(context), 1] for context in contexts], np.float32)


CONTEXT_INPUTS = _inputs()
"""[value, input]: the inputs of a detector."""

NEXTS, PARITIES = 5, 4
"""How many answers there are to what is above a context, and to whom the order of moves favours."""
EVERY, OF_KIND, OF_LOCATION, OF_DEPTH, OF_NEXT, OF_PARITY = "D1", "D2", "D3", "D4", "D5", "D6"
DETECTORS = {
    EVERY: 1, OF_KIND: 3, OF_LOCATION: 10, OF_DEPTH: 3 * DEPTHS, OF_NEXT: 3 * NEXTS, OF_PARITY: 3 * PARITIES
}  # fmt: skip
"""The number of detectors of a sort: one for all contexts, or one for each kind, kind and place, or kind and depth; a
place and its mirror image share one. D5 and D6 are not in the context paper: kind and what the squares above hold, kind
and whom the order of moves favours."""
ROW_LOCATIONS, COLUMN_LOCATIONS = 2, 4


def _location_detectors():
    """Return the detector of each context's kind and location: 2 for rows, 4 each for columns and diagonals."""
    in_row = np.minimum(LOCATIONS, COLUMNS - 4 - LOCATIONS)
    elsewhere = np.minimum(LOCATIONS, COLUMNS - 1 - LOCATIONS)
    offsets = np.choose(KINDS, [0, ROW_LOCATIONS, ROW_LOCATIONS + COLUMN_LOCATIONS])
    return offsets + np.where(KINDS == ROW, in_row, elsewhere)


LOCATION_DETECTORS = _location_detectors()


class Aspects(NamedTuple):
    """What changes about contexts from position to position, as arrays."""

    depths: np.ndarray
    nexts: np.ndarray
    """Of the squares right above those that can be filled now: 0 if none can be, or 1, and 1 more if one of them wins
    for the side to move, and 2 more if one wins for the opponent."""
    parities: np.ndarray
    """Of the empty squares that cannot be filled yet: 0 if there are none, 1 if all will fall to the side to move when
    the board fills up column by column, 2 if all to the opponent, 3 if some to each."""


def make_aspects(*shape):
    return Aspects(*np.zeros((len(Aspects._fields), *shape), np.int64))


def detector_of(sort, aspects):
    """Return the detector of a sort for each context, given what changes about them."""
    shape = np.shape(aspects.depths)
    if sort == EVERY:
        return np.zeros(shape, np.int64)
    if sort == OF_KIND:
        return np.broadcast_to(KINDS, shape)
    if sort == OF_LOCATION:
        return np.broadcast_to(LOCATION_DETECTORS, shape)
    if sort == OF_DEPTH:
        return KINDS * DEPTHS + aspects.depths
    return KINDS * NEXTS + aspects.nexts if sort == OF_NEXT else KINDS * PARITIES + aspects.parities


def read_squares(own, stones, squares):
    """Write 1 for every stone of the side to move, -1 for the opponent's, 0 for an empty square."""
    for square in range(SQUARES):
        bit = U(7 * (square % COLUMNS) + square // COLUMNS)
        if stones >> bit & U(1):
            squares[square] = 1 if own >> bit & U(1) else -1
        else:
            squares[square] = 0


def read_contexts(squares, missing, values, depths):
    """Write the value of every context, and its depth: the most stones missing in one of its columns.

    Also write how many stones are missing until each square is filled.
    """
    for column in range(COLUMNS):
        count = 0
        for row in range(ROWS):
            square = COLUMNS * row + column
            if squares[square] == 0:
                count += 1
            missing[square] = count
    for context in range(CONTEXTS):
        value, depth = 0, 0
        for place in range(4):
            square = LINES[context, place]
            value = 3 * value + squares[square] + 1
            depth = max(depth, missing[square])
        values[context], depths[context] = value, depth


def read_aspects(squares, missing, wins, nexts, parities):
    """Write what is above every context and whom the order of moves favours, given what `read_contexts` wrote.

    Also write which squares win: 1 for the side to move, 2 for the opponent, 3 for both.
    """
    stones = 0
    for square in range(SQUARES):
        wins[square] = 0
        stones += squares[square] != 0
    for context in range(CONTEXTS):
        balance, empty = 0, -1
        for place in range(4):
            square = LINES[context, place]
            balance += squares[square]
            if squares[square] == 0:
                empty = square
        if abs(balance) == 3 and empty >= 0:
            wins[empty] |= 1 if balance > 0 else 2
    for context in range(CONTEXTS):
        above, waiting = 0, 0
        for place in range(4):
            square = LINES[context, place]
            if squares[square] == 0 and missing[square] == 1:
                above |= 1
                if square + COLUMNS < SQUARES:
                    above |= wins[square + COLUMNS] << 1
            elif squares[square] == 0:  # the first player gets the odd rows, counted from 1, the second the even ones
                waiting |= 1 if (square // COLUMNS + stones) % 2 == 0 else 2
        nexts[context] = 0 if above == 0 else 1 + (above >> 1)
        parities[context] = waiting


def read_positions(own, stones, missing, wins, squares, values, aspects):
    """Write the squares of many positions, the values of their contexts, and what changes about them."""
    for position in range(own.size):
        read_squares(own[position], stones[position], squares[position])
        read_contexts(squares[position], missing, values[position], aspects.depths[position])
        read_aspects(squares[position], missing, wins, aspects.nexts[position], aspects.parities[position])
