"""The net with one hidden layer, and a count of how often a search evaluates it."""

import numpy as np

from ..nets import slfn
from ..nets.slfn import OFFSET, begin, evaluate, evaluate_here, follow
from ..nets.slfn import evaluate_next as evaluate_uncounted

__all__ = ["begin", "evaluate", "evaluate_here", "evaluate_next", "follow", "prepare", "take_count"]
COUNT = 1
"""The place of the count in a row of which only the first number is used; exact up to 2**24."""


def prepare(weights):
    net = slfn.prepare(weights)
    take_count(net)
    return net


def take_count(net):
    """Return how many evaluations there were, and count from 0."""
    count = int(net.table[OFFSET, COUNT])
    net.table[OFFSET, COUNT] = 0.0
    return count


def evaluate_next(net, before, after, ply):
    net.table[OFFSET, COUNT] += np.float32(1.0)
    return evaluate_uncounted(net, before, after, ply)
