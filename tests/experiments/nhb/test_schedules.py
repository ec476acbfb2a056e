import json
from dataclasses import replace

import numpy as np
import pytest

import fourfold
from fourfold.experiments.nhb.schedules import Scale, TrainingSchedule, budget_option, learn, run_folder
from fourfold.learn.nhb.one_net import PAPER, OneNet
from fourfold.players.base import Budget

CHANGES = {"first_matches": 4, "cycle": 2, "hidden_units": 6}
SCHEDULE = TrainingSchedule(Budget(nodes=20), (4, 8, 12), changes=CHANGES)


@pytest.fixture(scope="module")
def game():
    return fourfold.game("tic_tac_toe")


@pytest.fixture(scope="module")
def whole(game):
    """The net of one training without checkpoints."""
    return OneNet(recipe=replace(PAPER, **CHANGES), matches=12, nodes=20, seed=3, workers=1).fit(game).weights_


def quiet(share, text):
    pass


def same(a, b):
    return all(np.array_equal(left, right) for left, right in zip(a, b, strict=True))


def test_checkpoints_are_those_of_one_training(game, whole, tmp_path):
    nets = [learn(SCHEDULE, matches, game, 3, tmp_path, 1, quiet).weights_ for matches in SCHEDULE.checkpoints]
    assert same(nets[-1], whole)
    assert not same(nets[-1], nets[0])
    assert same(learn(SCHEDULE, 4, game, 3, tmp_path, 1, quiet).weights_, nets[0])


def test_a_killed_training_goes_on(game, whole, tmp_path):
    def kill(share, text):
        if share:
            raise KeyboardInterrupt

    learn(SCHEDULE, 4, game, 3, tmp_path, 1, quiet)
    with pytest.raises(KeyboardInterrupt):
        learn(SCHEDULE, 8, game, 3, tmp_path, 1, kill)
    shares = []
    learn(SCHEDULE, 8, game, 3, tmp_path, 2, lambda share, text: shares.append(share))
    assert shares == [0.0, 1.0]  # one cycle of the two is left
    assert same(learn(SCHEDULE, 12, game, 3, tmp_path, 1, quiet).weights_, whole)


def test_a_checkpoint_is_a_model(game, tmp_path):
    learn(SCHEDULE, 4, game, 0, tmp_path, 1, quiet)
    folder = run_folder(tmp_path, 0, SCHEDULE, 4)
    assert json.loads((folder / "config.json").read_text())["nodes"] == 20
    state = game.init_state()
    move = fourfold.player(f"alphabeta:depth=2,eval={folder}", game).choose(state).move
    assert move in game.possible_moves(state)


def test_seconds_are_handed_on(game, tmp_path):
    schedule = TrainingSchedule(Budget(seconds=0.001), (4,), changes=CHANGES)
    assert learn(schedule, 4, game, 0, tmp_path, 1, quiet).settings.seconds == 0.001
    assert schedule.name == "0.001 s"
    assert budget_option(schedule.budget) == "seconds=0.001"


def test_work_is_shared_between_training_and_test():
    scale = Scale((SCHEDULE,), games=8, test=Budget(nodes=10))
    assert SCHEDULE.before(4) == 0
    assert SCHEDULE.before(12) == 8
    assert SCHEDULE.total(12) == 240
    assert scale.training_share(SCHEDULE, 12) == 0.5
    assert scale.schedule("20 nodes") is SCHEDULE
