"""The whole way of learning: any game, the same result on any number of threads, and after a kill."""

import json
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.evaluators import slfn, weights_file
from fourfold.games.interface.find import find_game
from fourfold.learn.find import train
from fourfold.learn.games_between_nets import Plan, Simulator
from fourfold.learn.methods import method_names
from fourfold.learn.nhb import learner as nhb
from fourfold.learn.nhb.examples import Examples, merge
from fourfold.learn.nhb.learner import NhbLearner
from fourfold.learn.nhb.one_net import PAPER, Cycle, targets
from fourfold.matches.match import match
from fourfold.search.example_table import CONSISTENT, PLAYED, PROVEN

QUICK = {"recipe": "paper", "nodes": 60, "hidden_units": 20, "first_matches": 6, "cycle": 4, "consistent_after": 8}


def learn(game="connect_four", matches=14, **settings):
    return NhbLearner(matches=matches, **{**QUICK, **settings}).fit(find_game(game))


def same(first, second):
    return all((a == b).all() for a, b in zip(first.weights_, second.weights_, strict=True))


def test_the_result_does_not_depend_on_the_number_of_threads():
    one, two = learn(workers=1), learn(workers=2)
    assert same(one, two)
    assert not same(one, learn(seed=1))


def test_cycles_are_as_long_as_asked_for():
    learner = learn(matches=13)
    assert [cycle.matches for cycle in learner.metrics_] == [6, 10, 13]
    assert all(cycle.wins + cycle.draws + cycle.losses == 3 - (cycle.matches == 13) for cycle in learner.metrics_[1:])
    assert [cycle.consistent > 0 for cycle in learner.metrics_] == [False, False, True]


def test_a_time_that_is_up_before_the_first_net_is_finished():
    learner = learn(matches=1000, minutes=1e-6)
    assert len(learner.metrics_) == 1
    assert "before the first net was finished" in learner.summary()[1]


def test_the_hidden_layer_is_found_by_cross_validation(monkeypatch):
    assert PAPER.hidden_units == 0
    found = learn(hidden_units=0, matches=6).metrics_[0].hidden_units
    assert 5 < found <= 300


@pytest.mark.filterwarnings("ignore::fourfold.binding.bind.PlainPythonWarning")
@pytest.mark.parametrize("recipe", ["paper", "best"])
@pytest.mark.parametrize(
    "game", ["tic_tac_toe", "othello", "draughts", "breakthrough", "hex:size=5", "examples/ghost.py"]
)
def test_any_game_can_be_learned(game, recipe, monkeypatch):
    monkeypatch.setattr(nhb, "TRIALS", 4)
    learner = learn(game, recipe=recipe, matches=10, max_plies=60, nets=2 if recipe == "best" else 1)
    assert np.isfinite(learner.weights_.outputs).all()
    assert learner.metrics_[-1].proven + learner.metrics_[-1].played > 0


def test_a_run_is_a_player_at_once(tmp_path):
    learner = learn(out=tmp_path / "run")
    model = weights_file.load(str(tmp_path / "run"))
    assert (model.weights.outputs == learner.weights_.outputs).all()
    assert model.notes["config"]["nodes"] == 60
    spec = f"alphabeta:nodes=50,eval={tmp_path / 'run'}"
    assert match(spec, "random", "connect_four", games=4, workers=1).games == 4
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert [line["matches"] for line in lines] == [6, 10, 14]


def test_a_run_goes_on_where_it_stopped(tmp_path):
    whole = learn(matches=18, out=tmp_path / "whole")

    class StopError(RuntimeError):
        pass

    def stop(reached):
        if reached.done >= 10:
            raise StopError

    half = NhbLearner(matches=18, out=tmp_path / "half", **QUICK)
    with pytest.raises(StopError):
        half.fit(find_game("connect_four"), stop)
    again = learn(matches=18, out=tmp_path / "half")
    assert same(whole, again)
    assert [cycle.matches for cycle in again.metrics_] == [6, 10, 14, 18]
    with pytest.raises(InputError, match="nodes 60, not 61"):
        learn(matches=18, nodes=61, out=tmp_path / "half")


