import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pytest

from fourfold.errors import InputError
from fourfold.experiments.find import find_experiment
from fourfold.experiments.framework import plots
from fourfold.experiments.framework import reproduce as reproduction
from fourfold.experiments.framework import study as contract
from fourfold.experiments.framework.cells import GamesCell, GamesResult, join_seeds
from fourfold.experiments.framework.reproduce import PLOT, find_study, reproduce
from fourfold.experiments.nhb.schedules import Scale, TrainingSchedule
from fourfold.learn.settings import default_settings
from fourfold.learn.status import read_status
from fourfold.players.base import Budget
from fourfold.storage.integrity import find_faults
from fourfold.storage.run_folder import IntegrityWarning

EXPERIMENTS = ["nhb-connect-four", pytest.param("nhb-reversi", marks=pytest.mark.slow)]


class Study(contract.Study):
    """Three cells, of which some cannot be measured."""

    result = GamesResult
    tables = findings = None
    scale = Scale((TrainingSchedule(Budget(nodes=1), (1, 2, 3)),), games=1, test=Budget(nodes=1))

    def __init__(self):
        self.measured = []
        self.broken = {}

    def cells(self):
        return [GamesCell(0, "1 nodes", matches) for matches in (1, 2, 3)]

    def measure(self, cell, folder, workers, report):
        if cell.matches in self.broken:
            raise self.broken[cell.matches]
        self.measured.append(cell.matches)
        report(0.5, "half")
        return GamesResult(*cell, wins=cell.matches, draws=0, losses=1)

    def rows(self, results):
        return join_seeds(results, {})

    def draw(self, rows, figure, folder):
        figure.subplots().plot([row.wins for row in rows])


@pytest.fixture
def study(monkeypatch):
    study = Study()
    monkeypatch.setattr(reproduction, "find_study", lambda name, scale, seed, data: study)
    return study


def test_a_cell_is_measured_once(study, tmp_path):
    study.broken = {3: KeyboardInterrupt()}
    with pytest.raises(KeyboardInterrupt):
        reproduce("any", out=tmp_path)
    assert read_status(tmp_path)[3:5] == ("stopped", "2 of 3 cells")
    study.broken = {}
    calls = []
    found = reproduce("any", out=tmp_path, progress=lambda *call: calls.append(call))
    assert study.measured == [1, 2, 3]
    assert calls == [(2.0, 3, "starting"), (2.5, 3, "half")]
    assert [row.wins for row in found.rows] == [1, 2, 3]
    assert len((tmp_path / reproduction.CELLS).read_text().splitlines()) == 3
    assert read_status(tmp_path)[3:5] == ("finished", "3 of 3 cells")


def test_a_torn_cell_is_measured_again(study, tmp_path):
    reproduce("any", out=tmp_path)
    file = tmp_path / reproduction.CELLS
    file.write_bytes(file.read_bytes()[:-5])
    with pytest.warns(IntegrityWarning, match="is truncated"):
        reproduce("any", out=tmp_path)
    assert study.measured == [1, 2, 3, 3]


@pytest.fixture
def older(study, tmp_path_factory):
    """A finished run with a plot that another version has drawn, of other bytes."""
    folder = tmp_path_factory.mktemp("older") / "run"
    folder.mkdir()
    (folder / PLOT).write_text("<svg/>")
    reproduce("any", out=folder)
    return folder


@pytest.mark.parametrize("kill", range(5))
def test_a_run_killed_between_two_writes_is_whole(study, older, monkeypatch, kill):
    """The file of the write before the kill is there, and nothing after it."""
    replaced, replace = [], Path.replace

    def killed_after(part, path):
        if len(replaced) == kill:
            raise KeyboardInterrupt
        replaced.append(path.name)
        return replace(part, path)

    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(Path, "replace", killed_after)
        reproduce("any", out=older, plot=older / PLOT)
    assert len(replaced) == kill
    assert find_faults(older) == []
    reproduce("any", out=older, plot=older / PLOT)
    assert find_faults(older) == []
    assert b"<svg/>" not in (older / PLOT).read_bytes()


def test_another_experiment_needs_another_folder(study, tmp_path):
    reproduce("any", out=tmp_path, seed=0)
    with pytest.raises(InputError, match="seed 0, not 1"):
        reproduce("any", out=tmp_path, seed=1)


def test_other_names_and_scales_are_refused():
    with pytest.raises(InputError, match="nhb-table-1, nhb-table-2"):
        find_study("nhb-chess", "tiny", 0)
    with pytest.raises(InputError, match="tiny, small, paper"):
        find_study("nhb-reversi", "huge", 0)


