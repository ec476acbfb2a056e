"""Ranks Othello moves by the board after each, without search.

A move is the sum of rows of one embedding table: those of the patterns on the board after it (`patterns.py`), and of
features (`features.py`): mobility and frontier of both sides, the value of the board and how other moves compare, the
lines through its square, and others. The sum passes through a hidden layer, one for each stage of the game, to a score;
softmax turns scores into probabilities.
"""

from typing import NamedTuple

import numpy as np

from ...bits import U, popcount
from ...games.othello import PASS
from ..softmax import share
from .afterstate_values import LOST, PLACES, VALUE_STAGES, WON, WORTH_UNIT
from .board_value import Values, begin_line, evaluate_after, evaluate_board, follow_line, value_tables
from .features import FACTS, LINE, MOVES, VALUES_OF_REPLIES, make_features, make_layout, read_position
from .patterns import Tables, make_tables

GAMES = ("othello",)
FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
PREFERS = True
PREFERS_FROM = 6
DECISION = np.float32(50.0)
"""Added to a score if a side has no disc left, also after the reply."""
LEAST = 0.002
"""A row whose numbers are all smaller is left out of a file: a third of them, without a measurable loss."""
CENTRE = U(0x0000001818000000)
FIRST_MOVE = 37
"""f5: by convention games are recorded as if they had begun there, which a net that is invariant under symmetry cannot
learn."""


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
    """[VALUE_STAGES, rows of patterns]: their values for the side to move; the value of a board is their sum."""


class Packed(NamedTuple):
    """Weights as stored in files: rows that have hardly been trained are left out, the others are integers."""

    rows: np.ndarray
    """[kept]: their numbers."""
    embeddings: np.ndarray
    """[kept, width], int8"""
    scales: np.ndarray
    """[kept]: the scale of the integers of a row."""
    value_rows: np.ndarray
    """[valued]: numbers of the rows that have values."""
    values: np.ndarray
    """[VALUE_STAGES, valued], int16, in units of WORTH_UNIT."""
    biases: np.ndarray
    hidden: np.ndarray
    hidden_biases: np.ndarray
    output: np.ndarray
    direct: np.ndarray


def join(members):
    """Return one net whose scores are the means of its members' scores."""
    heads, width, units = members[0].hidden.shape
    count = len(members)
    hidden = np.zeros((heads, count, width, count, units), np.float32)
    for number, member in enumerate(members):
        hidden[:, number, :, number] = member.hidden
    return Weights(
        np.concatenate([member.embeddings for member in members], axis=1),
        np.concatenate([member.biases for member in members]),
        hidden.reshape(heads, count * width, count * units),
        np.concatenate([member.hidden_biases for member in members], axis=1),
        np.concatenate([member.output for member in members], axis=1) / count,
        np.concatenate([member.direct for member in members], axis=1) / count,
        members[0].values,
    )


def pack(weights):
    rows = np.flatnonzero(np.abs(weights.embeddings).max(axis=1) >= LEAST)
    kept = weights.embeddings[rows]
    scales = np.abs(kept).max(axis=1) / 127
    numbers = np.rint(kept / scales[:, None]).astype(np.int8)
    value_rows = np.flatnonzero(weights.values.any(axis=0))
    values = np.rint(weights.values[:, value_rows] / WORTH_UNIT).clip(-32767, 32767).astype(np.int16)
    policy = rows.astype(np.int32), numbers, scales.astype(np.float32)
    return Packed(*policy, value_rows.astype(np.int32), values, *weights[1:-1])


