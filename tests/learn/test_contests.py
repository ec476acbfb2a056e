import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.evaluators import mlp
from fourfold.games.interface.find import find_game
from fourfold.learn.contests import NODES, OUTCOME, PLIES, Contest, Contests


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
