"""The experiment on players that learned nothing: its tables hold together, and the two best candidates meet."""

import pytest

from fourfold.experiments.framework.reproduce import reproduce
from fourfold.experiments.games import untrained as experiment
from fourfold.games.interface.find import find_game
from fourfold.players.untrained import untrained_players


@pytest.mark.slow
def test_the_two_best_candidates_meet(tmp_path):
    found = reproduce("untrained", "tiny", tmp_path, workers=1)
    assert [row.game for row in found.rows] == ["tic_tac_toe", "kalah"]
    for row in found.rows:
        assert list(row.heats) == list(untrained_players(find_game(row.game), "seconds=1"))
        assert row.heats[row.first] >= row.heats[row.second] >= min(row.heats.values())
        assert (row.wins + row.draws + row.losses, row.low <= row.score <= row.high) == (4, True)
    (table,) = found.study.tables(found.rows)
    assert {len(line) for line in table.rows} == {len(table.columns)}
    assert "of 2 games" in found.study.findings(found.rows)[0]


def test_all_games_and_the_examples_are_measured():
    study = experiment.Experiment(experiment.SCALES["small"], 0)
    assert len(study.cells()) == 12
    assert all(find_game(cell.game) for cell in study.cells())
