"""Ranks the moves of Othello by what the board looks like after each, without search.

Every move is seen as rows of one table of embeddings: those of the patterns on the board after it
(`pattern_tables.py`), and of a few facts: mobility and frontier of both sides, discs flipped, corners given away,
parity, near the end discs and empty regions, the lines through its square before it, and where moves and empty squares
are in each quadrant. Their sum goes through a hidden
layer of the stage of the game to one number; moves share 1 by softmax.
"""

from typing import NamedTuple

import numpy as np

from ..bits import U, index, lowest, popcount
from ..games.othello import flipped, legal
from ..symmetry import mirrored, upside_down
from .pattern_tables import MAPS, Tables, make_tables

GAMES = ("othello",)
FUSED = True
LEAN = True
PREFERS = True
PREFERS_FROM = 5
JUDGES = True
"""It knows who is better, too."""
SEES = ("own", "opponent")
"""The fields of a state by which it ranks."""
MOVES = 40
"""More than a position of Othello can have (33 is the most that is known)."""
PLACES = 62
"""Of patterns on the board."""
CORNERS = U(0x8100000000000081)
NOT_A, NOT_H = U(0xFEFEFEFEFEFEFEFE), U(0x7F7F7F7F7F7F7F7F)
QUADRANT = U(0x000000000F0F0F0F)
FIRST_QUADRANTS = (U(0x000000000F0F0F0F), U(0x00000000F0F0F0F0), U(0x0F0F0F0F00000000), U(0xF0F0F0F000000000))
FACTS = 26
"""Rows of a move beside those of patterns."""
STAGES, PHASES = 6, 3
VALUE_STAGES, VALUE_UNIT, MOST_VALUE = 15, np.float32(1e-5), np.float32(0.98)
MOST_MOVES, MOST_FLIPS, MOST_FRONTIER, MOST_REGION = 32, 24, 40, 8
COUNTED = 16
"""From so many empty squares on, discs and regions are counted."""
(SQUARE, THEIR_MOVES, OWN_MOVES, FLIPS, GIVEN, PARITY, THEIR_FRONTIER, OWN_FRONTIER, DISCS, REGION) = range(10)
LINE, THEIR_MAP, OWN_MAP, EMPTY_MAP = 10, 14, 18, 22
"""Which of the facts is which; there are four lines, and four quadrants of each map."""


class Weights(NamedTuple):
    embeddings: np.ndarray
    """[rows, width]"""
    biases: np.ndarray
    """[width]"""
    hidden: np.ndarray
    """[heads, width, units]"""
    hidden_biases: np.ndarray
    """[heads, units]"""
    output: np.ndarray
    """[heads, units]"""
    direct: np.ndarray
    """[heads, width]: from the sums to the output, past the hidden layer."""
    values: np.ndarray
    """[VALUE_STAGES, rows of patterns]: what each is worth to the side to move; the value of a board is their sum."""


class Packed(NamedTuple):
    """Weights as files have them: rows that were never learned left out, the others as whole numbers."""

    rows: np.ndarray
    """[kept]: their numbers."""
    embeddings: np.ndarray
    """[kept, width], int8"""
    scales: np.ndarray
    """[kept]: what the whole numbers of a row are to be multiplied with."""
    value_rows: np.ndarray
    """[valued]: numbers of the rows that have values."""
    values: np.ndarray
    """[VALUE_STAGES, valued], int16: so many times VALUE_UNIT."""
    biases: np.ndarray
    hidden: np.ndarray
    hidden_biases: np.ndarray
    output: np.ndarray
    direct: np.ndarray


def pack(weights):
    rows = np.flatnonzero(weights.embeddings.any(axis=1))
    kept = weights.embeddings[rows]
    scales = np.abs(kept).max(axis=1) / 127
    numbers = np.rint(kept / scales[:, None]).astype(np.int8)
    value_rows = np.flatnonzero(weights.values.any(axis=0))
    values = np.rint(weights.values[:, value_rows] / VALUE_UNIT).clip(-32767, 32767).astype(np.int16)
    policy = rows.astype(np.int32), numbers, scales.astype(np.float32)
    return Packed(*policy, value_rows.astype(np.int32), values, *weights[1:-1])


