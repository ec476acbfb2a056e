"""The extensions that the expert-moves paper suggests, on games that are made here."""

import json

import numpy as np
import pytest

from fourfold.data.othello.prediction_quality import quality
from fourfold.errors import InputError
from fourfold.evaluators.torch_othello import predictor
from fourfold.experiments.expert_moves import extensions
from fourfold.experiments.expert_moves.extensions import (
    NETWORKS,
    SCALES,
    UNTAUGHT,
    VALUES,
    Experiment,
    ExtensionCell,
    folder_of,
)
from fourfold.experiments.framework.reproduce import reproduce
from fourfold.experiments.framework.winning_rates import play
from fourfold.games.interface.find import find_game
from fourfold.players import policy as policies
from fourfold.storage.json_lines import read_lines


@pytest.fixture
def few(monkeypatch):
    """Two opponents."""
    monkeypatch.setattr(extensions, "FILES", {name: extensions.FILES[name] for name in ("SWH", "LR06")})


def test_all_networks_see_the_same_examples_and_resume(torch, othello_data, few, run, tmp_path):
    command = ["reproduce", "expert-moves-extensions", "--scale", "tiny", "--out", str(tmp_path / "run")]
    command += ["--workers", "1", "--data", str(othello_data)]
    code, out, _ = run(*command, "--json")
    assert code == 0
    rows = json.loads(out)["rows"]
    assert [row["name"] for row in rows] == [*NETWORKS, VALUES, UNTAUGHT] * 2
    assert [row["examples"] for row in rows if row["name"] in NETWORKS] == [64] * len(NETWORKS) + [128] * len(NETWORKS)
    assert all(300 < row["examples"] <= 8 * 60 for row in rows if row["name"] not in NETWORKS)
    for row in rows:
        for kind in ("accuracy", "strength"):
            assert 0.0 <= row[kind]["low"] <= row[kind]["share"] <= row[kind]["high"] <= 1.0
        assert row["of_outputs"] <= row["accuracy"]["share"]
    parameters = {row["name"]: row["parameters"] for row in rows}
    assert parameters["Conv4, three stages"] == 3 * parameters["Conv4"]
    assert parameters["Conv4, side to move"] == parameters["Conv4"] + 9 * 8
    cells = tmp_path / "run" / "cells.jsonl"
    kept = read_lines(cells).values
    cells.write_bytes(b"".join(cells.read_bytes().splitlines(keepends=True)[:-1]))
    code, out, _ = run(*command)
    assert code == 0
    for before, after in zip(kept, read_lines(cells).values, strict=True):
        assert {**before, "microseconds": 0} == {**after, "microseconds": 0}
    assert "After 128 examples, compared with Conv4: Full3 " in out
    assert "<svg" in (tmp_path / "run" / "plot.svg").read_text()


def test_what_is_reported_is_what_the_model_does(torch, othello_data, few, tmp_path):
    study, cell = Experiment(SCALES["tiny"], 3), ExtensionCell("Conv4, side to move", 64)
    study.find_data(str(othello_data))
    found = study.measure(cell, tmp_path, 1, lambda share, text: None)
    model, moves = folder_of(tmp_path, cell), study.tests[0]
    policy = policies.load(str(model), find_game("othello"))
    assert found.of_outputs == quality(policy.predictor.outputs(moves.states), moves).accuracy
    assert found.games == pytest.approx(np.mean(policies.played_ranks(policy, moves) == 0))
    opponent = othello_data / "othello" / "players" / "LR06.wpc"
    openings = othello_data / "othello" / "openings.txt"
    assert found.points[1:] == play(f"policy:model={model}", f"greedy:eval={opponent}", openings, 1, 3)


def test_action_values_begin_with_the_layers_of_the_predictor(torch, othello_data, few, tmp_path, monkeypatch):
    study, ours, begun = Experiment(SCALES["tiny"], 0), ExtensionCell("Conv4", 64), []
    study.find_data(str(othello_data))
    study.measure(ours, tmp_path, 1, lambda share, text: None)
    learned = predictor.load(str(folder_of(tmp_path, ours)))[0].net.state_dict()
    monkeypatch.setattr(extensions.action_values, "learn", lambda member, *rest: begun.append(member.net.state_dict()))
    for name in (VALUES, UNTAUGHT):
        study.learn_values(ours._replace(name=name), tmp_path, 1, lambda share, text: None)
    same = [[torch.equal(weights, learned[name]) for name, weights in net.items()] for net in begun]
    assert all(same[0])
    assert not any(same[1])


def test_missing_players_are_one_line(torch, tmp_path):
    with pytest.raises(InputError, match=r"has no othello/openings\.txt"):
        reproduce("expert-moves-extensions", "tiny", tmp_path / "run", data=str(tmp_path))
