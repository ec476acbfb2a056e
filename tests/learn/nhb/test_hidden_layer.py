import math

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold

from fourfold.errors import InputError
from fourfold.learn.nhb.hidden_layer import (
    HiddenLayer,
    Trial,
    choose_hidden_layer,
    hidden_outputs,
    inverse,
    output_weights,
    random_layer,
    validation_error,
)


def examples(rows=300, inputs=6, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.0, 1.0, (rows, inputs))
    return X, np.sin(3.0 * X[:, 0]) * X[:, 1] + 0.1 * rng.normal(size=rows)


def choose(*data, seed=0, **settings):
    settings = {"interval": 1.0, "ridge": 0.01, "rng": np.random.default_rng(seed), **settings}
    return choose_hidden_layer(*data, **settings)


def test_a_random_layer_fills_the_interval_and_no_more():
    layer = random_layer(40, 500, 0.5, np.random.default_rng(0))
    assert layer.weights.shape == (40, 500)
    assert layer.biases.shape == (500,)
    for numbers in layer:
        assert 0.49 < numbers.max() <= 0.5
        assert -0.5 <= numbers.min() < -0.49
        assert abs(numbers.mean()) < 0.05


@pytest.mark.parametrize(
    "wrong", [(0, 5, 1.0), (5, 0, 1.0), (5, 5, 0.0), (5, 5, -1.0), (5, 5, math.inf), (5, 5, math.nan)]
)
def test_a_layer_that_makes_no_sense(wrong):
    with pytest.raises(InputError):
        random_layer(*wrong, np.random.default_rng(0))


def test_hidden_outputs_are_logistic():
    layer = HiddenLayer(np.array([[1.0, -2.0]]), np.array([0.5, 0.0]))
    outputs = hidden_outputs(layer, np.array([[0.0], [3.0]]))
    expected = [[1 / (1 + math.exp(-0.5)), 0.5], [1 / (1 + math.exp(-3.5)), 1 / (1 + math.exp(6.0))]]
    np.testing.assert_allclose(outputs, expected, rtol=1e-13)


@pytest.mark.filterwarnings("error")
def test_hidden_outputs_neither_overflow_nor_leave_the_unit_interval():
    layer = HiddenLayer(np.array([[1.0]]), np.array([0.0]))
    assert hidden_outputs(layer, np.array([[-1e300], [-800.0], [800.0], [1e300]])).tolist() == [
        [0.0],
        [0.0],
        [1.0],
        [1.0],
    ]


@pytest.mark.parametrize("kind", [np.int8, np.float32, bool])
def test_any_kind_of_number_gives_double_precision(kind):
    X = np.random.default_rng(0).integers(0, 2, (2500, 7))
    layer = random_layer(7, 5, 1.0, np.random.default_rng(1))
    outputs = hidden_outputs(layer, X.astype(kind))
    np.testing.assert_array_equal(outputs, hidden_outputs(layer, X.astype(np.float64)))
    np.testing.assert_allclose(outputs, 1.0 / (1.0 + np.exp(-(X @ layer.weights + layer.biases))), rtol=1e-13)


def test_output_weights_of_too_few_examples_are_the_pseudo_inverse_solution():
    rng = np.random.default_rng(0)
    H, T = rng.random((6, 20)), rng.random(6)
    np.testing.assert_allclose(output_weights(H.T @ H, H.T @ T), np.linalg.pinv(H) @ T, rtol=1e-9)
    np.testing.assert_allclose(inverse(H.T @ H), np.linalg.pinv(H.T @ H, rtol=1e-12), rtol=1e-7, atol=1e-9)


def test_output_weights_of_nothing_are_zero():
    assert not output_weights(np.zeros((3, 3)), np.zeros(3)).any()
    assert not inverse(np.zeros((3, 3))).any()


