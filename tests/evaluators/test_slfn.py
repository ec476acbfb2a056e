"""The net in a search: the same numbers as NumPy's, kept up to date along a line, plain and compiled."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators import slfn
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.search import alphabeta
from fourfold.search.alphabeta import make_memory
from fourfold.search.values import LIMIT, heuristic

GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts", "breakthrough", "hex", "gomoku"]


def formula(weights, inputs):
    """The net in double precision, with the logistic function itself."""
    hidden = 1.0 / (1.0 + np.exp(-(inputs.astype(np.float64) @ weights.inputs + weights.biases)))
    value = hidden @ weights.outputs
    return value / (1.0 + np.abs(value))


def random_line(game, plies, seed):
    random = np.random.default_rng(seed)
    states = [game.init_state()]
    while len(states) <= plies and game.moves(states[-1]):
        moves = game.moves(states[-1])
        states.append(game.apply(states[-1], moves[random.integers(len(moves))]))
    return states


@pytest.mark.parametrize("jit", [False, True])
@pytest.mark.parametrize("spec", GAMES)
def test_values_along_a_line_are_those_of_the_formula(spec, jit):
    game = find_game(spec)
    weights = slfn.random_weights(game.variables, 3, units=23)
    error = 6e-5 * float(np.abs(weights.outputs).sum()) / 2  # that of the hyperbolic tangent
    net = slfn.prepare(weights)
    kernels = bind(alphabeta, slfn, game=game.module, evaluator=slfn, jit=jit)
    for seed in range(3 if jit else 1):
        states = random_line(game, 30, seed)
        kernels.begin(net, states[0])
        for ply in range(1, len(states)):
            before, after = states[ply - 1], states[ply]
            inputs = np.zeros(game.variables)
            kernels.variables(after, inputs)
            expected = pytest.approx(formula(weights, inputs), abs=error)
            assert kernels.evaluate_next(net, before, after, ply) == expected
            kernels.follow(net, before, after, ply)
            assert kernels.evaluate_here(net, after, ply) == expected
        assert kernels.evaluate(slfn.prepare(weights), after) == expected


def test_the_tangent_is_one():
    x = np.linspace(-20, 20, 100_001).astype(np.float32)
    assert np.abs(slfn.fast_tanh(x) - np.tanh(x)).max() < 6e-5


def test_a_net_that_shouts_stays_below_a_win():
    game = find_game("connect_four")
    weights = slfn.random_weights(42, 0)
    loud = weights._replace(outputs=np.full(100, 1e6, np.float32))
    value = bind(slfn, game=game.module, evaluator=slfn).evaluate(slfn.prepare(loud), game.init_state())
    assert 0.99 < value <= 1.0
    assert heuristic(value, make_memory(1)) == LIMIT


def test_joined_nets_give_the_mean():
    nets = [slfn.random_weights(9, seed, units=seed + 2) for seed in range(3)]
    joined = slfn.join(nets)
    x = np.random.default_rng(0).uniform(-1, 1, (20, 9))

    def outputs(net):
        return 1.0 / (1.0 + np.exp(-(x @ net.inputs + net.biases))) @ net.outputs

    np.testing.assert_allclose(outputs(joined), np.mean([outputs(net) for net in nets], axis=0), atol=1e-6)


def test_untrained_nets_come_from_the_seed_and_favour_nobody():
    one, same, other = (slfn.random_weights(9, seed) for seed in (1, 1, 2))
    assert (one.inputs == same.inputs).all()
    assert (one.inputs != other.inputs).any()
    assert abs(one.outputs.sum()) < 1e-4


def test_untrained_players_differ_from_game_to_game():
    game = find_game("connect_four")
    evaluator = find_evaluator("untrained", game)
    first, second = (evaluator.make_weights(seed) for seed in (1, 2))
    assert (first != second).any()
