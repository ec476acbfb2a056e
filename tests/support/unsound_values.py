"""An evaluator of tic-tac-toe whose weight, which may be no number, is its value of every state with four marks."""

import numpy as np


def make_weights(seed=0):
    return np.array([np.nan])


def evaluate(weights, state):
    marks, count = state.own | state.opponent, 0
    for cell in range(9):
        count += marks >> cell & 1
    return weights[0] if count == 4 else 0.0