def unpack(packed):
    """Return the weights; ValueError if they are not valid."""
    total = make_layout(make_tables()).total
    rows, numbers = packed.rows, packed.embeddings
    if rows.ndim != 1 or numbers.ndim != 2 or len(rows) != len(numbers) or packed.scales.shape != rows.shape:
        raise ValueError("its rows do not fit each other")
    if len(rows) and not 0 <= rows.min() <= rows.max() < total - 1:
        raise ValueError("it has rows without a meaning")
    values, valued = np.zeros((VALUE_STAGES, make_tables().pattern_rows), np.float32), packed.value_rows
    if packed.values.shape != (VALUE_STAGES, len(valued)) or (len(valued) and not 0 <= valued.min() <= valued.max()):
        raise ValueError("its values do not fit each other")
    embeddings = np.zeros((total, numbers.shape[1]), np.float32)
    embeddings[rows] = numbers * packed.scales[:, None]
    values[:, valued] = packed.values * WORTH_UNIT
    return Weights(embeddings, *packed[5:], values)


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net."""
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


class Ranker(NamedTuple):
    """A net ready to rank, with its working memory."""

    weights: Weights
    tables: Tables
    values: Values
    features: np.ndarray
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
    layout = make_layout(tables)
    replies = weights.embeddings[layout.facts[VALUES_OF_REPLIES] : layout.facts[LINE]].any()
    return Ranker(weights, tables, value_tables(weights.values), make_features(layout, replies), *memory)


def score_legal_moves(ranker, own, opponent):
    """Return how many moves there are, and write a score for each, in the order of their squares."""
    features = ranker.features
    n = read_position(own, opponent, ranker.tables, ranker.values.worth, features)
    score_moves(ranker, head_of(ranker, own, opponent), n)
    for move in range(n):
        if features.values[move] == WON:
            ranker.scores[move] += DECISION
        elif features.replies and features.values_of_replies[move] == LOST:
            ranker.scores[move] -= DECISION
    return n


def head_of(ranker, own, opponent):
    """Return the head for a position."""
    heads, empty = ranker.weights.output.shape[0], 64 - popcount(own | opponent)
    return min((60 - empty) * heads // 60, heads - 1)


def score_moves(ranker, head, n):
    """Write the scores of n moves from their features."""
    add_board(ranker)
    for move in range(n):
        add_move(ranker, move)
        ranker.scores[move] = score(ranker.weights, head, ranker.sums[move], ranker.units[move])


def add_board(ranker):
    """Add up the rows of the board."""
    sums, embeddings, features = ranker.board, ranker.weights.embeddings, ranker.features
    for lane in range(sums.size):
        sums[lane] = ranker.weights.biases[lane]
    add_row(embeddings[features.empties_row], sums)
    for place in range(0, PLACES, 2):
        first, second = embeddings[features.rows[place]], embeddings[features.rows[place + 1]]
        for lane in range(sums.size):
            sums[lane] += first[lane] + second[lane]


def add_row(row, sums):
    for lane in range(sums.size):
        sums[lane] += row[lane]


def add_move(ranker, move):
    """Add up the rows of a move: those of the board, less the ones it changes, and its own."""
    sums, embeddings, features = ranker.sums[move], ranker.weights.embeddings, ranker.features
    for lane in range(sums.size):
        sums[lane] = ranker.board[lane]
    for i in range(features.counts[move]):
        new, old = embeddings[features.new_rows[move, i]], embeddings[features.rows[features.places[move, i]]]
        for lane in range(sums.size):
            sums[lane] += new[lane] - old[lane]
    for fact in range(0, FACTS, 2):
        first, second = embeddings[features.facts[move, fact]], embeddings[features.facts[move, fact + 1]]
        for lane in range(sums.size):
            sums[lane] += first[lane] + second[lane]


def score(weights, head, sums, units):
    """Return the score of a move's sums by a head, and write its units."""
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


def prefer(ranker, state, moves, n, preferences):
    """Write the probability of each move; moves are in the order of their squares, and a pass is alone."""
    if moves[0] == PASS:
        preferences[0] = np.float32(1.0)
        return
    score_legal_moves(ranker, state.own, state.opponent)
    if state.own | state.opponent == CENTRE:
        for move in range(n):
            ranker.scores[move] += moves[move] == FIRST_MOVE
    share(ranker.scores, n)
    for move in range(n):
        preferences[move] = ranker.scores[move]


def evaluate(ranker, state):
    return evaluate_board(ranker.values, ranker.tables, state)


def begin(ranker, state):
    begin_line(ranker.values, ranker.tables, state)


def follow(ranker, before, after, ply):
    follow_line(ranker.values, ranker.tables, before, after, ply)


def evaluate_next(ranker, before, after, ply):
    return evaluate_after(ranker.values, ranker.tables, before, after, ply)
