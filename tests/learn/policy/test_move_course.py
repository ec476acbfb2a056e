"""The learner of moves on any game: it resumes to the same net, plays, and says what it was taught."""

import json

import numpy as np
import pytest
from support.othello_games import make_base
from support.played_games import write_games

from fourfold.data.held_out_games import GAMES, UNSEEN, divide, split_games, with_keys
from fourfold.data.played_moves import read_games
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.games.interface.find import find_game
from fourfold.learn.curves import read_curve
from fourfold.learn.policy.learner import PolicyLearner, net_for
from fourfold.learn.policy.move_course import MoveSettings, split_of
from fourfold.matches.statistics import interval_by_game, wilson
from fourfold.players import specs
from fourfold.records import wthor

SMALL = {"units": 8, "batch": 32, "passes": 3.0, "workers": 1}


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """The path of records of a game by its name."""
    folder = tmp_path_factory.mktemp("games")
    return {name: write_games(folder / f"{name}.jsonl", name, 30) for name in ("tic_tac_toe", "kalah")}


@pytest.mark.parametrize("name", ["tic_tac_toe", "kalah"])
def test_a_game_is_learned_from_records_and_played(games, name, tmp_path):
    game = find_game(name)
    learner = PolicyLearner(data=games[name], out=tmp_path / "run", **SMALL).fit(game)
    assert set(learner.tests_) == {GAMES, UNSEEN}
    assert learner.metrics_[-1].error < learner.metrics_[0].error
    player = specs.player(f"policy:model={tmp_path / 'run'}", game)
    state = game.init_state()
    while game.moves(state):
        state = game.apply(state, player.choose(state).move)
    notes = weights_file.load(str(tmp_path / "run")).notes
    assert notes["config"]["data"] == f"{name}.jsonl"
    curve = read_curve(tmp_path / "run")
    assert "held-out" in curve.y_label
    assert len(curve.points) == len(learner.metrics_)
    assert all(point.low <= point.y <= point.high for point in curve.points)
    assert [test.y for test in curve.tests] == [round(learner.tests_[GAMES], 4)]


@pytest.mark.parametrize("stopped", [1, 13])
def test_a_stopped_run_goes_on_to_the_same_net(games, tmp_path, stopped):
    game, data = find_game("tic_tac_toe"), games["tic_tac_toe"]
    whole = PolicyLearner(data=data, out=tmp_path / "whole", **SMALL).fit(game)

    def stop(reached):
        if reached.done == stopped:
            raise KeyboardInterrupt

    PolicyLearner.save_seconds, kept = 0.0, PolicyLearner.save_seconds
    try:
        with pytest.raises(KeyboardInterrupt):
            PolicyLearner(data=data, out=tmp_path / "run", **SMALL).fit(game, stop)
    finally:
        PolicyLearner.save_seconds = kept
    again = PolicyLearner(data=data, out=tmp_path / "run", **SMALL).fit(game)
    for one, other in zip(whole.weights_, again.weights_, strict=True):
        assert np.array_equal(one, other)
    assert [part[:6] for part in whole.metrics_] == [part[:6] for part in again.metrics_]
    with pytest.raises(InputError, match="has a run with"):
        PolicyLearner(data=data, out=tmp_path / "run", seed=1, **SMALL).fit(game)


def test_a_given_split_is_learned_and_the_same_seed_makes_it(games):
    game, data = find_game("tic_tac_toe"), games["tic_tac_toe"]
    split = split_games(with_keys(read_games([data], game).moves, game), 2)
    own, given = (PolicyLearner(data=each, seed=2, **SMALL).fit(game) for each in (data, split))
    assert np.array_equal(own.weights_.rows, given.weights_.rows)
    assert own.tests_ == given.tests_


def test_everything_is_learned_if_nothing_is_tested(games):
    learner = PolicyLearner(data=games["tic_tac_toe"], test=False, **SMALL).fit(find_game("tic_tac_toe"))
    assert learner.tests_ == {}
    assert learner.metrics_[-1].tests == {}


def test_only_the_moves_of_one_player_are_learned(tmp_path):
    path = write_games(tmp_path / "games.jsonl", "tic_tac_toe", 30, first="Alice", second="Bob")
    game, sizes = find_game("tic_tac_toe"), {}
    for by in ("", "alice", "BOB"):
        sizes[by] = PolicyLearner(data=path, by=by, test=False, **SMALL).fit(game).config()["examples"]
    assert sizes["alice"] > 0
    assert sizes["BOB"] > 0
    assert sizes["alice"] + sizes["BOB"] == sizes[""]


def test_the_same_games_are_held_out_whoevers_moves_are_wanted(games):
    game, data = find_game("kalah"), games["kalah"]
    everybody, winners = (split_of(data, game, MoveSettings(winners=each), 0, True) for each in (False, True))
    assert set(winners.tests[GAMES].game) == set(everybody.tests[GAMES].game)
    assert winners.tests[GAMES].size < everybody.tests[GAMES].size
    assert winners.train.size < everybody.train.size


