"""Values of Othello boards after a move and after the reply to it, as sums over patterns; kernels.

The contents of a pattern (its filling) have an integer value at each stage of the game: [side to move, stage, filling].
"""

import numpy as np

from ...bits import index, lowest, popcount
from ...games.othello import flipped, legal

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
PLACES = 62
"""Of patterns on the board."""
VALUE_STAGES = 15
WORTH_UNIT = np.float32(1e-5)
"""The unit of integer values, as a share of all discs."""
MOVER, OTHER = 0, 1
"""The side to move: the one whose discs are the digit 1, or the digit 2."""
WORST = np.float32(-9.0)
WON, LOST = np.float32(2.0), np.float32(-2.0)
"""The values of a wipe-out, won and lost: expert games contain none to learn from."""
LEVELS, MOST_RANKS = 32, 16
COMPARED = (LEVELS, LEVELS, LEVELS, MOST_RANKS)
"""The number of values of the features that compare moves: level, gap to the best, lead over the second, and rank."""


def value_stage(empty):
    """Return the stage of a board with this number of empty squares, for its value."""
    return min((60 - empty) * VALUE_STAGES // 60, VALUE_STAGES - 1)


def add_discs(fillings, discs, digit, tables):
    """Add discs, each times the power of its square, to the fillings of all places."""
    while discs:
        disc = lowest(discs)
        square = index(disc)
        discs ^= disc
        for i in range(tables.counts[square]):
            fillings[tables.places[square, i]] += digit * tables.powers[square, i]


def value_of(fillings, worth, tables):
    """Return the value of a board for the side to move: the sum over its fillings."""
    total = np.int32(0)
    for place in range(PLACES):
        total += worth[tables.first[place] + fillings[place]]
    return WORTH_UNIT * np.float32(total)


def value_of_replies(mine, theirs, empty, tables, worth, features):
    """Return the value for the side that moved, after the opponent's best reply.

    The board after the move is in features.after, empty its number of empty squares.
    """
    replies, least, later = legal(theirs, mine), -WORST, features.later
    if not replies:
        return (
            value_of(features.after, worth[MOVER, value_stage(empty)], tables)
            if legal(mine, theirs)
            else lead(mine, theirs)
        )
    values = worth[MOVER, value_stage(empty - 1)]
    while replies:
        square = lowest(replies)
        replies ^= square
        flips = flipped(theirs, mine, square)
        if flips == mine:
            return LOST
        if empty == 1:
            least = min(least, lead(mine ^ flips, theirs | flips | square))
            continue
        for place in range(PLACES):
            later[place] = features.after[place]
        add_discs(later, square, 2, tables)
        add_discs(later, flips, 1, tables)
        least = min(least, value_of(later, values, tables))
    return least


def lead(mine, theirs):
    """Return the disc difference as a share of all discs."""
    return np.float32(popcount(mine) - popcount(theirs)) / np.float32(64.0)


def compare(values, n, first, stage, stages, features):
    """Write the four features that compare the values of n moves, from first on."""
    best, second = WORST, WORST
    for move in range(n):
        if values[move] > best:
            best, second = values[move], best
        elif values[move] > second:
            second = values[move]
    for move in range(n):
        value, rank = values[move], 0
        for other in range(n):
            rank += values[other] > value
        facts, starts = features.facts[move], features.starts
        ahead = np.sqrt(best - second) if rank == 0 and n > 1 else np.float32(0.0)
        facts[first] = starts[first] + level((value + np.float32(1.0)) * np.float32(0.5)) * stages + stage
        facts[first + 1] = starts[first + 1] + level(np.sqrt(best - value)) * stages + stage
        facts[first + 2] = starts[first + 2] + level(ahead) * stages + stage
        facts[first + 3] = starts[first + 3] + min(rank, MOST_RANKS - 1) * stages + stage


def level(share):
    """Return the level, below LEVELS, of a number from 0 to 1."""
    return min(max(int(share * np.float32(LEVELS)), 0), LEVELS - 1)
