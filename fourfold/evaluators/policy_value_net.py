"""Values a state and scores its moves in one go: two hidden layers over the variables, for any game.

Every variable selects a row of numbers by its value, and so does every tuple of squares, if the net has any, by what
stands on it; the rows add up to the inputs of the first layer. The second layer gives the value of the state, tanh of a
weighted sum, and what is wanted of a move. A move is described by what it changes: the rows, in a table of their own,
of the new values of those variables minus the rows of the old values. Its score, a logit, is the product of what is
wanted and that description, so nobody has to number the moves of a game; and tuples add what they select after the
move, numbers of a table of their own, minus what they select before it.
"""

from typing import Any, NamedTuple

import numpy as np

from ..bits import U
from ..rules import apply, changes, moves_again, variables
from .fast_tanh import fast_tanh
from .move_net import add_row, find_level, total
from .softmax import share
from .square_tuples import Layout, check_tuples, digit_of, find_places, lay_out, starts_of

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
NAUGHT = np.float32(0.0)
VARIABLE, OLD, NEW = 0, 1, 2
"""Columns of a change: the number of the variable, and its values before and after a move, as the mover sees them."""
FIRST = 1
"""The row of a ranker's values with those of the state after its first move."""


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
    orders: Any = None
    """[tuples, variables]: which squares a tuple has, as in `square_tuples.py`. Older models lack this and what
    follows."""
    tables: Any = None
    """[tuples]: the number of its table."""
    patterns: Any = None
    """[rows of all tables, units]: what a tuple adds to the inputs of the first layer."""
    leanings: Any = None
    """[rows of all tables]: what a tuple adds to the logit of the move after which it looks like this."""


Packed = Weights


def unpack(packed):
    """Return the weights, without tuples if none were stored; ValueError if those that were are not valid."""
    of_tuples = packed[-4:]
    if all(array is None for array in of_tuples):
        return Weights(*packed[:-4], *no_tuples(packed.rows.shape[0], packed.rows.shape[-1]))
    if any(array is None for array in of_tuples):
        raise ValueError("some of the arrays of its tuples are missing")
    if any(array.size for array in of_tuples):
        check_tuples(packed.orders, packed.tables, packed.levels)
    return packed


def no_tuples(variables, units):
    """Return the last arrays of a net without tuples."""
    return tuple(np.zeros(shape, np.float32) for shape in ((0, variables), 0, (0, units), 0))


def first_weights(variables, levels, units, few, seed, tuples=None):
    """Return an untrained net, which hardly prefers any move and values everything at nearly 0.

    tuples are their orders and tables, if there are any.
    """
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(variables, len(levels), units)) * np.sqrt(1.0 / variables)
    second = rng.normal(size=(units, few)) * np.sqrt(2.0 / units)
    moves = rng.normal(size=(variables, len(levels), few)) * np.sqrt(0.1 / few)
    rows[:, levels == 0.0] = moves[:, levels == 0.0] = 0.0
    outputs = rng.normal(size=few) * np.sqrt(0.1 / few)
    arrays = levels, rows, np.zeros(units), second, np.zeros(few), outputs, np.zeros(1), moves
    found = [np.asarray(array, np.float32) for array in arrays]
    return Weights(*found, *(first_tuples(*tuples, len(levels), units, rng) if tuples else no_tuples(variables, units)))


def first_tuples(orders, tables, levels, units, rng):
    """Return the last arrays of an untrained net with these tuples."""
    count = starts_of(orders, tables, levels)[1]
    patterns = rng.normal(size=(count, units)) * np.sqrt(1.0 / len(orders))
    return tuple(np.asarray(array, np.float32) for array in (orders, tables, patterns, np.zeros(count)))


def shapes(weights, variables):
    """Return the required shapes of the arrays of a net, for a game with this number of variables."""
    levels, units, few = max(len(weights.levels), 1), len(weights.biases), len(weights.outputs)
    count, tuples = starts_of(weights.orders, weights.tables, levels)[1], len(weights.orders)
    return {
        "levels": (levels,),
        "rows": (variables, levels, units),
        "biases": (units,),
        "second": (units, few),
        "second_biases": (few,),
        "outputs": (few,),
        "bias": (1,),
        "changes": (variables, levels, few),
        "orders": (tuples, variables),
        "tables": (tuples,),
        "patterns": (count, units),
        "leanings": (count,),
    }


