"""Othello: the difference in legal moves, with each corner worth several moves."""

import numpy as np

from fourfold.bits import U, popcount
from fourfold.games.othello import legal

GAMES = ("othello",)
NO_ALLOCATION = True
CORNERS = U(0x8100000000000081)


def make_weights(seed=0):
    """Return the values of a move and of a corner; no board reaches 1."""
    return np.array([0.01, 0.1])


def evaluate(weights, state):
    moves = popcount(legal(state.own, state.opponent)) - popcount(legal(state.opponent, state.own))
    corners = popcount(state.own & CORNERS) - popcount(state.opponent & CORNERS)
    return weights[0] * moves + weights[1] * corners
