import json

import pytest

from fourfold.cli.draw_curve import chart, spark
from fourfold.errors import InputError
from fourfold.learn.curves import Curve, Point, thinned
from fourfold.learn.status import find_runs, learning_curve, read_status
from fourfold.storage.run_folder import open_run, read_config

CYCLE = {"wins": 0, "draws": 0, "losses": 0}


def write_run(folder, config, lines, members=None):
    with open_run(folder, config):
        pass
    (folder / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    if members:
        (folder / "members.json").write_text(json.dumps(members))
    return folder


def test_scores_of_nets_follow_each_other(tmp_path):
    lines = [
        {**CYCLE, "matches": 20, "net": 0},
        {"matches": 120, "net": 0, "wins": 50, "draws": 0, "losses": 50},
        {"matches": 220, "net": 0, "wins": 90, "draws": 10, "losses": 0},
        {"matches": 10, "net": 1, "wins": 1, "draws": 0, "losses": 9},
    ]
    run = write_run(tmp_path / "run", {"method": "nhb", "game": "othello"}, lines, {"scores": [0.8]})
    curve = learning_curve(run, read_config(run).config)
    assert [(point.x, point.y) for point in curve.points] == [(120, 0.5), (220, 0.95), (230, 0.1)]
    assert [(point.x, point.y) for point in curve.tests] == [(220, 0.8)], "another measurement is drawn apart"
    assert all(point.low < point.y < point.high for point in [*curve.points, *curve.tests])
    assert "training matches" in curve.y_label
    assert "trials" in curve.tests_label


@pytest.mark.parametrize(
    ("config", "line", "point"),
    [
        (
            {"method": "evolve", "rivals": 5, "rival_games": 6, "spacing": 10},
            {"generation": 20, "growth": 0.5},
            Point(20, 0.75, 0.4677, 0.9111),
        ),
        ({"method": "outcome"}, {"matches": 400, "error": 0.25}, Point(400, 0.25)),
        ({"method": "context"}, {"epoch": 3, "error": 0.5}, Point(3, 0.5)),
        ({"method": "policy"}, {"examples": 9, "tests": {"unique": 0.6}, "found": 0.5}, Point(9, 0.6)),
        ({"method": "policy"}, {"examples": 9, "tests": {}, "found": 0.5}, Point(9, 0.5)),
        ({"method": "networks"}, {"examples": 9, "tests": {"unique": {"accuracy": 0.4}}}, Point(9, 0.4)),
    ],
)
def test_every_method_has_a_curve(tmp_path, config, line, point):
    run = write_run(tmp_path / "run", {"game": "othello", **config}, [line])
    assert learning_curve(run, read_config(run).config).points == [point]
    assert learning_curve(run, read_config(run).config).y_label


def test_metrics_of_something_else_are_refused(tmp_path):
    run = write_run(tmp_path / "run", {"method": "outcome", "game": "othello"}, [{"error": 1}])
    with pytest.raises(InputError, match="does not have the metrics"):
        learning_curve(run, read_config(run).config)
    assert read_status(run).state == "damaged"


def test_thinning_keeps_the_last_point():
    points = [Point(x, 0.0) for x in range(101)]
    assert thinned(points, 200) == points
    assert len(thinned(points, 10)) == 10
    assert thinned(points, 10)[-1] == points[-1]


def test_matches_and_experiments_are_no_trainings(tmp_path):
    write_run(tmp_path / "match", {"a": "random"}, [])
    write_run(tmp_path / "run", {"method": "nhb", "game": "othello"}, [])
    write_run(tmp_path / "table", {"experiment": "untrained"}, [])
    found = [(status.name, status.method, status.is_training) for status in find_runs(tmp_path)]
    assert found == [("match", "match", False), ("run", "nhb", True), ("table", "untrained", False)]
    assert find_runs(tmp_path / "nowhere") == []


def test_a_chart_shows_values_between_their_intervals():
    curve = Curve("matches", "score", [Point(1, 0.0, 0.0, 0.5), Point(2, 1.0, 0.5, 1.0)])
    lines = chart(curve)
    assert lines[0] == "score"
    assert lines[-1].strip() == "2 matches"
    body = [line.partition("┤")[2] for line in lines if "┤" in line]
    assert (body[0].index("●"), body[-1].index("●")) == (3, 0)
    assert "│" in body[1]
    assert chart(Curve("", "", [Point(1, 1.0)])) == []


def test_a_chart_shows_its_baseline_and_what_was_tested_apart():
    points = [Point(0, 0.5, 0.5, 0.5), Point(10, 0.75, 0.65, 0.85)]
    lines = chart(Curve("games", "score", points, "100 games", 0.5, [Point(10, 0.7, 0.6, 0.8)], "final test"))
    assert lines[:2] == ["score", "(100 games)"]
    body = [line.partition("┤")[2] for line in lines if "┤" in line]
    assert body[-1].startswith("●╌╌")
    assert [row.count("◆") for row in body].count(1) == 1
    assert lines[-1] == "◆ final test: 0.700 (0.600 to 0.800)"


def test_a_spark_rises_and_falls():
    assert spark([Point(x, y) for x, y in enumerate([0, 1, 0.5])]) == "▁█▅"
    assert spark([]) == spark([Point(0, 1.0), Point(1, 1.0)]) == ""
