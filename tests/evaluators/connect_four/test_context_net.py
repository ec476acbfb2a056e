"""Nets of contexts: their sizes, what they say plain and compiled, and that learning follows the gradient."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators.connect_four import context_net, contexts
from fourfold.evaluators.connect_four.context_net import (
    SYSTEMS,
    choose_detectors,
    make_ranker,
    prepare,
    random_weights,
    shapes,
    sorts_of,
    strip,
    unpack,
    with_sort,
    with_units,
)
from fourfold.games import connect_four
from fourfold.learn.context import kernels as context_steps

MANY = "D1+D2+D3+D4+D5+D6"
LINES = ("4435122544327633552", "443", "7162534", "333333444444")


def kernels(jit):
    return bind(context_net, contexts, context_steps, game=connect_four, jit=jit)


def preferences(system, line, jit=True, seed=0):
    state, found = connect_four.parse(line), np.zeros(7, np.float32)
    kernels(jit).rank_columns(make_ranker(random_weights(system, seed)), state.own, state.stones, found)
    return found


def read(state):
    """Return the squares of a state, the values of its contexts, and what else changes about them."""
    squares, missing, wins, values = (np.zeros(size, np.int64) for size in (42, 42, 42, 69))
    aspects = contexts.make_aspects(69)
    contexts.read_squares(state.own, state.stones, squares)
    contexts.read_contexts(squares, missing, values, aspects.depths)
    contexts.read_aspects(squares, missing, wins, aspects.nexts, aspects.parities)
    return squares, values, aspects


def slow_answer(weights, system, line):
    """Return the outputs by the context paper's equations, with exp."""
    state = connect_four.parse(line)
    squares, values, aspects = read(state)
    features = squares.astype(float)
    if sorts_of(system):
        inputs = contexts.CONTEXT_INPUTS[values]
        chosen = choose_detectors(sorts_of(system), aspects)
        features = np.concatenate(
            [
                _sigmoid(weights.detectors[chosen[:, sort]] @ inputs[:, :, None])[:, :, 0]
                for sort in range(chosen.shape[1])
            ],
            axis=1,
        ).ravel()
    shown = features[context_net.wiring(system)]
    hidden = _sigmoid(shown @ weights.hidden.T + weights.hidden_biases).ravel()
    return _sigmoid(weights.outputs @ hidden + weights.output_biases)


def _sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


@pytest.mark.parametrize("system", [*SYSTEMS, MANY])
def test_what_a_net_says_follows_the_equations_plain_and_compiled(system):
    for line in LINES:
        expected = slow_answer(random_weights(system, 3), system, line)
        assert preferences(system, line, seed=3) == pytest.approx(expected, abs=2e-4)
        assert preferences(system, line, jit=False, seed=3) == pytest.approx(expected, abs=2e-4)


@pytest.mark.parametrize(
    ("system", "detectors", "hidden", "outputs"),
    [
        ("S1", 1, (5, 39 * 3), (7, 15)), ("S2", 4, (5, 39 * 6), (7, 15)), ("S3", 11, (5, 39 * 6), (7, 15)),
        ("S4", 22, (5, 39 * 6), (7, 15)), ("C", 0, (5, 30), (7, 15)), ("N20", 0, (20, 42), (7, 20)),
        ("N40", 0, (40, 42), (7, 40)), ("N60", 0, (60, 42), (7, 60)),
    ],
)  # fmt: skip
def test_the_sizes_of_the_paper(system, detectors, hidden, outputs):
    weights = random_weights(system, 0)
    assert weights.detectors.shape == (detectors, 3, 9)
    assert weights.hidden.shape == hidden
    assert weights.outputs.shape == outputs


@pytest.mark.parametrize("system", [*SYSTEMS, MANY])
def test_weights_survive_being_prepared(system):
    weights = random_weights(system, 1)
    for before, after in zip(weights, strip(prepare(weights)), strict=True):
        assert np.array_equal(before, after)


@pytest.mark.parametrize("system", ["S1", "S4", MANY, "C", "N20"])
def test_a_step_follows_the_gradient_of_the_squared_error(system):
    line, best, rate = LINES[0], 3, 1e-3
    weights = random_weights(system, 5)
    state = connect_four.parse(line)
    squares, values, aspects = read(state)
    net = prepare(weights)
    trace, order = context_steps.make_trace(net), np.zeros(1, np.int64)
    target = np.eye(7, dtype=np.float32)[[best]]
    if sorts_of(system):
        chosen = choose_detectors(sorts_of(system), aspects)[None]
        kernels(True).learn_contexts(net, values[None], chosen, target, order, np.float32(rate), trace)
    else:
        kernels(True).learn_squares(net, squares[None].astype(np.float32), target, order, np.float32(rate), trace)
    taken = strip(net)
    wanted = np.eye(7)[best]

    def error(changed):
        return np.sum((slow_answer(changed, system, line) - wanted) ** 2) / 2

    rng = np.random.default_rng(0)
    for name in weights._fields:
        before = getattr(weights, name).astype(float)
        if not before.size:
            continue
        for place in rng.choice(before.size, min(6, before.size), replace=False):
            change = np.zeros(before.size)
            change[place] = 1e-4
            change = change.reshape(before.shape)
            slope = (
                error(weights._replace(**{name: before + change})) - error(weights._replace(**{name: before - change}))
            ) / 2e-4
            step = (getattr(taken, name).ravel()[place] - before.ravel()[place]) / rate
            assert step == pytest.approx(-slope, abs=4e-4), (name, place)


def test_what_grows_says_what_it_said_before():
    small = random_weights("D1", 2, units=3)
    large = with_sort(with_units(with_sort(small, "D6", 0), 2, 1), "D4", 2)
    for line in LINES:
        assert slow_answer(large, "D1+D6+D4", line) == pytest.approx(slow_answer(small, "D1", line), abs=1e-6)
    assert shapes(large, 42) == {name: part.shape for name, part in large._asdict().items() if name != "sorts"}


def test_models_without_sorts_are_those_of_the_context_paper():
    weights = random_weights("S4", 0)
    old = context_net.Weights(*weights[:-1])
    for one, other in zip(strip(prepare(weights)), strip(prepare(old)), strict=True):
        assert np.array_equal(one, other)
    with pytest.raises(ValueError, match="no known sort"):
        unpack(weights._replace(sorts=np.array([1, 9], np.int16)))
