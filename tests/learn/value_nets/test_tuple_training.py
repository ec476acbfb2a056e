"""Fitting a tuple net: a step goes down the slope of the error, and a function is learned."""

import numpy as np
import pytest

from fourfold.evaluators import tuple_net
from fourfold.games.interface.find import find_game
from fourfold.learn.value_nets.nets import Tuples
from fourfold.learn.value_nets.tuple_kernels import CALM, SLOW

GAME = find_game("connect_four")


def test_a_step_goes_down_the_slope():
    nets, rng, rate = Tuples(GAME), np.random.default_rng(0), 1e-4
    weights = nets.untrained(3, 4)
    X, y = rng.integers(-1, 2, (1, 42)).astype(np.float32), np.array([0.7], np.float32)
    after = weights._replace(rows=weights.rows.copy(), biases=weights.biases.copy(), outputs=weights.outputs.copy())
    net = tuple_net.prepare(after._replace(bias=weights.bias.copy()))
    nets.kernels.learn(net, np.zeros_like(weights.rows), X, y, np.arange(1), np.arange(42), np.float32(rate))

    def error(**changed):
        return 0.5 * float(nets.predict(weights._replace(**changed), X)[0] - y[0]) ** 2

    def slope(name, place):
        found = []
        for step in (1e-2, -1e-2):
            array = getattr(weights, name).copy()
            array[place] += step
            found.append(error(**{name: array}))
        return (found[0] - found[1]) / 2e-2

    moved = np.argwhere(after.rows != weights.rows)
    assert len(moved)
    for place in moved[rng.integers(len(moved), size=6)]:
        expected = slope("rows", tuple(place))
        step = weights.rows[tuple(place)] - after.rows[tuple(place)]
        assert step == pytest.approx(rate * expected / np.sqrt(CALM + expected**2), rel=0.05, abs=1e-8)
    for name in ("biases", "outputs"):
        for unit in range(4):
            step = getattr(weights, name)[unit] - getattr(after, name)[unit]
            if name == "biases" or unit:  # the first output stays 1
                assert step == pytest.approx(SLOW * rate * slope(name, unit), rel=0.1, abs=2e-8)


def test_a_function_of_a_line_is_learned_in_all_images():
    nets, rng = Tuples(GAME), np.random.default_rng(1)
    X = rng.integers(-1, 2, (6000, 42)).astype(np.float32)
    both = X[:, 0] * X[:, 6], X[:, 36] * X[:, 30]  # no net of one unit over single squares can tell
    y = 0.4 * (both[0] + both[1])
    before = nets.untrained(0)
    after = nets.fit(before, X, y, epochs=6, rate=0.95, rng=rng, batch=200)
    assert np.mean((nets.predict(after, X) - y) ** 2) < 0.3 * np.mean(y**2)
    assert np.array_equal(before.rows, nets.untrained(0).rows)


def test_the_same_seed_gives_the_same_net():
    nets = Tuples(GAME)
    X = np.random.default_rng(2).integers(-1, 2, (500, 42)).astype(np.float16)
    found = [nets.fit(nets.untrained(0, 2), X, X[:, 3], epochs=1, rate=0.5, rng=np.random.default_rng(5)) for _ in "ab"]
    assert all(np.array_equal(*arrays) for arrays in zip(*found, strict=True))
