"""Tree search: its tree adds up, it finds what is to be found, and plain Python grows the same tree."""

import numpy as np
import pytest
from support.brute_force import exact_values
from support.paths import ROOT as TOP
from support.search_positions import random_states

from fourfold.errors import InputError
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players import specs
from fourfold.players.base import Budget
from fourfold.players.mcts import Growth, MctsPlayer
from fourfold.search.tree import ROOT
from fourfold.search.values import UNPROVEN

HARVEST = str(TOP / "tests" / "support" / "harvest.py")
GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts", "breakthrough", "hex:size=5", "kalah", HARVEST]


def grown(spec, sims, jit=True, plies=3, **options):
    """Return a player that has searched a position after a few random plies."""
    game = find_game(spec)
    rng, state, history = np.random.default_rng(4), game.init_state(), []
    while len(history) < plies or game.chances(state):
        history.append(state)
        moves = game.moves(state)
        state = game.apply(state, moves[rng.integers(len(moves))])
    player = MctsPlayer(game, find_evaluator("zero", game), sims=sims, jit=jit, **options)
    return player, state, player.choose(state, history)


@pytest.mark.parametrize("rave", [0.0, 500.0])
@pytest.mark.parametrize("spec", GAMES)
def test_a_visit_of_a_node_is_its_first_or_a_childs(spec, rave):
    player, _, decision = grown(spec, 3000, growth=Growth(rave=rave))
    tree = player.tree[: player.memory.nodes]
    assert decision.nodes == tree[ROOT]["visits"]
    assert decision.nodes == 3000 or decision.proven is not None
    for number in np.flatnonzero(tree["children"]):
        children = tree[player._children(number)]
        visits = children["visits"].sum()
        if tree[number]["end"] == UNPROVEN:  # what is proven is visited without its children
            assert visits == tree[number]["visits"] - (number != ROOT)
    for number in np.flatnonzero(tree["end"] == UNPROVEN):
        assert abs(tree[number]["total"]) <= tree[number]["visits"]


@pytest.mark.parametrize("spec", ["connect_four", "othello", "draughts", "kalah", HARVEST])
def test_what_a_node_is_worth_is_backed_up_with_its_sign(spec):
    """What a node is worth is its first playout and what its children are worth: to the other side, or to the same."""
    player, state, _ = grown(spec, 2000)
    states, signs, found = {ROOT: state}, {ROOT: -1}, 0
    for number in range(player.memory.nodes):
        if not player.tree[number]["children"]:
            continue
        numbers, state = player._children(number), states[number]
        children = player.tree[numbers]
        for child in numbers:
            states[child] = player.game.apply(state, int(player.tree[child]["move"]))
            signs[child] = 1 if player.game.moves_again(state, states[child]) else -1
        if (children["end"] == UNPROVEN).all():
            first = signs[number] * player.tree[number]["total"] - children["total"].sum()
            assert abs(first) < 1e-9 or (number != ROOT and abs(abs(first) - 1.0) < 1e-9)
            found += 1
    assert found > 50


@pytest.mark.parametrize(
    ("spec", "growth"),
    [
        ("tic_tac_toe", Growth()),
        ("connect_four", Growth(rave=50.0)),
        ("draughts", Growth()),
        ("hex:size=4", Growth(rave=500.0, exploration=0.3)),
        ("kalah", Growth(by="value")),
        (HARVEST, Growth()),
        (HARVEST, Growth(rave=20.0, cut=3, skew=2)),
    ],
)
def test_plain_and_compiled_grow_the_same_tree(spec, growth):
    compiled, _, one = grown(spec, 150, growth=growth)
    plain, _, two = grown(spec, 150, jit=False, growth=growth)
    assert one == two
    count = compiled.memory.nodes
    assert plain.memory.nodes == count
    assert (compiled.tree[:count] == plain.tree[:count]).all()


def test_what_chance_brings_is_visited_by_its_probability():
    """After many visits, the outcomes of a node have their shares of them, but for one visit or so."""
    player, _, _ = grown(f"{HARVEST}:turns=20", 20_000)
    tree, seen = player.tree[: player.memory.nodes], 0
    for number in np.flatnonzero(tree["children"]):
        children = tree[player._children(number)]
        if children["chance"][0] > 0:
            visits = children["visits"]
            assert np.abs(visits - visits.sum() * children["chance"]).max() < 2.5
            seen += visits.sum() > 100
    assert seen > 10


def test_a_mean_of_rolls_is_what_random_games_give():
    """One turn before the end there is nothing to choose but by chance."""
    game = find_game(f"{HARVEST}:turns=2")
    exact = exact_values(game)
    state = game.apply(game.init_state(), -3)
    for decision in specs.player("mcts:sims=20000,c=0.1", game).analyse(state).moves:
        child = game.apply(state, decision.move)
        sign = 1 if game.moves_again(state, child) else -1
        assert decision.value == pytest.approx(sign * exact(child)[0], abs=1e-6 if decision.proven else 0.05)


def test_tic_tac_toe_is_played_without_mistakes():
    game = find_game("tic_tac_toe")
    exact, player = exact_values(game), specs.player("mcts:sims=3000", game)
    for number, state in enumerate(random_states("tic_tac_toe", 150, plies=(0, 7))):
        player.new_game(number)
        assert -exact(game.apply(state, player.choose(state).move))[0] == exact(state)[0]


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
    player.new_game(0)
    decision = player.choose(state)
    assert decision.nodes == 20_000
    assert player.tree.size - 7 < player.memory.nodes <= player.tree.size


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
    player, state, decision = grown("examples/ghost.py", 200, plies=1)
    assert decision.move in player.game.moves(state)
    assert player.tree[ROOT]["visits"] == decision.nodes
    assert decision.value == exact_values(player.game)(state)[0]
    assert decision.proven


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
     "mcts:sims=9,keep=maybe", "mcts:sims=9,rave=-1", "mcts:sims=9,rave=nan", "mcts:sims=9,aim=points",
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
