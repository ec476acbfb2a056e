"""Slopes by the rows of large tables, of which an example uses few, and Adam's step for those alone; kernels."""

from typing import NamedTuple

import numpy as np

from ...evaluators.move_net import add_row
from ..policy.move_kernels import step_down

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
ONE = np.float32(1.0)


class RowSlopes(NamedTuple):
    """The slopes of the error by the rows of a table, for each share of a batch."""

    slopes: np.ndarray
    """[share, row, unit]: 0 in rows that are not used."""
    is_used: np.ndarray
    """[share, row]"""
    used: np.ndarray
    """[share, row]: the numbers of the rows that are used."""
    counts: np.ndarray
    """[share]: how many."""


def make_row_slopes(shares, rows, units):
    """Return slopes of 0."""
    shape = shares, rows
    return RowSlopes(
        np.zeros((*shape, units), np.float32),
        np.zeros(shape, np.bool_),
        np.zeros(shape, np.int64),
        np.zeros(shares, np.int64),
    )


def use_row(found, share, row):
    """Note that a row is used: its slopes may be changed."""
    if not found.is_used[share, row]:
        found.is_used[share, row] = True
        found.used[share, found.counts[share]] = row
        found.counts[share] += 1


def take_row_steps(rows, found, means, squares, scale, size, fading):
    """Change the rows that were used by a step of Adam, and set slopes to 0; the others stay as they are.

    So a row has its own pace, as rare as what it stands for.
    """
    for share in range(found.counts.size):
        for i in range(found.counts[share]):
            row = found.used[share, i]
            if found.is_used[share, row]:  # else a share before has used it, too
                total = found.slopes[share, row]
                for other in range(share + 1, found.counts.size):
                    add_share(found, other, row, total)
                found.is_used[share, row] = False
                step_down(rows[row], total, means[row], squares[row], scale, size, fading)
        found.counts[share] = 0


def add_share(found, share, row, total):
    """Add the slopes of a share by a row to total, and set them to 0."""
    if found.is_used[share, row]:
        found.is_used[share, row] = False
        add_row(found.slopes[share, row], ONE, total)
        found.slopes[share, row] = np.float32(0.0)
