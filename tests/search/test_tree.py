"""Proofs in a tree: what is called proven is so, by brute force; and a part of a tree is kept unchanged."""

from types import SimpleNamespace

import numpy as np
import pytest
from support.brute_force import exact_values
from support.paths import ROOT as TOP
from support.search_positions import random_states

from fourfold.binding.bind import bind
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players.mcts import Growth, MctsPlayer
from fourfold.players.specs import player
from fourfold.search import mcts
from fourfold.search.tree import ROOT, make_tree
from fourfold.search.values import UNPROVEN

SUPPORT = TOP / "tests" / "support"
HARVEST, TAKE_AGAIN, DICE_RACE = (str(SUPPORT / name) for name in ("harvest.py", "take_again.py", "dice_race.py"))
SMALL = [
    ("tic_tac_toe", (0, 8), "win"),
    ("connect_four", (30, 40), "win"),
    ("hex:size=3", (0, 7), "win"),
    (TAKE_AGAIN, (0, 6), "win"),
    (TAKE_AGAIN, (0, 6), "points"),
    (f"{HARVEST}:turns=3", (0, 5), "win"),
    (f"{HARVEST}:turns=3", (0, 5), "points"),
    ("kalah:pits=2,seeds=2", (0, 6), "points"),
]


def choices(spec, count, plies, seed=0):
    """Return states of random games in which a player is to move."""
    game = find_game(spec)
    return [state for state in random_states(spec, count, seed, plies) if not game.chances(state)]


@pytest.mark.parametrize("rave", [0, 100])
@pytest.mark.parametrize(("spec", "plies", "aim"), SMALL)
def test_small_games_are_proven_as_brute_force_has_them(spec, plies, aim, rave):
    """With simulations enough the root is proven, and every move that is called proven is."""
    game = find_game(spec)
    exact = exact_values(game, aim == "points")
    searcher = player(f"mcts:sims=60000,rave={rave},aim={aim}", game)
    for number, state in enumerate(choices(spec, 40, plies)):
        searcher.new_game(number)
        analysis = searcher.analyse(state)
        check_decisions(game, exact, state, analysis.moves)
        best = analysis.moves[0]
        assert best.proven is not None
        assert analysis.nodes < 60_000
        assert best.value == pytest.approx(exact(state)[0], abs=1e-6)


@pytest.mark.parametrize(
    ("spec", "plies", "aim"), [*SMALL, (DICE_RACE, (0, 20), "win"), (DICE_RACE, (8, 20), "points")]
)
def test_nothing_is_called_proven_that_is_not(spec, plies, aim):
    """After few simulations some moves are proven, and the others show a mean."""
    game = find_game(spec)
    exact = exact_values(game, aim == "points")
    searcher, proven = player(f"mcts:sims=150,aim={aim}", game), 0
    for number, state in enumerate(choices(spec, 60, plies, seed=1)):
        searcher.new_game(number)
        moves = searcher.analyse(state).moves
        proven += check_decisions(game, exact, state, moves)
        won = [move for move in moves if move.proven is not None and move.value == 1.0]
        assert not won or moves[0] in won
    assert proven > 5


def check_decisions(game, exact, state, decisions):
    """Compare proven moves with their exact values, and return how many there are.

    A result is forced within the plies that are told: there may be a faster win, or a loser's better defence.
    """
    proven = [decision for decision in decisions if decision.proven is not None]
    for decision in proven:
        child = game.apply(state, decision.move)
        value, plies = exact(child)
        assert decision.value == pytest.approx(value if game.moves_again(state, child) else -value, abs=1e-6)
        if decision.value in (1.0, -1.0) and not game.most_chances:
            assert plies + 1 <= decision.proven
        assert decision.value in (-1.0, 0.0, 1.0) or game.most_points
    return len(proven)


@pytest.mark.slow
def test_endings_of_connect_four_are_proven_as_the_solver_has_them():
    game = find_game("connect_four")
    searcher, perfect = player("mcts:sims=30000", game), player("perfect", game)
    proven = 0
    for number, state in enumerate(random_states("connect_four", 60, 3, (18, 26))):
        searcher.new_game(number)
        known = {decision.move: np.sign(decision.value) for decision in perfect.analyse(state).moves}
        for decision in searcher.analyse(state).moves:
            if decision.proven is not None:
                assert decision.value == known[decision.move]
                proven += 1
    assert proven > 150


