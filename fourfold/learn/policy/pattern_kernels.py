"""Training a pattern net: softmax regression by stochastic gradient descent; kernels.

The rows of its table use Adagrad with one sum of squares per row, its layers plain gradient descent.
"""

import math

import numpy as np

from ...bits import popcount
from ...evaluators.othello_patterns.afterstate_values import PLACES, value_stage
from ...evaluators.othello_patterns.board_value import board_value
from ...evaluators.othello_patterns.features import FACTS, read_board, read_position
from ...evaluators.othello_patterns.pattern_net import add_row, head_of, score_legal_moves, score_moves
from ...evaluators.softmax import share
from ...games.othello import legal

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
WHOLE = np.float32(65535)
"""A probability of 1, among targets."""
CALM = np.float32(50.0)
"""The initial count of a row when it learns a value."""
LEAST = np.float32(2e-3)
"""Smaller errors are ignored: after a while most moves of a position have none."""


def learn(ranker, pupil, own, opponent, squares, order, targets, starts, trust, rate, layer_rate, dropped, rng):
    """Train on all moves in order; return how many were ranked first, and the sum of the errors.

    targets are probabilities of all legal moves, ordered by position and square; those of a position begin at its entry
    in starts. Their weight against the move played is trust. dropped is the share of rows left out of a position.
    """
    found, error = 0, 0.0
    for i in range(order.size):
        position = order[i]
        mine, theirs = own[position], opponent[position]
        n = read_position(mine, theirs, ranker.tables, ranker.values.worth, ranker.features)
        if dropped > 0.0:
            drop(ranker, pupil, n, dropped, rng)
        head = head_of(ranker, mine, theirs)
        score_moves(ranker, head, n)
        played = index_of(ranker.features, n, squares[position])
        found += rank_of(ranker.scores, n, played) == 0
        share(ranker.scores, n)
        error -= math.log(ranker.scores[played] + np.float32(1e-30))
        if n > 1:
            for move in range(n):
                wanted = trust * targets[starts[position] + move] / WHOLE if trust > 0.0 else np.float32(0.0)
                ranker.scores[move] -= wanted
            ranker.scores[played] -= np.float32(1.0) - trust
            forget_small(ranker.scores, n, played)
            correct(ranker, pupil, n, head, rate, layer_rate)
    return found, error


def learn_values(values, counts, own, opponent, margins, order, rate, tables, features):
    """Train on the final disc difference of all positions in order; return the mean squared error.

    margins are shares of all discs. A row learns less the more often it was seen, according to counts.
    """
    error = 0.0
    for i in range(order.size):
        position = order[i]
        mine, theirs = own[position], opponent[position]
        read_board(mine, theirs, tables, features)
        stage = value_stage(64 - popcount(mine | theirs))
        row_values, row_counts = values[stage], counts[stage]
        miss = margins[position] - board_value(row_values, features)
        error += miss * miss
        for place in range(PLACES):
            row = features.rows[place]
            row_counts[row] += np.float32(1.0)
            row_values[row] += rate * miss / np.sqrt(CALM + row_counts[row])
    return error / order.size


def count_rows(ranker, own, opponent, counts):
    """Count how often each row occurs after the moves of positions."""
    features = ranker.features
    for position in range(own.size):
        n = read_position(own[position], opponent[position], ranker.tables, ranker.values.worth, features)
        for place in range(PLACES):
            counts[features.rows[place]] += 1
        for move in range(n):
            for i in range(features.counts[move]):
                counts[features.new_rows[move, i]] += 1
            for fact in range(FACTS):
                counts[features.facts[move, fact]] += 1


def count_moves(own, opponent, counts):
    """Write how many moves each position has."""
    for position in range(own.size):
        counts[position] = popcount(legal(own[position], opponent[position]))


def rank(ranker, own, opponent, squares, ranks, scores, starts):
    """Write the rank, from 0, of the move played in each position and, if asked for, the probabilities of all moves."""
    for position in range(own.size):
        n = score_legal_moves(ranker, own[position], opponent[position])
        played = index_of(ranker.features, n, squares[position])
        ranks[position] = rank_of(ranker.scores, n, played)
        share(ranker.scores, n)
        if scores.size:
            for move in range(n):
                scores[starts[position] + move] = ranker.scores[move]


def index_of(features, n, square):
    """Return which of n moves is on a square."""
    for move in range(n):
        if features.squares[move] == square:
            return move
    return 0


def rank_of(scores, n, played):
    """Return how many of n moves come before one of them; ties go to the first."""
    rank = 0
    for move in range(n):
        if scores[move] > scores[played] or (scores[move] == scores[played] and move < played):
            rank += 1
    return rank


