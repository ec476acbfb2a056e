"""Values a state and scores its moves in one go: two hidden layers over the variables, for any game.

Every variable selects a row of numbers by its value, and the rows add up to the inputs of the first layer. The second
layer gives the value of the state, tanh of a weighted sum, and what is wanted of a move. A move is described by what
it changes: the rows, in a table of their own, of the new values of those variables minus the rows of the old values.
Its score, a logit, is the product of what is wanted and that description, so nobody has to number the moves of a game.
"""

from typing import NamedTuple

import numpy as np

from ..rules import apply, changes, moves_again, variables
from .fast_tanh import fast_tanh
from .move_net import add_row, find_level, total
from .softmax import share

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
NAUGHT = np.float32(0.0)
VARIABLE, OLD, NEW = 0, 1, 2
"""Columns of a change: the number of the variable, and its values before and after a move, as the mover sees them."""


class Weights(NamedTuple):
    levels: np.ndarray
    """[levels]: the values of variables that have rows of their own, as in `move_net.py`."""
    rows: np.ndarray
    """[variables, levels, units]; those of the level 0 are not used."""
    biases: np.ndarray
    """[units]"""
    second: np.ndarray
    """[units, units of the second layer]"""
    second_biases: np.ndarray
    outputs: np.ndarray
    """[units of the second layer]: of the value."""
    bias: np.ndarray
    """One number: of the value."""
    changes: np.ndarray
    """[variables, levels, units of the second layer]: the description of a change; unused at the level 0."""


def first_weights(variables, levels, units, few, seed):
    """Return an untrained net, which hardly prefers any move and values everything at nearly 0."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(variables, len(levels), units)) * np.sqrt(1.0 / variables)
    second = rng.normal(size=(units, few)) * np.sqrt(2.0 / units)
    moves = rng.normal(size=(variables, len(levels), few)) * np.sqrt(0.1 / few)
    rows[:, levels == 0.0] = moves[:, levels == 0.0] = 0.0
    outputs = rng.normal(size=few) * np.sqrt(0.1 / few)
    arrays = levels, rows, np.zeros(units), second, np.zeros(few), outputs, np.zeros(1), moves
    return Weights(*(np.asarray(array, np.float32) for array in arrays))


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net, for a game with this number of variables."""
    levels, units, few = max(len(weights.levels), 1), len(weights.biases), len(weights.outputs)
    return {
        "levels": (levels,),
        "rows": (variables, levels, units),
        "biases": (units,),
        "second": (units, few),
        "second_biases": (few,),
        "outputs": (few,),
        "bias": (1,),
        "changes": (variables, levels, few),
    }


class Ranker(NamedTuple):
    """A net with its working memory: each thread needs its own."""

    weights: Weights
    values: np.ndarray
    """[3, variables]: those of the state, of the state after its first move, and of the state after another."""
    hidden: np.ndarray
    """[units]: the outputs of the first layer."""
    active: np.ndarray
    """[units]: the numbers of those that are not 0."""
    top: np.ndarray
    """[units of the second layer]: its outputs."""
    terms: np.ndarray
    """The same: parts of a sum."""
    changed: np.ndarray
    """[variables, 3]: the changes of a move."""
    pairs: np.ndarray
    """[variables, 2]: what the game writes of them."""


def make_ranker(weights):
    variables, _, units = weights.rows.shape
    few = len(weights.outputs)
    shapes = few, few, (variables, 3), (variables + 1, 2)
    return Ranker(
        weights,
        np.zeros((3, variables), np.float32),
        np.zeros(units, np.float32),
        np.zeros(units, np.int64),
        *(np.zeros(shape, np.float32) for shape in shapes),
    )


def evaluate(net, state):
    variables(state, net.values[0])
    think(net.weights, net.values[0], net.hidden, net.active, net.top)
    return value_of(net.weights, net.top, net.terms)


def prefer(net, state, moves, n, preferences):
    """Write the probability of each move."""
    judge(net, state, moves, n, preferences)
    share(preferences, n)


def judge(net, state, moves, n, logits):
    """Write the logit of each of the n moves of state, and return its value for the side to move."""
    value = evaluate(net, state)
    for i in range(n):
        count = list_changes(net.values, state, moves[i], i, net.pairs, net.changed)
        describe(net.weights, net.changed, count, net.terms)
        logits[i] = product(net.terms, net.top)
    return value