class Ranker(NamedTuple):
    """A net with its working memory: each thread needs its own."""

    weights: Weights
    values: np.ndarray
    """[3, variables]: those of the state, of the state after its first move, and of the state after another."""
    rows: np.ndarray
    """[variables x levels, units]: the rows of the first layer, one below the other."""
    hidden: np.ndarray
    """[units]: the outputs of the first layer."""
    numbers: np.ndarray
    """The numbers of the rows that a layer adds; after `think`, of the units of the first layer that are not 0,"""
    factors: np.ndarray
    """and what each is multiplied by."""
    top: np.ndarray
    """[units of the second layer]: its outputs."""
    terms: np.ndarray
    """The same: parts of a sum."""
    changed: np.ndarray
    """[variables, 3]: the changes of a move."""
    pairs: np.ndarray
    """[variables, 2]: what the game writes of them."""
    layout: Layout
    places: np.ndarray
    """[tuples]: the row that each selects, in the state; while moves are judged, before the move."""
    ones: np.ndarray
    """[tuples]"""
    shifts: np.ndarray
    """[tuples]: by how many rows a move changes them; 0 between moves."""
    shifted: np.ndarray
    """[tuples]: the numbers of those that it changes."""


def make_ranker(weights):
    variables, _, units = weights.rows.shape
    few, tuples = len(weights.outputs), len(weights.orders)
    shapes = few, few, (variables, 3), (variables + 1, 2)
    most = max(2 * variables, units)
    return Ranker(
        weights,
        np.zeros((3, variables), np.float32),
        weights.rows.reshape(-1, units),
        np.zeros(units, np.float32),
        np.zeros(most, np.int64),
        np.zeros(most, np.float32),
        *(np.zeros(shape, np.float32) for shape in shapes),
        lay_out(weights.orders, weights.tables, weights.levels),
        np.zeros(tuples, np.int64),
        np.ones(tuples, np.float32),
        *np.zeros((2, tuples), np.int64),
    )


def evaluate(net, state):
    variables(state, net.values[0])
    think(net, net.values[0])
    return value_of(net.weights, net.top, net.terms)


def prefer(net, state, moves, n, preferences):
    """Write the probability of each move."""
    judge(net, state, moves, n, preferences)
    share(preferences, n)


def judge(net, state, moves, n, logits):
    """Write the logit of each of the n moves of state, and return its value for the side to move."""
    value = evaluate(net, state)
    for i in range(n):
        count, is_compared = list_changes(net.values, state, moves[i], i, net.pairs, net.changed)
        if i == 0 and is_compared:
            find_places(net.layout, net.values[FIRST], net.places)
        describe(net.weights, net.changed, count, net.terms)
        logits[i] = product(net.terms, net.top) + leaning(net, net.changed, count)
    return value


def think(net, values):
    """Write the outputs of both layers for these values of the variables; return how many of the first are not 0."""
    weights, hidden, top = net.weights, net.hidden, net.top
    copy(weights.biases, hidden)
    add_rows(net.rows, net.numbers, net.factors, select_rows(weights.levels, values, net.numbers, net.factors), hidden)
    find_places(net.layout, values, net.places)
    add_rows(weights.patterns, net.places, net.ones, net.places.size, hidden)
    count = find_active(hidden, net.numbers, net.factors)
    copy(weights.second_biases, top)
    add_rows(weights.second, net.numbers, net.factors, count, top)
    for unit in range(top.size):
        top[unit] = max(top[unit], NAUGHT)
    return count


def copy(source, target):
    for i in range(target.size):
        target[i] = source[i]


def select_rows(levels, values, numbers, factors):
    """Write which rows of the first layer the values select, and how much of each; return how many."""
    count = 0
    for variable in range(values.size):
        level, part = find_level(levels, values[variable])
        if levels[level] != NAUGHT:
            numbers[count], factors[count] = variable * levels.size + level, np.float32(1.0) - part
            count += 1
        if part > NAUGHT and levels[level - 1] != NAUGHT:
            numbers[count], factors[count] = variable * levels.size + level - 1, part
            count += 1
    return count


