"""Networks learn the moves of experts, and go on where they were stopped."""

import json
import signal
import subprocess
import sys

import numpy as np
import pytest
from support.expert_games import make_split, write_games

from fourfold.data.othello.splits import MoveSet, Split
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.evaluators.torch_othello.architectures import ARCHITECTURES
from fourfold.games.interface.find import find_game
from fourfold.learn.network.learner import EPOCHS, NetworkLearner
from fourfold.learn.network.schedule import Lesson, Schedule, Settings, choose

GAME = find_game("othello")
TINY = {"width": 0.125, "batch": 32, "rate": 0.02, "schedule": "one-cycle", "workers": 1, "tested": 200}


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    return make_split(tmp_path_factory.mktemp("games"))


def few(split, count):
    """Return a split whose examples to learn from are but a few, which can be learned by heart."""
    return Split(MoveSet(split.train.triples, split.train.codes[:: split.train.size // count][:count]), split.tests)


@pytest.mark.parametrize(
    "net", [pytest.param(net, marks=pytest.mark.slow) if net == "densenet-100" else net for net in ARCHITECTURES]
)
def test_every_network_learns(torch, split, net):
    """The error falls on two batches that come again and again."""
    rounds = 8 if net == "densenet-100" else 25
    settings = {**TINY, "rate": 0.05, "momentum": 0.9}
    learner = NetworkLearner(data=few(split, 64), net=net, epochs=rounds, every=2, **settings).fit(GAME)
    errors = [mark.error for mark in learner.metrics_]
    assert len(errors) == rounds
    assert errors[-1] < 0.9 * errors[0]


def test_what_is_learned_holds_for_other_positions(torch, tmp_path):
    """The expert plays the legal move that it likes best in seven of ten positions."""
    split = make_split(tmp_path, 60, "original")
    settings = {**TINY, "batch": 16, "rate": 0.03, "epochs": 7}
    learner = NetworkLearner(data=split, set_name="original", net="conv4", encoding="vmoves", **settings).fit(GAME)
    first, last = learner.metrics_[0].tests["paper"], learner.metrics_[-1].tests["paper"]
    assert last.among_legal > max(0.4, first.among_legal)
    assert last.accuracy <= last.among_legal
    assert last.legal > 0.6
    assert learner.metrics_[-1].error < learner.metrics_[0].error
    assert learner.metrics_[-1].examples == 7 * split.train.size


@pytest.mark.parametrize(
    "changes", [{}, {"net": "conv8-dropout", "precision": "bf16"}, {"net": "resnet-32", "stages": 3}]
)
def test_a_run_that_was_stopped_ends_as_one_that_was_not(torch, split, tmp_path, changes):
    settings = {**TINY, "epochs": 2, "every": 4, "limit": 320, "seed": 3, **changes}
    whole = NetworkLearner(data=split, out=tmp_path / "whole", **settings).fit(GAME)
    for batches in (3, 8, 13):  # before anything is stored, at a moment when it was, and within the second epoch
        learner = NetworkLearner(data=split, out=tmp_path / "parts", **settings)

        def stop(_, batches=batches, learner=learner):
            if learner.last.examples >= 32 * batches:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            learner.fit(GAME, stop)
    parts = NetworkLearner(data=split, out=tmp_path / "parts", **settings).fit(GAME)
    for name, tensor in whole.net_.state_dict().items():
        assert torch.equal(tensor, parts.net_.state_dict()[name]), name
    untimed = [[mark._replace(seconds=0, speed=0) for mark in each.metrics_] for each in (whole, parts)]
    assert untimed[0] == untimed[1]
    lines = [json.loads(line) for line in (tmp_path / "parts" / "metrics.jsonl").read_text().splitlines()]
    assert [line["examples"] for line in lines] == [128, 256, 320, 384, 512, 640]
    again = NetworkLearner(data=split, out=tmp_path / "parts", **settings).fit(GAME, lambda mark: pytest.fail("again"))
    assert again.metrics_[-1].way == 1.0


KILLED = """
import os, signal, sys
import fourfold
from fourfold.learn.network.learner import NetworkLearner
def progress(_):
    if learner.last.examples >= 140:
        os.kill(os.getpid(), signal.SIGKILL)
sizes = {"width": 0.125, "batch": 20, "epochs": 1, "every": 3}
learner = NetworkLearner(data=sys.argv[1], set_name="original", limit=200, out=sys.argv[2], workers=1, **sizes)
learner.fit(fourfold.game("othello"), progress)
"""


def test_a_killed_process_is_taken_up(torch, tmp_path):
    games, run = str(write_games(tmp_path / "games", 8)), str(tmp_path / "run")
    assert subprocess.run([sys.executable, "-c", KILLED, games, run]).returncode == -signal.SIGKILL
    settings = {"workers": 1, "width": 0.125, "batch": 20, "epochs": 1, "every": 3}
    examples = []
    learner = NetworkLearner(data=games, set_name="original", limit=200, out=run, **settings)
    learner.fit(GAME, lambda _: examples.append(learner.last.examples))
    assert examples == [140, 160, 180, 200]
    lines = (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["examples"] for line in lines] == [60, 120, 180, 200]


def test_the_rate_is_halved_twice_an_epoch(torch, split):
    settings = Settings(batch=32, width=0.125, epochs=3)
    course = Schedule(Lesson(few(split, 320), None, settings, 0), settings)
    rates = []
    for step in range(30):
        course.step = step
        rates.append(course.rate)
    assert rates == [0.1 * 0.5 ** (step // 5) for step in range(30)]


def test_one_cycle_rises_and_falls_to_nothing(torch, split):
    settings = Settings(batch=32, width=0.125, epochs=10, schedule="one-cycle")
    course = Schedule(Lesson(few(split, 320), None, settings, 0), settings)
    rates = []
    for step in range(101):
        course.step = step
        rates.append(course.rate)
    assert np.argmax(rates) == 15
    assert rates[15] == pytest.approx(0.1)
    assert rates[0] == rates[100] == pytest.approx(1e-4)


def test_minutes_end_it(torch, split):
    settings = {**TINY, "epochs": 1_000_000, "minutes": 0.02}
    learner = NetworkLearner(data=few(split, 320), **settings).fit(GAME)
    last = learner.metrics_[-1]
    assert last.way == 1.0
    assert last.seconds >= 1.2
    assert last.rate < 0.1 * TINY["rate"]


def test_all_examples_come_once_an_epoch_in_an_order_of_their_own(split):
    lesson = Lesson(few(split, 100), None, Settings(batch=32), 7)
    epochs = []
    for epoch in range(2):
        batches = [lesson.examples(4 * epoch + number) for number in range(4)]
        assert [batch.size for batch in batches] == [25, 25, 25, 25]
        epochs.append([triple for batch in batches for triple in zip(*(a.tolist() for a in batch), strict=True)])
    wanted = list(zip(*(array.tolist() for array in few(split, 100).train.take()), strict=True))
    assert sorted(epochs[0]) == sorted(epochs[1]) == sorted(wanted)
    assert epochs[0] != epochs[1]
    assert [lesson.examples_before(step) for step in (0, 3, 4, 9)] == [0, 75, 100, 225]


def test_a_bootstrapped_sample_has_examples_more_than_once(split):
    count = split.train.size
    drawn = choose(split.train, None, bootstrap=True, seed=1)
    assert len(drawn) == count
    assert len(np.unique(drawn)) / count == pytest.approx(1 - np.exp(-1), abs=0.02)
    assert not np.array_equal(drawn, choose(split.train, None, bootstrap=True, seed=2))
    assert len(np.unique(choose(split.train, 50, bootstrap=False, seed=1))) == 50


@pytest.mark.parametrize("set_name", ["unique", "strict"])
def test_a_folder_of_games_is_enough(torch, tmp_path, set_name):
    folder = write_games(tmp_path / "games", 30)
    learner = NetworkLearner(
        data=folder, set_name=set_name, limit=64, out=tmp_path / "run", **{**TINY, "epochs": 1}
    ).fit(GAME)
    assert set(learner.metrics_[-1].tests) == ({"paper"} if set_name == "unique" else {"paper", "unique", "games"})
    config = json.loads((tmp_path / "run" / "config.json").read_text())
    assert (config["set"], config["examples"], config["net"]) == (set_name, 64, "conv4")
    assert weights_file.load(str(tmp_path / "run")).evaluator == weights_file.NETWORK
    with pytest.raises(InputError, match='has a run with net "conv4", not "conv6"'):
        NetworkLearner(
            data=folder, set_name=set_name, limit=64, out=tmp_path / "run", net="conv6", **{**TINY, "epochs": 1}
        ).fit(GAME)


def test_the_papers_defaults(split):
    for name, epochs in EPOCHS.items():
        assert NetworkLearner(data=split, set_name=name).settings.epochs == epochs
    settings = NetworkLearner(data=split, set_name="unique", epochs=None).settings
    assert (settings.epochs, settings.batch, settings.rate, settings.momentum) == (24, 512, 0.1, 0.95)
    assert (settings.decay, settings.schedule, settings.encoding) == (5e-4, "halving", "pieces")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"set_name": "all"}, "no set named 'all'; choose from original"),
        ({"limit": 0}, "limit=0 must be at least 1"),
        ({"net": "conv5"}, "no network named"),
        ({"stages": 0}, "stages=0 must be from 1 to 60"),
        ({"batch": 1}, "batch=1 must be at least 2"),
        ({"rate": 0.0}, "rate must be between"),
        ({"schedule": "flat"}, "no schedule named 'flat'"),
        ({"precision": "fp16"}, "no precision named 'fp16'"),
        ({"minutes": 0.0}, "minutes=0 must be above 0"),
    ],
)
def test_bad_settings(split, settings, message):
    with pytest.raises(InputError, match=message):
        NetworkLearner(data=split, **settings)


def test_what_cannot_be_learned(torch, split, tmp_path):
    with pytest.raises(InputError, match="network learns othello only, not connect_four"):
        NetworkLearner(data=split).fit(find_game("connect_four"))
    with pytest.raises(InputError, match="at least 2 examples"):
        NetworkLearner(data=split, limit=1, **TINY).fit(GAME)
    with pytest.raises(InputError, match=r"has no \.wtb file"):
        NetworkLearner(data=tmp_path, **TINY).fit(GAME)
    with pytest.raises(InputError, match="diverged: rate=9 is too high"):
        NetworkLearner(data=few(split, 64), **{**TINY, "rate": 9.0, "decay": 0.9, "epochs": 9}).fit(GAME)
