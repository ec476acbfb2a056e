"""The n-tuple network: plain and compiled it is the formula, also when only changes are followed, and bad files are
refused."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.errors import InputError
from fourfold.evaluators import tuple_net, weights_file
from fourfold.games.interface.find import find_game
from fourfold.learn.value_nets.nets import Tuples

NAMES = ["connect_four", "othello", "draughts", "breakthrough"]
"""Games that say what a move changes and games that do not; in draughts levels are not evenly spaced."""


def random_net(game, units=3):
    """Return a net whose values differ a lot."""
    nets = Tuples(game)
    weights = nets.untrained(1, units)
    rng = np.random.default_rng(2)
    return weights._replace(
        rows=rng.normal(size=weights.rows.shape).astype(np.float32) / 10,
        biases=rng.normal(size=units).astype(np.float32) / 10,
        outputs=rng.normal(size=units).astype(np.float32),
        bias=np.array([0.1], np.float32),
    )


def formula(weights, values):
    """Return the value of a state, with numbers in base `levels` written out."""
    digits = np.abs(weights.levels[:, None] - values).argmin(axis=0)
    inputs, first = weights.biases.astype(np.float64), {}
    for order, table in zip(weights.orders, weights.tables, strict=True):
        first.setdefault(table, len(weights.levels) ** int((order > 0).sum()))
    starts = {table: sum(first[other] for other in first if other < table) for table in first}
    for order, table in zip(weights.orders, weights.tables, strict=True):
        row = sum(digits[square] * len(weights.levels) ** int(order[square] - 1) for square in np.flatnonzero(order))
        inputs = inputs + weights.rows[starts[table] + row]
    outputs = np.append(inputs[0], np.maximum(inputs[1:], 0.0))
    return np.tanh(outputs @ weights.outputs + weights.bias[0])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("jit", [False, True])
def test_the_net_is_the_formula_also_when_changes_are_followed(name, jit):
    game, rng = find_game(name), np.random.default_rng(0)
    weights = random_net(game)
    kernels, net = bind(tuple_net, game=game.module, evaluator=tuple_net, jit=jit), tuple_net.prepare(weights)
    found = []
    for _ in range(3):
        state = game.init_state()
        kernels.begin(net, state)
        for ply in range(1, 30):
            moves = game.moves(state)
            if not moves:
                break
            after = [game.apply(state, move) for move in moves]
            for each in after[:3]:
                values = np.zeros(game.variables, np.float32)
                game.module.variables(each, values)
                expected = formula(weights, values)
                assert kernels.evaluate_next(net, state, each, ply) == pytest.approx(expected, abs=1e-4)
                found.append(expected)
            before, state = state, after[rng.integers(len(after))]
            kernels.follow(net, before, state, ply)
    assert np.std(found) > 0.1


def test_a_model_is_read_back_and_one_that_does_not_fit_is_refused(tmp_path):
    game = find_game("connect_four")
    weights, path = random_net(game), tmp_path / "net.safetensors"

    def write(weights):
        weights_file.save(path, weights, evaluator="tuple_net", game="connect_four")
        return weights_file.load_for(str(path), game).weights

    assert all(np.array_equal(*arrays) for arrays in zip(write(weights), weights, strict=True))
    twice = weights.orders.copy()
    twice[0, np.flatnonzero(twice[0])[1]] = 1.0
    for bad in (
        {"orders": twice},
        {"orders": weights.orders[:, :-1]},
        {"orders": weights.orders + 9.0},
        {"tables": weights.tables + 1000.0},
        {"tables": np.zeros_like(weights.tables)},
        {"rows": weights.rows[:-1]},
        {"levels": weights.levels[:-1]},
        {"levels": np.zeros(0, np.float32)},
        {"outputs": weights.outputs[:-1]},
    ):
        with pytest.raises(InputError):
            write(weights._replace(**bad))
