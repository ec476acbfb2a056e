"""Ranks the moves of any game by the state after each, without search: one hidden layer over the variables.

A move is judged by the state after it and after all replies that are forced, so that an exchange is judged by its end.
Every variable selects a row of numbers by its value. The rows add up to the inputs of the hidden units, and their
weighted sum is the score of that state for the side to move in it. It counts for a move if that is the side that made
the move, and against it otherwise. Softmax turns the scores of the moves into probabilities.

The states after the moves of one position differ in few variables, so only rows that change are added or subtracted.
"""

from typing import NamedTuple

import numpy as np

from ..rules import CHANCES, MAX_MOVES, ONGOING, apply, expand, moves_again, test_terminal, variables
from .softmax import share

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
PREFERS = True
REPLIES = 4096
"""In a game with more moves than this, forced replies are not followed."""
LONGEST = 24
"""The most forced plies that are followed."""
DECISION = np.float32(50.0)
"""The score of a won game."""
FOLDED = 16
"""Sums of more numbers are folded in halves."""


class Weights(NamedTuple):
    levels: np.ndarray
    """[levels]: the values of variables that have rows of their own, ascending; a value between two of them has a part
    of both rows."""
    rows: np.ndarray
    """[variables, levels, units]; those of the level 0 are not used."""
    biases: np.ndarray
    """[units]"""
    outputs: np.ndarray
    """[units]"""
    bias: np.ndarray
    """One number."""
    follows: np.ndarray
    """One number: 1 if forced replies are followed, else 0."""


def first_weights(variables, levels, units, follows, seed):
    """Return an untrained net, which hardly prefers any move."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(variables, len(levels), units)) * np.sqrt(0.32 / variables)
    rows[:, levels == 0.0] = 0.0
    outputs = rng.normal(size=units) * np.sqrt(0.1 / units)
    arrays = levels, rows, np.zeros(units), outputs, np.zeros(1), np.array([follows])
    return Weights(*(np.asarray(array, np.float32) for array in arrays))


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net, for a game with this number of variables."""
    levels, units = max(len(weights.levels), 1), len(weights.biases)
    return {
        "levels": (levels,),
        "rows": (variables, levels, units),
        "biases": (units,),
        "outputs": (units,),
        "bias": (1,),
        "follows": (1,),
    }


class Ranker(NamedTuple):
    """A net with its working memory: each thread needs its own."""

    weights: Weights
    values: np.ndarray
    """[2, variables]: those of the state in sums, and of the one to be judged."""
    sums: np.ndarray
    """[units]: the inputs of the hidden units."""
    terms: np.ndarray
    """[units]: the parts of a score."""
    replies: np.ndarray
    """[REPLIES]: the moves of a state in which there may be only one."""


def make_ranker(weights):
    variables, _, units = weights.rows.shape
    values, sums, terms = np.zeros((2, variables), np.float32), np.zeros(units, np.float32), np.zeros(units, np.float32)
    return Ranker(weights, values, sums, terms, np.zeros(REPLIES, np.int64))


def prefer(ranker, state, moves, n, preferences):
    """Write the probability of each move."""
    score_moves(ranker, state, moves, n, preferences)
    share(preferences, n)


def score_moves(ranker, state, moves, n, scores):
    """Write the score of each of the n moves of state."""
    judged, seen = ranker.values[0], ranker.values[1]
    for i in range(n):
        sign, result = read_move(state, moves[i], ranker.weights.follows[0], ranker.replies, seen)
        if i == 0:
            add_state(ranker.weights, seen, ranker.sums)
        else:
            add_difference(ranker.weights, judged, seen, ranker.sums)
        for variable in range(seen.size):
            judged[variable] = seen[variable]
        scores[i] = sign * output(ranker.weights, ranker.sums, ranker.terms) + result


def read_move(state, move, follows, replies, values):
    """Write the variables by which a move of state is judged.

    Return 1 if the side that made it is to move there, else -1; and what the move is worth if the game is over there.
    """
    after = apply(state, move)
    is_own = moves_again(state, after)
    if CHANCES == 0 and follows > 0.0 and MAX_MOVES <= replies.size:
        for _ in range(LONGEST):
            if not is_forced(after, replies):
                break
            later = apply(after, replies[0])
            is_own = is_own == moves_again(after, later)
            after = later
    variables(after, values)
    sign, outcome = np.float32(1.0) if is_own else np.float32(-1.0), test_terminal(after)
    return sign, sign * DECISION * np.float32(outcome) if outcome != ONGOING else np.float32(0.0)


def is_forced(state, moves):
    """Return whether there is only one move in state, and write it."""
    if test_terminal(state) != ONGOING:
        return False
    others = 0
    for i in range(expand(state, moves)):
        others += moves[i] != moves[0]  # in draughts several routes may be one move
    return others == 0


def add_state(weights, values, sums):
    """Write the inputs of the hidden units."""
    for unit in range(sums.size):
        sums[unit] = weights.biases[unit]
    for variable in range(values.size):
        add_value(weights, variable, values[variable], np.float32(1.0), sums)


def add_difference(weights, before, after, sums):
    """Change the inputs of the hidden units from those of some values to those of others."""
    for variable in range(after.size):
        if before[variable] != after[variable]:
            add_value(weights, variable, before[variable], np.float32(-1.0), sums)
            add_value(weights, variable, after[variable], np.float32(1.0), sums)


def add_value(weights, variable, value, factor, sums):
    """Add the row of a variable's value, times factor."""
    level, part = find_level(weights.levels, value)
    if weights.levels[level] != 0.0:
        add_row(weights.rows[variable, level], factor * (np.float32(1.0) - part), sums)
    if part > 0.0 and weights.levels[level - 1] != 0.0:
        add_row(weights.rows[variable, level - 1], factor * part, sums)


def find_level(levels, value):
    """Return the number of the level of a value, and how far the value is towards the level before: from 0 to 1."""
    level = 0
    while level < levels.size - 1 and levels[level] < value:
        level += 1
    above = levels[level]
    if level == 0 or value >= above:
        return level, np.float32(0.0)
    return level, (above - value) / (above - levels[level - 1])


def add_row(row, factor, sums):
    for unit in range(sums.size):
        sums[unit] += factor * row[unit]


def output(weights, sums, terms):
    """Return the score of the state whose inputs of the hidden units are given, for the side to move."""
    outputs = weights.outputs
    for unit in range(terms.size):
        terms[unit] = outputs[unit] * max(sums[unit], np.float32(0.0))
    return weights.bias[0] + total(terms)


def total(terms):
    """Return the sum of numbers, which are overwritten: by halves, which is quick and the same however compiled."""
    width = terms.size
    while width > FOLDED and width % 2 == 0:
        width //= 2
        low, high = terms[:width], terms[width : 2 * width]
        for i in range(low.size):
            low[i] += high[i]
    found = np.float32(0.0)
    for i in range(width):
        found += terms[i]
    return found
