"""Othello: more moves than the opponent are good, and corners are worth several moves."""

import numpy as np

from fourfold.bits import U, popcount
from fourfold.games.othello import legal

GAMES = ("othello",)
NO_ALLOCATION = True
CORNERS = U(0x8100000000000081)


def make_weights(seed=0):
    """Return what a move and a corner are worth; no board comes to 1."""
    return np.array([0.01, 0.1])


def evaluate(weights, state):
    moves = popcount(legal(state.own, state.opponent)) - popcount(legal(state.opponent, state.own))
    corners = popcount(state.own & CORNERS) - popcount(state.opponent & CORNERS)
    return weights[0] * moves + weights[1] * corners
