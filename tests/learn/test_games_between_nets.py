"""Games between nets: the same on any number of workers, with both colours, for examples or for who wins."""

import pickle

import numpy as np
import pytest
from support.paths import DICE_RACE

from fourfold.binding.bind import plainly
from fourfold.errors import InputError
from fourfold.evaluators import mlp, slfn
from fourfold.games.interface.find import find_game
from fourfold.learn.games_between_nets import NODES, OUTCOME, PLIES, Contest, Contests, Plan, Simulator
from fourfold.search.example_table import PROVEN


def nets(game, count):
    return [mlp.random_weights(game.variables, seed, units=8, few=4) for seed in range(count)]


@pytest.mark.parametrize(
    "player", ["alphabeta:depth=2", "alphabeta:nodes=50", "mcts:sims=20,cut=2", "mcts:sims=20,skew=2,by=value"]
)
def test_results_do_not_depend_on_the_number_of_workers(player):
    game = find_game("tic_tac_toe")
    pool = nets(game, 4)
    contests = [Contest(pool[i % 4], pool[(i + 1) % 4], [7, i]) for i in range(12)]
    one, three = (Contests(game, player, 2, 20, workers).play(contests) for workers in (1, 3))
    assert np.array_equal(one, three)
    assert one.shape == (12, 2, 3)
    assert set(np.unique(one[:, :, OUTCOME])) <= {-1, 0, 1}
    assert (one[:, :, PLIES] <= 7).all()
    assert (one[:, :, NODES] > 0).all()


@pytest.mark.parametrize("opening_plies", [0, 3, 4])
def test_a_net_against_itself_scores_nothing_with_both_colours(opening_plies):
    """The two games are the same one then, seen from either side: whoever is first loses once what it wins once."""
    game = find_game("draughts")
    (net,) = nets(game, 1)
    results = Contests(game, "alphabeta:depth=2", opening_plies, 200, 2).play(
        [Contest(net, net, [1, i]) for i in range(8)]
    )
    assert (results[:, 0, OUTCOME] == -results[:, 1, OUTCOME]).all()
    assert (results[:, 0, 1:] == results[:, 1, 1:]).all()
    assert opening_plies == 0 or (results[:, :, OUTCOME] != 0).any()


@pytest.mark.parametrize("name", ["tic_tac_toe", DICE_RACE])
@pytest.mark.parametrize("kind", ["contests", "simulator"])
def test_a_game_of_a_net_against_itself_has_its_moves(name, kind):
    game = find_game(name)
    with plainly():
        if kind == "contests":
            arena = Contests(game, "alphabeta:depth=2", 3, 200, 1)
            (net,) = nets(game, 1)
        else:
            arena, net = Simulator(game, 200, 1), slfn.random_weights(game.variables, 1, units=4)
        moves = arena.play_itself(net)
        assert arena.play_itself(net) == moves
    state = game.init_state()
    for move in moves:
        assert move in game.possible_moves(state), "rolls are among them"
        state = game.apply(state, move)
    assert game.test_terminal(state)[0], "it was played to its end"


def test_the_first_net_begins_the_first_game():
    game = find_game("tic_tac_toe")
    (net,) = nets(game, 1)
    single = Contests(game, "alphabeta:depth=9", 0, 9, 1).play([Contest(net, net, [0], games=1)])
    assert single.shape == (1, 1, 3)
    assert single[0, 0, OUTCOME] == 0
    assert single[0, 0, PLIES] == 9


@pytest.mark.parametrize(
    "player",
    [
        "random",
        "alphabeta:seconds=1",
        "mcts:seconds=1",
        "mcts:sims=x",
        "mcts:sims=5,cut=1024",
        "alphabeta:depth=2,eval=zero",
    ],
)
def test_players_that_cannot_teach(player):
    with pytest.raises(InputError):
        Contests(find_game("tic_tac_toe"), player, 0, 9)


