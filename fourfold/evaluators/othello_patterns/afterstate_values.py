"""What boards of Othello are worth after a move and after the reply to it: the sum of what their patterns are; kernels.

A filling is worth something at a stage of the game, in whole numbers: [side to move, stage, filling].
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
"""What whole numbers of worth are multiplied with: shares of all discs."""
MOVER, OTHER = 0, 1
"""Whose turn it is: of those whose discs are the digit 1, or of those whose are the digit 2."""
WORST = np.float32(-9.0)
WON, LOST = np.float32(2.0), np.float32(-2.0)
"""The values of having taken all discs, and of having none left: experts' games do not tell, for they do not end so."""
LEVELS, MOST_RANKS = 32, 16
COMPARED = (LEVELS, LEVELS, LEVELS, MOST_RANKS)
"""How many values facts have that compare moves: level, gap to the best, lead before the second, and rank."""


def value_stage(empty):
    """Return the stage of a board with so many empty squares, for its value."""
    return min((60 - empty) * VALUE_STAGES // 60, VALUE_STAGES - 1)


def add_discs(fillings, discs, digit, tables):
    """Add discs, each so many times the power of its square, to the fillings of all places."""
    while discs:
        disc = lowest(discs)
        square = index(disc)
        discs ^= disc
        for i in range(tables.counts[square]):
            fillings[tables.places[square, i]] += digit * tables.powers[square, i]


def value_of(fillings, worth, tables):
    """Return the value of a board to the side to move: the sum of what its fillings are worth."""
    total = np.int32(0)
    for place in range(PLACES):
        total += worth[tables.first[place] + fillings[place]]
    return WORTH_UNIT * np.float32(total)


def value_of_replies(mine, theirs, empty, tables, worth, features):
    """Return the value to those who have moved when the other side has replied as is best for it.

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
    """Return by how much of all discs one side has more."""
    return np.float32(popcount(mine) - popcount(theirs)) / np.float32(64.0)


def compare(values, n, first, stage, stages, features):
    """Write the four facts about the values of n moves, from first on."""
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
    """Return which of the LEVELS a number from 0 to 1 has."""
    return min(max(int(share * np.float32(LEVELS)), 0), LEVELS - 1)
