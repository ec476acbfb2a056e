"""How predictors have learned, read from run folders of both kinds and drawn."""

import json

import pytest

from fourfold.errors import InputError
from fourfold.experiments.expert_moves.learning_curve import Mark, main, read_marks
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
    assert read_marks(write(tmp_path, PATTERN_NET)) == [
        Mark(line["learner"], place, line["tests"]) for place, line in enumerate(PATTERN_NET, 1)
    ]
    assert read_marks(write(tmp_path, NETWORK)) == [Mark("", 0.5, {"paper": 0.2})]


@pytest.mark.parametrize("lines", [PATTERN_NET, NETWORK])
def test_courses_are_drawn(tmp_path, lines):
    main(str(write(tmp_path, lines)), str(tmp_path / "plot.svg"))
    drawn = (tmp_path / "plot.svg").read_text()
    assert drawn.startswith("<?xml")
    assert drawn.count("<path") > 3


@pytest.mark.parametrize("lines", [[], [{"generation": 1}], [{"learner": "member 1", "part": 1}]])
def test_other_runs_are_refused(tmp_path, lines):
    with pytest.raises(InputError, match="is no run of `fourfold train policy`"):
        read_marks(write(tmp_path, lines))