@pytest.mark.parametrize(
    ("rows", "units", "folds", "ridge"), [(300, 20, 10, 0.01), (103, 40, 10, 1.0), (50, 45, 3, 0.1)]
)
def test_the_validation_error_is_that_of_k_fold_ridge_regression(rows, units, folds, ridge):
    X, y = examples(rows)
    layer = random_layer(X.shape[1], units, 1.0, np.random.default_rng(1))
    H = 1.0 / (1.0 + np.exp(-(X @ layer.weights + layer.biases)))
    errors = []
    for rest, fold in KFold(folds).split(H):
        model = Ridge(alpha=ridge, fit_intercept=False, solver="cholesky").fit(H[rest], y[rest])
        errors.append(np.mean((model.predict(H[fold]) - y[fold]) ** 2))
    assert validation_error(layer, X, y, ridge, folds) == pytest.approx(np.mean(errors), rel=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_the_whole_search_done_the_long_way(seed):
    X, y = examples(120)
    choice = choose(X, y, seed=seed, folds=4, initialisations=3, patience=2, first=3, step=4, most=40)

    rng = np.random.default_rng(seed)
    order = rng.permutation(120)
    best, waited, curve = (math.inf, None), 0, []
    for size in range(3, 41, 4):
        layers = [random_layer(6, size, 1.0, rng) for _ in range(3)]
        error, layer = min((validation_error(layer, X[order], y[order], 0.01, 4), layer) for layer in layers)
        best, waited = ((error, layer), 0) if error < best[0] else (best, waited + 1)
        curve.append((size, error))
        if waited == 2:
            break
    assert choice.curve == curve
    assert choice.error == best[0] == min(error for _, error in curve)
    np.testing.assert_array_equal(choice.layer.weights, best[1].weights)
    np.testing.assert_array_equal(choice.layer.biases, best[1].biases)


def test_the_search_stops_by_patience():
    noise = np.random.default_rng(1).normal(size=(100, 3))
    choice = choose(noise[:, :2], noise[:, 2], patience=4, most=1000)
    best = len(choice.layer.biases)
    assert [trial.size for trial in choice.curve] == list(range(1, best + 5))


def test_the_search_stops_at_most():
    choice = choose(*examples(), patience=100, first=5, step=10, most=30)
    assert [trial.size for trial in choice.curve] == [5, 15, 25]


def test_a_harder_function_gets_a_bigger_layer():
    X = np.random.default_rng(0).uniform(-1.0, 1.0, (1000, 2))
    settings = {"interval": 8.0, "ridge": 1e-6, "first": 2, "step": 3, "patience": 5, "most": 200}
    easy = choose(X, 1.0 / (1.0 + np.exp(-X[:, 0])), **{**settings, "interval": 1.0})
    hard = choose(X, np.sin(6.0 * X[:, 0]) * np.cos(6.0 * X[:, 1]), **settings)
    assert len(hard.layer.biases) > 2 * len(easy.layer.biases)
    assert hard.error < 0.01


def test_the_same_generator_gives_the_same_layer():
    X, y = examples()
    once, again, other = (choose(X, y, seed=seed, most=12) for seed in (3, 3, 4))
    np.testing.assert_array_equal(once.layer.weights, again.layer.weights)
    assert once.curve == again.curve != other.curve


def test_progress_is_told_of_every_size():
    told: list[Trial] = []
    choice = choose(*examples(), most=7, progress=told.append)
    assert told == choice.curve
    assert len(told) == 7


def test_examples_are_left_as_they_were():
    X, y = examples()
    kept = X.copy(), y.copy()
    choose(X, y, most=3)
    np.testing.assert_array_equal(X, kept[0])
    np.testing.assert_array_equal(y, kept[1])


@pytest.mark.parametrize("ridge", [0.0, 1e-300])
def test_without_a_ridge_more_units_than_examples_are_no_trouble(ridge):
    X, y = examples(30)
    choice = choose(X, y, ridge=ridge, first=60, step=20, most=80)
    assert all(0.0 < error < 1.0 for _, error in choice.curve)


@pytest.mark.parametrize("wrong", [
    {"folds": 1}, {"folds": 301}, {"initialisations": 0}, {"patience": 0}, {"first": 0}, {"step": 0}, {"most": 0},
    {"first": 20, "most": 10}, {"ridge": -1.0}, {"ridge": math.nan}, {"interval": 0.0},
])  # fmt: skip
def test_settings_that_make_no_sense(wrong):
    with pytest.raises(InputError):
        choose(*examples(), **wrong)


@pytest.mark.parametrize("data", [
    (np.ones(20), np.ones(20)), (np.ones((20, 2)), np.ones(19)), (np.ones((20, 2)), np.ones((20, 1))),
    (np.full((20, 2), math.nan), np.ones(20)), (np.ones((20, 2)), np.full(20, math.inf)),
    (np.ones((20, 0)), np.ones(20)), (np.full((20, 2), "a"), np.ones(20)),
])  # fmt: skip
def test_examples_that_make_no_sense(data):
    with pytest.raises(InputError):
        choose(*data)
