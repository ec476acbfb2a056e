"""Learning by AlphaZero: the same on any number of workers and after a kill, and what is learned is true."""

import numpy as np
import pytest
from support.paths import DICE_RACE, ROOT

from fourfold.binding.bind import plainly
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.games.interface.find import find_game
from fourfold.learn.alphazero.learner import AlphaZeroLearner
from fourfold.players.specs import player
from fourfold.storage import run_folder

GAME = find_game("tic_tac_toe")
SMALL = {"games": 120, "generation": 40, "sims": 8, "units": "16,8", "batch": 64, "opening_plies": 3, "seed": 4}


@pytest.fixture(autouse=True)
def _saved_after_every_generation(monkeypatch):
    monkeypatch.setattr(AlphaZeroLearner, "save_seconds", 0.0)


def stop_after(games):
    def stop(reached):
        if reached.done >= games:
            raise KeyboardInterrupt

    return stop


def same(one, other):
    return all(np.array_equal(*arrays) for arrays in zip(one.weights_, other.weights_, strict=True))


def test_a_killed_run_goes_on_to_the_same_end_on_any_number_of_workers(tmp_path):
    settings = {**SMALL, "window": 500}
    whole = AlphaZeroLearner(**settings, workers=1, out=tmp_path / "whole").fit(GAME)
    with pytest.raises(KeyboardInterrupt):
        AlphaZeroLearner(**settings, workers=2, out=tmp_path / "killed").fit(GAME, stop_after(80))
    again = AlphaZeroLearner(**settings, workers=3, out=tmp_path / "killed").fit(GAME)
    assert same(whole, again)
    assert [each._replace(seconds=0.0) for each in again.metrics_] == [
        each._replace(seconds=0.0) for each in whole.metrics_
    ]
    assert not list((tmp_path / "whole" / "examples").iterdir())
    assert weights_file.load(str(tmp_path / "whole")).evaluator == "policy_value_net"


def test_damaged_examples_are_played_for_again(tmp_path):
    whole = AlphaZeroLearner(**SMALL).fit(GAME)
    with pytest.raises(KeyboardInterrupt):
        AlphaZeroLearner(**SMALL, out=tmp_path).fit(GAME, stop_after(80))
    (tmp_path / "examples" / "1.safetensors").write_bytes(b"nothing")
    with pytest.warns(run_folder.IntegrityWarning, match=r"examples/1\.safetensors"):
        again = AlphaZeroLearner(**SMALL, out=tmp_path).fit(GAME)
    assert same(whole, again)


def test_tic_tac_toe_is_never_lost(tmp_path):
    AlphaZeroLearner(games=1500, generation=150, sims=24, units="64,32", passes=8, out=tmp_path).fit(GAME)
    perfect = player("alphabeta:depth=9", GAME)
    for side in (0, 1):
        learned, ply, state = player(f"alphazero:sims=64,model={tmp_path}", GAME), 0, GAME.init_state()
        while GAME.moves(state):
            chooser = learned if ply % 2 == side else perfect
            state, ply = GAME.apply(state, chooser.choose(state).move), ply + 1
        assert GAME.outcome(state) == 0


def test_a_long_game_has_few_random_moves():
    """Else nearly all of its states come before one, and learn nothing from the outcome."""
    with plainly():
        learner = AlphaZeroLearner(**{**SMALL, "games": 4, "generation": 2, "sims": 1}, workers=1).fit(GAME)
    played = []
    learner.self_play.play = lambda net, games, practice, seed: played.append(practice.mishaps)
    assert learner.metrics_[0].plies > 0.0
    for plies in (0.0, 10.0, 80.0):
        learner.metrics_[0] = learner.metrics_[0]._replace(plies=plies)
        learner._play(1, None, 1, 2)
    assert played == [0.2, 0.2, 0.05]


def test_a_side_that_moves_again_learns_too():
    with plainly():  # it takes longer to compile than to play
        settings = {**SMALL, "games": 2, "generation": 2, "sims": 4, "sidelines": 1, "mishaps": 0.5}
        learner = AlphaZeroLearner(**settings, workers=1).fit(find_game("kalah"))
    assert learner.metrics_[-1].examples > 50
    assert all(np.isfinite(array).all() for array in learner.weights_)


def test_a_game_with_dice_is_learned_too():
    with plainly():
        settings = {**SMALL, "games": 2, "generation": 2, "sims": 4, "target": "points", "opening_plies": 0}
        learner = AlphaZeroLearner(**settings, workers=1).fit(find_game(DICE_RACE))
    assert learner.metrics_[-1].examples > 20
    assert all(np.isfinite(array).all() for array in learner.weights_)
    assert learner.how().discount == 1.0


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        (str(ROOT / "examples" / "ghost.py"), "a field of its State is not an integer"),
        (str(ROOT / "tests" / "support" / "take_again.py"), "it does not define variables"),
    ],
)
def test_games_that_cannot_be_learned(spec, reason):
    assert not AlphaZeroLearner.fits(find_game(spec))
    with pytest.raises(InputError, match=reason):
        AlphaZeroLearner(**SMALL).fit(find_game(spec))


@pytest.mark.parametrize(
    "settings", [{"units": "16"}, {"games": 0}, {"rate": 2.0}, {"trust": 1.5}, {"discount": 0.0}, {"max_plies": 5000}]
)
def test_bad_settings(settings):
    with pytest.raises(InputError):
        AlphaZeroLearner(**settings)


def test_a_time_ends_learning_and_no_number_of_games():
    assert AlphaZeroLearner().total() == 300_000
    assert AlphaZeroLearner(minutes=20).total() == AlphaZeroLearner(minutes=20, games=10**9).total()
    assert AlphaZeroLearner(minutes=20, games=50).total() == 50
