"""The player alphazero: it plays by a model, with simulations or seconds, and says what is wrong with others."""

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.evaluators import policy_value_net, weights_file
from fourfold.games.interface.find import find_game
from fourfold.players.base import Budget, Observable
from fourfold.players.specs import player

GAME = find_game("tic_tac_toe")


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """Return the path of an untrained net, which sees a few plies ahead by search alone."""
    path = tmp_path_factory.mktemp("zero") / "net.safetensors"
    net = policy_value_net.first_weights(9, np.array([-1.0, 0.0, 1.0], np.float32), 16, 16, 1)
    weights_file.save(path, net, evaluator="policy_value_net", game="tic_tac_toe")
    return path


def test_it_sees_wins_and_threats(model):
    made = player(f"alphazero:sims=200,model={model}", GAME)
    won = made.choose(GAME.parse("0 3 1 4"))
    assert (GAME.move_text(GAME.parse("0 3 1 4"), won.move), won.value, won.proven) == ("2", 1.0, 1)
    threatened = made.analyse(GAME.parse("0 4 1"))
    assert GAME.move_text(GAME.parse("0 4 1"), threatened.moves[0].move) == "2"
    assert len(threatened.moves) == 6
    assert threatened.nodes <= 200


def test_it_can_be_limited_stopped_and_observed(model):
    made = player(f"alphazero:seconds=0.02,model={model}", GAME)
    assert isinstance(made, Observable)
    made.new_game(1)
    assert made.so_far() is None
    assert made.choose(GAME.init_state()).move in GAME.moves(GAME.init_state())
    made.limit(Budget(nodes=7))
    assert made.choose(GAME.init_state()).nodes == 7
    assert made.so_far().nodes == 7


def test_a_search_of_a_given_time_is_planned_by_the_speed_of_the_last(model):
    """Half of the moves are left out after each phase, so the two best have more visits than all others together."""
    made = player(f"alphazero:sims=600,seconds=5,model={model}", GAME)
    visits = []
    for _ in range(2):
        assert made.choose(GAME.init_state()).nodes == 600
        root = made.tree.nodes[0]
        visits.append(sorted(made.tree.nodes["visits"][root["first"] : root["first"] + root["children"]]))
    assert visits[0] != visits[1]  # the speed was not known yet
    assert visits[1][-2] == visits[1][-1]
    assert sum(visits[1][-2:]) > sum(visits[1][:-2])


def test_the_same_search_finds_the_same(model):
    made = player(f"alphazero:sims=50,model={model}", GAME)
    first, again = (made.analyse(GAME.parse("0 4")) for _ in range(2))
    assert first == again


def test_the_model_also_ranks_moves_and_evaluates_positions(model):
    shares = [each.share for each in player(f"policy:model={model}", GAME).rank(GAME.init_state())]
    assert sum(shares) == pytest.approx(1.0)
    assert -1.0 < player(f"alphabeta:depth=2,eval={model}", GAME).choose(GAME.init_state()).value < 1.0


@pytest.mark.parametrize(
    ("spec", "game", "reason"),
    [
        ("alphazero:sims=5", "tic_tac_toe", "needs a model"),
        ("alphazero:sims=x,model={}", "tic_tac_toe", "must be a whole number"),
        ("alphazero:sims=0,model={}", "tic_tac_toe", "must be above 0"),
        ("alphazero:sims=5,c=-1,model={}", "tic_tac_toe", "must be neither negative nor too large"),
        ("alphazero:model={}", "connect_four", "is a model for tic_tac_toe"),
        ("alphazero:model=no/such", "tic_tac_toe", "there is no model"),
        ("alphazero:model=fourfold/trained/nhb/connect_four.safetensors", "connect_four", "use alphabeta:eval="),
    ],
)
def test_what_is_wrong_is_said(spec, game, reason, model):
    with pytest.raises(InputError, match=reason):
        player(spec.format(model), find_game(game))


def test_the_included_net_plays_where_no_other_is_named():
    game = find_game("connect_four")
    specs = "alphazero:sims=30", "alphazero:sims=30,model=alphazero", "policy:model=alphazero"
    wins = [player(spec, game).choose(game.parse("112233")) for spec in specs]
    assert {decision.move for decision in wins} == {3}
    judged = player("alphabeta:depth=1,eval=alphazero", game).analyse(game.parse("44"))
    assert all(-1 < move.value < 1 for move in judged.moves)


def test_a_game_without_an_included_net_needs_a_model():
    with pytest.raises(InputError, match="alphazero needs a model, which fourfold train alphazero makes"):
        player("alphazero:sims=30", GAME)
    with pytest.raises(InputError, match="train one with fourfold train alphazero tic_tac_toe"):
        player("alphazero:sims=30,model=alphazero", GAME)
