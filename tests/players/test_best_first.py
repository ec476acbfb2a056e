"""The player best-first: it proves what is true, keeps to its budget, and says what is wrong."""

import math

import numpy as np
import pytest
from support.brute_force import exact_values
from support.paths import ROOT
from support.search_positions import random_states

from fourfold.errors import InputError
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players.base import Analyst, Budget, Observable
from fourfold.players.best_first import BestFirstPlayer
from fourfold.players.specs import player

GAME = find_game("tic_tac_toe")
TAKE_AGAIN = str(ROOT / "tests" / "support" / "take_again.py")
GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts", "hex:size=4", "kalah", "breakthrough:size=5"]


def searcher(spec, nodes, evaluator="random", jit=False):
    """Return a player of plain Python, which need not be compiled."""
    game = find_game(spec)
    jit = jit or spec == TAKE_AGAIN  # it cannot subtract what NumPy compares
    return BestFirstPlayer(game, find_evaluator(evaluator, game), Budget(nodes=nodes), jit=jit)


@pytest.mark.parametrize(("spec", "plies"), [("tic_tac_toe", (2, 7)), (TAKE_AGAIN, (0, 5)), ("hex:size=3", (2, 6))])
def test_what_is_proven_is_true(spec, plies):
    made, exact = searcher(spec, 20_000), exact_values(find_game(spec))
    for state in random_states(spec, 8, seed=4, plies=plies):
        found = made.analyse(state)
        assert found.moves[0].proven is not None
        assert found.moves[0].value == exact(state)[0]
        assert found.moves[0].proven >= exact(state)[1] or found.moves[0].value <= 0.0
        for each in found.moves:
            if each.proven is not None:
                after = find_game(spec).apply(state, each.move)
                sign = 1 if find_game(spec).moves_again(state, after) else -1
                assert each.value == sign * exact(after)[0]


@pytest.mark.parametrize("evaluator", ["zero", "random"])
def test_tic_tac_toe_is_a_proven_draw(evaluator):
    best = searcher("tic_tac_toe", 500_000, evaluator, jit=True).choose(GAME.init_state())
    assert (best.value, best.proven) == (0.0, 9)


@pytest.mark.parametrize("spec", GAMES)
def test_a_search_keeps_to_its_nodes_and_values_to_their_range(spec):
    made = searcher(spec, 200)
    for state in random_states(spec, 3, seed=1, plies=(0, 12)):
        found = made.analyse(state)
        assert found.nodes <= max(200, len(find_game(spec).moves(state)))
        assert sorted(each.move for each in found.moves) == sorted(find_game(spec).moves(state))
        assert all(-1.0 <= each.value <= 1.0 and math.isfinite(each.value) for each in found.moves)
        assert all(each.line[0] == each.move for each in found.moves)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four", "kalah"])
def test_plain_python_grows_the_same_tree(spec):
    plain, compiled = (searcher(spec, 300, jit=jit) for jit in (False, True))
    for state in random_states(spec, 2, seed=3, plies=(0, 8)):
        assert plain.analyse(state) == compiled.analyse(state)
        count = int(plain.memory.nodes)
        assert np.array_equal(plain.tree[:count], compiled.tree[:count])


def test_values_are_the_minimax_of_the_leaves():
    made = searcher("connect_four", 400)
    made.choose(made.game.init_state())
    nodes = made.tree[: int(made.memory.nodes)]
    for node in nodes[(nodes["children"] > 0) & (nodes["end"] < 0)]:
        children = nodes[node["first"] : node["first"] + node["children"]]
        assert node["value"] == node["sign"] * children["value"].max()


def test_a_full_tree_ends_the_search():
    made = searcher("othello", 10_000)
    made.tree = made.tree[:100].copy()
    found = made.analyse(made.game.init_state())
    assert 60 < found.nodes < 100
    assert len(found.moves) == 4


def test_it_sees_wins_and_threats():
    made = player("best-first:nodes=500", GAME)
    won = made.choose(GAME.parse("0 3 1 4"))
    assert (GAME.move_text(GAME.parse("0 3 1 4"), won.move), won.value, won.proven) == ("2", 1.0, 1)
    assert GAME.move_text(GAME.parse("0 4 1"), made.choose(GAME.parse("0 4 1")).move) == "2"


def test_a_repetition_is_a_draw_that_is_not_proven():
    game = find_game("draughts")
    made, state = searcher("draughts", 3000, "zero"), game.parse("W:WK1:BK32")
    history = [state]
    for text in ("1-6", "32-28", "6-1", "28-32"):
        history.append(game.apply(history[-1], game.parse_move(history[-1], text)))
    found = made.analyse(history[-1], history[:-1])
    assert [each.proven for each in found.moves] == [None] * len(found.moves)


def test_it_can_be_limited_stopped_and_observed():
    made = player("best-first:seconds=0.02", find_game("connect_four"))
    assert isinstance(made, Observable)
    assert isinstance(made, Analyst)
    made.new_game(1)
    assert made.so_far() is None
    state = find_game("connect_four").init_state()
    assert made.choose(state).move in range(7)
    made.limit(Budget(nodes=70))
    assert made.so_far() is None
    assert made.choose(state).nodes == 70
    assert made.so_far().nodes == 70


@pytest.mark.parametrize(
    ("spec", "game", "reason"),
    [
        ("best-first:nodes=5", "backgammon", "a game of chance; use alphabeta or mcts"),
        ("best-first:nodes=x", "tic_tac_toe", "is not a budget"),
        ("best-first:nodes=0", "tic_tac_toe", "must be above 0"),
        ("best-first:depth=3", "tic_tac_toe", "depth"),
        ("best-first:eval=nbh", "connect_four", "has no evaluator 'nbh'"),
    ],
)
def test_what_is_wrong_is_said(spec, game, reason):
    with pytest.raises(InputError, match=reason):
        player(spec, find_game(game))
