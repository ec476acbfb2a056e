import json
from dataclasses import asdict

import pytest

from fourfold.errors import InputError
from fourfold.experiments.framework import plots
from fourfold.experiments.framework import reproduce as reproduction
from fourfold.experiments.framework.cells import Cell, Result, join_seeds
from fourfold.experiments.framework.reproduce import experiment_names, find_study, reproduce
from fourfold.experiments.nhb.schedules import Course, Scale
from fourfold.learn.status import read_course
from fourfold.players.base import Budget

EXPERIMENTS = ["nhb-connect-four", "nhb-reversi"]


class Study:
    """Three cells, of which some cannot be measured."""

    paper = ()
    scale = Scale((Course(Budget(nodes=1), (1, 2, 3)),), games=1, test=Budget(nodes=1))

    def __init__(self):
        self.measured = []
        self.broken = {}

    def cells(self):
        return [Cell(0, "1 nodes", matches) for matches in (1, 2, 3)]

    def measure(self, cell, folder, workers, report):
        if cell.matches in self.broken:
            raise self.broken[cell.matches]
        self.measured.append(cell.matches)
        report(0.5, "half")
        return Result(*cell, wins=cell.matches, draws=0, losses=1)

    def rows(self, results):
        return join_seeds(results, {})


@pytest.fixture
def study(monkeypatch):
    study = Study()
    monkeypatch.setattr(reproduction, "find_study", lambda name, scale, seed, data: study)
    return study


def test_a_cell_is_measured_once(study, tmp_path):
    study.broken = {3: KeyboardInterrupt()}
    with pytest.raises(KeyboardInterrupt):
        reproduce("any", out=tmp_path)
    assert read_course(tmp_path)[3:5] == ("stopped", "2 of 3 cells")
    study.broken = {}
    calls = []
    found = reproduce("any", out=tmp_path, progress=lambda *call: calls.append(call))
    assert study.measured == [1, 2, 3]
    assert calls == [(2.0, 3, "starting"), (2.5, 3, "half")]
    assert [row.wins for row in found.rows] == [1, 2, 3]
    assert len((tmp_path / reproduction.CELLS).read_text().splitlines()) == 3
    assert read_course(tmp_path)[3:5] == ("finished", "3 of 3 cells")


def test_a_torn_cell_is_measured_again(study, tmp_path):
    reproduce("any", out=tmp_path)
    file = tmp_path / reproduction.CELLS
    file.write_bytes(file.read_bytes()[:-5])
    reproduce("any", out=tmp_path)
    assert study.measured == [1, 2, 3, 3]


def test_another_experiment_needs_another_folder(study, tmp_path):
    reproduce("any", out=tmp_path, seed=0)
    with pytest.raises(InputError, match="seed 0, not 1"):
        reproduce("any", out=tmp_path, seed=1)


def test_names():
    othello = ["othello-league", "othello-search", "othello-strength", "othello-tables"]
    assert experiment_names() == ["context-table-1-2", "draughts-evolution", *EXPERIMENTS, *othello]
    with pytest.raises(InputError, match="nhb-connect-four, nhb-reversi"):
        find_study("nhb-chess", "tiny", 0)
    with pytest.raises(InputError, match="tiny, small, paper"):
        find_study("nhb-reversi", "huge", 0)


@pytest.mark.parametrize("name", EXPERIMENTS)
@pytest.mark.parametrize("scale", ["tiny", "small", "paper"])
def test_cells_follow_from_scale_and_seed(name, scale):
    study = find_study(name, scale, 7)
    cells = study.cells()
    assert len(set(cells)) == len(cells)
    assert {cell.seed for cell in cells} == set(range(7, 7 + study.scale.seeds))
    assert json.loads(json.dumps(asdict(study.scale)))["games"] == study.scale.games
    for course in study.scale.courses:  # every checkpoint is the end of a cycle
        first, cycle = course.changes.get("first_matches", 20), course.changes.get("cycle", 10)
        assert all((matches - first) % cycle == 0 for matches in course.checkpoints)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_whole_table_of_the_paper_stands_beside(name):
    for scale in ("small", "paper"):
        study = find_study(name, scale, 0)
        rows = study.rows([Result(*cell, wins=1, draws=1, losses=1) for cell in study.cells()])
        assert {(row.series, row.matches) for row in study.paper} == {
            (row.paper.series, row.paper.matches) for row in rows if row.paper
        }


def test_the_courses_of_connect_four_cost_the_same():
    for scale in ("small", "paper"):
        courses = find_study("nhb-connect-four", scale, 0).scale.courses
        assert len({course.total(course.checkpoints[-1]) for course in courses}) == 1
        columns = {course.paper: course.checkpoints for course in courses if course.paper}
        assert columns == {
            "0.25 s": tuple(range(20, 201, 20)),
            "0.5 s": tuple(range(10, 101, 10)),
            "1 s": tuple(range(5, 51, 5)),
        }


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_tables_findings_and_plots(name, tmp_path):
    """Not measured: every cell of seed 1 has a win more than that of seed 0."""
    study = find_study(name, "small", 0)
    results = [Result(*cell, wins=70 + cell.seed, draws=10, losses=20 - cell.seed) for cell in study.cells()]
    rows = study.rows(results)
    for _, columns, table in study.tables(rows):
        assert all(len(row) == len(columns) for row in table)
    assert "71.0 % wins" in study.findings(rows)[0]
    assert "by seed 70.0 to 72.0" in study.findings(rows)[0]
    plots.write(tmp_path / "plot.svg", lambda figure: study.draw(rows, figure, tmp_path))
    assert "<svg" in (tmp_path / "plot.svg").read_text()


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_tiny(name, tmp_path):
    """Measured from the first to the last: in one go, and with a kill before the last test games of a cell."""
    whole = reproduce(name, "tiny", tmp_path / "whole", workers=1)
    assert all(row.games == 2 * whole.study.scale.games for row in whole.rows)

    def kill(done, wanted, text):
        if done > 1.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reproduce(name, "tiny", tmp_path / "killed", workers=1, progress=kill)
    stored = (tmp_path / "killed" / reproduction.CELLS).read_text().splitlines()
    assert 0 < len(stored) < len(whole.study.cells())
    again = reproduce(name, "tiny", tmp_path / "killed", workers=3 if name == "nhb-connect-four" else 1)
    assert [untimed(row) for row in again.rows] == [untimed(row) for row in whole.rows]
    assert any(row.by_seed[0] != row.by_seed[1] for row in whole.rows)


def untimed(row):
    return {**asdict(row), "seconds": None}
