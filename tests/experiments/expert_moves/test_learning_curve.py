"""How predictors have learned, read from run folders of both kinds and drawn."""

import json

import pytest

from fourfold.errors import InputError
from fourfold.experiments.expert_moves.learning_curve import CurvePoint, read_points
from fourfold.storage import run_folder

PATTERN_NET = [
    {"learner": "teacher 1", "tests": {"paper": 0.5, "unique": 0.4, "games": 0.3}},
    {"learner": "member 1", "tests": {"paper": 0.6, "unique": 0.5, "games": 0.4}},
]
NETWORK = [{"examples": 500_000, "tests": {"paper": {"accuracy": 0.1, "legal": 0.9, "among_legal": 0.2}}}]


def write(folder, lines):
    (folder / run_folder.METRICS).write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def test_a_pattern_net_goes_by_parts_and_a_network_by_examples(tmp_path):
    assert read_points(write(tmp_path, PATTERN_NET)) == [
        CurvePoint(line["learner"], place, line["tests"]) for place, line in enumerate(PATTERN_NET, 1)
    ]
    assert read_points(write(tmp_path, NETWORK)) == [CurvePoint("", 0.5, {"paper": 0.2})]


@pytest.mark.parametrize("lines", [PATTERN_NET, NETWORK])
def test_curves_are_drawn(tmp_path, run, lines):
    folder = tmp_path / "reproduced"
    model = str(write(tmp_path, lines))
    command = ["reproduce", "expert-moves-learning-curve", "--out", str(folder), "--model", model]
    code, out, _ = run(*command, "--json")
    assert code == 0
    assert [row["shares"] for row in json.loads(out)["rows"]] == [point.shares for point in read_points(tmp_path)]
    drawn = (folder / "plot.svg").read_text()
    assert drawn.startswith("<?xml")
    assert drawn.count("<path") > 3


def test_a_run_that_has_gone_on_has_more_points(tmp_path, run):
    command = ["reproduce", "expert-moves-learning-curve", "--out", str(tmp_path / "out"), "--model", str(tmp_path)]
    for count in (1, 2):
        write(tmp_path, PATTERN_NET[:count])
        code, out, _ = run(*command, "--json")
        assert code == 0
        assert len(json.loads(out)["rows"]) == count


def test_without_a_run_it_asks_for_one(tmp_path, run):
    code, _, err = run("reproduce", "expert-moves-learning-curve", "--out", str(tmp_path / "out"))
    assert code == 2
    assert "give the folder of a run: --model RUN" in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("lines", [[], [{"generation": 1}], [{"learner": "member 1", "part": 1}]])
def test_other_runs_are_refused(tmp_path, lines):
    with pytest.raises(InputError, match="is not a run of `fourfold train policy`"):
        read_points(write(tmp_path, lines))
