"""The features of a board and of each move on it, as row numbers of a pattern net's table; kernels."""

from typing import NamedTuple

import numpy as np

from ...binding.square_symmetry import mirrored, upside_down
from ...bits import U, index, lowest, popcount
from ...games.othello import flipped, legal
from .afterstate_values import COMPARED, OTHER, PLACES, WON, add_discs, compare, value_of, value_of_replies, value_stage
from .patterns import MAPS, Tables

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
MOVES = 40
"""More than any Othello position has (the known maximum is 33)."""
CORNERS = U(0x8100000000000081)
NOT_A, NOT_H = U(0xFEFEFEFEFEFEFEFE), U(0x7F7F7F7F7F7F7F7F)
QUADRANT = U(0x000000000F0F0F0F)
FIRST_QUADRANTS = (U(0x000000000F0F0F0F), U(0x00000000F0F0F0F0), U(0x0F0F0F0F00000000), U(0xF0F0F0F000000000))
FACTS = 34
"""Rows of a move besides those of patterns."""
STAGES, PHASES = 6, 3
MOST_MOVES, MOST_FLIPS, MOST_FRONTIER, MOST_REGION = 32, 24, 40, 8
COUNTED = 16
"""Discs and regions are counted from this number of empty squares on."""
(SQUARE, THEIR_MOVES, OWN_MOVES, FLIPS, GIVEN, PARITY, THEIR_FRONTIER, OWN_FRONTIER, DISCS, REGION) = range(10)
VALUES, VALUES_OF_REPLIES = 10, 14
LINE, THEIR_MAP, OWN_MAP, EMPTY_MAP = 18, 22, 26, 30
"""Indices of features; there are four lines, and four quadrants of each map."""


class Layout(NamedTuple):
    """Where the rows of each feature begin; the last row stays zero."""

    empties: int
    facts: tuple[int, ...]
    total: int


def make_layout(tables: Tables) -> Layout:
    sizes = [
        10 * STAGES, MOST_MOVES * PHASES, MOST_MOVES * PHASES, MOST_FLIPS * PHASES, 5 * PHASES, 8 * STAGES,
        MOST_FRONTIER * PHASES, MOST_FRONTIER * PHASES, 1 + COUNTED * 129, 1 + COUNTED * MOST_REGION * 5,
        *[each * STAGES for each in COMPARED], *[each * STAGES for each in COMPARED],
        *[tables.all_line_rows + 1, 0, 0, 0], *[MAPS, 0, 0, 0], *[MAPS, 0, 0, 0], *[MAPS, 0, 0, 0],
    ]  # fmt: skip
    empties = tables.pattern_rows
    starts = np.cumsum([empties + 65, *sizes])
    return Layout(empties, tuple(int(start) for start in starts[:-1]), int(starts[-1]) + 1)


FEATURES = np.dtype(
    [
        ("squares", np.int64, MOVES),
        ("fillings", np.int64, PLACES),  # before the move
        ("rows", np.int64, PLACES),
        ("shift", np.int64, PLACES),  # of fillings, by the move being looked at
        ("marked", np.uint8, PLACES),
        ("counts", np.int64, MOVES),  # places whose filling a move changes
        ("places", np.int64, (MOVES, PLACES)),
        ("new_rows", np.int64, (MOVES, PLACES)),
        ("facts", np.int64, (MOVES, FACTS)),
        ("values", np.float32, MOVES),  # of the boards after the moves, to the side that moves
        ("values_of_replies", np.float32, MOVES),  # and after the best replies
        ("after", np.int32, PLACES),  # fillings after a move
        ("later", np.int32, PLACES),  # and after a reply
        ("starts", np.int64, FACTS),
        ("empties", np.int64),
        ("empties_row", np.int64),
        ("nothing", np.int64),  # the last row
        ("replies", np.bool_),  # whether boards after replies are looked at
    ]
)


