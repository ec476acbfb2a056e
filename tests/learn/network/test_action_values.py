"""A network learns from its own games what moves are worth, and goes on where it was stopped."""

import numpy as np
import pytest

from fourfold.evaluators.torch_othello import architectures, predictor
from fourfold.evaluators.torch_othello.architectures import Plan
from fourfold.evaluators.torch_othello.encodings import OUTPUT, encode
from fourfold.evaluators.torch_othello.predictor import Member, Predictor, as_input
from fourfold.games import othello
from fourfold.learn.network import action_values
from fourfold.learn.network.action_values import Settings, fit, forget_outputs, learn, play_games
from fourfold.learn.network.schedule import Settings as Training

TRAINING = Training(batch=32, rate=0.03)


@pytest.fixture
def member(torch):
    torch.set_num_threads(1)
    torch.manual_seed(0)
    plan = Plan("conv4", width=0.125)
    return Member(plan, architectures.make(plan))


def test_games_are_played_by_the_rules_to_their_end(member):
    """Replayed move by move: every position follows from the one before, and results are those of the last."""
    played = play_games(Predictor([member]), Settings(1, 3), np.random.default_rng(0))
    rows = list(zip(*(array.tolist() for array in played.moves), played.results.tolist(), strict=True))
    assert [row[:2] for row in rows[:3]] == [(int(othello.init_state().own), int(othello.init_state().opponent))] * 3
    ends = 0
    for own, opponent, square, side, result in rows:
        state = othello.State(np.uint64(own), np.uint64(opponent), side)
        assert int(othello.legal(state.own, state.opponent)) >> square & 1
        after = othello.apply(state, square)
        if not (othello.legal(after.own, after.opponent) or othello.legal(after.opponent, after.own)):
            ends += 1
            assert result == np.sign(-othello.difference(after))
    assert ends == 3


def test_most_moves_are_those_valued_most(member):
    played = play_games(Predictor([member]), Settings(1, 4, exploration=0.0), np.random.default_rng(0))
    legal = action_values.rank_moves(Predictor([member]), played.moves.states)
    assert (legal.ranks(played.moves.played) == 0).all()
    games = play_games(Predictor([member]), Settings(1, 4, exploration=0.5), np.random.default_rng(0))
    ranks = action_values.rank_moves(Predictor([member]), games.moves.states).ranks(games.moves.played)
    assert 0.2 < np.mean(ranks > 0) < 0.5


def test_values_come_near_the_results(torch, member):
    """The same games again and again are learned by heart; at first every move is worth a draw."""
    played = play_games(Predictor([member]), Settings(1, 4, exploration=0.5), np.random.default_rng(1))
    forget_outputs(member.net)
    before = mean_error(torch, member, played)
    assert before == pytest.approx(np.mean(played.results**2))
    rng = np.random.default_rng(2)
    for _ in range(40):
        fit(member, played, TRAINING, rng)
    assert mean_error(torch, member, played) < 0.7 * before


def mean_error(torch, member, played):
    with torch.inference_mode():
        outputs = member.net(as_input(encode(played.moves.states, "pieces"))).numpy()
    values = np.tanh(outputs[np.arange(len(outputs)), OUTPUT[played.moves.square]])
    return float(np.mean((values - played.results) ** 2))


def test_a_stopped_one_ends_as_one_that_was_not(torch, member, tmp_path):
    predictor.save(tmp_path / "start.safetensors", [member], {})
    settings = Settings(3, 2)

    def start():
        return predictor.load(str(tmp_path / "start.safetensors"))[0]

    def stop(done):
        if done > 0.5:
            raise KeyboardInterrupt

    moves, _ = learn(start(), settings, TRAINING, 5, tmp_path / "whole", lambda done: None)
    with pytest.raises(KeyboardInterrupt):
        learn(start(), settings, TRAINING, 5, tmp_path / "parts", stop)
    assert learn(start(), settings, TRAINING, 5, tmp_path / "parts", lambda done: None)[0] == moves
    whole, parts = (predictor.load(str(tmp_path / name))[0].net.state_dict() for name in ("whole", "parts"))
    assert all(torch.equal(whole[name], parts[name]) for name in whole)
