"""Players, their budgets and their names."""

import threading
import time
from types import SimpleNamespace

import pytest

import fourfold
from fourfold.errors import InputError
from fourfold.evaluators.evaluator import PACKAGE
from fourfold.evaluators.find import evaluator_names, find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players import specs
from fourfold.players.base import Budget, Observable, Searcher
from fourfold.players.random import RandomPlayer


@pytest.mark.parametrize(
    "spec",
    ["", "human", "random:depth=2", "alphabeta:deep=3", "alphabeta:depth", "alphabeta:depth=x", "alphabeta:depth=0",
     "alphabeta:nodes=-1", "alphabeta:seconds=nan", "alphabeta:seconds=inf", "alphabeta:seconds=1e15",
     "alphabeta:depth=999", "alphabeta:depth=2,depth=3",
     "hybrid", "hybrid:moves=1-5", "hybrid:moves=5-1,inside=random,outside=random",
     "hybrid:moves=0-5,inside=random,outside=random", "hybrid:moves=5,inside=random,outside=random",
     "hybrid:moves=1-²,inside=random,outside=random", "hybrid:moves=1-5,inside=human,outside=random",
     "greedy:depth=2", "greedy:eval", "greedy:eval=nothing", "greedy:eval=positional", "greedy:eval=none.wpc",
     "alphabeta:eval=positional", "alphabeta:eval=nothing", "alphabeta:eval=runs/none", "alphabeta:nodes=1e3"],
)  # fmt: skip
def test_bad_specs_are_explained_in_one_line(spec):
    with pytest.raises(InputError) as error:
        specs.player(spec, "connect_four")
    assert str(error.value)
    assert "\n" not in str(error.value)


def test_budgets_can_be_mixed():
    game = find_game("connect_four")
    player = specs.player("alphabeta:depth=3,nodes=100000,seconds=9", game)
    assert player.choose(game.init_state()).depth == 3
    player = specs.player("alphabeta:depth=30,nodes=200,seconds=9", game)
    assert 200 <= player.choose(game.init_state()).nodes < 210
    with pytest.raises(InputError):
        Budget()


def test_zero_varies_with_the_seed_of_the_game_and_only_with_it():
    game = find_game("connect_four")
    player = specs.player("alphabeta:depth=2", game)
    chosen = {}
    for seed in (*range(12), *range(12)):
        player.new_game(seed)
        chosen.setdefault(seed, set()).add(player.choose(game.init_state()).move)
    assert all(len(moves) == 1 for moves in chosen.values())
    assert len(set.union(*chosen.values())) > 2


def test_random_values_change_with_the_seed():
    game = find_game("othello")
    player = specs.player("alphabeta:depth=1,eval=random", game)
    values = set()
    for seed in range(5):
        player.new_game(seed)
        values.add(player.choose(game.init_state()).value)
    assert len(values) == 5
    assert all(-1 < value < 1 for value in values)


@pytest.mark.parametrize("eval_name", ["zero", "random"])
def test_a_visible_win_is_always_taken(eval_name):
    game = find_game("connect_four")
    player = specs.player(f"alphabeta:depth=1,eval={eval_name}", game)
    state = game.parse("112233")
    for seed in range(20):
        player.new_game(seed)
        decision = player.choose(state)
        assert (game.move_text(state, decision.move), decision.proven) == ("4", 1)


def test_the_positional_table_is_that_of_the_paper():
    game = find_game("othello")
    weights = find_evaluator("positional", game).make_weights(0).reshape(8, 8)
    scaled = (weights / weights[0, 2] * 8).round(9)
    assert scaled[:4, :4].tolist() == [[99, -8, 8, 6], [-8, -24, -4, -3], [8, -4, 7, 4], [6, -3, 4, 0]]
    assert (weights == weights[::-1]).all()
    assert (weights == weights.T).all()


def test_evaluators_stay_inside_on_the_worst_boards():
    othello, draughts = find_game("othello"), find_game("draughts")
    full = othello.module.State(*map(othello.module.U, (2**64 - 1, 0)), 1)
    corners = othello.parse("x......x" + "." * 48 + "x......x x")
    kings = draughts.parse("B:W:B" + ",".join(f"K{square}" for square in range(1, 13)))
    for game, state, names in ((othello, full, ("piece-advantage", "positional")),
                               (othello, corners, ("positional",)), (draughts, kings, ("material",))):  # fmt: skip
        for name in names:
            evaluator = find_evaluator(name, game)
            value = evaluator.module.evaluate(evaluator.make_weights(0), state)
            assert 0 < value <= 1


def test_random_player_plays_every_move():
    game = find_game("connect_four")
    player = RandomPlayer(game)
    moves = set()
    for seed in range(100):
        player.new_game(seed)
        moves.add(player.choose(game.init_state()).move)
    assert moves == set(range(7))


@pytest.mark.parametrize("spec", ["random", "alphabeta:depth=2", "greedy"])
def test_a_finished_game_has_no_move_to_choose(spec):
    game = find_game("connect_four")
    with pytest.raises(InputError, match="over"):
        specs.player(spec, game).choose(game.parse("1212121"))


def test_a_state_made_by_hand_is_as_good_as_any():
    game = find_game("connect_four")
    player = specs.player("alphabeta:depth=3", game)
    assert player.choose(game.module.State(0, 0, 1)) == player.choose(game.init_state())