def unpack(packed):
    """Return the weights; ValueError if there is no such net."""
    total = make_layout(make_tables()).total
    rows, numbers = packed.rows, packed.embeddings
    if rows.ndim != 1 or numbers.ndim != 2 or len(rows) != len(numbers) or packed.scales.shape != rows.shape:
        raise ValueError("its rows do not fit each other")
    if len(rows) and not 0 <= rows.min() <= rows.max() < total - 1:
        raise ValueError("it has rows that stand for nothing")
    values, valued = np.zeros((VALUE_STAGES, make_tables().pattern_rows), np.float32), packed.value_rows
    if packed.values.shape != (VALUE_STAGES, len(valued)) or (len(valued) and not 0 <= valued.min() <= valued.max()):
        raise ValueError("its values do not fit each other")
    embeddings = np.zeros((total, numbers.shape[1]), np.float32)
    embeddings[rows] = numbers * packed.scales[:, None]
    values[:, valued] = packed.values * VALUE_UNIT
    return Weights(embeddings, *packed[5:], values)


def shapes(weights, variables):
    """Return the shapes that the arrays of a net must have to fit each other."""
    heads, width, units = weights.hidden.shape if weights.hidden.ndim == 3 else (0, 0, 0)
    return {
        "embeddings": (make_layout(make_tables()).total, width),
        "biases": (width,),
        "hidden": (heads, width, units),
        "hidden_biases": (heads, units),
        "output": (heads, units),
        "direct": (heads, width),
        "values": (VALUE_STAGES, make_tables().pattern_rows),
    }


class Layout(NamedTuple):
    """Where the rows of each fact begin; the last row of all is nothing, and stays so."""

    empties: int
    facts: tuple[int, ...]
    total: int


def make_layout(tables: Tables) -> Layout:
    sizes = [
        10 * STAGES, MOST_MOVES * PHASES, MOST_MOVES * PHASES, MOST_FLIPS * PHASES, 5 * PHASES, 8 * STAGES,
        MOST_FRONTIER * PHASES, MOST_FRONTIER * PHASES, 1 + COUNTED * 129, 1 + COUNTED * MOST_REGION * 5,
        *[tables.all_line_rows + 1, 0, 0, 0], *[MAPS, 0, 0, 0], *[MAPS, 0, 0, 0], *[MAPS, 0, 0, 0],
    ]  # fmt: skip
    empties = tables.pattern_rows
    starts = np.cumsum([empties + 65, *sizes])
    return Layout(empties, tuple(int(start) for start in starts[:-1]), int(starts[-1]) + 1)


SIGHT = np.dtype(
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
        ("starts", np.int64, FACTS),
        ("empties", np.int64),
        ("empties_row", np.int64),
    ]
)


def make_sight(layout):
    """Return room for what is seen of one position."""
    sight = np.zeros((), SIGHT)
    for fact in range(FACTS):
        first = fact if fact < LINE else LINE + (fact - LINE) // 4 * 4
        sight["starts"][fact] = layout.facts[first]
    sight["empties"] = layout.empties
    return np.rec.array(sight[None])[0]


def see(own, opponent, tables, sight):
    """Return how many moves there are, and write the rows of the board and of each of them."""
    empty = 64 - popcount(own | opponent)
    sight.empties_row = sight.empties + empty
    see_board(own, opponent, tables, sight)
    targets = legal(own, opponent)
    n = 0
    while targets:
        square = lowest(targets)
        targets ^= square
        see_move(own, opponent, square, empty, n, tables, sight)
        n += 1
    return n


def see_board(own, opponent, tables, sight):
    for place in range(PLACES):
        sight.fillings[place] = 0
        sight.marked[place] = 0
    add_discs(own, 1, tables, sight)
    add_discs(opponent, 2, tables, sight)
    for place in range(PLACES):
        sight.rows[place] = tables.rows[tables.first[place] + sight.fillings[place]]


def add_discs(discs, digit, tables, sight):
    while discs:
        disc = lowest(discs)
        square = index(disc)
        discs ^= disc
        for i in range(tables.counts[square]):
            sight.fillings[tables.places[square, i]] += digit * tables.powers[square, i]


