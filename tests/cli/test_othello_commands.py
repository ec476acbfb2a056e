"""The commands about games of Othello experts."""

import json

import pytest
from support.othello_games import make_base

from fourfold.records import wthor

SMALL = ("--width", "8", "--units", "4", "--passes", "0.5", "--workers", "1", "--json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("wthor")
    wthor.write(path / "WTH_2001.wtb", make_base(range(40)))
    (path / "WTH_2002.wtb").write_bytes(b"no such file")
    return path


def test_data_wthor(run, folder):
    code, out, _ = run("data", "wthor", str(folder), "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["games"], found["unfinished"], found["wrong_scores"]) == (40, 0, 0)
    assert found["triples"] > found["unique"] > 2000
    assert 7.5 * found["unique"] < found["symmetric"] <= 8 * found["unique"]
    assert "WTH_2002.wtb" in found["faults"][0]
    assert "left out: 1" in run("data", "wthor", str(folder))[1]


@pytest.mark.slow
def test_a_policy_learns_plays_and_is_measured(run, folder, tmp_path):
    out = str(tmp_path / "run")
    code, text, _ = run("train", "policy", "othello", "--data", str(folder), "--out", out, *SMALL)
    assert code == 0
    assert set(json.loads(text)["tests"]) == {"paper", "unique", "games"}
    code, text, _ = run("accuracy", out, "--data", str(folder), "--json")
    assert code == 0
    found = json.loads(text)
    assert found["positions"] == sum(stage["moves"] for stage in found["stages"]) > 2000
    assert found["top"] == sorted(found["top"])
    assert found["any_best"] is found["keeps_result"] is None
    assert found["average_rank"] > 1.0
    assert "first, moves 46 to 60" in run("accuracy", out, "--data", str(folder / "WTH_2001.wtb"))[1]
    match = run(
        "match", f"policy:model={out}", f"alphabeta:depth=1,eval={out}", "--game", "othello", "--games", "4", "--json"
    )
    assert json.loads(match[1])["games"] == 4
    analysis = json.loads(run("analyse", "othello", "f5", "--player", f"policy:model={out}", "--json")[1])
    assert sum(move["value"] for move in analysis["moves"]) == pytest.approx(1.0)


def test_a_network_learns_plays_and_is_measured(run, folder, tmp_path, torch):
    out = str(tmp_path / "run")
    options = ("--width", "0.1", "--epochs", "1", "--limit", "1500", "--workers", "1", "--set", "unique")
    code, text, _ = run("train", "network", "othello", "--data", str(folder), "--out", out, *options, "--json")
    assert code == 0
    assert json.loads(text)["marks"][-1]["way"] == 1.0
    found = json.loads(run("accuracy", out, "--data", str(folder), "--json")[1])
    assert 0.0 < found["top"][0] < found["top"][3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("train", "policy", "othello"), "FOURFOLD_DATA"),
        (("data", "wthor"), "FOURFOLD_DATA"),
        (("data", "wthor", "no/such"), "no .wtb file"),
        (("train", "policy", "connect_four", "--data", "DATA"), "no moves of connect_four to learn from"),
        (("train", "policy", "othello", "--data", "DATA", "--width", "7"), "multiple of 4"),
        (("train", "network", "othello", "--data", "DATA", "--net", "none"), "no network named"),
        (("accuracy", "nothing", "--data", "DATA"), "no policy named"),
    ],
)
def test_bad_input_ends_with_one_line(run, folder, monkeypatch, arguments, message):
    monkeypatch.delenv("FOURFOLD_DATA", raising=False)
    code, out, err = run(*(str(folder) if word == "DATA" else word for word in arguments))
    assert (code, out) == (2, "")
    (line,) = [line for line in err.splitlines() if not line.startswith("compiling")]
    assert message in line
