"""Learning from outcomes: the gradient is the gradient, runs go on after a kill, and what is learned is true."""

import shutil

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.errors import InputError
from fourfold.evaluators import mlp, slfn, weights_file
from fourfold.games.interface.find import find_game
from fourfold.learn.nhb.examples import Examples, average
from fourfold.learn.outcome.learner import OutcomeLearner
from fourfold.learn.value_nets.gradient import fit, gradient, predict
from fourfold.matches.openings import random_state
from fourfold.storage import run_folder
from fourfold.storage.array_files import MODEL

GAME = find_game("tic_tac_toe")
SMALL = {"rounds": 3, "first_matches": 60, "matches": 40, "nodes": 20, "opening_plies": 3, "seed": 4}
KINDS = {"mlp": mlp, "slfn": slfn}


@pytest.fixture(autouse=True)
def _saved_after_every_round(monkeypatch):
    monkeypatch.setattr(OutcomeLearner, "save_seconds", 0.0)


def net(kind, variables=9):
    units = {"units": 6, "few": 3} if kind == "mlp" else {"units": 6}
    return KINDS[kind].random_weights(variables, 1, **units)


@pytest.mark.parametrize("kind", KINDS)
def test_the_gradient_is_that_of_the_squared_error(kind):
    rng = np.random.default_rng(0)
    weights = type(net(kind))(*(array.astype(np.float64) + 0.05 for array in net(kind)))
    X, y = rng.normal(size=(20, 9)).astype(np.float32), rng.uniform(-1, 1, 20)
    X = X.astype(np.float64)

    def error(changed):
        return np.mean((exact_output(changed) - y) ** 2)

    def exact_output(weights):
        if kind == "slfn":
            value = (1 / (1 + np.exp(-(X @ weights.inputs + weights.biases)))) @ weights.outputs
            return value / (1 + np.abs(value))
        one = np.tanh((X @ weights.first + weights.first_biases) / 2)
        two = np.tanh((one @ weights.second + weights.second_biases) / 2)
        return np.tanh((two @ weights.outputs + weights.bias + weights.link * X.sum(axis=1)) / 2)

    for name, part in gradient(weights, X, y).items():
        array = getattr(weights, name)
        for place in [tuple(rng.integers(size) for size in array.shape) for _ in range(4)]:
            steps = []
            for step in (1e-5, -1e-5):
                moved = array.copy()
                moved[place] += step
                steps.append(error(weights._replace(**{name: moved})))
            assert part[place] == pytest.approx((steps[0] - steps[1]) / 2e-5, rel=1e-4, abs=1e-8)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["tic_tac_toe", "draughts"])
