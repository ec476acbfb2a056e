"""The tables of the networks, on games that are made here."""

import json
import shutil

import pytest
from support.expert_games import write_games

from fourfold.cli.cli import main
from fourfold.data.othello.expert_moves import BASE
from fourfold.data.othello.prediction_quality import quality
from fourfold.errors import InputError
from fourfold.experiments.expert_moves.paper_tables_2_to_6 import PAPER
from fourfold.experiments.expert_moves.tables_2_to_6 import SCALES, Experiment, NetworkCell, Scale
from fourfold.experiments.framework.reproduce import reproduce
from fourfold.games.interface.find import find_game
from fourfold.players import policy as policies
from fourfold.storage.json_lines import read_lines

FEW = Scale(48, 1, 24, 0.03, "one-cycle", width=0.06, bag=2, tested=48)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    write_games(folder / BASE, 20)
    return folder


@pytest.fixture
def short(monkeypatch):
    """The tiny scale, with but one network with skip connections of each kind, and no six layers."""
    from fourfold.experiments.expert_moves import tables_2_to_6

    monkeypatch.setitem(SCALES, "tiny", FEW)
    monkeypatch.setattr(tables_2_to_6, "SKIPPING", ("resnet-32", "resnet-32-np-p"))
    monkeypatch.setattr(tables_2_to_6, "BASIC", ("conv4", "conv8"))


def test_every_figure_of_the_paper_has_its_cell():
    cells = Experiment(SCALES["paper"], 0).cells()
    assert len(cells) == len(set(cells)) == 30
    nets = {cell.net for cell in cells}
    for row in PAPER:
        assert row.net in nets
        if row.table == 2:
            assert NetworkCell(row.net, row.column, "pieces") in cells
        elif row.table in (3, 4):
            assert NetworkCell(row.net, "unique-s", row.column) in cells
        else:
            assert NetworkCell(row.net, "unique-s", "pieces") in cells
    assert len(PAPER) == 12 + 9 + 9 + 4 + 10


def test_the_command(torch, data, short, tmp_path, capsys):
    command = ["reproduce", "othello-tables", "--scale", "tiny", "--out", str(tmp_path / "run"), "--workers", "1"]
    assert main([*command, "--data", str(data), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert len(rows) == 8 + 4 + 3 + 2
    for row in rows:
        assert 0.0 <= row["low"] <= row["unique"] <= row["high"] <= 1.0
        assert row["unique"] <= row["among_legal"] <= 1.0
        assert row["microseconds"] > 0
        assert row["examples"] == (2 * 48 if row["net"] == "bagging" else 48)
    cells = tmp_path / "run" / "cells.jsonl"
    kept = read_lines(cells).values
    cells.write_bytes(b"".join(cells.read_bytes().splitlines(keepends=True)[:-3]))
    assert main([*command, "--data", str(data)]) == 0
    for before, after in zip(kept, read_lines(cells).values, strict=True):
        assert {**before, "microseconds": 0} == {**after, "microseconds": 0}
    out = capsys.readouterr().out
    for table in ("Table II:", "Table III:", "Table IV:", "Table V:", "Table VI:", "Conv8+BN+bagging"):
        assert table in out
    assert "<svg" in (tmp_path / "run" / "plot.svg").read_text()


def test_a_bag_is_better_known_by_its_model(torch, data, tmp_path):
    """What is reported of a bag is what its model does."""
    study = Experiment(FEW, 1)
    study.find_data(str(data))
    told = []
    found = study.measure(NetworkCell("bagging", "unique-s", "pieces"), tmp_path, 1, lambda *call: told.append(call))
    model = tmp_path / "bagging-unique-s-pieces"
    policy, moves = policies.load(str(model), find_game("othello")), study.tests["unique-s"]
    assert quality(policy.predictor.outputs(moves.states), moves).accuracy == found.unique
    assert [share for share, _ in told] == pytest.approx([0.25, 0.5, 0.75, 1.0])
    assert "Conv8+BN+bagging, unique-s, pieces 2 of 2: " in told[-1][1]
    seeds = [json.loads((tmp_path / f"{model.name}-{run}" / "config.json").read_text())["seed"] for run in (0, 1)]
    assert seeds == [1001, 1002]


def test_the_full_size_begins_and_tells_how_long_it_takes(torch, data, tmp_path):
    calls = []

    def stop(done, wanted, text):
        calls.append((done, wanted, text))
        if "examples/s" in text:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reproduce("othello-tables", "paper", tmp_path / "run", workers=1, progress=stop, data=str(data))
    done, wanted, text = calls[-1]
    assert 0.0 < done < 1.0
    assert wanted == 30
    assert text.startswith("Conv4, original, pieces: ")
    assert text.endswith(" h left of it")


def test_missing_games_are_one_line(torch, tmp_path, data):
    with pytest.raises(InputError, match="has no othello/wthor: --data DIR"):
        reproduce("othello-tables", "tiny", tmp_path / "run", data=str(tmp_path))
    shutil.copytree(data, tmp_path / "data")
    next((tmp_path / "data" / BASE).iterdir()).unlink()
    with pytest.raises(InputError, match=r"has no \.wtb file"):
        reproduce("othello-tables", "tiny", tmp_path / "run", data=str(tmp_path / "data"))
