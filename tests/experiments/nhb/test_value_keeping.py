"""Positions for the perfect solver leave a choice, and shares are counted against it."""

import json
from itertools import islice

import pytest

from fourfold.experiments.nhb.value_keeping import (
    ANY_MOVE,
    EVALUATORS,
    SCALES,
    Experiment,
    Position,
    bitbully_solver,
    positions,
    share_kept,
)
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


def test_the_command_has_a_row_for_each_evaluator(run, tmp_path):
    command = ["reproduce", "nhb-value-keeping", "--scale", "tiny", "--out", str(tmp_path / "run")]
    code, out, _ = run(*command, "--json")
    assert code == 0
    rows = json.loads(out)["rows"]
    assert [row["evaluator"] for row in rows] == [ANY_MOVE, *EVALUATORS]
    assert all(row["positions"] == 20 and row["low"] <= row["share"] <= row["high"] for row in rows)
    cells = tmp_path / "run" / "cells.jsonl"
    whole = cells.read_bytes()
    cells.write_bytes(whole.splitlines(keepends=True)[0])
    code, out, _ = run(*command)
    assert code == 0
    assert cells.read_bytes() == whole
    assert "The value is kept in 20 positions, 100 nodes a move" in out
    assert "<svg" in (tmp_path / "run" / "plot.svg").read_text()


def test_any_move_is_the_share_of_moves_that_keep(solve):
    study = Experiment(SCALES["tiny"], 1)
    shares = [len(keeping) / len(GAME.moves(state)) for state, keeping in islice(positions(GAME, solve, 1), 20)]
    found = study.measure(ANY_MOVE, None, 1, lambda share, text: None)
    assert found.share == pytest.approx(sum(shares) / 20)
