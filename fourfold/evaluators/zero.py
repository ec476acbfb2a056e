"""No knowledge: every state is worth 0. Its player takes what it can see, and varies with the order of moves."""

import numpy as np

INFORMED = False


def make_weights(seed=0):
    return np.zeros(1)


def evaluate(weights, state):
    return 0.0