def find_active(hidden, numbers, factors):
    """Set negative numbers to 0; write the places of the others and what they are, and return how many there are."""
    count = 0
    for unit in range(hidden.size):
        numbers[count], factors[count] = unit, hidden[unit]
        count += hidden[unit] > NAUGHT
    for unit in range(hidden.size):  # a loop of its own, as it can be done sixteen at a time
        hidden[unit] = max(hidden[unit], NAUGHT)
    return count


def add_rows(rows, numbers, factors, count, sums):
    """Add these rows, each times its factor."""
    sums += factors[:count] @ rows[numbers[:count]]


def compiled_add_rows(rows, numbers, factors, count, sums):
    done = 0
    while done + 8 <= count:  # eight rows at a time: the sums are read and written an eighth as often
        add_eight_rows(rows, numbers[done : done + 8], factors[done : done + 8], sums)
        done += 8
    while done < count:
        add_row(rows[numbers[done]], factors[done], sums)
        done += 1


def add_eight_rows(rows, numbers, factors, sums):
    r, s, t, u = rows[numbers[0]], rows[numbers[1]], rows[numbers[2]], rows[numbers[3]]
    v, w, x, y = rows[numbers[4]], rows[numbers[5]], rows[numbers[6]], rows[numbers[7]]
    a, b, c, d = factors[0], factors[1], factors[2], factors[3]
    e, f, g, h = factors[4], factors[5], factors[6], factors[7]
    for i in range(sums.size):
        sums[i] = sums[i] + a * r[i] + b * s[i] + c * t[i] + d * u[i] + e * v[i] + f * w[i] + g * x[i] + h * y[i]


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
    """Write what a move of state changes as its mover sees it; return how many changes there are, and whether the move
    is compared with the first one instead of with the state.

    values[0] has the variables of state. If the game does not say what a move changes, a move is compared with the
    first one, whose number is 0 and whose variables are kept in values[1]: all scores then lack the same amount, which
    makes no difference, and the view of the other side need not be the negative of this one.
    """
    after = apply(state, move)
    again = moves_again(state, after)
    count = changes(state, after, pairs)
    if count < 0:
        variables(after, values[2])
        return compare(values, 1.0 if again else -1.0, number, changed), True
    for i in range(count):
        variable = np.int64(pairs[i, 0])
        old = values[0, variable]
        changed[i, VARIABLE], changed[i, OLD] = variable, old
        changed[i, NEW] = old + pairs[i, 1] if again else old - pairs[i, 1]
    return count, False


def compare(values, sign, number, changed):
    first, last, factor, count = values[FIRST], values[2], np.float32(sign), 0
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


def add_value(levels, rows, value, factor, sums):
    """Add the row of a variable's value, times factor."""
    level, part = find_level(levels, value)
    if levels[level] != NAUGHT:
        add_row(rows[level], factor * (np.float32(1.0) - part), sums)
    if part > NAUGHT and levels[level - 1] != NAUGHT:
        add_row(rows[level - 1], factor * part, sums)


def leaning(net, changed, count):
    """Return what the tuples add to the logit of a move with these changes."""
    found, leanings = NAUGHT, net.weights.leanings
    for i in range(list_shifts(net, changed, count)):
        number = U(net.shifted[i])
        place = net.places[number]
        found += leanings[U(place + net.shifts[number])] - leanings[U(place)]
        net.shifts[number] = 0
    return found


def list_shifts(net, changed, count):
    """Write which tuples a move with these changes changes, and by how many rows; return how many there are."""
    layout, found = net.layout, 0
    if net.shifts.size == 0:
        return found
    for i in range(count):
        variable = np.int64(changed[i, VARIABLE])
        levels = digit_of(layout, changed[i, NEW]) - digit_of(layout, changed[i, OLD])
        if levels == 0:
            continue
        members = layout.members[variable]
        for member in range(layout.member_counts[variable]):
            number = U(members[member, 0])
            if net.shifts[number] == 0:  # sums of different powers of the base are never 0
                net.shifted[found] = members[member, 0]
                found += 1
            net.shifts[number] += levels * members[member, 1]
    return found
