"""The experiments on detectors and on growth: their tables hold together, and they go on where they stopped."""

import pytest

from fourfold.experiments.context import column_study, detectors, growth
from fourfold.experiments.framework.reproduce import reproduce
from fourfold.storage.run_folder import IntegrityWarning


@pytest.fixture(autouse=True)
def late_positions(monkeypatch):
    monkeypatch.setattr(column_study.labels, "PLIES", range(24, 37))


def test_detectors(tmp_path, monkeypatch):
    monkeypatch.setattr(detectors, "SORTS", ("D1", "D1+D4+D6"))
    monkeypatch.setattr(detectors, "WITH_ALL_TARGETS", ("D1",))
    found = reproduce("context-detectors", "tiny", tmp_path, workers=1, plot=tmp_path / "plot.svg")
    rows = {row.system: row for row in found.rows}
    assert list(rows) == ["S4", "D1", "D1+D4+D6", "D1 all"]
    assert all(1800 < rows[system].weights < 2200 for system in ("D1", "D1+D4+D6"))
    systems, _, classes = found.study.tables(found.rows)
    assert all(len(row) == len(systems.columns) for row in systems.rows)
    assert classes.rows[0][:2] == ["all", "100.0 %"]
    assert len(found.study.findings(found.rows)) == 3
    cells = (tmp_path / "cells.jsonl").read_text().splitlines()
    (tmp_path / "cells.jsonl").write_text(cells[0] + "\n")
    with pytest.warns(IntegrityWarning, match="cells.jsonl is truncated"):
        again = reproduce("context-detectors", "tiny", tmp_path, workers=1)
    assert [row.average_rank for row in again.rows] == [row.average_rank for row in found.rows]


def test_growth(tmp_path):
    found = reproduce("context-growth", "tiny", tmp_path, workers=1, plot=tmp_path / "plot.svg")
    grown, *rivals = found.rows
    assert [row.system for row in rivals] == ["S4", growth.WIDE_S4, growth.EVERYTHING, growth.SAME]
    assert rivals[-1].weights == grown.weights
    assert grown.stages[0][0]["part"] == -1
    assert len(found.study.tables(found.rows)) == 2
    assert "parts that were tried" in found.study.findings(found.rows)[1]
    assert reproduce("context-growth", "tiny", tmp_path, workers=1).rows == found.rows