def test_settings_are_compared_without_the_games_of_the_test(games):
    game, data = find_game("tic_tac_toe"), games["tic_tac_toe"]
    split = split_of(data, game, MoveSettings(validate=True), 0, True)
    keyed = with_keys(read_games([data], game).moves, game)
    tested = set(keyed.moves.game[divide(keyed, 0).is_held_out])
    validated, learned = set(split.tests[GAMES].game), set(split.train.game)
    assert tested
    assert validated
    assert not tested & (validated | learned)
    assert not validated & learned


def test_the_net_follows_from_game_and_data(games, tmp_path):
    othello = find_game("othello")
    wthor.write(tmp_path / "WTH_2001.wtb", make_base(range(2)))
    assert net_for(othello, None) == "pattern"
    assert net_for(othello, tmp_path) == net_for(othello, [tmp_path / "WTH_2001.wtb"]) == "pattern"
    assert net_for(othello, games["kalah"]) == "moves"
    assert net_for(find_game("draughts"), tmp_path) == "moves"


def test_wthor_files_teach_the_move_net_if_asked_to(tmp_path):
    wthor.write(tmp_path / "WTH_2001.wtb", make_base(range(3)))
    learner = PolicyLearner(data=tmp_path, net="moves", **SMALL).fit(find_game("othello"))
    assert learner.model().evaluator == "move_net"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"net": "deep"}, "no kind of net named 'deep'"),
        ({"net": "moves", "teachers": 2}, "teachers is not a setting of the net 'moves'"),
        ({"teachers": 2, "winners": True}, "is not a setting of the net"),
        ({"decay": -1.0}, "decay"),
        ({"batch": 0}, "batch=0 must be at least 1"),
        ({"passes": 0.0}, "passes"),
    ],
)
def test_bad_settings_are_explained(games, settings, message):
    with pytest.raises(InputError, match=message):
        PolicyLearner(data=games["tic_tac_toe"], **settings)


def test_bad_data_are_explained(games):
    with pytest.raises(InputError, match="--data must name files or folders of games of kalah"):
        PolicyLearner(**SMALL).fit(find_game("kalah"))
    with pytest.raises(InputError, match="the pattern net learns othello only, not kalah"):
        PolicyLearner(data=games["kalah"], net="pattern").fit(find_game("kalah"))
    with pytest.raises(InputError, match="teachers is not a setting of the net 'moves'"):
        PolicyLearner(data=games["kalah"], teachers=2).fit(find_game("kalah"))


def test_moves_of_a_game_that_are_alike_tell_as_much_as_one():
    games = np.arange(40)
    is_hit = games % 2 == 0
    assert interval_by_game(is_hit, games) == pytest.approx(wilson(0.5, 40))
    alike = interval_by_game(np.repeat(is_hit, 10), np.repeat(games, 10))
    assert alike == pytest.approx(wilson(0.5, 40))
    assert interval_by_game(np.ones(5, bool), games[:5]) == wilson(1.0, 5)


def test_commands_train_measure_and_compare(run, games, tmp_path):
    out, data = str(tmp_path / "run"), str(games["tic_tac_toe"])
    small = ("--units", "8", "--passes", "2", "--workers", "1", "--json")
    code, text, _ = run("train", "policy", "tic_tac_toe", "--data", data, "--data", data, "--out", out, *small)
    assert code == 0
    assert set(json.loads(text)["tests"]) == {GAMES, UNSEEN}
    twice = ("--data", data, "--data", data)
    whole = json.loads(run("accuracy", out, *twice, "--json")[1])
    held = json.loads(run("accuracy", out, *twice, "--held-out", "--json")[1])
    assert held["positions"] < whole["positions"]
    assert held["choices"]["top"][0] == pytest.approx(json.loads(text)["tests"][GAMES])
    assert held["unseen"]["top"][0] == pytest.approx(json.loads(text)["tests"][UNSEEN])
    assert whole["any_best"] is whole["keeps_result"] is None
    assert 0.1 < held["choices"]["chance"] < held["chance"] < 1.0
    searched = json.loads(run("accuracy", "alphabeta:depth=2,eval=zero", *twice, "--held-out", "--json")[1])
    assert searched.keys() == held.keys()
    assert searched["positions"] == held["positions"]
    assert len(searched["top"]) == 1
    assert searched["average_rank"] is None
    drawn = json.loads(run("accuracy", "random", *twice, "--limit", "40", "--json")[1])
    assert drawn["positions"] == 40
    assert "among the first 3" in run("accuracy", out, "--data", data)[1]
    won = json.loads(run("accuracy", out, *twice, "--held-out", "--winners", "--json")[1])
    assert 0 < won["positions"] < held["positions"]
    code, _, err = run("accuracy", out, *twice, "--by", "nobody")
    assert code == 2
    assert "no moves of tic_tac_toe" in err
    code, _, err = run("accuracy", out, *twice, "--held-out", "--seed", "1")
    assert code == 2
    assert "was not trained on these games with seed 1" in err
