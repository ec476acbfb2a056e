import doctest
import math

import numpy as np
import pytest
from pyoselm import OSELMRegressor
from pyoselm.layer import MLPRandomLayer
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge
from sklearn.utils.estimator_checks import parametrize_with_checks

from fourfold.errors import InputError
from fourfold.learn.nhb import os_elm
from fourfold.learn.nhb.hidden_layer import HiddenLayer, hidden_outputs, random_layer
from fourfold.learn.nhb.os_elm import OsElm


def examples(rows, inputs=42, seed=0):
    """Return states of a made-up game, each variable -1, 0 or 1, with values of either sign."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-1, 2, (rows, inputs)).astype(float)
    return X, np.tanh(X[:, 0] * X[:, 1] + 0.2 * X.sum(axis=1))


def curve(rows, seed=0):
    """Return points of a curve: the hidden units' outputs are nearly dependent, as bad a case as there is."""
    X = np.random.default_rng(seed).uniform(-3.0, 3.0, (rows, 1))
    return X, np.sin(2.0 * X[:, 0])


def batch_ridge(net, data, rows, ridge=os_elm.RIDGE, **fit):
    """Return what ridge regression on all data at once predicts for rows, with the net's hidden layer."""
    X, y = data
    model = Ridge(alpha=ridge, fit_intercept=False, solver="cholesky")
    model.fit(hidden_outputs(net.hidden_layer_, X), y, **fit)
    return model.predict(hidden_outputs(net.hidden_layer_, rows))


def relative_error(found, expected):
    return np.abs(found - expected).max() / np.abs(expected).max()


def learn_in_chunks(net, data, sizes):
    X, y = data
    for rows in np.split(np.arange(len(X)), np.cumsum(sizes)):
        if len(rows):
            net.partial_fit(X[rows], y[rows])
    return net


def assert_symmetric_positive_definite(matrix):
    np.testing.assert_array_equal(matrix, matrix.T)
    assert np.linalg.eigvalsh(matrix)[0] > 0.0


@parametrize_with_checks([OsElm(), OsElm(hidden_units=30, interval=0.3, ridge=0.0, chunk_size=3)])
def test_scikit_learns_contract(estimator, check):
    check(estimator)


def test_the_example_of_the_docstring():
    assert doctest.testmod(os_elm).failed == 0
    assert doctest.testmod(os_elm).attempted == 4


def test_equation_1():
    X, y = examples(300)
    net = OsElm(hidden_units=40, ridge=0.0, random_state=0).fit(X, y)
    H = hidden_outputs(net.hidden_layer_, X)
    P = np.linalg.inv(H.T @ H)
    np.testing.assert_allclose(net.P_, P, rtol=1e-8, atol=1e-12)
    np.testing.assert_allclose(net.output_weights_, P @ H.T @ y, rtol=1e-8)


@pytest.mark.parametrize("ridge", [0.0, 0.01])
@pytest.mark.parametrize("rows", [1, 7, 200])
def test_equations_2_and_3(ridge, rows):
    X, y = examples(300)
    net = OsElm(hidden_units=40, ridge=ridge, random_state=0).fit(X, y)
    P, W = net.P_, net.output_weights_
    X, y = examples(rows, seed=1)
    net.partial_fit(X, y)
    H = hidden_outputs(net.hidden_layer_, X)
    P = P - P @ H.T @ np.linalg.inv(np.eye(rows) + H @ P @ H.T) @ H @ P
    W = W + P @ H.T @ (y - H @ W)
    np.testing.assert_allclose(net.P_, P, rtol=1e-8, atol=1e-12)
    np.testing.assert_allclose(net.output_weights_, W, rtol=1e-8)


@pytest.mark.parametrize("data", [examples, curve])
@pytest.mark.parametrize("ridge", [os_elm.RIDGE, 1e-6, 10.0])
@pytest.mark.parametrize("sizes", [[1000], [1] * 1000, [3, 1, 200, 5, 0, 700], [64] * 15])
def test_any_chunks_agree_with_batch_ridge_regression(data, ridge, sizes):
    X, y = data(1000)
    net = learn_in_chunks(OsElm(hidden_units=60, ridge=ridge, interval=2.0, random_state=1), (X, y), sizes)
    rows, _ = data(500, seed=9)
    assert relative_error(net.predict(rows), batch_ridge(net, (X, y), rows, ridge)) <= 1e-6
    assert net.examples_seen_ == 1000
    assert_symmetric_positive_definite(net.P_)


def test_chunk_size_has_no_effect():
    X, y = examples(1000)
    rows, _ = examples(300, seed=9)
    weights = np.random.default_rng(2).uniform(0.0, 3.0, 1000)
    whole = OsElm(random_state=0, chunk_size=10**9).fit(X, y, weights)
    for chunk_size in (1, 13, 1000):
        net = OsElm(random_state=0, chunk_size=chunk_size).fit(X, y, weights)
        np.testing.assert_allclose(net.predict(rows), whole.predict(rows), rtol=1e-9, atol=1e-9)


