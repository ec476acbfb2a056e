import json
import os
import signal
import subprocess
import sys
import time

import pytest

from fourfold.experiments.find import experiment_names

TABLE = ("reproduce", "nhb-connect-four", "--scale", "tiny")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A finished run, made by a process that was killed and another that went on."""
    folder = tmp_path_factory.mktemp("runs") / "table"
    command = [sys.executable, "-m", "fourfold", *TABLE, "--out", str(folder), "--workers", "1", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while process.poll() is None and not measured(folder):
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
    assert 0 < measured(folder) < 12
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    (folder / "answer.json").write_text(result.stdout)
    return folder


def measured(folder):
    cells = folder / "cells.jsonl"
    return len(cells.read_bytes().splitlines()) if cells.exists() else 0


def test_json(folder):
    found = json.loads((folder / "answer.json").read_text())
    assert set(found) == {"rows", "paper", "findings", "out"}
    assert [(row["series"], row["matches"]) for row in found["rows"]] == [
        ("20 nodes", 20), ("20 nodes", 40), ("40 nodes", 10), ("40 nodes", 20), ("80 nodes", 5), ("80 nodes", 10),
    ]  # fmt: skip
    for row in found["rows"]:
        assert row["wins"] + row["draws"] + row["losses"] == 20
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
        assert row["paper"]["matches"] == row["matches"]
    assert len(found["paper"]) == 30
    assert measured(folder) == 12


def test_a_kill_changes_nothing(folder, run, tmp_path):
    code, out, _ = run(*TABLE, "--out", str(tmp_path / "whole"), "--workers", "2", "--json")
    assert code == 0
    assert untimed(json.loads(out)) == untimed(json.loads((folder / "answer.json").read_text()))


def untimed(found):
    return [{**row, "seconds": None} for row in found["rows"]]


def test_words_and_plot(folder, run, tmp_path):
    plot = tmp_path / "table.png"
    code, out, _ = run(*TABLE, "--out", str(folder), "--plot", str(plot))
    assert code == 0
    assert "the NHB paper's best is 74.0 %" in out
    assert "At equal totals of training" in out
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (folder / "plot.svg").read_text()


def test_without_matplotlib(folder, run, monkeypatch):
    monkeypatch.setattr("fourfold.experiments.framework.plots.has_matplotlib", lambda: False)
    code, out, _ = run(*TABLE, "--out", str(folder))
    assert code == 0
    assert "pip install 'fourfold[plot]'" in out
    code, _, err = run(*TABLE, "--out", str(folder), "--plot", "table.svg")
    assert code == 2
    assert "pip install 'fourfold[plot]'" in err


def test_all_experiments_are_listed_by_paper(run):
    code, out, _ = run("reproduce", "--list", "--json")
    assert code == 0
    listed = json.loads(out)["experiments"]
    assert [each["name"] for each in listed] == experiment_names()
    assert {each["paper"] for each in listed} == {"nhb", "evolved-draughts", "context", "expert-moves", "games"}
    code, out, _ = run("reproduce", "--list")
    assert code == 0
    assert all(each["help"] in out for each in listed)


@pytest.mark.parametrize(
    "arguments",
    [
        ("reproduce",),
        ("reproduce", "nhb-chess"),
        ("reproduce", "nhb-reversi", "--scale", "huge"),
        ("reproduce", "nhb-reversi", "--scale", "tiny", "--plot", "table.pdf"),
        ("reproduce", "nhb-reversi", "--scale", "tiny", "--plot", "missing/table.svg"),
        ("reproduce", "nhb-reversi", "--scale", "tiny", "--workers", "0"),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line(run, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1, err
    assert list(tmp_path.iterdir()) == []


def test_another_seed_in_the_same_folder(folder, run):
    code, _, err = run(*TABLE, "--out", str(folder), "--seed", "5")
    assert code == 2
    assert "seed 0, not 5" in err
