"""Is it learning? Verdicts on curves whose truth is known, and on runs."""

import json
import math

import pytest
from support.learning_curves import TOTAL, flat, points_of, rising, saturated

from fourfold.errors import InputError
from fourfold.learn.curves import NO_CURVE, Curve, Point, share_point, write_curve
from fourfold.learn.status import read_status
from fourfold.learn.verdict import judge, judge_run
from fourfold.storage.run_folder import open_run

SEEDS = range(8)


def curve_of(points):
    return Curve("games", "score against the net it began with", points, "", 0.5)


def states(truth):
    return [judge(curve_of(points_of(truth, seed))).state for seed in SEEDS]


def falling(x):
    return saturated(x) - max(x - TOTAL / 2, 0) / 25


@pytest.mark.parametrize(
    ("truth", "state"),
    [
        (rising, "learning"),
        (saturated, "stopped improving"),
        (flat, "not learning"),
        (falling, "getting weaker"),
        (lambda x: 4 * saturated(x), "beyond its opponent"),
        (lambda x: -saturated(x) / 3, "not learning"),
    ],
    ids=["rising", "saturated", "flat", "falling", "winning", "sinking"],
)
def test_verdicts(truth, state):
    assert states(truth).count(state) >= len(SEEDS) - 2


def test_a_training_that_goes_well_has_a_forecast():
    found = judge(curve_of(points_of(rising, 0, games=1000)), seconds=300.0)
    first, second = found.words
    assert first.startswith("learning: 50 % at the start")
    assert "after twice as long (10 min in all)" in second
    assert found.now.low > 0.7
    assert found.reach.score == 0.9
    assert found.reach.seconds.value == pytest.approx(found.reach.work.value * 300 / TOTAL)
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert told["state"] == "learning"
    assert set(told["twice"]) == {"value", "low", "high"}


def test_since_when_it_has_stopped():
    found = judge(curve_of(points_of(saturated, 0)))
    assert 600 < found.since <= TOTAL / 2
    assert "games" in found.words[0]
    assert "not in sight" in found.words[1]
    assert found.to_json()["reach"]["work"]["value"] is None, "infinite"


def test_a_wanted_score():
    curve = curve_of(points_of(rising, 0))
    assert "60 % is reached" in judge(curve, wanted=0.6).words[1]
    assert judge(curve, wanted=0.85).reach.score == 0.85
    for score in (0.0, 1.0, 85.0, math.nan):
        with pytest.raises(InputError, match="between 0 and 1"):
            judge(curve, wanted=score)


def test_little_is_said_of_a_few_points():
    few = points_of(rising, 0)[:3]
    assert judge(curve_of(few)).state == "too early"
    assert "3 of at least 4 points" in judge(curve_of(few)).words[0]
    assert judge(curve_of(points_of(rising, 0)[:4])).state != "too early"
    assert judge(NO_CURVE).state == "not measured"
    error = Curve("steps", "error", [Point(x, 1.0) for x in range(9)])
    assert judge(error).words == [
        "is it learning? its curve is its error, which has no interval; nothing fixed measures its strength"
    ]


def advice(scores, metrics=(), seconds=None):
    points = [share_point(100.0 * number, score, 100) for number, score in enumerate(scores)]
    found = judge(curve_of(points), seconds, lambda: metrics)
    assert found.state == "not learning"
    return found.words[1]


@pytest.mark.parametrize(
    ("scores", "metrics", "seconds", "words"),
    [
        ([0.0] * 6, (), None, "the opponent, which wins every game"),
        ([0.5] * 6, (), None, "exactly one half"),
        ([0.5, 0.52, 0.47, 0.5, 0.51], (), 20.0, "it has learned for 20 s only"),
        ([0.5, 0.52, 0.47, 0.5, 0.51], [{"decided": 0.02}] * 4, 600.0, "of which 2 % are decided"),
        ([0.5, 0.52, 0.47, 0.5, 0.51], [{"games": x, "error": 0.5} for x in range(8)], 600.0, "does not fall"),
        ([0.5, 0.52, 0.47, 0.5, 0.51], [{"value_error": 1 / (1 + x)} for x in range(8)], 600.0, "its error falls"),
        ([0.5, 0.52, 0.47, 0.5, 0.51], (), 600.0, "more of it"),
    ],
)
def test_what_to_look_at(scores, metrics, seconds, words):
    assert words in advice(scores, metrics, seconds)


def test_a_run_is_judged_by_its_folder(tmp_path, run):
    with open_run(tmp_path / "run", {"method": "nhb", "game": "othello"}) as made:
        write_curve(made.folder, curve_of(points_of(rising, 0, games=1000)))
    with open_run(tmp_path / "match", {"a": "random", "game": "othello"}):
        pass
    code, out, _ = run("runs", "show", str(tmp_path / "run"), "--reach", "0.85")
    assert code == 0
    assert "learning: 50 % at the start" in out
    assert "85 % after" in out
    found = json.loads(run("runs", "show", str(tmp_path / "run"), "--json")[1])["learning"]
    assert found == judge_run(tmp_path / "run", read_status(tmp_path / "run")).to_json()
    assert json.loads(run("runs", "show", str(tmp_path / "match"), "--json")[1])["learning"] is None
    code, _, err = run("runs", "show", str(tmp_path / "run"), "--reach", "85")
    assert (code, "between 0 and 1" in err) == (2, True)