def see_move(own, opponent, square, empty, number, tables, sight):
    """Write the rows of the places that a move changes, and its facts."""
    at, flips = index(square), flipped(own, opponent, square)
    sight.squares[number] = at
    sight.counts[number] = see_changes(at, flips, number, tables, sight)
    mine, theirs = own | flips | square, opponent ^ flips
    stage, phase = min((60 - empty) // 10, STAGES - 1), min((60 - empty) // 20, PHASES - 1)
    replies, again, left = legal(theirs, mine), legal(mine, theirs), ~(mine | theirs)
    facts, starts = sight.facts[number], sight.starts
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
        facts[LINE + direction] = starts[LINE] + line_row(at, direction, tables, sight)
    see_quadrants(replies, facts, THEIR_MAP, starts)
    see_quadrants(again, facts, OWN_MAP, starts)
    see_quadrants(left, facts, EMPTY_MAP, starts)


def see_changes(at, flips, number, tables, sight):
    """Return how many places a disc on a square and the discs it flips change, and write them with their new rows."""
    places, n = sight.places[number], 0
    for i in range(tables.counts[at]):
        place = tables.places[at, i]
        sight.marked[place] = 1
        sight.shift[place] = tables.powers[at, i]
        places[n] = place
        n += 1
    while flips:
        disc = lowest(flips)
        flip = index(disc)
        flips ^= disc
        for i in range(tables.counts[flip]):
            place = tables.places[flip, i]
            if not sight.marked[place]:
                sight.marked[place] = 1
                sight.shift[place] = 0
                places[n] = place
                n += 1
            sight.shift[place] -= tables.powers[flip, i]
    for i in range(n):
        place = places[i]
        sight.marked[place] = 0
        sight.new_rows[number, i] = tables.rows[tables.first[place] + sight.fillings[place] + sight.shift[place]]
    return n


def parity(left, square):
    """Return how many quadrants have an odd number of empty squares, 3 for more, and whether that of the move has."""
    odd, own = 0, 0
    for quadrant in range(4):
        is_odd = popcount(left & FIRST_QUADRANTS[quadrant]) & 1
        odd += is_odd
        if square & FIRST_QUADRANTS[quadrant]:
            own = is_odd
    return min(odd, 3) * 2 + own


def neighbours(squares):
    """Return all squares beside some squares, along rows, columns and diagonals."""
    wide = squares | (squares & NOT_H) << U(1) | (squares & NOT_A) >> U(1)
    return (wide | wide << U(8) | wide >> U(8)) & ~squares


def regions(left, square):
    """Return the size of the empty region beside a square, which is filled, and how many others have odd sizes."""
    around = (square | neighbours(square)) & left
    size, odd = popcount(grown(around, left)) if around else 0, 0
    rest = left & ~grown(around, left) if around else left
    while rest:
        region = grown(lowest(rest), left)
        rest &= ~region
        odd += popcount(region) & 1
    return min(size, MOST_REGION - 1) * 5 + min(odd, 4)


def grown(seeds, squares):
    """Return all squares that can be reached from some of them without leaving them."""
    found = seeds & squares
    while True:
        more = (found | neighbours(found)) & squares
        if more == found:
            return found
        found = more


def line_row(at, direction, tables, sight):
    """Return the row of the line through a square before the move; the first one if it is short."""
    place = tables.lines[at, direction]
    if place < 0:
        return 0
    filling = sight.fillings[place] % tables.line_fillings[place]
    step = filling * tables.line_lengths[place] + tables.steps[at, direction]
    return 1 + tables.line_rows[tables.line_first[place] + step]


def see_quadrants(board, facts, first, starts):
    """Write the rows of what the four quadrants show, each seen from its corner."""
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


class Ranker(NamedTuple):
    """A net ready to rank, with the memory it needs."""

    weights: Weights
    tables: Tables
    sight: np.ndarray
    board: np.ndarray
    """[width]: sums before a move."""
    sums: np.ndarray
    """[move, width]"""
    units: np.ndarray
    """[move, units]"""
    scores: np.ndarray
    """[move]"""


def make_ranker(weights):
    tables = make_tables()
    width, units = weights.hidden.shape[1:]
    memory = (np.zeros(shape, np.float32) for shape in (width, (MOVES, width), (MOVES, units), MOVES))
    return Ranker(weights, tables, make_sight(make_layout(tables)), *memory)


def judge(ranker, own, opponent):
    """Return how many moves there are, and write a score for each, in the order of their squares."""
    n = see(own, opponent, ranker.tables, ranker.sight)
    add_board(ranker)
    head = head_of(64 - popcount(own | opponent), ranker.weights.output.shape[0])
    for move in range(n):
        add_move(ranker, move)
        ranker.scores[move] = score(ranker.weights, head, ranker.sums[move], ranker.units[move])
    return n


def head_of(empty, heads):
    """Return which head is for a position with so many empty squares."""
    return min((60 - empty) * heads // 60, heads - 1)


def add_board(ranker):
    """Add up the rows of the board."""
    sums, embeddings, sight = ranker.board, ranker.weights.embeddings, ranker.sight
    for lane in range(sums.size):
        sums[lane] = ranker.weights.biases[lane]
    add_row(embeddings[sight.empties_row], sums)
    for place in range(0, PLACES, 2):
        first, second = embeddings[sight.rows[place]], embeddings[sight.rows[place + 1]]
        for lane in range(sums.size):
            sums[lane] += first[lane] + second[lane]


def add_row(row, sums):
    for lane in range(sums.size):
        sums[lane] += row[lane]


def add_move(ranker, move):
    """Add up the rows of a move: those of the board, less the ones it changes, and its own."""
    sums, embeddings, sight = ranker.sums[move], ranker.weights.embeddings, ranker.sight
    for lane in range(sums.size):
        sums[lane] = ranker.board[lane]
    for i in range(sight.counts[move]):
        new, old = embeddings[sight.new_rows[move, i]], embeddings[sight.rows[sight.places[move, i]]]
        for lane in range(sums.size):
            sums[lane] += new[lane] - old[lane]
    for fact in range(0, FACTS, 2):
        first, second = embeddings[sight.facts[move, fact]], embeddings[sight.facts[move, fact + 1]]
        for lane in range(sums.size):
            sums[lane] += first[lane] + second[lane]


def score(weights, head, sums, units):
    """Return what a head says of the sums of a move, and write its units."""
    direct, hidden = weights.direct[head], weights.hidden[head]
    for unit in range(units.size):
        units[unit] = weights.hidden_biases[head, unit]
    total = np.float32(0.0)
    for lane in range(sums.size):
        total += direct[lane] * sums[lane]
        if sums[lane] > 0.0:
            row, value = hidden[lane], sums[lane]
            for unit in range(units.size):
                units[unit] += value * row[unit]
    output = weights.output[head]
    for unit in range(units.size):
        units[unit] = max(units[unit], np.float32(0.0))
        total += units[unit] * output[unit]
    return total


def share(scores, n):
    """Turn the scores of n moves into shares of 1."""
    top = scores[0]
    for move in range(1, n):
        top = max(top, scores[move])
    total = np.float32(0.0)
    for move in range(n):
        scores[move] = np.exp(scores[move] - top)
        total += scores[move]
    for move in range(n):
        scores[move] /= total


def rank_squares(ranker, own, opponent, preferences):
    """Write a share of 1 for each legal square, 0 for all others."""
    n = judge(ranker, own, opponent)
    share(ranker.scores, n)
    for square in range(preferences.size):
        preferences[square] = np.float32(0.0)
    for move in range(n):
        preferences[ranker.sight.squares[move]] = ranker.scores[move]


def prefer(ranker, state, preferences):
    rank_squares(ranker, state.own, state.opponent, preferences)


def evaluate(ranker, state):
    """Return by how much of all discs the side to move should win."""
    see_board(state.own, state.opponent, ranker.tables, ranker.sight)
    stage = value_stage(64 - popcount(state.own | state.opponent))
    total = board_value(ranker.weights.values[stage], ranker.sight)
    return np.float64(min(max(total, -MOST_VALUE), MOST_VALUE))


def value_stage(empty):
    return min((60 - empty) * VALUE_STAGES // 60, VALUE_STAGES - 1)


def board_value(values, sight):
    """Return the sum of what the patterns on a board are worth; two sums side by side."""
    even = odd = np.float32(0.0)
    for place in range(0, PLACES, 2):
        even += values[sight.rows[place]]
        odd += values[sight.rows[place + 1]]
    return even + odd


def rank_positions(ranker, own, opponent, preferences):
    """Do so for many positions."""
    for position in range(own.size):
        rank_squares(ranker, own[position], opponent[position], preferences[position])
