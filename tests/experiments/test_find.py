"""Experiments are found by their names, of today and of version 0.1.0."""

import pytest

from fourfold.errors import InputError
from fourfold.experiments.find import EXPERIMENTS, SECTIONS, experiment_names, find_experiment
from fourfold.experiments.framework.study import Study


def test_a_name_is_that_of_the_paper_and_the_module():
    names = experiment_names()
    assert len(set(names)) == len(names) == 28
    assert find_experiment("expert-moves-tables-7-and-8").module == "tables_7_and_8"
    assert {entry.paper for entry in EXPERIMENTS} == set(SECTIONS)


def test_the_names_of_the_first_version_still_work():
    old = {
        "context-table-1-2": "context-tables-1-to-5",
        "draughts-evolution": "evolved-draughts-champions",
        "nhb-connect-four": "nhb-table-1",
        "nhb-reversi": "nhb-table-2",
        "othello-league": "expert-moves-league",
        "othello-search": "expert-moves-table-9",
        "othello-strength": "expert-moves-tables-7-and-8",
        "othello-tables": "expert-moves-tables-2-to-6",
    }
    assert {name: find_experiment(name).name for name in old} == old


@pytest.mark.parametrize("entry", EXPERIMENTS, ids=lambda entry: entry.name)
def test_every_experiment_has_three_scales(entry):
    module = entry.load()
    assert list(module.SCALES) == ["tiny", "small", "paper"]
    assert issubclass(module.Experiment, Study)


def test_another_name_is_refused():
    with pytest.raises(InputError, match="no experiment named 'nhb'; choose from nhb-table-1, nhb-table-2"):
        find_experiment("nhb")