def test_a_kept_tree_proves_only_what_is_true():
    """Games to the end, with the tree kept: every decision that is called proven is."""
    for spec in ("connect_four", TAKE_AGAIN, f"{HARVEST}:turns=4"):
        game, rng = find_game(spec), np.random.default_rng(5)
        exact, searcher, proven = exact_values(game), player("mcts:sims=300", game), 0
        for number, state in enumerate(choices(spec, 10, (26, 34) if spec == "connect_four" else (0, 3), seed=2)):
            searcher.new_game(number)
            history = []
            while game.moves(state):
                moves = game.moves(state)
                if game.chances(state) or rng.random() < 0.3:
                    move = moves[rng.integers(len(moves))]
                else:
                    analysis = searcher.analyse(state, history)
                    proven += check_decisions(game, exact, state, analysis.moves)
                    move = analysis.moves[0].move
                history.append(state)
                state = game.apply(state, move)
        assert proven > 5


def test_a_draw_by_repetition_is_never_proven():
    """Two lonely kings: to shuffle is a draw by repetition, which depends on the game before."""
    game = find_game("draughts")
    state = game.parse("B:WK1:BK5")
    for decision in player("mcts:sims=20000", game).analyse(state).moves:
        assert decision.proven is None or decision.value != 0.0


def make_subtree_player(spec, sims=400, **growth):
    game = find_game(spec)
    return MctsPlayer(game, find_evaluator("zero", game), sims=sims, growth=Growth(**growth))


@pytest.mark.parametrize("spec", ["connect_four", "hex:size=5", "kalah", HARVEST])
def test_a_subtree_is_kept_as_it_was(spec):
    """Node for node: moves, visits, values and hints are those below its root in the old tree."""
    searcher = make_subtree_player(spec, rave=100.0)
    state = searcher.game.first_choice()
    searcher.choose(state)
    for number in (int(searcher._children(ROOT)[0]), int(np.argmax(searcher.tree["visits"][1:])) + 1):
        searcher.new_game(0)
        searcher.choose(state)
        expected = subtree(searcher, number)
        count = searcher.kernels.grow(
            searcher.weights, state, np.int64(number), 0, searcher.growth.how, np.random.default_rng(0),
            searcher.memory, searcher._arrays,
        )  # fmt: skip
        assert count == 0
        assert subtree(searcher, ROOT)[0][1:] == expected[0][1:]
        assert subtree(searcher, ROOT)[1:] == expected[1:]
        assert searcher.memory.nodes == len(expected)
        assert len(expected) > 5


def subtree(searcher, number):
    """Return what is known of a node and of all below it, breadth first."""
    found, waiting = [], [number]
    while waiting:
        number = waiting.pop(0)
        node = searcher.tree[number]
        hint = searcher._arrays.hints[number]
        found.append(
            (int(node["move"]), *(float(node[name]) for name in ("total", "visits", "children", "end")), hint.tolist())
        )
        waiting += searcher._children(number).tolist()
    return found


def test_the_chosen_child_is_the_players_first():
    """In whole games a kernel chooses; a player ranks all moves by the same rule."""
    game, seen = find_game("connect_four"), set()
    kernels = bind(mcts, game=game.module, evaluator=find_evaluator("zero", game).module, jit=False)
    rng = np.random.default_rng(3)
    for _ in range(300):
        for by in ("visits", "value"):
            searcher = SimpleNamespace(growth=Growth(by=by))
            searcher._arrays = make_tree(8)
            nodes = searcher.tree = searcher._arrays.nodes
            nodes[ROOT]["first"], nodes[ROOT]["children"] = 1, 7
            nodes["visits"] = rng.integers(0, 4, 8)
            nodes["total"] = rng.integers(-1, 2, 8) * nodes["visits"]
            nodes["end"] = np.where(rng.random(8) < 0.4, rng.integers(0, 3, 8), UNPROVEN)
            nodes["total"][nodes["end"] != UNPROVEN] = rng.integers(-1, 2, 8)[nodes["end"] != UNPROVEN]
            searcher._children = lambda number: np.arange(1, 8)
            first = MctsPlayer._ranking(searcher)[0]
            chosen = kernels.best_child(by == "value", nodes)
            seen.add(int(nodes[chosen]["end"]))
            assert rank(nodes[first], by) == rank(nodes[chosen], by)
    assert {UNPROVEN, 0, 1} <= seen


def rank(node, by):
    if node["end"] != UNPROVEN:
        return float(node["total"]), int(node["end"])
    return by, int(node["visits"]) if by == "visits" else node["total"] / max(node["visits"], 1)