def test_a_killed_run_goes_on(tmp_path):
    """Whatever moment the kill comes at, the folder can be taken up and ends like one that was never killed."""
    command = [sys.executable, "-m", "fourfold", "train", "nhb", "connect_four", "--matches", "60", "--nodes", "300"]
    command += ["--recipe", "paper", "--out", str(tmp_path / "run")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not (tmp_path / "run" / "model.safetensors").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    shutil.copytree(tmp_path / "run", tmp_path / "copy")
    subprocess.run(command, check=True, capture_output=True)
    whole = NhbLearner(matches=60, nodes=300, recipe="paper").fit(find_game("connect_four"))
    np.testing.assert_array_equal(weights_file.load(str(tmp_path / "run")).weights.outputs, whole.weights_.outputs)


def test_seconds_a_move(tmp_path):
    start = time.perf_counter()
    learner = learn("tic_tac_toe", matches=4, seconds=0.01, workers=1)
    assert learner.metrics_[-1].matches == 4
    assert time.perf_counter() - start < 60


def test_untrained_nets_lose_to_a_trained_one():
    """Small, but far beyond chance: 200 games, each opponent with both colours."""
    game = find_game("connect_four")
    learner = NhbLearner(matches=150, nodes=200, recipe="paper", hidden_units=60).fit(game)
    plans = []
    for seed in range(100):
        other = slfn.random_weights(game.variables, [9, seed])
        plans += [
            Plan(*pair, game.init_state(), 200) for pair in ((learner.weights_, other), (other, learner.weights_))
        ]
    results = Simulator(game, 100).play(plans)
    wins = sum(result.outcome == (1 if number % 2 == 0 else -1) for number, result in enumerate(results))
    assert wins > 120


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"matches": 0}, "matches=0"),
        ({"nodes": 0}, "nodes=0"),
        ({"recipe": "soup"}, "no recipe named 'soup'; choose from best, paper"),
    ],
)
def test_bad_settings_get_one_clear_line(settings, message):
    with pytest.raises(InputError, match=message):
        NhbLearner(**settings)


def test_a_method_that_is_not_there():
    methods = ["alphazero", "auto", "context", "descent", "evolve", "network", "nhb", "outcome", "policy"]
    assert method_names() == methods
    with pytest.raises(InputError, match=f"no learner named 'magic'; choose from {', '.join(methods)}"):
        train("magic", "connect_four")


class TaughtAtOnce:
    """A net of one unit that has learned all after one cycle."""

    def __init__(self, learner):
        self.recipe, self.metrics_ = learner.recipes[learner._next_recipe()], []
        self.weights_ = slfn.random_weights(9, 0, units=1)

    def step(self):
        return Cycle(*[0] * 8, 1, 0.0)

    def is_finished(self):
        return True


def learn_with_scores(monkeypatch, scores, nets, team_scores=()):
    """Return who learned, if nets of one unit make these scores in their trials, then teams of 1, 2, ... those."""
    told = iter([*scores, *team_scores])
    monkeypatch.setattr(NhbLearner, "_next_pupil", lambda self: TaughtAtOnce(self))
    monkeypatch.setattr(NhbLearner, "_score", lambda *args: next(told))
    learner = NhbLearner(recipe="best", nets=nets).fit(find_game("tic_tac_toe"))
    assert next(told, None) is None
    return [member.recipe for member in learner.members_], len(learner.weights_.biases)


def test_each_recipe_teaches_once_then_the_better_one(monkeypatch):
    recipes, units = learn_with_scores(monkeypatch, [0.7, 0.8, 0.5, 0.6], 4, [0.8, 0.85, 0.84, 0.7])
    assert recipes == [0, 1, 1, 0]  # 0.8 and 0.5 are less than 0.7 on average
    assert units == 3  # no worse than two within the noise
    recipes, _ = learn_with_scores(monkeypatch, [0.88, 0.93, 0.84, 0.86], 4, [0.9] * 4)
    assert recipes == [0, 1, 1, 0]  # 0.885 is more than 0.88, but that was one net only
    recipes, _ = learn_with_scores(monkeypatch, [0.6, 0.9, 0.9, 0.9], 4, [0.9] * 4)
    assert recipes == [0, 1, 1, 1]


def test_where_trials_tell_nothing_a_team_by_the_better_recipe_is_taken(monkeypatch):
    assert learn_with_scores(monkeypatch, [0.6, 0.95, 0.98, 1.0, 0.96], 16) == ([0, 1, 1, 1, 1], 4)
    assert learn_with_scores(monkeypatch, [0.99], 1) == ([0], 1)
    assert learn_with_scores(monkeypatch, [0.6, 0.99], 2) == ([0, 1], 1)


def test_of_two_examples_of_a_state_the_better_founded_one_stays():
    def rows(keys, kinds, values):
        return Examples(np.array(keys), np.array(kinds), np.array(values), np.array(keys)[:, None])

    merged = merge([rows([5, 7], [PLAYED, PROVEN], [0.1, 1.0]), rows([7, 5], [CONSISTENT, PROVEN], [0.2, -1.0])])
    assert merged.keys.tolist() == [5, 7]
    assert merged.values.tolist() == [-1.0, 1.0]


def test_a_consistent_value_is_learned_as_the_net_says_it():
    inputs = np.zeros((2, 1))
    examples = Examples(np.arange(2), np.array([CONSISTENT, PROVEN]), np.array([0.5, 1.0]), inputs)
    assert targets(examples).tolist() == [1.0, 1.0]
    assert slfn.squash(targets(examples)[0]) == 0.5
