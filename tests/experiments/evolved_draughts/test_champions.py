import json
import re
from dataclasses import asdict

import pytest

from fourfold.experiments.evolved_draughts.champions import AT_THE_END, RECIPES, SCALES, read_generations, run_folder
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
    each = len(study.scale.checkpoints) + len(AT_THE_END)
    assert len(cells) == study.scale.seeds * len(RECIPES) * each
    assert json.loads(json.dumps(asdict(study.scale)))["games"] == study.scale.games


@pytest.mark.slow
def test_tiny(tmp_path):
    """In one go, and with a kill while the second evolution is under way: what has no clock is the same."""
    whole = reproduce(NAME, "tiny", tmp_path / "whole", workers=1)
    assert all(row.games == (4 if is_timeless(row) else 2) for row in whole.rows)

    def kill(done, wanted, text):
        if text.startswith("best: generation 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reproduce(NAME, "tiny", tmp_path / "killed", workers=1, progress=kill)
    stored = (tmp_path / "killed" / reproduction.CELLS).read_text().splitlines()
    assert len(stored) == len(whole.study.cells()) // 2
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
    return "mcts" not in row.series
