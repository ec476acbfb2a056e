"""Learned networks as models and as players."""

import numpy as np
import pytest
from support.expert_games import make_split

from fourfold.data.othello.expert_moves import ExpertMoves
from fourfold.data.othello.prediction_quality import quality
from fourfold.errors import InputError
from fourfold.evaluators import weights_file
from fourfold.evaluators.find import find_evaluator
from fourfold.evaluators.torch_othello import architectures, predictor
from fourfold.evaluators.torch_othello.architectures import Plan
from fourfold.evaluators.torch_othello.encodings import OUTPUT, OUTPUTS
from fourfold.evaluators.torch_othello.predictor import Member, Predictor
from fourfold.games import othello
from fourfold.games.interface.find import find_game
from fourfold.players import policy as policies
from fourfold.players.specs import player
from fourfold.storage.array_files import MODEL

GAME = find_game("othello")


@pytest.fixture(scope="module")
def moves(tmp_path_factory):
    return make_split(tmp_path_factory.mktemp("games"), 8).train.take(slice(0, 600))


def make_model(path, seed=0, encoding="pieces", net="conv4", stages=1):
    import torch

    torch.manual_seed(seed)
    plan = Plan(net, encoding, 0.125, stages)
    predictor.save(path / MODEL, [Member(plan, architectures.make(plan))], {"seed": seed})
    return str(path)


@pytest.fixture
def model(torch, tmp_path):
    return make_model(tmp_path)


@pytest.fixture(params=[{}, {"encoding": "side", "stages": 3}, {"net": "full3-bn"}], ids=["conv4", "stages", "full3"])
def any_model(torch, tmp_path, request):
    return make_model(tmp_path, **request.param)


def test_a_model_predicts_as_the_network_did(torch, tmp_path, moves):
    torch.manual_seed(0)
    plan = Plan("conv8-bn", "vmoves", 0.125)
    member = Member(plan, architectures.make(plan))
    member.net(torch.rand(64, 3, 8, 8))  # so that what normalises is not as it begins
    predictor.save(tmp_path / MODEL, [member], {})
    loaded = Predictor(predictor.load(str(tmp_path)))
    wanted = Predictor([member]).outputs(moves.states)
    assert np.array_equal(loaded.outputs(moves.states), wanted)
    assert wanted.shape == (moves.size, OUTPUTS)
    assert wanted.sum(axis=1) == pytest.approx(1.0, abs=1e-5)


def test_bagging_is_the_mean_of_outputs(torch, tmp_path, moves):
    plans = [("conv4", "pieces"), ("conv6", "ones"), ("resnet-32", "vmoves")]
    names = []
    for seed, (net, encoding) in enumerate(plans):
        (tmp_path / str(seed)).mkdir()
        names.append(make_model(tmp_path / str(seed), seed, encoding, net))
    predictor.join(names, tmp_path / MODEL)
    found = Predictor(predictor.load(str(tmp_path))).outputs(moves.states)
    each = [Predictor(predictor.load(name)).outputs(moves.states) for name in names]
    assert found == pytest.approx(np.mean(each, axis=0), abs=1e-6)
    assert len(policies.load(str(tmp_path), GAME).predictor.members) == 3


def test_preferences_are_shares_of_the_legal_moves(model, moves):
    policy = policies.load(model, GAME)
    ranking = policy.rank(moves.states)
    shares = ranking.table(65)
    outputs = policy.predictor.outputs(moves.states)
    for number in range(0, moves.size, 50):
        legal = GAME.moves(othello.State(moves.own[number], moves.opponent[number], 1))
        assert ranking.of(number)[0] == legal
        assert set(np.flatnonzero(shares[number])) == set(legal)
        wanted = outputs[number, OUTPUT[legal]]
        assert shares[number, legal] == pytest.approx(wanted / wanted.sum(), rel=1e-4)
    nothing = np.zeros(1, np.uint64)
    assert policy.rank((nothing, ~nothing, np.ones(1, np.int64))).of(0) == ([othello.PASS], [1.0])


def test_it_plays_whole_games_and_passes_where_it_must(any_model):
    first, passed = player(f"policy:model={any_model}", GAME), False
    for seed in range(4):
        state, other = GAME.init_state(), player("random", GAME, seed)
        while GAME.moves(state):
            decision = (first if state.player == 1 else other).choose(state)
            assert decision.move in GAME.moves(state)
            passed |= decision.move == othello.PASS
            state = GAME.apply(state, decision.move)
    assert passed
    ranked = first.rank(GAME.parse("f5d6c3"))
    assert sum(preference.share for preference in ranked) == pytest.approx(1.0)
    assert ranked == sorted(ranked, key=lambda preference: -preference.share)


def test_quality_by_hand():
    """The first position of a game has the legal moves d3, c4, f5 and e6: 19, 26, 37 and 44."""
    start = othello.init_state()
    moves = ExpertMoves(
        np.full(4, start.own), np.full(4, start.opponent), np.array([19, 19, 19, 26], np.uint8), np.ones(4, np.int8)
    )
    outputs = np.zeros((4, OUTPUTS))
    for row, liked in enumerate(([19], [26, 19], [0, 19], [0, 37])):
        outputs[row, OUTPUT[liked]] = [0.6, 0.4][: len(liked)]
    assert quality(outputs, moves) == (1 / 4, 2 / 4, 2 / 4)


def test_models_that_are_refused(model, tmp_path):
    with pytest.raises(InputError, match="is a policy for othello, not for connect_four"):
        policies.load(model, find_game("connect_four"))
    with pytest.raises(InputError, match="ranks moves and does not evaluate positions; use policy:model="):
        find_evaluator(model, GAME)
    loaded = weights_file.load(model)
    kept = {"evaluator": weights_file.NETWORK, "game": "othello", "notes": loaded.notes}
    damaged = {name: np.full_like(array, np.nan) for name, array in loaded.weights.items()}
    cases = [
        (damaged, kept, "is damaged: it has NaN or infinite values"),
        (dict(list(loaded.weights.items())[1:]), kept, "does not have the weights of the networks that it names"),
        (loaded.weights, {**kept, "notes": {}}, "does not have the weights of the networks that it names"),
        (loaded.weights, {**kept, "notes": {"plans": [{"net": "conv5"}]}}, "no network named 'conv5'"),
    ]
    for number, (weights, metadata, message) in enumerate(cases):
        path = tmp_path / f"{number}.safetensors"
        weights_file.save(path, weights, **metadata)
        with pytest.raises(InputError, match=message):
            policies.load(str(path), GAME)
    with pytest.raises(InputError, match="is not a network but a column_net"):
        predictor.load(str(policies.model_path("sorter", find_game("connect_four"))))
