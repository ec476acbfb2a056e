"""The policy-value net: compared with its definition, from scratch and in float64, on games of every kind."""

import numpy as np
import pytest
from support.paths import ROOT
from support.search_positions import random_states

from fourfold.binding.bind import bind
from fourfold.errors import InputError
from fourfold.evaluators import policy_value_net, weights_file
from fourfold.evaluators.policy_value_net import make_ranker
from fourfold.games.interface.find import find_game
from fourfold.learn.value_nets.tuples import tuples_of

LEVELS = np.array([-1.5, -1.0, 0.0, 1.0, 2.0], np.float32)
DOTS = str(ROOT / "examples" / "dots_and_boxes.py")
GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts", "breakthrough", "hex:size=5", "kalah", DOTS]


def random_weights(game, levels=LEVELS, units=24, few=16, seed=0, tuple_rows=0):
    rng = np.random.default_rng(seed)
    tuples = tuples_of(game, len(levels), tuple_rows) if tuple_rows and game.places else None
    net = policy_value_net.first_weights(game.variables, levels, units, few, seed, tuples)
    names = "biases", "second_biases", "bias", "outputs", "leanings"
    random = {name: rng.normal(size=getattr(net, name).shape) / 3.0 for name in names}
    return net._replace(**{name: array.astype(np.float32) for name, array in random.items()})


def seen(game, state):
    values = np.zeros(game.variables)
    bind(policy_value_net, game=game.module, jit=False).variables(state, values)
    return values


def embedded(levels, rows, values):
    """Return the sum of the rows of all values: those between two levels have a part of both."""
    total = np.zeros(rows.shape[2])
    for variable, value in enumerate(values):
        for unit in range(rows.shape[2]):
            total[unit] += np.interp(value, levels, rows[variable, :, unit])
    return total


def selected(net, values):
    """Return the row that each tuple selects: numbers in base `levels` written out."""
    digits = np.abs(net.levels[:, None] - values).argmin(axis=0)
    rows, begin, starts = [], 0, {}
    for order, table in zip(net.orders, net.tables, strict=True):
        squares = np.argsort(np.where(order > 0, order, np.inf))[: int(order.max())]
        starts.setdefault(table, len(net.levels) ** len(squares))
    for table in sorted(starts):
        starts[table], begin = begin, begin + starts[table]
    for order, table in zip(net.orders, net.tables, strict=True):
        squares = np.argsort(np.where(order > 0, order, np.inf))[: int(order.max())]
        rows.append(starts[table] + sum(digits[square] * len(net.levels) ** i for i, square in enumerate(squares)))
    return rows


def by_definition(game, net, state, moves):
    """Return the value of state and the logits of its moves, from the states after them."""
    own = seen(game, state)
    inputs = net.biases + embedded(net.levels, net.rows, own) + net.patterns[selected(net, own)].sum(axis=0)
    hidden = np.maximum(inputs, 0.0)
    top = np.maximum(net.second_biases + hidden @ net.second.astype(float), 0.0)
    logits = []
    for move in moves:
        after = game.apply(state, move)
        sign = 1.0 if game.moves_again(state, after) else -1.0
        found = sign * seen(game, after)
        logits.append(top @ embedded(net.levels, net.changes, found) + net.leanings[selected(net, found)].sum())
    return np.tanh(net.bias[0] + top @ net.outputs), np.array(logits)


@pytest.mark.parametrize("tuple_rows", [0, 100])
@pytest.mark.parametrize("spec", GAMES)
def test_values_and_logits_are_those_of_the_definition(spec, tuple_rows):
    game = find_game(spec)
    levels = LEVELS if spec in ("kalah", "draughts", DOTS) else LEVELS[1:4]
    net = random_weights(game, levels, tuple_rows=tuple_rows)
    kernels = bind(policy_value_net, game=game.module, jit=False)
    for state in random_states(spec, 6, plies=(0, 20)):
        moves = np.array(game.moves(state), np.int64)
        logits = np.zeros(len(moves), np.float32)
        value = kernels.judge(make_ranker(net), state, moves, len(moves), logits)
        known, wanted = by_definition(game, net, state, moves)
        assert value == pytest.approx(known, abs=2e-4)
        np.testing.assert_allclose(logits - logits[0], wanted - wanted[0], atol=2e-4)


def test_plain_python_judges_alike():
    game = find_game("connect_four")
    net, moves = random_weights(game, LEVELS[1:4], tuple_rows=100), np.arange(7)
    plain, compiled = (bind(policy_value_net, game=game.module, jit=jit) for jit in (False, True))
    for state in random_states("connect_four", 5, plies=(0, 20)):
        found = []
        for kernels in (plain, compiled):
            logits = np.zeros(7, np.float32)
            n = kernels.expand(state, moves)
            found.append([kernels.judge(make_ranker(net), state, moves, n, logits), *logits])
        np.testing.assert_allclose(*found, atol=1e-5)


def test_preferences_are_probabilities():
    game = find_game("othello")
    net, kernels = random_weights(game), bind(policy_value_net, game=game.module, jit=False)
    state = game.init_state()
    moves, preferences = np.array(game.moves(state), np.int64), np.zeros(4, np.float32)
    kernels.prefer(make_ranker(net), state, moves, 4, preferences)
    assert preferences.sum() == pytest.approx(1.0)
    assert preferences.min() > 0.0


def test_a_model_is_read_back_also_from_before_there_were_tuples_and_one_that_does_not_fit_is_refused(tmp_path):
    game, path = find_game("connect_four"), tmp_path / "net.safetensors"
    net = random_weights(game, LEVELS[1:4], tuple_rows=100)

    def read(arrays):
        weights_file.save(path, arrays, evaluator="policy_value_net", game="connect_four")
        return weights_file.load_for(str(path), game).weights

    assert all(np.array_equal(*arrays) for arrays in zip(read(net), net, strict=True))
    plain = random_weights(game, LEVELS[1:4])._asdict()
    old = {name: plain[name] for name in list(plain)[:-4]}
    assert all(np.array_equal(*arrays) for arrays in zip(read(old), plain.values(), strict=True))
    for bad in ({"orders": net.orders[:-1]}, {"tables": net.tables + 99.0}, {"patterns": net.patterns[:-1]},
                {"leanings": net.leanings[:-1]}, {"orders": net.orders[:0]}):  # fmt: skip
        with pytest.raises(InputError):
            read(net._replace(**bad))
    with pytest.raises(InputError):
        read({name: array for name, array in net._asdict().items() if name != "leanings"})