def drop(ranker, pupil, n, dropped, rng):
    """Replace the rows of some places and features by the last row, which stays 0."""
    features, nothing = ranker.features, ranker.weights.embeddings.shape[0] - 1
    for place in range(PLACES):
        pupil.kept[place] = rng.random() >= dropped
        if not pupil.kept[place]:
            features.rows[place] = nothing
    for move in range(n):
        count = 0
        for i in range(features.counts[move]):
            if pupil.kept[features.places[move, i]]:
                features.places[move, count] = features.places[move, i]
                features.new_rows[move, count] = features.new_rows[move, i]
                count += 1
        features.counts[move] = count
    for fact in range(FACTS):
        if rng.random() < dropped:
            for move in range(n):
                features.facts[move, fact] = nothing


def forget_small(errors, n, played):
    """Move small errors to the move played: if errors did not add up to 0, the scores of all moves would drift."""
    for move in range(n):
        if move != played and abs(errors[move]) < LEAST:
            errors[played] += errors[move]
            errors[move] = np.float32(0.0)


def correct(ranker, pupil, n, head, rate, layer_rate):
    """Update the weights by the errors of n moves, which have replaced their scores."""
    features, embeddings, total = ranker.features, ranker.weights.embeddings, pupil.total
    fill(total, np.float32(0.0))
    for place in range(PLACES):
        pupil.touched[place] = 0
    for move in range(n):
        if ranker.scores[move] == 0.0:
            continue
        slope = pupil.slope
        blame(ranker, pupil, move, head, layer_rate)
        add_row(slope, total)
        size = mean_square(slope)
        for i in range(features.counts[move]):
            place = features.places[move, i]
            note_share(pupil, place, slope)
            step(embeddings, pupil.squares, features.new_rows[move, i], slope, size, rate)
        for fact in range(FACTS):
            step(embeddings, pupil.squares, features.facts[move, fact], slope, size, rate)
    size = mean_square(total)
    step(embeddings, pupil.squares, features.empties_row, total, size, rate)
    for place in range(PLACES):
        if pupil.touched[place]:
            rest, less = pupil.rest, pupil.shares[place]
            for lane in range(rest.size):
                rest[lane] = total[lane] - less[lane]
            step(embeddings, pupil.squares, features.rows[place], rest, mean_square(rest), rate)
        else:
            step(embeddings, pupil.squares, features.rows[place], total, size, rate)


def note_share(pupil, place, slope):
    """Note that a move does not see the board's row of a place."""
    shares = pupil.shares[place]
    if pupil.touched[place]:
        add_row(slope, shares)
    else:
        pupil.touched[place] = 1
        for lane in range(shares.size):
            shares[lane] = slope[lane]


def blame(ranker, pupil, move, head, rate):
    """Write the gradient by the sums of a move, and update the layers of the head."""
    weights, error = ranker.weights, ranker.scores[move]
    sums, units, slope, unit_slope = ranker.sums[move], ranker.units[move], pupil.slope, pupil.unit_slope
    direct, output, biases = weights.direct[head], weights.output[head], weights.hidden_biases[head]
    hidden, turned = weights.hidden[head], pupil.turned[head]
    fill(slope, np.float32(0.0))
    for unit in range(units.size):
        active = units[unit] > 0.0
        unit_slope[unit] = error * output[unit] if active else np.float32(0.0)
        output[unit] -= rate * error * units[unit]
        biases[unit] -= rate * unit_slope[unit]
        if active:
            row, value, change = turned[unit], unit_slope[unit], rate * unit_slope[unit]
            for lane in range(slope.size):
                slope[lane] += value * row[lane]
                row[lane] -= change * max(sums[lane], np.float32(0.0))
    for lane in range(slope.size):
        if sums[lane] > 0.0:
            row, change = hidden[lane], rate * sums[lane]
            for unit in range(units.size):
                row[unit] -= change * unit_slope[unit]
        else:
            slope[lane] = np.float32(0.0)
    for lane in range(slope.size):
        slope[lane] += error * direct[lane]
        direct[lane] -= rate * error * sums[lane]


def fill(array, value):
    for lane in range(array.size):
        array[lane] = value


def mean_square(slope):
    """Return the mean of the squares, with four independent sums for instruction-level parallelism."""
    a = b = c = d = np.float32(0.0)
    for lane in range(0, slope.size, 4):
        a += slope[lane] * slope[lane]
        b += slope[lane + 1] * slope[lane + 1]
        c += slope[lane + 2] * slope[lane + 2]
        d += slope[lane + 3] * slope[lane + 3]
    return (a + b + (c + d)) / np.float32(slope.size)


def step(embeddings, squares, row, slope, size, rate):
    """Move a row against its gradient, less the more it has moved before."""
    if row == embeddings.shape[0] - 1:
        return
    squares[row] += size
    change, values = rate / np.sqrt(squares[row]), embeddings[row]
    for lane in range(values.size):
        values[lane] -= change * slope[lane]