def think(weights, values, hidden, active, top):
    """Write the outputs of both layers for these values of the variables; return how many of the first are not 0."""
    copy(weights.biases, hidden)
    for variable in range(values.size):
        add_value(weights.levels, weights.rows[variable], values[variable], np.float32(1.0), hidden)
    count = find_active(hidden, active)
    add_active(weights, hidden, active, count, top)
    for unit in range(top.size):
        top[unit] = max(top[unit], NAUGHT)
    return count


def copy(source, target):
    for i in range(target.size):
        target[i] = source[i]


def add_value(levels, rows, value, factor, sums):
    """Add the row of a variable's value, times factor."""
    level, part = find_level(levels, value)
    if levels[level] != NAUGHT:
        add_row(rows[level], factor * (np.float32(1.0) - part), sums)
    if part > NAUGHT and levels[level - 1] != NAUGHT:
        add_row(rows[level - 1], factor * part, sums)


def find_active(hidden, active):
    """Set negative numbers to 0; write the places of the others, and return how many there are."""
    count = 0
    for unit in range(hidden.size):
        active[count] = unit
        count += hidden[unit] > NAUGHT
        hidden[unit] = max(hidden[unit], NAUGHT)
    return count


def add_active(weights, hidden, active, count, top):
    """Write the inputs of the second layer."""
    used = active[:count]
    top[:] = weights.second_biases + hidden[used] @ weights.second[used]


def compiled_add_active(weights, hidden, active, count, top):
    second = weights.second
    copy(weights.second_biases, top)
    done = 0
    while done + 4 <= count:  # four rows at a time: the sums are read and written a quarter as often
        a, b, c, d = active[done], active[done + 1], active[done + 2], active[done + 3]
        add_four_rows(second[a], second[b], second[c], second[d], hidden[a], hidden[b], hidden[c], hidden[d], top)
        done += 4
    while done < count:
        add_row(second[active[done]], hidden[active[done]], top)
        done += 1


def add_four_rows(one, two, three, four, a, b, c, d, sums):
    for i in range(sums.size):
        sums[i] = sums[i] + a * one[i] + b * two[i] + c * three[i] + d * four[i]


def value_of(weights, top, terms):
    """Return the value that the second layer gives."""
    copy(weights.outputs, terms)
    return fast_tanh(weights.bias[0] + product(terms, top))


def product(terms, top):
    """Return the product of two vectors; the first is overwritten."""
    for i in range(terms.size):
        terms[i] *= top[i]
    return total(terms)


def list_changes(values, state, move, number, pairs, changed):
    """Write what a move of state changes as its mover sees it, and return how many changes there are.

    values[0] has the variables of state. If the game does not say what a move changes, a move is compared with the
    first one, whose number is 0 and whose variables are kept in values[1]: all scores then lack the same amount, which
    makes no difference, and the view of the other side need not be the negative of this one.
    """
    after = apply(state, move)
    again = moves_again(state, after)
    count = changes(state, after, pairs)
    if count < 0:
        variables(after, values[2])
        return compare(values, 1.0 if again else -1.0, number, changed)
    for i in range(count):
        variable = np.int64(pairs[i, 0])
        old = values[0, variable]
        changed[i, VARIABLE], changed[i, OLD] = variable, old
        changed[i, NEW] = old + pairs[i, 1] if again else old - pairs[i, 1]
    return count


def compare(values, sign, number, changed):
    first, last, factor, count = values[1], values[2], np.float32(sign), 0
    for variable in range(last.size):
        last[variable] *= factor
    if number == 0:
        copy(last, first)
        return 0
    for variable in range(last.size):
        if last[variable] != first[variable]:
            changed[count, VARIABLE] = variable
            changed[count, OLD], changed[count, NEW] = first[variable], last[variable]
            count += 1
    return count


def describe(weights, changed, count, description):
    """Write the description of a move with these changes."""
    for unit in range(description.size):
        description[unit] = NAUGHT
    for i in range(count):
        rows = weights.changes[np.int64(changed[i, VARIABLE])]
        add_value(weights.levels, rows, changed[i, OLD], np.float32(-1.0), description)
        add_value(weights.levels, rows, changed[i, NEW], np.float32(1.0), description)
