"""Draughts: men count 1, kings 1.5."""

import numpy as np

from ..bits import popcount

GAMES = ("draughts",)
INFORMED = False  # captures are forced, and no other move changes material: ordering by it costs more than it cuts


def make_weights(seed=0):
    """Return the value of a man and the extra value of a king; twelve kings stay below 1."""
    return np.array([1.0, 0.5]) / 20.0


def evaluate(weights, state):
    kings, opponent_kings = popcount(state.own & state.kings), popcount(state.opponent & state.kings)
    pieces = popcount(state.own) - popcount(state.opponent)
    return weights[0] * pieces + weights[1] * (kings - opponent_kings)
