"""Drawing lots in a kernel: random bits from a seed, random moves, and what chance brings."""

import numpy as np

from ..binding.hashing import scramble
from ..bits import U
from ..rules import CHANCES, apply, chance, pick_move


def random_bits(seed, ply):
    """Return 64 random bits, the same for the same seed and ply."""
    return scramble(scramble(seed ^ scramble(scramble(U(ply + 1)))))


def random_share(seed, ply):
    """Return a random number from 0 to 1, the same for the same seed and ply; 1 excluded."""
    return np.float64(random_bits(seed, ply) >> U(11)) * 2.0**-53


def draw(probabilities, n, share):
    """Return which of n outcomes a random number from 0 to 1 stands for."""
    for i in range(n - 1):
        share -= probabilities[i]
        if share < 0.0:
            return i
    return n - 1


def random_child(state, rng, moves, probabilities):
    """Return the state after a random move, or after an outcome of chance by its probability."""
    if CHANCES:
        n = chance(state, moves, probabilities)
        if n > 0:
            return apply(state, moves[draw(probabilities, n, rng.random())])
    return apply(state, pick_move(state, rng.random(), moves))
