"""The value of an Othello board: the sum of the values of its patterns at this stage of the game; kernels.

A search updates the fillings of all places along its line, from Black's view.
"""

from typing import NamedTuple

import numpy as np

from ...bits import popcount
from .afterstate_values import PLACES, WORTH_UNIT, add_discs, value_stage
from .patterns import make_tables, swapped_fillings

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
MOST_VALUE = np.float32(0.98)
MOST_PLIES = 128
BLACK, WHITE = 0, 1


class Values(NamedTuple):
    """The values of fillings, and the working memory of a search."""

    worth: np.ndarray
    """[side to move, stage, filling], in units of WORTH_UNIT: integer sums are the same in any order."""
    line: np.ndarray
    """[ply, place]: fillings."""


def value_tables(values):
    """Return the values of fillings, from those of rows, [stage, row]."""
    tables = make_tables()
    units = np.rint(values / WORTH_UNIT).astype(np.int32)
    worth = np.stack([units[:, tables.rows], units[:, tables.rows[swapped_fillings()]]])
    return Values(worth, np.zeros((MOST_PLIES, PLACES), np.int32))


def evaluate_board(values, tables, state):
    """Return the expected disc difference for the side to move, as a share of all discs."""
    begin_line(values, tables, state)
    return total(values, tables, state, 0)


def begin_line(values, tables, state):
    line = values.line[0]
    for place in range(PLACES):
        line[place] = 0
    add_discs(line, state.own, 1 if state.player == 1 else 2, tables)
    add_discs(line, state.opponent, 2 if state.player == 1 else 1, tables)


def follow_line(values, tables, before, after, ply):
    earlier, line = values.line[ply - 1], values.line[ply]
    for place in range(PLACES):
        line[place] = earlier[place]
    mover = 1 if before.player == 1 else 2
    flips = before.opponent & after.opponent
    add_discs(line, after.opponent & ~(before.own | before.opponent), mover, tables)
    add_discs(line, flips, 2 * mover - 3, tables)  # from the other's digit to the mover's


def evaluate_after(values, tables, before, after, ply):
    follow_line(values, tables, before, after, ply)
    return total(values, tables, after, ply)


def total(values, tables, state, ply):
    worth = values.worth[BLACK if state.player == 1 else WHITE, value_stage(64 - popcount(state.own | state.opponent))]
    line, found = values.line[ply], np.int32(0)
    for place in range(PLACES):
        found += worth[tables.first[place] + line[place]]
    return np.float64(min(max(np.float32(found) * WORTH_UNIT, -MOST_VALUE), MOST_VALUE))


def board_value(values, features):
    """Return the sum of the values of a board's rows, during training; two independent sums for speed."""
    even = odd = np.float32(0.0)
    for place in range(0, PLACES, 2):
        even += values[features.rows[place]]
        odd += values[features.rows[place + 1]]
    return even + odd
