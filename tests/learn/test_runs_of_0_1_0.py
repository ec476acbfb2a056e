"""Run folders of version 0.1.0 are shown, played and, where they can be, taken up to the very end that 0.1.0 gives.

They were made by that version: `outcome` and `evolve` on tic-tac-toe, stopped after two steps, and `nhb`, stopped while
its second net learned.
"""

import shutil
from pathlib import Path

import numpy as np
import pytest

import fourfold
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.learn.status import read_status

RUNS = Path(__file__).parent / "runs_of_0_1_0"
SETTINGS = {
    "outcome": {
        "rounds": 3, "first_matches": 60, "matches": 30, "nodes": 10, "opening_plies": 2, "epochs": 1, "last_epochs": 1,
    },
    "evolve": {"generations": 4, "player": "alphabeta:depth=1", "breeding": {"directions": 2}},
    "nhb": {"matches": 6, "nodes": 10, "recipe": "best", "nets": 3, "hidden_units": 5, "first_matches": 2},
}  # fmt: skip


@pytest.fixture
def taken_up(tmp_path):
    def take(method):
        folder = shutil.copytree(RUNS / method / "half", tmp_path / method)
        return folder, lambda: fourfold.train(method, "tic_tac_toe", out=folder, workers=1, **SETTINGS[method])

    return take


@pytest.mark.parametrize("method", ["outcome", "evolve"])
def test_a_run_goes_on_to_the_end_that_0_1_0_gives(method, taken_up):
    folder, go_on = taken_up(method)
    go_on()
    ours, theirs = (weights_file.load(str(path)).weights for path in (folder, RUNS / method / "whole.safetensors"))
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)


@pytest.mark.parametrize("method", SETTINGS)
def test_a_run_is_shown_and_plays(method):
    status = read_status(RUNS / method / "half")
    assert (status.method, status.state, status.is_training) == (method, "stopped", True)
    assert len(status.curve.points) == {"outcome": 2, "evolve": 0, "nhb": 1}[method]
    assert len(status.curve.tests) == {"outcome": 0, "evolve": 0, "nhb": 1}[method]
    player = fourfold.player(f"alphabeta:depth=2,eval={RUNS / method / 'half'}", "tic_tac_toe")
    assert player.choose(fourfold.game("tic_tac_toe").init_state()).move in range(9)


def test_a_run_that_cannot_go_on_says_why(taken_up):
    _, go_on = taken_up("nhb")
    with pytest.raises(InputError, match="of another version of Fourfold: its model still plays"):
        go_on()
