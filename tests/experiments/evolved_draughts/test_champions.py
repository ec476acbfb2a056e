import json
import re
from dataclasses import asdict

import pytest

from fourfold.experiments.evolved_draughts.champions import (
    AT_THE_END,
    OBSERVED,
    OTHER_METHODS,
    RECIPES,
    SCALES,
    ChampionResult,
    games_rows,
)
from fourfold.experiments.evolved_draughts.evolutions import read_generations, run_folder
from fourfold.experiments.evolved_draughts.observations import MEASURES, ObservedRow
from fourfold.experiments.framework import plots
from fourfold.experiments.framework import reproduce as reproduction
from fourfold.experiments.framework.reproduce import find_study, reproduce

NAME = "draughts-evolution"


@pytest.mark.parametrize("scale", SCALES)
def test_every_checkpoint_meets_material_and_the_last_champion_everybody(scale):
    study = find_study(NAME, scale, 3)
    cells = study.cells()
    assert len(set(cells)) == len(cells)
    assert {cell.seed for cell in cells} == set(range(3, 3 + study.scale.seeds))
    assert study.scale.checkpoints[-1] == study.scale.generations
    first, then = len(study.scale.checkpoints) + len(AT_THE_END), len(OTHER_METHODS) + 1
    runs = study.scale.seeds * len(RECIPES)
    assert len(cells) == runs * (first + then)
    added = {cell.series.split(": ")[1] for cell in cells[runs * first :]}
    assert added == {*OTHER_METHODS, OBSERVED}  # behind the cells of run folders of version 0.1.0
    assert json.loads(json.dumps(asdict(study.scale)))["games"] == study.scale.games


def made(cell):
    """Return a result that was not measured: seeds differ by two games, or by one unit."""
    if cell.series.endswith(OBSERVED):
        return ChampionResult(*cell, 0, 0, 0, observed=dict.fromkeys(MEASURES, 0.25 + cell.seed))
    return ChampionResult(*cell, wins=50 + 2 * cell.seed, draws=0, losses=50 - 2 * cell.seed, seconds=1.0)


def test_every_figure_has_a_mean_and_a_deviation():
    study = find_study(NAME, "small", 0)
    rows = study.rows([made(cell) for cell in study.cells()])
    curve, last, observed = study.tables(rows)
    for _, columns, table in (curve, last, observed):
        assert all(len(row) == len(columns) for row in table)
    assert curve.rows[0][-2] == last.rows[0][-1] == "52.0 ± 2.0 %"
    by_name = {line[1]: line for line in observed.rows}
    assert by_name["plies of a game, last ten generations"] == [
        "IV.D.1", "plies of a game, last ten generations", "1.25 ± 1.00", "1.25 ± 1.00",
    ]  # fmt: skip
    assert by_name["champions that are crossed"][2:] == ["125 ± 100 %", ""]  # `best` crosses nothing
    assert by_name["CPU seconds in all *"][0] == "IV.D.2"
    assert "scores 52.0 ± 2.0 %" in study.findings(rows)[0]


@pytest.mark.slow
def test_tiny(tmp_path):
    """In one go, and with a kill while the second evolution is under way: what has no clock is the same."""
    whole = reproduce(NAME, "tiny", tmp_path / "whole", workers=1)
    assert all(row.games == (4 if is_timeless(row) else 2) for row in games_rows(whole.rows))

    def kill(done, wanted, text):
        if text.startswith("best: generation 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reproduce(NAME, "tiny", tmp_path / "killed", workers=1, progress=kill)
    stored = (tmp_path / "killed" / reproduction.CELLS).read_text().splitlines()
    assert len(stored) == len(SCALES["tiny"].checkpoints) + len(AT_THE_END)
    again = reproduce(NAME, "tiny", tmp_path / "killed", workers=1)
    assert [untimed(row) for row in again.rows if is_timeless(row)] == [
        untimed(row) for row in whole.rows if is_timeless(row)
    ]
    for _, columns, table in whole.study.tables(whole.rows):
        assert all(len(row) == len(columns) for row in table)
    assert re.search(r"`paper` scores [\d.]+ %", whole.study.findings(whole.rows)[0])
    generations = read_generations(run_folder(whole.folder, "best", 0))
    assert [generation.generation for generation in generations] == [0, 1, 2, 3, 4]
    assert b"<svg" in plots.render(lambda figure: whole.study.draw(whole.rows, figure, whole.folder))
    assert [row["reproducible"] for row in whole.to_json()["rows"]] == [is_timeless(row) for row in whole.rows]
    last = whole.study.tables(whole.rows)[1]
    assert [line[1].endswith(" *") for line in last.rows] == ["equal time" in line[1] for line in last.rows]


def untimed(row):
    return {**asdict(row), "seconds": None}


def is_timeless(row):
    if isinstance(row, ObservedRow):
        return not MEASURES[row.what].is_timed
    return "mcts" not in row.series