def test_a_row_at_a_time_is_the_same_as_chunks_of_one_row():
    X, y = examples(400)
    rows = learn_in_chunks(OsElm(hidden_units=30, random_state=0), (X, y), [1] * 400)
    chunks = OsElm(hidden_units=30, random_state=0, chunk_size=1).fit(X, y)
    np.testing.assert_array_equal(rows.gram_, chunks.gram_)
    np.testing.assert_array_equal(rows.output_weights_, chunks.output_weights_)


def test_twenty_thousand_updates_of_one_row():
    X, y = examples(20_000)
    net = learn_in_chunks(OsElm(hidden_units=20, random_state=0), (X, y), [1] * 20_000)
    assert_symmetric_positive_definite(net.P_)
    assert relative_error(net.predict(X[:500]), batch_ridge(net, (X, y), X[:500])) <= 1e-10


@pytest.mark.slow
@pytest.mark.parametrize(("data", "tolerance"), [(examples, 1e-10), (curve, 1e-6)])
def test_a_million_updates_of_one_row(data, tolerance):
    X, y = data(1_000_000)
    net = OsElm(hidden_units=50, interval=2.0, chunk_size=1, random_state=0).fit(X, y)
    assert_symmetric_positive_definite(net.P_)
    assert relative_error(net.predict(X[:500]), batch_ridge(net, (X, y), X[:500])) <= tolerance


def test_one_example_a_million_times():
    X, y = examples(1)
    net = OsElm(hidden_units=20, random_state=0).fit(np.repeat(X, 1_000_000, axis=0), np.repeat(y, 1_000_000))
    assert_symmetric_positive_definite(net.P_)
    assert net.predict(X) == pytest.approx(y, rel=1e-6)


@pytest.mark.parametrize("woodbury", [True, False])
def test_pyoselm_agrees(woodbury):
    X, y = examples(900)
    peer = OSELMRegressor(n_hidden=35, use_woodbury=woodbury, random_state=7)
    parts = MLPRandomLayer(n_hidden=35, random_state=7).fit(X).components_
    net = OsElm(ridge=0.0, hidden_layer=HiddenLayer(parts["weights"], parts["biases"]))
    for rows in np.split(np.arange(900), [50, 51, 60, 300]):
        peer.fit(X[rows], y[rows])
        net.partial_fit(X[rows], y[rows])
        assert relative_error(net.predict(X), peer.predict(X)) <= 1e-6
    assert relative_error(net.output_weights_, peer.beta) <= 1e-6


def test_without_a_ridge_too_few_examples_give_the_pseudo_inverse_solution():
    X, y = examples(200)
    net = OsElm(hidden_units=30, ridge=0.0, random_state=0)
    for row in range(60):
        net.partial_fit(X[row : row + 1], y[row : row + 1])
        H = hidden_outputs(net.hidden_layer_, X[: row + 1])
        expected = np.linalg.pinv(H) @ y[: row + 1]
        np.testing.assert_allclose(net.output_weights_, expected, rtol=1e-6, atol=1e-6 * np.abs(expected).max())
        if row < 25:
            np.testing.assert_allclose(net.predict(X[: row + 1]), y[: row + 1], atol=1e-8)


def test_without_a_ridge_a_first_set_of_duplicates_does_no_harm():
    X, y = examples(500)
    net = OsElm(hidden_units=30, ridge=0.0, random_state=0).fit(np.repeat(X[:3], 50, axis=0), np.repeat(y[:3], 50))
    np.testing.assert_allclose(net.predict(X[:3]), y[:3], atol=1e-8)
    net.partial_fit(X, y)
    fresh = clone(net).fit(np.vstack([np.repeat(X[:3], 50, axis=0), X]), np.append(np.repeat(y[:3], 50), y))
    np.testing.assert_allclose(net.predict(X), fresh.predict(X), rtol=1e-8, atol=1e-8)


