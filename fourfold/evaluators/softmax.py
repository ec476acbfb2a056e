"""Scores of moves as probabilities; a kernel."""

import numpy as np

NO_ALLOCATION = True


def share(scores, n):
    """Turn the scores of n moves into probabilities."""
    top = scores[0]
    for move in range(1, n):
        top = max(top, scores[move])
    total = np.float32(0.0)
    for move in range(n):
        scores[move] = np.exp(scores[move] - top)
        total += scores[move]
    for move in range(n):
        scores[move] /= total
