"""Reversi's budgets at equal totals: schedules that cost the same, and what is made of their results."""

import pytest

from fourfold.experiments.framework import plots
from fourfold.experiments.framework.cells import GamesResult
from fourfold.experiments.framework.reproduce import find_study, reproduce
from fourfold.experiments.nhb.reversi_budgets import OPPONENTS, recipe_of

NAME = "nhb-reversi-budgets"


@pytest.mark.parametrize("scale", ["tiny", "small", "paper"])
def test_the_schedules_of_a_recipe_cost_the_same(scale):
    study = find_study(NAME, scale, 0)
    for recipe in OPPONENTS:
        own = [each for each in study.scale.schedules if recipe_of(each.name) == recipe]
        assert len(own) > 1
        assert len({tuple(map(each.total, each.checkpoints)) for each in own}) == 1
        for schedule in own:  # every checkpoint is the end of a cycle
            first, cycle = schedule.changes["first_matches"], schedule.changes["cycle"]
            assert all((matches - first) % cycle == 0 for matches in schedule.checkpoints)


def test_recipes_are_not_compared_with_each_other(tmp_path):
    """Not measured: the first budget of each recipe wins most."""
    study = find_study(NAME, "small", 0)
    best = {"paper 125 nodes", "self-play 50 nodes"}
    results = [
        GamesResult(*cell, wins=60 + 10 * (cell.series in best), draws=0, losses=40 - 10 * (cell.series in best))
        for cell in study.cells()
    ]
    rows = study.rows(results)
    for _, columns, table in study.tables(rows):
        assert all(len(row) == len(columns) for row in table)
    paper, self_play = study.findings(rows)
    assert "`paper`, against untrained nets: At equal totals of training a budget of 125 nodes a move is best" in paper
    assert (
        "`self-play`, against positional: At equal totals of training a budget of 50 nodes a move is best" in self_play
    )
    assert b"<svg" in plots.render(lambda figure: study.draw(rows, figure, tmp_path))


@pytest.mark.slow
def test_tiny(tmp_path):
    """In one go, and with a kill before the last test games of the second recipe."""
    whole = reproduce(NAME, "tiny", tmp_path / "whole", workers=1)

    def kill(done, wanted, text):
        if done > 7.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reproduce(NAME, "tiny", tmp_path / "killed", workers=1, progress=kill)
    again = reproduce(NAME, "tiny", tmp_path / "killed", workers=1)
    assert [row.by_seed for row in again.rows] == [row.by_seed for row in whole.rows]
    assert all(row.games == 8 for row in whole.rows)
