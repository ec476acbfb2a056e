"""No knowledge: every state is worth 0, so only visible results and the order of moves matter."""

import numpy as np

INFORMED = False


def make_weights(seed=0):
    return np.zeros(1)


def evaluate(weights, state):
    return 0.0
