"""The sweep of Table 2: its cells, what is made of them, and a run that is killed."""

import json
from dataclasses import asdict

import pytest

from fourfold.experiments.framework import plots
from fourfold.experiments.framework import reproduce as reproduction
from fourfold.experiments.framework.reproduce import as_dict, find_study, reproduce
from fourfold.experiments.nhb.examples_by_stage import SOURCES, STAGES, StageExamples
from fourfold.experiments.nhb.table_2_sweep import NETS, NUMBERS, OPPONENTS, Result

NAME = "nhb-table-2-sweep"


@pytest.fixture
def study():
    return find_study(NAME, "small", 0)


def made(cell):
    """Return a result that was not measured: longer training searches win a game more, another seed two."""
    if cell.test is None:
        places = [(stage, source) for stage in range(STAGES) for source in SOURCES.values()]
        stages = [StageExamples(*place, 20, 40, 10.0, 40.0, 30, 40)._asdict() for place in places]
        return Result(*cell, hidden_units=50, seconds=1.0, stages=stages)
    wins = 50 + len(str(cell.training)) + 2 * cell.seed
    return Result(*cell, wins=wins, draws=10, losses=90 - wins)


@pytest.mark.parametrize("scale", ["tiny", "small", "paper"])
def test_a_net_is_examined_before_it_is_tested(scale):
    study = find_study(NAME, scale, 7)
    cells, size = study.cells(), study.scale
    budgets, heuristics = len(size.nodes), 2
    assert len(set(cells)) == len(cells)
    each = budgets * len(size.checkpoints) * (1 + budgets) + heuristics * budgets
    assert len(cells) == size.seeds * len(OPPONENTS) * each
    trained = set()
    for cell in cells:
        net = cell.seed, cell.reading, cell.training, cell.matches
        if cell.test is None:
            trained.add(net)
        assert cell.training is None or net in trained
    assert json.loads(json.dumps(asdict(size)))["games"] == size.games
    first, cycle = size.changes.get("first_matches", 20), size.changes.get("cycle", 10)
    assert all((matches - first) % cycle == 0 for matches in size.checkpoints)


def test_the_budgets_are_those_of_training_and_test(study):
    pairs = {(cell.training, cell.test) for cell in study.cells() if cell.training and cell.test}
    assert pairs == {(training, test) for training in study.scale.nodes for test in study.scale.nodes}
    assert study.scale.nodes == (200, 2000, 20_000)


def test_tables_findings_and_plot(study, tmp_path):
    rows = study.rows([made(cell) for cell in study.cells()])
    tables = study.tables(rows)
    for _, columns, table in tables:
        assert all(len(row) == len(columns) for row in table)
    nets = tables[0].rows
    assert nets[0] == ["NHB, trained at 200", *["55.0 ± 2.0 %"] * 3, "60.6 %"]
    assert [line[-1] for line in nets[-2:]] == ["44.0 %", "72.0 %"]
    assert tables[2].rows[0][-1] == "59.0 %"
    assert tables[3].rows[0] == ["200", "4 to 15", *["2.0"] * 3, *["0.50 (1.00)"] * 3, "75.0 %"]
    best, _, origin, *_ = study.findings(rows)
    assert best.startswith(f"Against {NETS} NHB wins most, 57.0 ± 2.0 %, trained at 20,000 nodes")
    assert "20.0 % of the examples are from the last stage, 52 to 64 discs" in origin
    assert b"<svg" in plots.render(lambda figure: study.draw(rows, figure, tmp_path))
    assert json.loads(json.dumps([as_dict(row) for row in rows]))


@pytest.mark.slow
def test_tiny(tmp_path):
    """In one go, and with a kill while a net is trained from random numbers: the results are the same."""
    whole = reproduce(NAME, "tiny", tmp_path / "whole", workers=1)
    assert all(row.games.games == 8 for row in whole.rows if hasattr(row, "games"))

    def kill(done, wanted, text):
        if f"against {NUMBERS}" in text:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reproduce(NAME, "tiny", tmp_path / "killed", workers=1, progress=kill)
    again = reproduce(NAME, "tiny", tmp_path / "killed", workers=1)
    assert again.to_json()["rows"] == whole.to_json()["rows"]
    stored = (json.loads(line) for line in (tmp_path / "whole" / reproduction.CELLS).read_text().splitlines())
    assert any(result["stages"] for result in stored)
    errors = {row.reading: row.found["squared_error"] for row in whole.rows if hasattr(row, "found")}
    assert errors[NETS] != errors[NUMBERS]