def test_a_contest_that_fails_is_taken_as_drawn():
    game = find_game("tic_tac_toe")
    (net,) = nets(game, 1)
    contests = [Contest(net, net, [0]), Contest(net, None, [1]), Contest(net, net, [2])]
    with pytest.warns(UserWarning, match=r"contest with seed \[1\] failed and counts as a draw"):
        results = Contests(game, "alphabeta:depth=2", 2, 9, 1).play(contests)
    assert results[:, 0, NODES].astype(bool).tolist() == [True, False, True]
    assert (results[1] == 0).all()


def plans(game, count, **settings):
    pool = [slfn.random_weights(game.variables, [3, seed]) for seed in range(4)]
    return [Plan(pool[i % 4], pool[(i + 1) % 4], game.init_state(), collect=PROVEN, **settings) for i in range(count)]


def told(results):
    return [(item.outcome, item.plies, *(column.tolist() for column in item.examples)) for item in results]


@pytest.mark.parametrize("evaluator", [slfn, mlp])
def test_examples_do_not_depend_on_the_number_of_workers(evaluator):
    """Nor on what a worker has played before: a search has the table that its nodes ask for."""
    game = find_game("connect_four")
    pool = [evaluator.random_weights(game.variables, seed) for seed in range(4)]
    tasks = [
        Plan(pool[i % 4], pool[i // 2 % 4], game.init_state(), 1500 if i % 3 else 100, backward=3, collect=PROVEN)
        for i in range(8)
    ]
    one = Simulator(game, 60, 1, evaluator=evaluator)
    three = Simulator(game, 60, 3, evaluator=evaluator)
    expected = told(one.play(tasks))
    assert told(three.play(tasks)) == expected
    assert told(one.play(tasks[::-1]))[::-1] == expected
    assert any(kinds for *_, kinds, _, _ in expected)


def test_a_match_is_the_same_whether_its_nets_play_many_or_few():
    game = find_game("connect_four")
    simulator = Simulator(game, 60, 1)
    tasks = plans(game, 8, nodes=100)
    assert told(simulator.play(tasks)) == told(result for task in tasks for result in simulator.play([task]))


@pytest.mark.parametrize("evaluator", [slfn, mlp])
def test_a_worker_elsewhere_makes_a_simulator_that_plays_the_same(evaluator):
    game = find_game("tic_tac_toe")
    pool = [evaluator.random_weights(game.variables, seed) for seed in range(2)]
    here = Simulator(game, 9, 1, evaluator=evaluator)
    there = pickle.loads(pickle.dumps(here))
    assert (there.evaluator, there.max_plies, there.workers) == (evaluator, 9, 1)
    tasks = [Plan(*pool, game.init_state(), 50, collect=PROVEN)]
    assert told(there.play(tasks)) == told(here.play(tasks))
    assert pickle.loads(pickle.dumps(here)) is there


@pytest.mark.parametrize("player", ["alphabeta:depth=2", "mcts:sims=20,cut=2"])
def test_a_worker_elsewhere_plays_the_same_contests(player):
    game = find_game("tic_tac_toe")
    here = Contests(game, player, 2, 9, 1)
    there = pickle.loads(pickle.dumps(here))
    contests = [Contest(*nets(game, 2), [4, i]) for i in range(3)]
    assert np.array_equal(there.play(contests), here.play(contests))


def test_a_match_that_fails_is_a_draw_without_examples():
    game = find_game("tic_tac_toe")
    good, bad = plans(game, 2, nodes=50)
    with pytest.warns(UserWarning, match="with 50 nodes failed"):
        first, second = Simulator(game, 9, 1).play([good, bad._replace(second=None)])
    assert len(first.examples.keys) > 0
    assert (second.outcome, second.plies) == (0, 0)
    assert [column.shape[1:] for column in second.examples] == [column.shape[1:] for column in first.examples]
    assert len(second.examples.keys) == 0