def test_without_a_ridge_units_that_say_the_same_share_the_weight():
    X, y = examples(300)
    layer = random_layer(42, 10, 1.0, np.random.default_rng(0))
    twice = HiddenLayer(np.hstack([layer.weights, layer.weights]), np.hstack([layer.biases, layer.biases]))
    single, double = (OsElm(ridge=0.0, hidden_layer=given).fit(X, y) for given in (layer, twice))
    np.testing.assert_allclose(double.predict(X), single.predict(X), rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(double.output_weights_, np.tile(single.output_weights_ / 2.0, 2), rtol=1e-6, atol=1e-8)


def test_a_ridge_far_below_rounding_is_as_good_as_none():
    X, y = examples(5)
    tiny, none = (OsElm(ridge=ridge, random_state=0).fit(X, y) for ridge in (1e-300, 0.0))
    np.testing.assert_allclose(tiny.predict(X), none.predict(X), atol=1e-8)


def test_duplicate_rows_count_as_often_as_they_come():
    X, y = examples(100)
    counts = np.random.default_rng(3).integers(0, 4, 100)
    repeated = OsElm(random_state=0).fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    weighted = OsElm(random_state=0).fit(X, y, sample_weight=counts)
    np.testing.assert_allclose(repeated.predict(X), weighted.predict(X), rtol=1e-7, atol=1e-9)
    expected = batch_ridge(weighted, (X, y), X, sample_weight=counts)
    assert relative_error(weighted.predict(X), expected) <= 1e-6


def test_fit_starts_anew():
    X, y = examples(200)
    net = OsElm(random_state=0).fit(-X, y).fit(X, y)
    np.testing.assert_array_equal(net.output_weights_, OsElm(random_state=0).fit(X, y).output_weights_)
    assert net.examples_seen_ == 200


def test_the_hidden_layer_is_that_of_the_seed_and_never_changes():
    X, y = examples(200)
    net = OsElm(hidden_units=12, interval=0.5, random_state=4).fit(X, y)
    expected = random_layer(42, 12, 0.5, np.random.default_rng(4))
    net.partial_fit(X, y)
    np.testing.assert_array_equal(net.hidden_layer_.weights, expected.weights)
    np.testing.assert_array_equal(net.hidden_layer_.biases, expected.biases)


def test_a_given_layer_is_copied_and_survives_a_clone():
    X, y = examples(100)
    layer = random_layer(42, 8, 1.0, np.random.default_rng(0))
    given = HiddenLayer(*(array.astype(np.float32) for array in layer))
    net = clone(OsElm(hidden_layer=given)).fit(X, y)
    before = net.predict(X)
    given.weights[:] = 0.0
    np.testing.assert_array_equal(net.predict(X), before)
    assert net.hidden_layer_.weights.dtype == np.float64


def test_small_integers_are_learned_like_any_numbers():
    X, y = examples(3000)
    net = OsElm(random_state=0).fit(X.astype(np.int8), y)
    np.testing.assert_array_equal(net.output_weights_, OsElm(random_state=0).fit(X, y).output_weights_)


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_nan_and_infinity_are_refused_and_leave_the_net_as_it_was(wrong):
    X, y = examples(50)
    net = OsElm(random_state=0).fit(X, y)
    before = net.predict(X)
    bad_X, bad_y = X.copy(), y.copy()
    bad_X[3, 4] = bad_y[7] = wrong
    for arguments in [(bad_X, y), (X, bad_y), (X, y, bad_y)]:
        with pytest.raises(ValueError, match=r"NaN|infinity"):
            net.partial_fit(*arguments)
    with pytest.raises(ValueError, match=r"NaN|infinity"):
        net.predict(bad_X)
    np.testing.assert_array_equal(net.predict(X), before)


@pytest.mark.filterwarnings("error")
def test_numbers_too_large_to_add_are_refused_and_leave_the_net_as_it_was():
    X, y = examples(50)
    net, other = OsElm(random_state=0).fit(X, y), OsElm(random_state=0).fit(X, y)
    with pytest.raises(InputError, match="too large"):
        net.partial_fit(X, np.full(50, 1e308))
    np.testing.assert_array_equal(net.partial_fit(X, -y).predict(X), other.partial_fit(X, -y).predict(X))


@pytest.mark.parametrize("wrong", [
    {"hidden_units": 0}, {"interval": 0.0}, {"interval": -1.0}, {"ridge": -1e-9}, {"ridge": math.nan},
    {"chunk_size": 0},
    {"hidden_layer": HiddenLayer(np.ones((3, 5)), np.ones(5))},
    {"hidden_layer": HiddenLayer(np.ones((42, 5)), np.ones(4))},
    {"hidden_layer": HiddenLayer(np.full((42, 5), math.nan), np.ones(5))},
])  # fmt: skip
def test_settings_that_make_no_sense(wrong):
    with pytest.raises(InputError):
        OsElm(**wrong).fit(*examples(20))


@pytest.mark.parametrize("wrong", [np.ones(49), np.ones((50, 1)), -np.ones(50), np.zeros(50)])
def test_sample_weights_that_make_no_sense(wrong):
    with pytest.raises(InputError, match="sample_weight"):
        OsElm().fit(*examples(50), sample_weight=wrong)


def test_nothing_is_known_before_it_is_learned():
    with pytest.raises(NotFittedError):
        OsElm().predict(np.zeros((1, 3)))
    assert not hasattr(OsElm(), "P_")
