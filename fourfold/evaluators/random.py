"""A random value for every state, fixed by the seed: the untrained opponent."""

import numpy as np

from ..binding.hashing import key, scramble
from ..bits import U

LEARNS = True
"""Matches between random values are examples for a net."""
INFORMED = False


def make_weights(seed=0):
    return np.array([seed % 2**64], np.uint64)


def random_weights(variables, seed):
    """Return new values for all states; the game's variables do not matter."""
    return make_weights(int(np.random.default_rng(seed).integers(1 << 62)))


def evaluate(weights, state):
    bits = scramble(scramble(key(state) ^ weights[0]))
    return np.float64(bits >> U(11)) * 2.0**-52 - 1.0
