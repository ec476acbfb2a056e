"""Games by descent search: their examples are true where they are proven, and moves are drawn by rank."""

import numpy as np
import pytest
from support.brute_force import exact_values

from fourfold.binding.bind import bind
from fourfold.evaluators import mlp
from fourfold.games.interface.find import find_game
from fourfold.learn.descent.self_play import DescentSelfPlay
from fourfold.search import alphabeta, best_first, descent
from fourfold.search.descent import Practice
from fourfold.search.tree import ROOT
from fourfold.search.values import UNPROVEN

PRACTICE = Practice(iterations=4, opening_plies=2, max_plies=100, exploitation=0.5, discount=0.9)


def net(game):
    return mlp.random_weights(game.variables, 1, 16, 8)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four", "kalah", "hex:size=4"])
def test_values_are_in_range_and_states_are_not_over(spec):
    game = find_game(spec)
    found = DescentSelfPlay(game, 1, jit=False).play(net(game), 1, PRACTICE._replace(iterations=1), [3])
    assert len(found.inputs) == len(found.values) > 10
    assert np.abs(found.values).max() <= 0.9
    assert (found.results[:, 1] > 0).all()


def test_plain_python_plays_the_same_games():
    game = find_game("tic_tac_toe")
    plain, compiled = (DescentSelfPlay(game, 1, jit=jit).play(net(game), 5, PRACTICE, [3]) for jit in (False, True))
    assert np.array_equal(plain.inputs, compiled.inputs)
    assert np.array_equal(plain.results, compiled.results)
    np.testing.assert_allclose(plain.values, compiled.values, atol=1e-4)


def test_examples_that_are_proven_are_true():
    """They are discounted by the distance to the result, so that their values show them."""
    game, exact = find_game("tic_tac_toe"), exact_values(find_game("tic_tac_toe"))
    practice = PRACTICE._replace(iterations=100_000, opening_plies=4)
    found = DescentSelfPlay(game, 1, jit=False).play(net(game), 1, practice, [5])
    known = {tuple(variables_of(game, state)): exact(state)[0] for state in all_states(game)}
    proven = [(known[tuple(row)], value) for row, value in zip(found.inputs, found.values, strict=True)]
    decided = [(truth, value) for truth, value in proven if abs(value) in {np.float32(0.9**n) for n in range(1, 10)}]
    assert len(decided) > 5
    assert all(truth == np.sign(value) for truth, value in decided)


def variables_of(game, state):
    out = np.zeros(game.variables, np.float32)
    game.module.variables(state, out)
    return out


def all_states(game):
    found, new = set(), {game.init_state()}
    while new:
        found |= new
        new = {game.apply(state, move) for state in new for move in game.moves(state)}
    return found


@pytest.mark.parametrize(
    ("exploitation", "shares"), [(0.0, [1 / 3] * 3), (1.0, [1, 0, 0]), (0.5, [2 / 3, 1 / 4, 1 / 12])]
)
def test_moves_are_drawn_by_rank(exploitation, shares):
    """P(i) = (e + (1 - e) / (n - i)) (1 - sum of P(j) for j < i), for the i-th best of n moves, i from 0."""
    nodes, work, rng = best_first.make_nodes(4), alphabeta.make_memory(3), np.random.default_rng(0)
    nodes["end"], nodes["value"][1:] = UNPROVEN, [0.1, -0.2, 0.3]
    nodes["first"][ROOT], nodes["children"][ROOT] = 1, 3
    kernels = bind(descent, game=find_game("tic_tac_toe").module, evaluator=mlp, jit=False)
    drawn = [kernels.draw_child(ROOT, exploitation, rng, work, nodes) for _ in range(2000)]
    assert [drawn.count(number) / 2000 for number in (3, 1, 2)] == pytest.approx(shares, abs=0.04)


def test_a_small_tree_begins_anew(monkeypatch):
    monkeypatch.setattr("fourfold.learn.descent.self_play.NODES", 40)
    game = find_game("tic_tac_toe")
    found = DescentSelfPlay(game, 1, jit=False).play(net(game), 4, PRACTICE._replace(opening_plies=0), [3])
    assert (found.results[:, 1] >= 5).all()
    assert len(found.values) > 20
