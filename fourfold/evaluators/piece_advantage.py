"""Othello: the disc difference for the side to move (NHB paper, section 5.2)."""

import numpy as np

from ..bits import popcount

GAMES = ("othello",)


def make_weights(seed=0):
    return np.array([1.0 / 64.0])


def evaluate(weights, state):
    return weights[0] * (popcount(state.own) - popcount(state.opponent))
