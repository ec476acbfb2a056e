"""Rankings of the moves of many states, worked out by hand."""

import numpy as np

from fourfold.evaluators.move_ranking import Ranking

RANKING = Ranking(
    np.array([0, 3, 4, 6]), np.array([2, 5, 1, 0, 3, 4]), np.array([0.2, 0.5, 0.3, 1.0, 0.5, 0.5], np.float32)
)


def test_moves_of_a_state():
    assert RANKING.counts.tolist() == [3, 1, 2]
    moves, scores = RANKING.of(0)
    assert (moves, scores.tolist()) == ([2, 5, 1], [np.float32(0.2), 0.5, np.float32(0.3)])


def test_a_table_has_a_column_for_each_move():
    table = RANKING.table(6)
    assert table.shape == (3, 6)
    assert table[0].argmax() == 5
    assert table[1].tolist() == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]


def test_ranks_give_ties_to_the_first_and_put_what_is_no_move_last():
    assert RANKING.ranks(np.array([1, 0, 3])).tolist() == [1, 0, 0]
    assert RANKING.ranks(np.array([2, 0, 4])).tolist() == [2, 0, 1]
    assert RANKING.ranks(np.array([9, 9, 9])).tolist() == [3, 1, 2]
