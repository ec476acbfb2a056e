"""The net with one hidden layer, and a count of how often a search evaluates it."""

import numpy as np

from ..evaluators import slfn
from ..evaluators.slfn import OUTPUTS, begin, evaluate, evaluate_here, follow
from ..evaluators.slfn import evaluate_next as evaluate_uncounted

__all__ = ["begin", "evaluate", "evaluate_here", "evaluate_next", "follow", "prepare", "take_count"]
FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
COUNT = 4
"""A column of the margin that the net does not use; exact up to 2**24."""


def prepare(weights):
    table = slfn.prepare(weights)
    take_count(table)
    return table


def take_count(table):
    """Return how many evaluations there were, and count from 0."""
    count = int(table[OUTPUTS, COUNT])
    table[OUTPUTS, COUNT] = 0.0
    return count


def evaluate_next(table, before, after, ply):
    table[OUTPUTS, COUNT] += np.float32(1.0)
    return evaluate_uncounted(table, before, after, ply)
