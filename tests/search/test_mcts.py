"""Tree search: its tree adds up, it finds what is to be found, and plain Python grows the same tree."""

from functools import cache

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players import specs
from fourfold.players.base import Budget
from fourfold.players.mcts import Growth, MctsPlayer
from fourfold.rules import ONGOING
from fourfold.search.mcts import ROOT

GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts", "examples/breakthrough.py"]


def grown(spec, sims, jit=True, plies=3, **options):
    """Return a player that has searched a position after a few random plies."""
    game = find_game(spec)
    rng, state, history = np.random.default_rng(4), game.init_state(), []
    for _ in range(plies):
        history.append(state)
        moves = game.moves(state)
        state = game.apply(state, moves[rng.integers(len(moves))])
    player = MctsPlayer(game, find_evaluator("zero", game), sims=sims, jit=jit, **options)
    return player, state, player.choose(state, history)


@pytest.mark.parametrize("spec", GAMES)
def test_a_visit_of_a_node_is_its_first_or_a_childs(spec):
    player, _, decision = grown(spec, 3000)
    tree = player.tree[: player.memory.nodes]
    assert decision.nodes == tree[ROOT]["visits"] == 3000
    for number in np.flatnonzero(tree["children"]):
        children = tree[player._children(number)]
        assert children["visits"].sum() == tree[number]["visits"] - (number != ROOT)
        own = tree[number]["total"] + children["total"].sum()  # what remains is the node's own first playout
        assert abs(own) in ((0.0,) if number == ROOT else (0.0, 1.0))
    assert (np.abs(tree["total"]) <= tree["visits"]).all()


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four", "draughts"])
def test_plain_and_compiled_grow_the_same_tree(spec):
    compiled, _, one = grown(spec, 150)
    plain, _, two = grown(spec, 150, jit=False)
    assert one == two
    count = compiled.memory.nodes
    assert plain.memory.nodes == count
    assert (compiled.tree[:count] == plain.tree[:count]).all()


@cache
def value(state):
    game = find_game("tic_tac_toe")
    outcome = game.outcome(state)
    return outcome if outcome != ONGOING else max(-value(child) for _, child in game.expand(state))


def test_tic_tac_toe_is_played_without_mistakes():
    game = find_game("tic_tac_toe")
    player = specs.player("mcts:sims=3000", game)
    rng = np.random.default_rng(0)
    for number in range(150):
        state = game.init_state()
        for _ in range(rng.integers(7)):
            if game.outcome(state) == ONGOING:
                state = game.apply(state, rng.choice(game.moves(state)))
        if game.outcome(state) == ONGOING:
            player.new_game(number)
            assert -value(game.apply(state, player.choose(state).move)) == value(state)


@pytest.mark.parametrize(("position", "move"), [("112233", "4"), ("1212126", "2"), ("121214", "1")])
def test_a_win_is_taken_and_a_loss_prevented(position, move):
    game = find_game("connect_four")
    state = game.parse(position)
    for by in ("visits", "value"):
        decision = specs.player(f"mcts:sims=5000,by={by}", game).choose(state)
        assert game.move_text(state, decision.move) == move


def test_the_same_seed_gives_the_same_game():
    game = find_game("connect_four")
    player = specs.player("mcts:sims=300", game)
    decisions = []
    for seed in (1, 1, 2):
        player.new_game(seed)
        decisions.append(player.choose(game.init_state()))
    assert decisions[0] == decisions[1] != decisions[2]


def test_a_full_tree_is_refined():
    player, state, _ = grown("connect_four", 50)
    player.budget = Budget(nodes=20_000)
    decision = player.choose(state)
    assert decision.nodes == 20_000
    assert player.memory.nodes <= len(player.tree)


def test_positions_that_stood_before_are_drawn():
    """Two kings a side that only shuffle: a line that comes back to a position of the game is worth nothing."""
    game = find_game("draughts")
    state = game.parse("B:WK32:BK1")
    history = [state]
    for text in ("1-5", "32-28", "5-1", "28-32"):
        state = game.apply(state, game.parse_move(state, text))
        history.append(state)
    player = specs.player("mcts:sims=2000", game)
    analysis = player.analyse(state, history[:-1])
    assert all(abs(decision.value) <= 1.0 for decision in analysis.moves)
    back = next(move for move in analysis.moves if game.move_text(state, move.move) == "1-5")
    assert back.value == 0.0


def test_a_cut_playout_is_judged_by_the_evaluator():
    """At sight of material, a man more is better than a man less; to the end of random games it is too, but less."""
    game = find_game("draughts")
    state = game.parse("B:W21,22,23:B1,2")
    judged = specs.player("mcts:sims=500,eval=material,cut=2", game).choose(state)
    assert judged.value < -0.02
    assert specs.player("mcts:sims=500,eval=material", game).growth.cut == 6


def test_time_ends_the_search():
    game = find_game("othello")
    player = specs.player("mcts:seconds=0.05", game)
    assert 100 < player.choose(game.init_state()).nodes < 10_000_000
    at_once = specs.player("mcts:seconds=0.000001", game)
    assert at_once.choose(game.init_state()).move in game.moves(game.init_state())


@pytest.mark.filterwarnings("ignore::fourfold.binding.bind.PlainPythonWarning")
def test_a_game_of_plain_python_has_it_too():
    player, state, decision = grown("examples/ghost.py", 200)
    assert decision.move in player.game.moves(state)
    assert player.tree[ROOT]["visits"] == 200


def test_it_analyses_every_move_best_first():
    player, state, _ = grown("othello", 2000)
    analysis = player.analyse(state)
    assert sorted(move.move for move in analysis.moves) == sorted(player.game.moves(state))
    assert analysis.moves[0].line[0] == analysis.moves[0].move
    by_value = MctsPlayer(player.game, player.evaluator, sims=2000, growth=Growth(by="value")).analyse(state)
    values = [move.value for move in by_value.moves]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    "spec",
    ["mcts:sims=0", "mcts:sims=x", "mcts:seconds=nan", "mcts:sims=9,cut=-1", "mcts:sims=9,c=nan", "mcts:sims=9,by=luck",
     "mcts:nodes=5", "mcts:sims=1e3", "mcts:sims=9,cut=1.5", "mcts:sims=5,eval=none"],
)  # fmt: skip
def test_bad_specs_are_explained(spec):
    with pytest.raises(InputError) as error:
        specs.player(spec, "connect_four")
    assert "\n" not in str(error.value)


def test_a_finished_game_has_no_move_to_choose():
    game = find_game("connect_four")
    with pytest.raises(InputError):
        specs.player("mcts:sims=10", game).choose(game.parse("1212121"))
