"""Earlier nets of a run: which are kept, and that a kill changes none. test_measurements.py says what they change."""

import numpy as np
import pytest

from fourfold.evaluators import weights_file
from fourfold.evaluators.weights_file import Model
from fourfold.games.interface.find import find_game
from fourfold.learn import earlier
from fourfold.learn.earlier import PERCENT, Work, due, find_earlier, keep, path_of
from fourfold.learn.learner import Learner, Step, setting
from fourfold.learn.yardstick import Share, Yardstick
from fourfold.storage.integrity import find_faults

GAME = find_game("tic_tac_toe")

SAVED = (8, 30)
"""The steps after which there is a checkpoint."""


class Half(Yardstick):
    label, terms, start = "strength", "", Model("any", "zero", {}, np.zeros(1))

    def measure(self, model):
        return Share(0.5, 100)


class Counting(Learner):
    """Learns to count; what it draws at random depends on nothing but what it drew before."""

    class Settings:
        steps: int = setting(100, "How many.")

    @property
    def save_seconds(self):
        return 0.0 if self.number[0] in SAVED else 3600.0

    def start(self):
        self.number, self.rng = np.zeros(2), np.random.default_rng(self.seed)

    def step(self):
        self.number = self.number + np.array([1, self.rng.random()])
        return Step(len(self.metrics_) + 1, 1.0)

    def state(self):
        return {"number": self.number}

    def notes(self):
        return {"rng": self.rng.bit_generator.state}

    def restore(self, arrays, notes):
        self.number, self.rng.bit_generator.state = arrays["number"], notes["rng"]

    def model(self):
        return Model(self.game.name, "zero", {}, self.number)

    def yardstick(self):
        return Half()


def stop_at(step):
    def stop(reached):
        if reached.done == step:
            raise KeyboardInterrupt

    return stop


def kept(run):
    return {each.mark: weights_file.load(str(each.path)).weights.tolist() for each in find_earlier(run)}


def test_nets_are_kept_at_a_few_shares_of_the_work(tmp_path):
    Counting(out=tmp_path).fit(GAME)
    assert {mark: weights[0] for mark, weights in kept(tmp_path).items()} == {mark: mark for mark in PERCENT}
    assert [each.work for each in find_earlier(tmp_path)] == [Work(mark, 100, "steps") for mark in PERCENT]
    assert len(list((tmp_path / earlier.FOLDER).iterdir())) == len(PERCENT)


@pytest.mark.parametrize("step", [1, 9, 10, 40])
def test_a_run_that_was_killed_keeps_the_nets_of_one_that_was_not(tmp_path, step):
    """Before any checkpoint, between one and the next net, with a net that is ahead of it, and after it."""
    Counting(out=tmp_path / "whole").fit(GAME)
    with pytest.raises(KeyboardInterrupt):
        Counting(out=tmp_path / "parts").fit(GAME, stop_at(step))
    Counting(out=tmp_path / "parts").fit(GAME)
    assert kept(tmp_path / "parts") == kept(tmp_path / "whole")
    assert not find_faults(tmp_path / "parts")


def test_a_large_step_is_told_by_the_work_done():
    assert due(0, 200, 1000) == 10
    assert due(200, 299, 1000) is None
    assert due(299, 300, 1000) == 30
    assert Work(200, 1000, "games").share == 0.2


def test_without_measurements_nothing_is_kept(tmp_path):
    for _ in Counting(out=tmp_path).steps(GAME, is_measured=False):
        pass
    assert not (tmp_path / earlier.FOLDER).exists()


@pytest.mark.parametrize("evaluator", ["move_net", "network", "none of ours"])
def test_nets_that_do_not_value_positions_are_not_kept(tmp_path, evaluator):
    keep(tmp_path, 10, Work(1, 10, "steps"), Model("othello", evaluator, {}, np.zeros(1)))
    assert not find_earlier(tmp_path)


def test_a_damaged_net_is_left_out(tmp_path):
    Counting(out=tmp_path).fit(GAME)
    path_of(tmp_path, 3).write_bytes(b"nothing")
    weights_file.save(path_of(tmp_path, 10), np.zeros(1), evaluator="zero", game="tic_tac_toe", notes={"earlier": 3})
    endless = {"earlier": {"done": float("inf"), "total": 1, "things": "steps"}}
    weights_file.save(path_of(tmp_path, 30), np.zeros(1), evaluator="zero", game="tic_tac_toe", notes=endless)
    assert [each.mark for each in find_earlier(tmp_path)] == [0, 1]
