"""The one door of all benchmarks; what they measure is replaced by a few figures."""

import json

import pytest

from fourfold import bench
from fourfold.bench import dice, scaling, self_play, soak
from fourfold.bench.soak import ProcessSample
from fourfold.bench.speed import Measurement

ALONE, BESIDE = Measurement("perft/othello", "leaves/s", 4e8), Measurement("mcts/othello", "sims/s", 9e4, 3e4, 3.0)


@pytest.fixture
def speed(monkeypatch):
    asked = []

    def rows(peers=False):
        asked.append(peers)
        yield from (ALONE, BESIDE)

    monkeypatch.setattr(bench, "rows", rows)
    return asked


def test_speed_is_what_is_measured_if_nothing_is_named(run, speed):
    code, out, _ = run("bench", "--peers", "--json")
    assert (code, speed) == (0, [True])
    assert json.loads(out) == {
        "rows": [
            {"name": "perft/othello", "unit": "leaves/s", "ours": 4e8, "peer": None, "ratio": None},
            {"name": "mcts/othello", "unit": "sims/s", "ours": 9e4, "peer": 3e4, "ratio": 3.0},
        ]
    }
    code, out, _ = run("bench")
    assert (code, speed) == (0, [True, False])
    assert out.splitlines()[2].split() == ["mcts/othello", "90", "thousand", "30", "thousand", "3.0x", "sims/s"]


def test_scaling(run, monkeypatch):
    monkeypatch.setattr(scaling, "rows", lambda: iter([BESIDE]))
    code, out, _ = run("bench", "scaling", "--json")
    assert code == 0
    assert json.loads(out)["rows"][0]["ratio"] == 3.0


@pytest.mark.parametrize(("files", "code"), [(16, 0), (17, 1)])
def test_a_soak_that_leaves_something_behind_fails(run, monkeypatch, files, code):
    samples = [ProcessSample(10.0, 100, 500.0, 16, 3, 4), ProcessSample(12.0, 120, 505.0, files, 3, 4)]
    asked = []
    monkeypatch.setattr(soak, "soak", lambda minutes: asked.append(minutes) or iter(samples))
    found, out, _ = run("bench", "soak", "--minutes", "12", "--json")
    assert (found, asked) == (code, [12.0])
    assert json.loads(out)["faults"] == ["files"] * code
    assert [row["minute"] for row in json.loads(out)["rows"]] == [10.0, 12.0]
    assert "memory +1.0% since minute 10" in run("bench", "soak")[1]
    assert asked == [12.0, 60.0]


@pytest.mark.parametrize("arguments", [("heat",), ("soak", "--peers"), ("--minutes", "3"), ("soak", "--minutes", "-1")])
def test_bad_input_is_one_line(run, arguments):
    code, out, err = run("bench", *arguments)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1, err


def test_dice_are_measured_in_pairs_and_alone(run, monkeypatch):
    monkeypatch.setattr(dice, "rows", lambda: iter([Measurement("random, random", "variance", 0.5, 1.0, 2.0)]))
    code, out, _ = run("bench", "dice")
    assert code == 0
    assert out.splitlines()[0].split()[:3] == ["what", "paired", "alone"]
    assert out.splitlines()[1].split()[-2:] == ["2.0x", "variance"]


def test_self_play_without_peers(run, monkeypatch, tmp_path):
    monkeypatch.setattr(self_play, "rows", lambda peers: iter([ALONE if peers else BESIDE]))
    assert json.loads(run("bench", "self-play", "--json")[1])["rows"][0]["ratio"] == 3.0
    assert json.loads(run("bench", "self-play", "--peers", "--json")[1])["rows"][0]["ratio"] is None
