"""Positions in which the best move is ranked last, and the classes they are in."""

import numpy as np

from fourfold.data.connect_four.labelled_positions import NO_MOVE, Positions
from fourfold.experiments.context.column_study import rank_others
from fourfold.experiments.context.ranked_last import classify, is_last
from fourfold.games import connect_four

SCORES = np.array([[-2, -2, -2, -2, -2, -2, 18], [3, NO_MOVE, 3, 1, 0, 0, 0], [0] * 7], np.float32)
LIKED = np.array([[7, 6, 5, 4, 3, 2, 1], [4, -np.inf, 1, 5, 3, 2, 6], [1, 2, 3, 0, 4, 5, 6]])


def test_the_best_move_is_last_of_all_legal_ones():
    assert is_last(LIKED, SCORES).tolist() == [True, True, True]
    assert is_last(-LIKED, SCORES).tolist() == [False] * 3


def test_every_position_is_in_one_class_of_each_sort():
    states = [connect_four.parse(line) for line in ("112233", "2222221133", "12131")]
    own, stones = (np.array([getattr(state, name) for state in states], np.uint64) for name in ("own", "stones"))
    found = classify(Positions(own, stones, SCORES), np.array([True, False, True]))
    assert found["all"] == [3, 2]
    sorts = {name.partition(":")[0] for name in found} - {"all"}
    for sort in sorts - {"plies to the end"}:  # a draw has no distance
        assert np.sum([found[name] for name in found if name.startswith(f"{sort}:")], axis=0).tolist() == [3, 2], sort
    assert found["best column: 1 or 7"] == [1, 1]
    assert found["best moves: all"] == [1, 1]
    assert found["best moves: several"] == [1, 0]
    assert found["plies to the end: below 6"] == [1, 1]
    assert found["threats: of both, later"] == [2, 1]
    assert found["threats: one to be met now"] == [1, 1]


def test_other_best_moves_are_ranked_too():
    assert rank_others(LIKED, SCORES) == 3.0  # column 1 of the second position is best as well, and 3 nearer the centre