@pytest.mark.parametrize(
    ("name", "position", "depth"), [("connect_four", "631515761113", 8), ("tic_tac_toe", "0 4", 9)]
)
def test_the_line_of_a_proven_result_goes_to_the_end(name, position, depth):
    game = find_game(name)
    state = game.parse(position)
    proven = [item for item in specs.player(f"alphabeta:depth={depth}", game).analyse(state).moves if item.proven]
    assert proven
    for item in proven:
        assert len(item.line) == item.proven
        last = state
        for move in item.line:
            assert move in game.moves(last)
            last = game.apply(last, move)
        over, outcome = game.test_terminal(last)
        assert over
        assert item.value == (outcome if item.proven % 2 == 0 else -outcome)


def test_a_file_named_like_a_game_is_not_that_game(tmp_path):
    source = (PACKAGE / "games" / "tic_tac_toe.py").read_text().replace("from ..rules", "from fourfold.rules")
    (tmp_path / "othello.py").write_text(source)
    game = find_game(str(tmp_path / "othello.py"))
    assert "positional" not in evaluator_names(game)
    with pytest.raises(InputError, match="is for othello"):
        specs.player("alphabeta:depth=2,eval=positional", game)


def test_time_is_kept():
    game = find_game("othello")
    player = fourfold.player("alphabeta:seconds=0.2,eval=positional", game)
    begun = time.perf_counter()
    assert player.choose(game.init_state()).depth >= 4
    assert 0.19 < time.perf_counter() - begun < 5  # how little it overruns is measured by the bench


def test_a_search_can_be_limited_anew():
    game = find_game("connect_four")
    player = specs.player("alphabeta:depth=2", game)
    assert isinstance(player, Searcher)
    wanted = specs.player("alphabeta:nodes=3000", game).choose(game.init_state())
    player.limit(Budget(nodes=3000))
    assert player.choose(game.init_state()) == wanted
    player.limit(Budget(depth=2))
    assert player.choose(game.init_state()).depth == 2
    player = specs.player("mcts:sims=50", game)
    assert isinstance(player, Searcher)
    player.limit(Budget(depth=2))
    assert player.choose(game.init_state()).nodes == 50
    player.limit(Budget(nodes=700))
    assert player.choose(game.init_state()) == specs.player("mcts:sims=700", game).choose(game.init_state())
    assert not isinstance(RandomPlayer(game), Searcher)


@pytest.mark.parametrize("spec", ["alphabeta:seconds=0.6,eval=nhb", "mcts:seconds=0.6"])
@pytest.mark.parametrize("method", ["choose", "analyse"])
def test_a_search_can_be_read_while_it_runs(spec, method):
    game = find_game("draughts")
    player, state = specs.player(spec, game), game.init_state()
    assert isinstance(player, Observable)
    answers, seen = [], []
    thread = threading.Thread(target=lambda: answers.append(getattr(player, method)(state)))
    thread.start()
    while thread.is_alive():
        found = player.so_far()
        if found:
            seen.append(found)
        time.sleep(0.002)
    assert len(seen) > 20
    assert all(found.moves[0].move in game.moves(state) for found in seen)
    assert [found.nodes for found in seen] == sorted(found.nodes for found in seen)
    assert [found.depth for found in seen] == sorted(found.depth for found in seen) or spec.startswith("mcts")
    assert player.so_far().moves[0] == (answers[0].moves[0] if method == "analyse" else answers[0])
    lines = [game.legal_line_text(state, found.moves[0].line) for found in seen]
    assert all(lines)


def test_a_new_search_shows_nothing_of_the_last_one():
    game, seen = find_game("tic_tac_toe"), []
    player = specs.player("alphabeta:depth=9", game)
    player.choose(game.init_state())
    assert player.so_far()
    search = player.kernels.search

    def watched(weights, state, n, *rest):
        seen.append(player.so_far() if n else "listing")
        return n or search(weights, state, n, *rest)

    player.kernels = SimpleNamespace(search=watched)
    player.choose(game.init_state())
    assert seen == ["listing", None]


@pytest.mark.parametrize("spec", ["alphabeta:depth=3", "mcts:sims=50"])
def test_a_new_game_shows_nothing_of_the_last_one_while_its_weights_are_made(spec, monkeypatch):
    game, seen = find_game("tic_tac_toe"), []
    player = specs.player(spec, game)
    player.choose(game.init_state())
    assert player.so_far()
    slow = SimpleNamespace(next_weights=lambda weights, seed: seen.append(player.so_far()))
    monkeypatch.setattr(player, "evaluator", slow)
    player.new_game(2)
    assert seen == [None]
    assert player.so_far() is None


def test_a_torn_line_is_shown_as_far_as_it_is_legal():
    game = find_game("connect_four")
    assert game.legal_line_text(game.init_state(), [3, 3, 99, 3]) == ["4", "4"]


@pytest.mark.parametrize(("name", "evaluator"), [("othello", "positional"), ("connect_four", "nhb")])
def test_values_of_an_interrupted_analysis_are_of_one_depth(name, evaluator):
    """A move searched deeper than the others could look worse than they do, and still be the best."""
    game = find_game(name)
    state = game.init_state()
    for nodes in (150, 700, 1500, 4000):
        cut = specs.player(f"alphabeta:nodes={nodes},eval={evaluator}", game).analyse(state)
        whole = specs.player(f"alphabeta:depth={cut.depth},eval={evaluator}", game).analyse(state)
        assert {each.move: each.value for each in cut.moves} == {each.move: each.value for each in whole.moves}
        assert [each.value for each in cut.moves] == sorted((each.value for each in cut.moves), reverse=True)
