"""Games with points: how many points the side to move is ahead."""

from ..rules import POINTS, points

NEEDS_POINTS = True
NO_ALLOCATION = True


def evaluate(weights, state):
    return points(state) / (POINTS + 1.0)
