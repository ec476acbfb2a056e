"""The experiment on contexts in several games: its tables hold together, and it goes on where it stopped."""

import pytest

from fourfold.experiments.context import games as experiment
from fourfold.experiments.framework.reproduce import reproduce
from fourfold.storage.run_folder import IntegrityWarning


def test_a_tiny_reproduction_goes_on_where_it_stopped(tmp_path, monkeypatch):
    scale = experiment.Scale(2, 40, 20_000, {"tic_tac_toe": 40})
    monkeypatch.setitem(experiment.SCALES, "tiny", scale)
    monkeypatch.setattr(experiment, "SYSTEMS", ("M4", "N"))
    found = reproduce("context-games", "tiny", tmp_path, workers=1)
    rows = {row.system: row for row in found.rows}
    assert list(rows) == ["M4", "N", "chance"]
    assert abs(rows["M4"].weights - rows["N"].weights) < 20
    assert all(row.runs == 2 and 0 <= row.any_best <= 1 <= row.average_rank for row in rows.values())
    assert rows["chance"].deviation < 0.2
    (table,) = found.study.tables(found.rows)
    assert "20 test positions" in table.title
    assert found.study.findings(found.rows)
    cells = (tmp_path / "cells.jsonl").read_text()
    (tmp_path / "cells.jsonl").write_text("".join(line + "\n" for line in cells.splitlines()[:3]))
    with pytest.warns(IntegrityWarning, match="cells.jsonl is truncated"):
        again = reproduce("context-games", "tiny", tmp_path, workers=1)
    assert [row.any_best for row in again.rows] == [row.any_best for row in found.rows]


def test_each_run_has_its_own_halves(tmp_path):
    study = experiment.Experiment(experiment.Scale(2, 40, 20_000, {"tic_tac_toe": 40}), 0)
    study.prepare(tmp_path, 1, lambda share, text: None)
    game = experiment.find_game("tic_tac_toe")
    one, other = (study._halves(game, tmp_path, run) for run in (0, 1))
    for training, test in (one, other):
        assert len(training) == len(test) == 20
        assert not {position.state for position in training} & {position.state for position in test}
    assert one[0] != other[0]
