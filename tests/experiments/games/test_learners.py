"""The experiment on learners side by side: copies of models are kept on the way, and each of them is tested."""

from fourfold.experiments.framework.reproduce import reproduce
from fourfold.experiments.games import learners as experiment


def test_copies_are_tested_on_the_way(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment, "METHODS", ("outcome", "descent"))
    found = reproduce("learners", "tiny", tmp_path, workers=1)
    assert [row.method for row in found.rows] == ["outcome", "descent"]
    for row in found.rows:
        first, last = row.reached
        assert 0.0 <= first["minutes"] <= last["minutes"]
        assert all(each["low"] <= each["score"] <= each["high"] for each in row.reached)
    (table,) = found.study.tables(found.rows)
    assert {len(line) for line in table.rows} == {len(table.columns)}
    assert "ends highest" in found.study.findings(found.rows)[0]
