"""The experiment on the perfect player's answers: every position is asked about, and none is answered wrongly."""

import pytest

from fourfold.experiments.framework.reproduce import reproduce
from fourfold.experiments.games import perfect_answers as experiment


def test_every_position_is_answered(tmp_path):
    pytest.importorskip("bitbully")
    found = reproduce("perfect-answers", "tiny", tmp_path, workers=1)
    perfect, random = found.rows
    assert (perfect.games, perfect.begun, random.games, random.begun) == (2, 1, 2, 0)
    assert perfect.wrong == random.wrong == 0
    assert 0 < perfect.median <= perfect.most_of_95 <= perfect.most_of_99 <= perfect.most < 60
    assert random.best_median is None
    assert min(map(int, perfect.most_by_stones)) == 20
    for table in found.study.tables(found.rows):
        assert {len(line) for line in table.rows} == {len(table.columns)}
    assert "won" in found.study.findings(found.rows)[0]


def test_parts_have_all_games():
    study = experiment.Experiment(experiment.SCALES["paper"], 0)
    games = [cell.games for cell in study.cells() if cell.a == experiment.RANDOM]
    assert (sum(games), max(games)) == (2000, experiment.PART)
