"""The net with two hidden layers: the evolved-draughts paper's formula, plain and compiled, and the sub-squares folded
into it."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators import mlp
from fourfold.games.interface.find import find_game
from fourfold.learn.evolve.genome import FORMS, Layout
from fourfold.matches.openings import random_state

NAMES = ["connect_four", "othello", "draughts", "tic_tac_toe"]


def unit(x):
    """The activation of the evolved-draughts paper's figure 1."""
    return 2.0 / (1.0 + np.exp(-x)) - 1.0


def layers(x, weights):
    one = unit(x @ weights.first + weights.first_biases)
    two = unit(one @ weights.second + weights.second_biases)
    return unit(two @ weights.outputs + weights.bias[0] + weights.link[0] * x.sum())


def formula(weights, state, game):
    """The net in double precision."""
    x, sign = np.zeros(game.variables), 1
    if weights.view[0] == mlp.FIXED and hasattr(game.module, "fixed_variables"):
        sign = game.module.fixed_variables(state, x)
    else:
        game.module.variables(state, x)
    return sign * layers(x, weights)


def random_net(game, view):
    rng = np.random.default_rng(3)
    shapes = {"first": (game.variables, 12), "first_biases": 12, "second": (12, 5), "second_biases": 5, "outputs": 5}
    arrays = {name: rng.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}
    bias, link = rng.normal(0, 0.2, (2, 1)).astype(np.float32)
    return mlp.Weights(**arrays, bias=bias, link=link, view=np.array([view], np.float32))


@pytest.mark.parametrize("view", [mlp.MOVER, mlp.FIXED])
@pytest.mark.parametrize("name", NAMES)
def test_the_net_is_the_formula_plain_and_compiled(name, view):
    game = find_game(name)
    weights = random_net(game, view)
    table = mlp.prepare(weights)
    plain, compiled = (bind(mlp, game=game.module, evaluator=mlp, jit=jit) for jit in (False, True))
    values = []
    rng = np.random.default_rng(0)
    for plies in range(4 if name == "tic_tac_toe" else 25):
        state = random_state(game, plies, rng)
        values.append(formula(weights, state, game))
        assert float(plain.evaluate(table, state)) == pytest.approx(values[-1], abs=3e-4)
        assert float(compiled.evaluate(table, state)) == pytest.approx(values[-1], abs=3e-4)
    assert np.std(values) > 0.01


def test_black_is_positive_and_the_output_negated_for_white():
    game = find_game("draughts")
    net = mlp.prepare(random_net(game, mlp.FIXED))
    kernels = bind(mlp, game=game.module, evaluator=mlp, jit=False)
    fen = "W18,24,27,K10:B12,16,20,K22"
    black, white = (kernels.evaluate(net, game.parse(f"{side}:{fen}")) for side in "BW")
    assert black == -white != 0.0


def squares_of(fen):
    """The 8x8 board of a FEN, Black positive, kings 1.5: read from the text, not by the rules."""
    board = np.zeros((8, 8))
    for part in fen.split(":")[1:]:
        for item in part[1:].split(","):
            row, place = divmod(int(item.lstrip("K")) - 1, 4)
            column = 2 * place + (1 if row % 2 == 0 else 0)
            board[row, column] = (1.0 if part[0] == "B" else -1.0) * (1.5 if item[0] == "K" else 1.0)
    return board


@pytest.mark.parametrize("fen", ["B:W18,24,27,K10:B12,16,20,K22", "W:WK1,32,K17:B5,14,K29,25"])
def test_the_papers_net_on_its_91_sums(fen):
    """Sums made as the evolved-draughts paper says, of every sub-square from 3x3 to 8x8, through its 4101 weights and
    biases."""
    game = find_game("draughts")
    layout = Layout(FORMS["paper"], game)
    assert layout.size == 4101
    genome = np.random.default_rng(5).uniform(-0.2, 0.2, 4101)
    board = squares_of(fen)
    sums = np.array(
        [
            board[top : top + size, left : left + size].sum()
            for size in range(3, 9)
            for top in range(9 - size)
            for left in range(9 - size)
        ]
    )
    assert len(sums) == 91
    one = unit(genome[:3640].reshape(40, 91) @ sums + genome[3640:3680])
    two = unit(genome[3680:4080].reshape(10, 40) @ one + genome[4080:4090])
    value = unit(genome[4090:4100] @ two + genome[4100])
    kernels = bind(mlp, game=game.module, evaluator=mlp, jit=False)
    found = kernels.evaluate(mlp.prepare(layout.express(genome)), game.parse(fen))
    assert found == pytest.approx(value if fen[0] == "B" else -value, abs=5e-4)
    assert abs(value) > 0.01


@pytest.mark.parametrize("form", FORMS)
def test_a_genome_of_a_net_gives_the_net_again(form):
    game = find_game("draughts")
    layout = Layout(FORMS[form], game)
    weights = layout.express(np.random.default_rng(1).normal(size=layout.size))
    again = layout.express(layout.genome_of(weights))
    for array, same in zip(weights, again, strict=True):
        np.testing.assert_allclose(same, array, atol=1e-4)


def test_a_hidden_node_has_its_weights_and_its_bias():
    layout = Layout(FORMS["paper"], find_game("draughts"))
    numbers = np.concatenate([layout.hidden_node(node) for node in range(50)])
    assert sorted(numbers) == list(range(4090))
    assert [len(layout.hidden_node(node)) for node in (0, 39, 40, 49)] == [92, 92, 41, 41]


@pytest.mark.parametrize(("name", "inputs"), [("othello", 91), ("connect_four", 20 + 12 + 6 + 2)])
def test_other_boards_have_sub_squares_too(name, inputs):
    assert len(Layout(FORMS["paper"], find_game(name)).sums) == inputs


def test_the_least_net_ranks_boards_as_weighted_squares_do():
    game = find_game("othello")
    layout, rng = Layout(FORMS["weights"], game), np.random.default_rng(4)
    genome = rng.normal(size=layout.size) * 0.05
    genome[layout.places["second"]] = genome[layout.places["outputs"]] = 0.5
    net, kernels = mlp.prepare(layout.express(genome)), bind(mlp, game=game.module, evaluator=mlp)
    values, sums, board = [], [], np.zeros(64)
    for seed in range(30):
        state = random_state(game, 20, np.random.default_rng(seed))
        game.module.variables(state, board)
        values.append(kernels.evaluate(net, state))
        sums.append(board @ genome[layout.places["first"][0]])
    assert np.array_equal(np.argsort(values), np.argsort(sums))
