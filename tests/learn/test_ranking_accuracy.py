"""Ranks and shares, worked out by hand."""

from itertools import permutations

import numpy as np
import pytest

from fourfold.data.connect_four.labelled_positions import NO_MOVE, best_columns
from fourfold.data.proven_positions import ProvenPosition
from fourfold.learn.ranking_accuracy import highest_ranks, measure, measure_chance, ranks

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


def test_of_several_best_moves_the_one_that_is_ranked_highest_counts():
    scores = np.array([[9.0, 9.0, 1.0, -np.inf], [-5.0, 3.0, -5.0, -5.0]])
    liked = np.array([[0.1, 0.5, 0.9, -np.inf], [0.5, 0.5, 0.7, 0.1]])
    assert highest_ranks(liked, scores).tolist() == [2.0, 2.5]
    found = measure(liked, scores, None)
    assert found.any_best == 0.0
    assert found.top == [0.0, 0.5, 1.0, 1.0]
    assert found.keeps_result == 0.5
    assert found.keeps_result_of_some == 0.0  # every move of the first keeps it


def test_chance_is_the_mean_over_all_orders():
    positions = [
        ProvenPosition(None, [0, 1, 2, 3], np.array([999.0, 999.0, 5.0, -998.0])),
        ProvenPosition(None, [0, 1, 2], np.array([-5.0, 0.0, -7.0])),
    ]
    width, rows = 4, []
    for position in positions:
        orders = np.array(list(permutations(range(len(position.moves)))), float)
        liked, scores = np.full((2, len(orders), width), -np.inf)
        liked[:, : orders.shape[1]], scores[:, : orders.shape[1]] = orders, position.scores
        rows.append(measure(liked, scores, None))
    found = measure_chance(positions)
    for name in ("average_rank", "any_best", "keeps_result"):
        assert getattr(found, name) == pytest.approx(np.mean([getattr(row, name) for row in rows]))
    assert found.top == pytest.approx(np.mean([row.top for row in rows], axis=0))
    assert found.only_best == pytest.approx(1 / 3)
