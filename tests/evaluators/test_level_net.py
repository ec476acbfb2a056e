"""Contexts of two levels: which squares a move's frame joins, and what a damaged model is."""

import numpy as np
import pytest

from fourfold.evaluators import level_net
from fourfold.evaluators.goal_contexts import EITHER, make_contexts
from fourfold.evaluators.level_net import ITSELF, NEAR, NEXT
from fourfold.search.squares import FILLED, own_view

WIDTH, SQUARES = 3, 9
"""A board of three columns that fill up from below, whose rows and columns are contexts."""


@pytest.fixture
def weights():
    goals = [[3 * row + column for column in range(3)] for row in range(3)]
    goals += [[3 * row + column for row in range(3)] for column in range(3)]
    supports = np.zeros((SQUARES, SQUARES), np.int64)
    for square in range(SQUARES):
        supports[square, [lower for lower in range(square) if lower % WIDTH == square % WIDTH]] = 1
    kinds = [0] * 3 + [1] * 3
    contexts = make_contexts(goals, [EITHER] * 6, kinds, kinds, supports, True)
    return level_net.random_weights("H1", contexts, own_view(SQUARES), 1, 3)


def joined(weights, line, filled):
    net = level_net.prepare(weights)
    memory, squares = level_net.make_memory(net), np.array(line, float)
    level_net.detect_levels(net, squares, memory)
    relations = [level_net.relation_of(net, memory, squares, filled, other) for other in range(SQUARES)]
    level_net.rate_move(net, np.array([[filled, FILLED]]), 1, squares, memory)
    return relations, memory


def test_a_frame_joins_the_square_the_next_one_and_those_near(weights):
    relations, memory = joined(weights, [1, 0, 0, 0, 0, 0, 0, 0, 0], 3)
    assert relations == [-1, -1, -1, ITSELF, NEAR, NEAR, NEXT, -1, -1]
    level, units = memory.level, level_net.UNITS
    assert level[0].tolist() == [0.0] * units  # it is filled
    assert memory.joined[:units] == pytest.approx(level[3])
    assert memory.joined[units : 2 * units] == pytest.approx(level[6])
    assert memory.joined[2 * units :] == pytest.approx((level[4] + level[5]) / 2)


def test_a_damaged_net_is_refused(weights):
    assert level_net.unpack(weights) is weights
    assert level_net.shapes(weights, SQUARES)["second_hidden"] == weights.second_hidden.shape
    with pytest.raises(ValueError, match="no detectors"):
        level_net.unpack(weights._replace(layout=np.array([1, 0, 7], np.int16)))