STORED = {
    "context-table-1-2": (
        "runs positions epochs best_epochs",
        "run system training training_rank test test_rank only_best any_best keeps_result random_rank examples epochs"
        " seconds",
    ),
    "draughts-evolution": (
        "generations ply test_ply checkpoints games timed_games seconds seeds",
        "seed series matches wins draws losses hidden_units seconds",
    ),
    "nhb-connect-four": ("courses games test seeds", "seed series matches wins draws losses hidden_units seconds"),
    "nhb-reversi": ("courses games test seeds", "seed series matches wins draws losses hidden_units seconds"),
    "othello-league": ("openings", "first second wins draws losses squares"),
    "othello-search": ("openings moves model opponent", "task depth points moves accuracy seconds"),
    "othello-strength": (
        "openings moves passes set_examples net model opponent",
        "net opponent moves positions accuracy is_held_out points",
    ),
    "othello-tables": (
        "examples epochs batch rate schedule width bag tested precision every",
        "net set_name encoding original unique legal among_legal tested microseconds parameters examples seconds",
    ),
}
"""What version 0.1.0 wrote: the keys of config.json and of cells.jsonl."""


@pytest.mark.parametrize("name", STORED)
def test_run_folders_of_the_first_version_go_on(name):
    config, cell = (keys.split() for keys in STORED[name])
    module = find_experiment(name).load()
    scale = module.SCALES["tiny"]
    stored = set(module.Experiment(scale, 0).config())
    assert stored >= set(config)
    assert set(default_settings(type(scale))) >= stored - set(config)  # what it did not know had its default
    assert set(reproduction.as_dict(module.Experiment.result(**dict.fromkeys(cell)))) >= set(cell)


def test_a_table_of_the_first_version_goes_on(tmp_path):
    """Half of it is there, with the settings as they were written then."""
    whole = reproduce("nhb-connect-four", "tiny", tmp_path / "whole", workers=1)
    config = json.loads((tmp_path / "whole" / "config.json").read_text())
    assert config["courses"][0] == {
        "budget": {"depth": None, "nodes": 20, "seconds": None},
        "checkpoints": [20, 40],
        "paper": "0.25 s",
        "changes": {"first_matches": 20, "cycle": 10, "consistent_after": 20, "hidden_units": 10},
    }
    assert config["experiment"] == "nhb-connect-four"
    assert len(whole.rows) == 6


@pytest.mark.parametrize("name", EXPERIMENTS)
@pytest.mark.parametrize("scale", ["tiny", "small", "paper"])
def test_cells_follow_from_scale_and_seed(name, scale):
    study = find_study(name, scale, 7)
    cells = study.cells()
    assert len(set(cells)) == len(cells)
    assert {cell.seed for cell in cells} == set(range(7, 7 + study.scale.seeds))
    assert json.loads(json.dumps(asdict(study.scale)))["games"] == study.scale.games
    for schedule in study.scale.schedules:  # every checkpoint is the end of a cycle
        first, cycle = schedule.changes.get("first_matches", 20), schedule.changes.get("cycle", 10)
        assert all((matches - first) % cycle == 0 for matches in schedule.checkpoints)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_whole_table_of_the_paper_stands_beside(name):
    for scale in ("small", "paper"):
        study = find_study(name, scale, 0)
        rows = study.rows([GamesResult(*cell, wins=1, draws=1, losses=1) for cell in study.cells()])
        assert {(row.series, row.matches) for row in study.paper} == {
            (row.paper.series, row.paper.matches) for row in rows if row.paper
        }


def test_the_schedules_of_connect_four_cost_the_same():
    for scale in ("small", "paper"):
        schedules = find_study("nhb-connect-four", scale, 0).scale.schedules
        assert len({schedule.total(schedule.checkpoints[-1]) for schedule in schedules}) == 1
        columns = {schedule.paper: schedule.checkpoints for schedule in schedules if schedule.paper}
        assert columns == {
            "0.25 s": tuple(range(20, 201, 20)),
            "0.5 s": tuple(range(10, 101, 10)),
            "1 s": tuple(range(5, 51, 5)),
        }


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_tables_findings_and_plots(name, tmp_path):
    """Not measured: every cell of seed 1 has a win more than that of seed 0."""
    study = find_study(name, "small", 0)
    results = [GamesResult(*cell, wins=70 + cell.seed, draws=10, losses=20 - cell.seed) for cell in study.cells()]
    rows = study.rows(results)
    for _, columns, table in study.tables(rows):
        assert all(len(row) == len(columns) for row in table)
    assert "71.0 % wins" in study.findings(rows)[0]
    assert "by seed 70.0 to 72.0" in study.findings(rows)[0]
    assert b"<svg" in plots.render(lambda figure: study.draw(rows, figure, tmp_path))


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
