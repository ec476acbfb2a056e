"""Learning by Descent: the same on any number of workers and after a kill, and what is learned is true."""

import numpy as np
import pytest
from support.brute_force import exact_values
from support.paths import ROOT

from fourfold.binding.bind import plainly
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.games.interface.find import find_game
from fourfold.learn.descent.learner import DescentLearner
from fourfold.players.specs import player
from fourfold.storage import run_folder

GAME = find_game("tic_tac_toe")
SMALL = {"games": 60, "generation": 20, "iterations": 4, "units": "16,8", "seed": 4}


@pytest.fixture(autouse=True)
def _saved_after_every_generation(monkeypatch):
    monkeypatch.setattr(DescentLearner, "save_seconds", 0.0)


def stop_after(games):
    def stop(reached):
        if reached.done >= games:
            raise KeyboardInterrupt

    return stop


def same(one, other):
    return all(np.array_equal(*arrays) for arrays in zip(one.weights_, other.weights_, strict=True))


def test_a_killed_run_goes_on_to_the_same_end_on_any_number_of_workers(tmp_path):
    settings = {**SMALL, "window": 2000}
    whole = DescentLearner(**settings, workers=1, out=tmp_path / "whole").fit(GAME)
    with pytest.raises(KeyboardInterrupt):
        DescentLearner(**settings, workers=2, out=tmp_path / "killed").fit(GAME, stop_after(40))
    again = DescentLearner(**settings, workers=3, out=tmp_path / "killed").fit(GAME)
    assert same(whole, again)
    assert [each._replace(seconds=0.0) for each in again.metrics_] == [
        each._replace(seconds=0.0) for each in whole.metrics_
    ]
    assert not list((tmp_path / "whole" / "examples").iterdir())
    assert weights_file.load(str(tmp_path / "whole")).evaluator == "mlp"


def test_damaged_examples_are_played_for_again(tmp_path):
    whole = DescentLearner(**SMALL).fit(GAME)
    with pytest.raises(KeyboardInterrupt):
        DescentLearner(**SMALL, out=tmp_path).fit(GAME, stop_after(40))
    (tmp_path / "examples" / "1.safetensors").write_bytes(b"nothing")
    with pytest.warns(run_folder.IntegrityWarning, match=r"examples/1\.safetensors"):
        again = DescentLearner(**SMALL, out=tmp_path).fit(GAME)
    assert same(whole, again)


def test_the_moves_of_tic_tac_toe_are_learned(tmp_path):
    DescentLearner(games=1000, generation=50, units="32,16", rate=0.01, workers=1, out=tmp_path).fit(GAME)
    exact, kept = exact_values(GAME), 0
    states = [GAME.parse(text) for text in ("", "0", "4", "0 4", "4 0", "0 8", "1 4", "0 1", "0 4 8", "4 1")]
    for state in states:
        after = GAME.apply(state, player(f"greedy:eval={tmp_path}", GAME).choose(state).move)
        kept += exact(after)[0] == -exact(state)[0]
    assert kept >= 8
    for kind in ("best-first:nodes=200", "alphabeta:depth=3"):
        assert -1.0 <= player(f"{kind},eval={tmp_path}", GAME).choose(GAME.init_state()).value <= 1.0


def test_a_side_that_moves_again_learns_too():
    with plainly():  # it takes longer to compile than to play
        settings = {**SMALL, "games": 1, "generation": 1, "iterations": 1}
        learner = DescentLearner(**settings, workers=1).fit(find_game("kalah"))
    assert learner.metrics_[-1].examples > 50
    assert all(np.isfinite(array).all() for array in learner.weights_)


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("backgammon", "it is a game of chance"),
        (str(ROOT / "examples" / "ghost.py"), "a field of its State is not an integer"),
        (str(ROOT / "tests" / "support" / "take_again.py"), "it does not define variables"),
    ],
)
def test_games_that_cannot_be_learned(spec, reason):
    assert not DescentLearner.fits(find_game(spec))
    with pytest.raises(InputError, match=reason):
        DescentLearner(**SMALL).fit(find_game(spec))


@pytest.mark.parametrize(
    "settings",
    [{"units": "16"}, {"games": 0}, {"rate": 2.0}, {"iterations": 0}, {"discount": 0.0}, {"max_plies": 5000}],
)
def test_bad_settings(settings):
    with pytest.raises(InputError):
        DescentLearner(**settings)


def test_a_net_over_tuples_learns_too():
    learner = DescentLearner(net="tuple_net", games=40, generation=10, opening_plies=2, seed=0, workers=1)
    learner.fit(find_game("gomoku:size=5"))
    assert learner.model().evaluator == "tuple_net"
    assert learner.settings.usual_rate() == 0.9
    assert learner.metrics_[-1].error < 0.8 * learner.metrics_[0].error