def make_features(layout, replies=True):
    """Return the working memory for one position; without replies, boards after them are not used."""
    features = np.zeros((), FEATURES)
    for fact in range(FACTS):
        first = fact if fact < LINE else LINE + (fact - LINE) // 4 * 4
        features["starts"][fact] = layout.facts[first]
    features["empties"], features["nothing"], features["replies"] = layout.empties, layout.total - 1, replies
    return np.rec.array(features[None])[0]


def read_position(own, opponent, tables, worth, features):
    """Return how many moves there are, and write the rows of the board and of each of them.

    worth has the values of fillings, [side to move, stage, filling].
    """
    empty = 64 - popcount(own | opponent)
    features.empties_row = features.empties + empty
    read_board(own, opponent, tables, features)
    targets = legal(own, opponent)
    n = 0
    while targets:
        square = lowest(targets)
        targets ^= square
        read_move(own, opponent, square, empty, n, tables, worth, features)
        n += 1
    stage = min((60 - empty) // 10, STAGES - 1)
    compare(features.values, n, VALUES, stage, STAGES, features)
    if features.replies:
        compare(features.values_of_replies, n, VALUES_OF_REPLIES, stage, STAGES, features)
    return n


def read_board(own, opponent, tables, features):
    for place in range(PLACES):
        features.fillings[place] = 0
        features.marked[place] = 0
    add_discs(features.fillings, own, 1, tables)
    add_discs(features.fillings, opponent, 2, tables)
    for place in range(PLACES):
        features.rows[place] = tables.rows[tables.first[place] + features.fillings[place]]


def read_move(own, opponent, square, empty, number, tables, worth, features):
    """Write the rows of the places that a move changes, and its features."""
    at, flips = index(square), flipped(own, opponent, square)
    features.squares[number] = at
    features.counts[number] = read_changes(at, flips, number, tables, features)
    mine, theirs = own | flips | square, opponent ^ flips
    stage, phase = min((60 - empty) // 10, STAGES - 1), min((60 - empty) // 20, PHASES - 1)
    replies, again, left = legal(theirs, mine), legal(mine, theirs), ~(mine | theirs)
    value = -value_of(features.after, worth[OTHER, value_stage(empty - 1)], tables)
    features.values[number] = value if theirs else WON
    facts, starts = features.facts[number], features.starts
    if features.replies:
        features.values_of_replies[number] = value_of_replies(mine, theirs, empty - 1, tables, worth, features)
    else:
        for fact in range(VALUES_OF_REPLIES, LINE):
            facts[fact] = features.nothing
    facts[SQUARE] = starts[SQUARE] + tables.square_classes[at] * STAGES + stage
    facts[THEIR_MOVES] = starts[THEIR_MOVES] + min(popcount(replies), MOST_MOVES - 1) * PHASES + phase
    facts[OWN_MOVES] = starts[OWN_MOVES] + min(popcount(again), MOST_MOVES - 1) * PHASES + phase
    facts[FLIPS] = starts[FLIPS] + min(popcount(flips), MOST_FLIPS - 1) * PHASES + phase
    facts[GIVEN] = starts[GIVEN] + popcount(replies & CORNERS) * PHASES + phase
    facts[PARITY] = starts[PARITY] + parity(left, square) * STAGES + stage
    edge = neighbours(left)
    facts[THEIR_FRONTIER] = starts[THEIR_FRONTIER] + min(popcount(theirs & edge), MOST_FRONTIER - 1) * PHASES + phase
    facts[OWN_FRONTIER] = starts[OWN_FRONTIER] + min(popcount(mine & edge), MOST_FRONTIER - 1) * PHASES + phase
    facts[DISCS], facts[REGION] = starts[DISCS], starts[REGION]
    if empty <= COUNTED:
        facts[DISCS] += 1 + (empty - 1) * 129 + popcount(mine) - popcount(theirs) + 64
        facts[REGION] += 1 + (empty - 1) * MOST_REGION * 5 + regions(left, square)
    for direction in range(4):
        facts[LINE + direction] = starts[LINE] + line_row(at, direction, tables, features)
    read_quadrants(replies, facts, THEIR_MAP, starts)
    read_quadrants(again, facts, OWN_MAP, starts)
    read_quadrants(left, facts, EMPTY_MAP, starts)


def read_changes(at, flips, number, tables, features):
    """Return how many places a disc on a square and the discs it flips change, and write them with their new rows."""
    places, n = features.places[number], 0
    for i in range(tables.counts[at]):
        place = tables.places[at, i]
        features.marked[place] = 1
        features.shift[place] = tables.powers[at, i]
        places[n] = place
        n += 1
    while flips:
        disc = lowest(flips)
        flip = index(disc)
        flips ^= disc
        for i in range(tables.counts[flip]):
            place = tables.places[flip, i]
            if not features.marked[place]:
                features.marked[place] = 1
                features.shift[place] = 0
                places[n] = place
                n += 1
            features.shift[place] -= tables.powers[flip, i]
    for place in range(PLACES):
        features.after[place] = features.fillings[place]
    for i in range(n):
        place = places[i]
        features.marked[place] = 0
        features.after[place] += features.shift[place]
        features.new_rows[number, i] = tables.rows[tables.first[place] + features.after[place]]
    return n


def parity(left, square):
    """Return how many quadrants have an odd number of empty squares, at most 3, and whether the move's own has."""
    odd, own = 0, 0
    for quadrant in range(4):
        is_odd = popcount(left & FIRST_QUADRANTS[quadrant]) & 1
        odd += is_odd
        if square & FIRST_QUADRANTS[quadrant]:
            own = is_odd
    return min(odd, 3) * 2 + own


def neighbours(squares):
    """Return all squares next to these squares, along rows, columns and diagonals."""
    wide = squares | (squares & NOT_H) << U(1) | (squares & NOT_A) >> U(1)
    return (wide | wide << U(8) | wide >> U(8)) & ~squares


def regions(left, square):
    """Return the size of the empty region next to a square, which is filled, and how many others have odd sizes."""
    around = (square | neighbours(square)) & left
    size, odd = popcount(grown(around, left)) if around else 0, 0
    rest = left & ~grown(around, left) if around else left
    while rest:
        region = grown(lowest(rest), left)
        rest &= ~region
        odd += popcount(region) & 1
    return min(size, MOST_REGION - 1) * 5 + min(odd, 4)


def grown(seeds, squares):
    """Return all squares that can be reached from the seeds within squares."""
    found = seeds & squares
    while True:
        more = (found | neighbours(found)) & squares
        if more == found:
            return found
        found = more


def line_row(at, direction, tables, features):
    """Return the row of the line through a square before the move; the first row if the line is short."""
    place = tables.lines[at, direction]
    if place < 0:
        return 0
    filling = features.fillings[place] % tables.line_fillings[place]
    step = filling * tables.line_lengths[place] + tables.steps[at, direction]
    return 1 + tables.line_rows[tables.line_first[place] + step]


def read_quadrants(board, facts, first, starts):
    """Write the rows of the four quadrants, each seen from its corner."""
    start = starts[first]
    facts[first] = start + quadrant_map(board)
    facts[first + 1] = start + quadrant_map(upside_down(board))
    facts[first + 2] = start + quadrant_map(mirrored(board))
    facts[first + 3] = start + quadrant_map(upside_down(mirrored(board)))


def quadrant_map(board):
    """Return the 16 squares of the first quadrant as a number, the same if rows and columns are swapped."""
    bits = board & QUADRANT
    bits = (bits | bits >> U(4)) & U(0x00FF00FF)
    bits = (bits | bits >> U(8)) & U(0xFFFF)
    return np.int64(min(bits, swapped(bits)))


def swapped(bits):
    """Return a 4x4 board with rows and columns swapped."""
    difference = (bits ^ bits >> U(3)) & U(0x0A0A)
    bits ^= difference | difference << U(3)
    difference = (bits ^ bits >> U(6)) & U(0x00CC)
    return bits ^ (difference | difference << U(6))