def test_predictions_are_what_searches_see(kind, name):
    game = find_game(name)
    weights = net(kind, game.variables)
    kernels = bind(KINDS[kind], game=game.module, evaluator=KINDS[kind], jit=False)
    states = [random_state(game, plies, np.random.default_rng(plies)) for plies in range(6)]
    X = np.zeros((6, game.variables), np.float32)
    for row, state in zip(X, states, strict=True):
        game.module.variables(state, row)
    table = KINDS[kind].prepare(weights)
    values = [float(kernels.evaluate(table, state)) for state in states]
    np.testing.assert_allclose(predict(weights, X), values, atol=3e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_function_is_learned_and_what_is_fixed_stays(kind):
    rng = np.random.default_rng(2)
    X = rng.integers(-1, 2, (4000, 9)).astype(np.float32)
    y = np.sign(X[:, 0] + X[:, 4] - X[:, 8]).astype(np.float32) * 0.8
    fixed = ("link", "view") if kind == "mlp" else ("biases",)
    before = net(kind)
    after = fit(before, X, y, epochs=600, rate=0.03, rng=rng, fixed=fixed)
    assert np.mean((predict(after, X) - y) ** 2) < 0.1 * np.mean((predict(before, X) - y) ** 2)
    for name in fixed:
        assert np.array_equal(getattr(after, name), getattr(before, name))


def test_symmetries_are_learned_with_what_is_seen():
    rng = np.random.default_rng(3)
    X = rng.integers(-1, 2, (4000, 9)).astype(np.float32)
    X[:, 5:] = 0.0  # the mirror image of what stands here is never seen
    y = 0.8 * np.sign(X[:, 0])
    mirror = tuple(range(9)), tuple(range(8, -1, -1))
    options = {"epochs": 400, "rate": 0.03, "fixed": ("link", "view")}
    with_it, without = (fit(net("mlp"), X, y, rng=rng, symmetries=s, **options) for s in (mirror, ()))
    errors = [np.mean((predict(weights, X[:, ::-1]) - y) ** 2) for weights in (with_it, without)]
    assert errors[0] < 0.2 < errors[1]


@pytest.mark.parametrize("kind", [*KINDS, "tuple_net"])
def test_a_killed_run_goes_on_to_the_same_end_on_any_number_of_workers(kind, tmp_path):
    settings, game = {**SMALL, "net": kind, "window": 300}, find_game("gomoku:size=5") if kind == "tuple_net" else GAME
    whole = OutcomeLearner(**settings, workers=1, out=tmp_path / "whole").fit(game)

    def stop(reached):
        if reached.text.startswith("round 1:"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        OutcomeLearner(**settings, workers=2, out=tmp_path / "killed").fit(game, stop)
    shutil.copy(tmp_path / "killed" / MODEL, tmp_path / "player.safetensors")
    assert weights_file.load(str(tmp_path / "player.safetensors")).evaluator == kind
    again = OutcomeLearner(**settings, workers=3, out=tmp_path / "killed").fit(game)
    for array, same in zip(whole.weights_, again.weights_, strict=True):
        assert np.array_equal(array, same)
    assert [each._replace(seconds=0.0) for each in again.metrics_] == [
        each._replace(seconds=0.0) for each in whole.metrics_
    ]
    assert not list((tmp_path / "whole" / "examples").iterdir())
    (tmp_path / "whole" / "metrics.jsonl").unlink()
    with pytest.warns(run_folder.IntegrityWarning, match="is missing"):
        OutcomeLearner(**settings, out=tmp_path / "whole").fit(game)
    assert len((tmp_path / "whole" / "metrics.jsonl").read_text().splitlines()) == 4


def test_damaged_examples_are_played_for_again(tmp_path):
    settings = {**SMALL, "net": "mlp"}
    whole = OutcomeLearner(**settings).fit(GAME)

    def stop(reached):
        if reached.text.startswith("round 2:"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        OutcomeLearner(**settings, out=tmp_path).fit(GAME, stop)
    (tmp_path / "examples" / "1.safetensors").write_bytes(b"nothing")
    with pytest.warns(run_folder.IntegrityWarning, match=r"examples/1\.safetensors"):
        again = OutcomeLearner(**settings, out=tmp_path).fit(GAME)
    assert all(np.array_equal(*arrays) for arrays in zip(whole.weights_, again.weights_, strict=True))


def test_what_is_learned_is_true(tmp_path):
    """After three rounds of tic-tac-toe: who has two in a row and is to move is better off than who faces that."""
    learner = OutcomeLearner(
        rounds=3, first_matches=800, matches=400, nodes=30, opening_plies=4, epochs=20, rate=0.01
    ).fit(GAME)
    good, bad = np.zeros((2, 9), np.float32)
    good[[0, 1, 3, 8]] = 1, 1, -1, -1
    bad[[0, 1, 3, 4]] = -1, -1, 1, -1
    values = predict(learner.weights_, np.array([good, bad]))
    assert values[0] > 0.4
    assert values[1] < values[0] - 0.4


def test_a_model_goes_on_learning(tmp_path):
    OutcomeLearner(**SMALL, out=tmp_path / "first").fit(GAME)
    more = {**SMALL, "rounds": 1, "rate": 1e-9, "start": str(tmp_path / "first")}
    again = OutcomeLearner(**more).fit(GAME)
    np.testing.assert_allclose(
        again.weights_.first, weights_file.load(str(tmp_path / "first")).weights.first, atol=1e-5
    )
    with pytest.raises(InputError, match="is an mlp, not an slfn"):
        OutcomeLearner(**{**more, "net": "slfn"}).fit(GAME)


def test_what_is_not_said_suits_the_game_and_the_time():
    def settings(spec, **given):
        return OutcomeLearner(**given).given.filled_for(find_game(spec))

    assert settings("connect_four").net == "tuple_net"
    assert settings("tic_tac_toe").net == "mlp"
    assert settings("connect_four", net="mlp").epochs == settings("tic_tac_toe").epochs == 4
    assert (settings("gomoku").nodes, settings("othello").nodes) == (3 * 225, 200)
    assert (settings("backgammon").trace, settings("backgammon", trace=1.0).trace) == (0.7, 1.0)
    assert settings("othello", minutes=5).rounds > settings("othello").rounds == 28


def test_the_targets_of_a_state_are_averaged():
    def rows(keys, values):
        return Examples(np.array(keys), np.ones(len(keys), int), np.array(values), np.array(keys)[:, None])

    found = average([rows([7, 5], [1.0, 0.2]), rows([7, 9], [-0.5, 0.3])])
    assert found.keys.tolist() == [5, 7, 9]
    assert found.inputs[:, 0].tolist() == [5, 7, 9]
    assert found.values.tolist() == [0.2, 0.25, 0.3]


@pytest.mark.parametrize("settings", [{"net": "big"}, {"rounds": 0}, {"rate": 2.0}, {"opening_plies": -1}])
def test_bad_settings(settings):
    with pytest.raises(InputError):
        OutcomeLearner(**settings)
