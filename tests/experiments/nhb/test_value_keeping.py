"""Positions for the perfect solver leave a choice, and shares are counted against it."""

from itertools import islice

import pytest

from fourfold.experiments.nhb import value_keeping
from fourfold.experiments.nhb.value_keeping import Position, bitbully_solver, positions, share_kept
from fourfold.games.interface.find import find_game

GAME = find_game("connect_four")


@pytest.fixture(scope="module")
def solve():
    return bitbully_solver()


def test_the_solver_reads_our_boards(solve):
    """The second player has three in column 6, the first one in the bottom row: who moves elsewhere has lost."""
    values = solve(GAME, GAME.module.parse("1616263"))
    assert values == {column: 1 if column in (3, 5) else -1 for column in range(7)}


def test_in_every_position_a_move_is_right_and_another_wrong(solve):
    found = list(islice(positions(GAME, solve, 1), 20))
    assert len({state for state, _ in found}) == 20
    for state, keeping in found:
        assert 0 < len(keeping) < len(GAME.moves(state))
        assert solve(GAME, state).keys() == set(GAME.moves(state))
    assert [position.state for position in islice(positions(GAME, solve, 1), 3)] == [state for state, _ in found[:3]]


def test_a_share_counts_the_moves_that_keep():
    state = GAME.module.parse("1212")
    every, none = Position(state, set(GAME.moves(state))), Position(state, set())
    assert share_kept("alphabeta:nodes=50", GAME, [every, none, every, every]) == 0.75


def test_the_table_has_a_line_for_each_evaluator(capsys, solve):
    value_keeping.main(10, solve)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2:]] == list(value_keeping.EVALUATORS)
