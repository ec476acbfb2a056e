"""Backgammon: pubeval, Gerald Tesauro's public benchmark player, a linear function with weights for contact and races.

It scores the position after a play as the side sees it that has just moved; a race is what was one before the play. A
point has five inputs: of the men on it, those of the opponent counted as negative, whether they are -1, 1, two or more,
three, and half of what is beyond three. Then follow the opponent's men on the bar, halved, and the share of own men
borne off.
"""

from typing import NamedTuple

import numpy as np

from ...bits import count_at

GAMES = ("backgammon",)
POINT_INPUTS = 5
INPUTS = 24 * POINT_INPUTS + 2
OFF, BAR, MEN = 0, 25, 15
MARGIN = 1.01
"""The largest possible score is scaled to 1 / MARGIN, so that a visible win is always worth more."""
LARGEST = np.array([1.0, 1.0, 1.0, 1.0, (MEN - 3) / 2] * 24 + [MEN / 2, 1.0])
"""Of every input."""


class Weights(NamedTuple):
    contact: np.ndarray
    """[INPUTS]: five inputs each for the points 24 to 1, then the bar and the men off."""
    race: np.ndarray


def scaled(contact, race):
    """Return the weights, scaled so that no score reaches 1."""
    bound = max(np.abs(contact) @ LARGEST, np.abs(race) @ LARGEST) * MARGIN or 1.0
    return Weights(contact / bound, race / bound)


def evaluate(weights, state):
    return -score(weights.contact if has_contact(state) else weights.race, state)


def evaluate_next(weights, before, after, ply):
    return -score(weights.contact if has_contact(before) else weights.race, after)


def score(table, state):
    """Return the score of state for the side that is not to move, which has just moved."""
    total = table[INPUTS - 2] * count_at(state.own_low, state.own_high, BAR) / 2
    total += table[INPUTS - 1] * count_at(state.opponent_low, state.opponent_high, OFF) / MEN
    for point in range(1, 25):
        men = count_at(state.opponent_low, state.opponent_high, point)
        if men == 0:
            men = -count_at(state.own_low, state.own_high, 25 - point)
        first = POINT_INPUTS * (24 - point)
        if men == -1:
            total += table[first]
        elif men == 1:
            total += table[first + 1]
        elif men >= 2:
            total += table[first + 2]
            if men == 3:
                total += table[first + 3]
            elif men > 3:
                total += table[first + 4] * (men - 3) / 2
    return total


def has_contact(state):
    """Return whether men of one side have still to pass some of the other."""
    own, opponent = BAR, BAR
    while own > OFF and count_at(state.own_low, state.own_high, own) == 0:
        own -= 1
    while opponent > OFF and count_at(state.opponent_low, state.opponent_high, opponent) == 0:
        opponent -= 1
    return own + opponent > 25
