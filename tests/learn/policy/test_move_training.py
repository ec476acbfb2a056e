"""A move net learns the moves it is shown: by the slope of its error, in every orientation, with any workers."""

import numpy as np
import pytest
from support.played_games import write_games

from fourfold.binding.bind import bind, field_types, typed
from fourfold.binding.state_columns import columns_of
from fourfold.data.held_out_games import split_games, with_keys
from fourfold.data.played_moves import PlayedMoves, read_games
from fourfold.evaluators import move_net
from fourfold.evaluators.move_ranking import MoveRanker
from fourfold.games.interface.find import find_game
from fourfold.learn.policy import move_kernels
from fourfold.learn.policy.move_kernels import Slopes
from fourfold.learn.policy.move_training import SHARES, Settings, Training, find_levels, learned

SMALL = {"units": 16, "batch": 32, "passes": 4.0, "rate": 0.01}


def played(name, tmp_path, count=12):
    game = find_game(name)
    moves = read_games([write_games(tmp_path / "games.jsonl", name, count)], game).moves
    return game, split_games(with_keys(moves, game), 0, 0.0).train


def shares(game, weights, moves):
    """Return the shares that moves get, in float64."""
    ranking = MoveRanker(move_net, move_net.make_ranker(weights), game).rank(moves.states)
    found = [dict(zip(*ranking.of(place), strict=True))[move] for place, move in enumerate(moves.played)]
    return np.array(found, float)


def error(game, weights, moves):
    """Return the sum of -log of these shares."""
    return -np.log(shares(game, weights, moves)).sum()


@pytest.mark.parametrize("name", ["tic_tac_toe", "kalah"])
def test_slopes_are_those_of_the_error(name, tmp_path):
    """Found by trying, for weights of every kind; kalah has moves after which the same side moves again."""
    game, moves = played(name, tmp_path)
    undecided = shares(game, Training(game, moves, Settings(**SMALL), 0, 1).weights, moves) > 1e-6
    moves = moves.at(np.flatnonzero(undecided)[:40])
    training = Training(game, moves, Settings(**SMALL), 0, 1)
    rng = np.random.default_rng(5)
    for array in learned(training.weights):
        array[...] = rng.normal(size=array.shape) * 0.4
    order, images = np.arange(moves.size), np.zeros(moves.size, np.int64)
    _, found = training._add_slopes(0, order, images)
    assert found == pytest.approx(error(game, training.weights, moves), rel=1e-4)
    for kind, array in learned(training.weights)._asdict().items():
        slopes = getattr(training.slopes, kind)[0].reshape(array.shape)
        largest = np.argsort(-np.abs(slopes), axis=None)[:6]
        for place in zip(*np.unravel_index(largest, array.shape), strict=True):
            wanted = slope(game, training.weights, array, place, moves)
            assert slopes[place] == pytest.approx(wanted, rel=0.05, abs=0.02), (kind, place)


def slope(game, weights, array, place, moves, size=2e-3):
    kept, sides = array[place], []
    for sign in (1, -1):
        array[place] = kept + sign * size
        sides.append(error(game, weights, moves))
    array[place] = kept
    return (sides[0] - sides[1]) / (2 * size)


def test_plain_and_compiled_slopes_agree(tmp_path):
    game, moves = played("tic_tac_toe", tmp_path, 4)
    training = Training(game, moves, Settings(**SMALL), 0, 1)
    order, images = np.arange(moves.size), np.arange(moves.size) % len(game.symmetries)
    arguments = training.pupils[0], training.examples, order, images, training.symmetries
    found = []
    for jit in (False, True):
        slopes = Slopes(*(np.zeros_like(array) for array in learned(training.weights)))
        found.append((bind(move_kernels, game=game.module, jit=jit).add_slopes(*arguments, slopes), slopes))
    (plain, plain_slopes), (compiled, compiled_slopes) = found
    assert plain == pytest.approx(compiled)
    for one, other in zip(plain_slopes, compiled_slopes, strict=True):
        assert one == pytest.approx(other, abs=1e-4)


def test_a_few_moves_are_learned_by_heart(tmp_path):
    game, moves = played("connect_four", tmp_path, 3)
    training = Training(game, moves, Settings(units=64, batch=16, passes=150.0, rate=0.01, decay=0.0), 0, 1)
    before = error(game, training.weights, moves)
    training.learn(0, training.steps)
    assert error(game, training.weights, moves) < 0.3 * before


def test_what_is_learned_in_one_orientation_is_known_in_all(tmp_path):
    """Only the left corner is shown as the answer to the centre: in the end all four are liked better than edges."""
    game = find_game("tic_tac_toe")
    state = game.apply(game.init_state(), 4)
    moves = PlayedMoves(
        columns_of([state] * 64, field_types(game.module.State)), np.zeros(64, np.int64), np.zeros(64, np.int64)
    )
    training = Training(game, moves, Settings(**{**SMALL, "passes": 40.0}), 0, 1)
    training.learn(0, training.steps)
    ranking = MoveRanker(move_net, move_net.make_ranker(training.weights), game).rank(
        columns_of([state], field_types(game.module.State))
    )
    shares = dict(zip(*ranking.of(0), strict=True))
    corners, edges = ([shares[square] for square in kind] for kind in ((0, 2, 6, 8), (1, 3, 5, 7)))
    assert min(corners) > 3 * max(edges)
    assert min(corners) > 0.15


def test_any_number_of_workers_learns_the_same_net(tmp_path):
    game, moves = played("tic_tac_toe", tmp_path)
    nets = []
    for workers in (1, 2, 7):
        training = Training(game, moves, Settings(**SMALL), 3, workers)
        training.learn(0, training.steps)
        nets.append(training.weights)
    for other in nets[1:]:
        assert all(np.array_equal(one, same) for one, same in zip(nets[0], other, strict=True))


def test_weights_decay_and_rows_of_zero_stay_zero(tmp_path):
    game, moves = played("tic_tac_toe", tmp_path)
    sizes = {}
    for decay in (0.0, 5.0):
        training = Training(game, moves, Settings(**{**SMALL, "decay": decay, "passes": 10.0}), 0, 1)
        training.learn(0, training.steps)
        sizes[decay] = float(np.abs(training.weights.rows).sum())
        assert not training.weights.rows[:, training.weights.levels == 0.0].any()
    assert sizes[5.0] < 0.8 * sizes[0.0]


def test_a_batch_is_divided_and_nothing_is_left_out(tmp_path):
    game, moves = played("tic_tac_toe", tmp_path)
    training = Training(game, moves, Settings(**{**SMALL, "batch": 10, "passes": 1.0}), 0, 1)
    seen = [number for step in range(training.steps) for part in training._batch(step)[0] for number in part]
    assert len(training._batch(0)[0]) == SHARES
    assert len(set(seen)) == len(seen) == moves.size // 10 * 10 or set(seen) == set(range(moves.size))


def test_levels():
    assert find_levels(np.array([[-1.5, 1.0], [0.0, 1.0]])).tolist() == [-1.5, 0.0, 1.0]
    assert find_levels(np.array([[2.0]])).tolist() == [0.0, 2.0]
    many = find_levels(np.arange(-100.0, 101.0)[None])
    assert len(many) <= 25
    assert (many[0], many[-1]) == (-100.0, 100.0)
    assert 0.0 in many


def test_states_in_training_are_those_of_the_games(tmp_path):
    game, moves = played("kalah", tmp_path, 2)
    for row, move in zip(zip(*moves.states, strict=True), moves.played, strict=True):
        assert move in game.moves(typed(game.module.State(*row)))
