"""Winning rates by accuracy, of predictors of every kind that are given."""

import json
import shutil

import numpy as np
import pytest

from fourfold.data.othello.expert_moves import BASE, read_folder
from fourfold.data.othello.splits import games_split
from fourfold.errors import InputError
from fourfold.experiments.expert_moves import extensions
from fourfold.experiments.expert_moves.figure_4 import alike, find_models, usual
from fourfold.experiments.expert_moves.tables_7_and_8 import PredictorRow, paper_points
from fourfold.experiments.framework.linear_fit import fit_line
from fourfold.experiments.framework.reproduce import reproduce
from fourfold.experiments.framework.winning_rates import WinningRate
from fourfold.games.interface.find import find_game
from fourfold.players import policy


@pytest.fixture
def trained(torch, othello_data, tmp_path, monkeypatch):
    """A run folder with two networks."""
    monkeypatch.setattr(extensions, "FILES", {"SWH": extensions.FILES["SWH"]})
    monkeypatch.setattr(extensions, "NETWORKS", {"Conv4": {"net": "conv4"}})
    reproduce("expert-moves-extensions", "tiny", tmp_path / "trained", workers=1, data=str(othello_data))
    return tmp_path / "trained"


def test_given_predictors_are_measured(trained, predictor, othello_data, run, tmp_path):
    command = ["reproduce", "expert-moves-figure-4", "--scale", "tiny", "--out", str(tmp_path / "run")]
    command += ["--workers", "1", "--data", str(othello_data), "--model", f"{predictor},{trained}"]
    code, out, _ = run(*command, "--json")
    assert code == 0
    found = json.loads(out)
    rows = {row["net"]: row for row in found["rows"]}
    assert list(rows) == [str(predictor), "trained/conv4-128", "trained/conv4-64"]
    test = games_split(read_folder(othello_data / BASE), "original").tests["games"].take()
    for name, model in zip(rows, (predictor, trained / "conv4-128"), strict=False):
        row, right = rows[name], policy.played_ranks(policy.load(str(model), find_game("othello")), test) == 0
        assert row["positions"] == min(test.size, 200)
        assert row["accuracy"] == pytest.approx(np.mean(right), abs=0.0 if test.size <= 200 else 0.1)
        assert row["is_held_out"]
        assert len(row["against"]) == 15
    assert not (predictor / "grade.json").exists()
    assert any("that the expert-moves paper prints has a slope of" in sentence for sentence in found["findings"])
    code, out, _ = run(*command)
    assert code == 0
    assert "Table VII and figure 4: 2 games against each opponent" in out
    assert "<svg" in (tmp_path / "run" / "plot.svg").read_text()


def test_predictors_as_accurate_as_the_published_ones_have_a_line_of_their_own():
    rows = [
        PredictorRow("a", None, 9, share, True, *[WinningRate(2.0 * share - 0.5, 0.0, 1.0)] * 3, {})
        for share in (0.56, 0.6, 0.64)
    ]
    (found,) = alike(rows, 0.551)
    assert found.startswith("Of our 3 predictors with at least 55.1 %")
    assert "2.00 points of the winning rate (r2 1.000)" in found
    assert alike(rows[:2], 0.551) == []


def test_the_line_of_what_the_paper_prints():
    """Its own figure has 1.7 points for a point of accuracy, of nets that it does not list."""
    points = paper_points("average")
    assert len(points) == len(set(points)) == 5 + 12
    assert (0.551, 0.779) in points
    assert (0.605, 0.931) in points
    assert fit_line(*zip(*points, strict=True)).slope == pytest.approx(1.9, abs=0.5)


def test_models_are_found_in_folders(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "runs" / "expert-moves-tables-2-to-6-small"
    for name in ("conv4", "bagging", "bagging-0", "bagging-1", "nets/300-moves", "conv4-60000"):
        (folder / name).mkdir(parents=True)
        if name != "conv4":
            (folder / name / "model.safetensors").touch()
    given = usual("small")
    assert given == ["wthor", "runs/expert-moves-tables-2-to-6-small"]
    prefix = "expert-moves-tables-2-to-6-small"
    assert list(find_models(given)) == [
        "wthor",
        *(f"{prefix}/{name}" for name in ("bagging", "conv4-60000", "nets/300-moves")),
    ]
    shutil.rmtree(folder)
    with pytest.raises(InputError, match="figure 4 needs 3 predictors, not 1: --model A,B"):
        find_models(usual("small"))


def test_a_predictor_that_is_not_there_is_one_line(othello_data, tmp_path, run):
    command = ["reproduce", "expert-moves-figure-4", "--scale", "tiny", "--out", str(tmp_path / "run")]
    code, _, error = run(*command, "--data", str(othello_data), "--model", "wthor,nothing,more", "--workers", "1")
    assert code == 2
    assert "no policy named 'nothing'" in error
