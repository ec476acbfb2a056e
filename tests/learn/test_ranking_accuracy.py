"""Ranks and shares, worked out by hand."""

import numpy as np
import pytest

from fourfold.data.connect_four.labelled_positions import NO_MOVE
from fourfold.learn.context.learner import best_columns
from fourfold.learn.ranking_accuracy import measure, ranks

SCORES = np.array([[1, 5, 5, NO_MOVE, 0, -1, -2], [0, 0, 0, 0, 0, 0, 0], [-3, -1, -2, -2, -2, -2, -2]], float)


def test_equal_moves_share_the_mean_of_their_ranks():
    liked = np.array([[3.0, 1.0, 1.0, 1.0, 0.0]])
    assert ranks(liked, np.array([0])) == 1.0
    assert ranks(liked, np.array([2])) == 3.0
    assert ranks(liked, np.array([4])) == 5.0


def test_of_several_best_columns_the_one_nearest_to_the_centre_then_the_lower():
    assert best_columns(SCORES).tolist() == [2, 3, 1]
    assert best_columns(np.array([[0.0, 0, 7, 0, 7, 0, 0]])).tolist() == [2]


def test_measures():
    preferences = np.array([
        [0.1, 0.5, 0.4, 0.9, 0.0, 0.0, 0.0],  # the full column does not count; 2 is as good as 3
        [0.0, 0.0, 0.0, 0.2, 0.3, 0.0, 0.0],  # nothing is at stake
        [0.9, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0],  # the worst first
    ])  # fmt: skip
    found = measure(preferences, SCORES, best_columns(SCORES))
    assert found.positions == 3
    assert found.top == pytest.approx([0, 1, 1, 1, 1, 1, 1])
    assert found.average_rank == pytest.approx(2.0)
    assert found.any_best == pytest.approx(2 / 3)
    assert found.keeps_result == pytest.approx(1.0)
    assert found.only_best == 0.0
    assert found.any_best_of_some == pytest.approx(1 / 2)


def test_where_there_is_always_a_choice_of_equals_nothing_is_said_of_others():
    found = measure(np.zeros((1, 7)), np.zeros((1, 7)), np.array([3]))
    assert found.only_best is None
    assert found.average_rank == 4.0
