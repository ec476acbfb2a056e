"""Games of a net against itself: what is written about them is what happened."""

import numpy as np
import pytest
from support.paths import DICE_RACE

from fourfold.binding.bind import bind
from fourfold.evaluators import policy_value_net
from fourfold.games.interface.find import find_game
from fourfold.search import alphabeta, gumbel, self_play
from fourfold.search.gumbel import How
from fourfold.search.self_play import ASIDE, Practice

GAME, RACE = find_game("tic_tac_toe"), find_game(DICE_RACE)
HOW = How(considered=16, visits_scale=50.0, value_scale=0.3, discount=0.9, noise=1.0, exploration=0.0)
PRACTICE = Practice(simulations=8, opening_plies=0, max_plies=20, trust=1.0, mishaps=0.0, sidelines=0)


def played(games, practice, room=500, game=GAME):
    """Return the results of games and what they taught."""
    net = policy_value_net.first_weights(game.variables, np.array([-1.0, 0.0, 1.0], np.float32), 8, 8, 1)
    kernels = bind(self_play, game=game.module, evaluator=policy_value_net, jit=False)
    fields = len(game.module.State._fields)
    tree, lessons = gumbel.make_tree(200, 8, game.max_moves), self_play.make_lessons(room, fields, 9 * room)
    results = np.zeros((games, 2), np.int64)
    states, moves = kernels.play_games(
        policy_value_net.make_ranker(net), game.init_state(), practice, HOW, np.random.default_rng(2),
        alphabeta.make_memory(game.max_moves, chances=game.most_chances), tree, lessons, results,
    )  # fmt: skip
    cut = [lessons.policies[:moves] if array is lessons.policies else array[:states] for array in lessons]
    return results, self_play.Lessons(*cut)


def test_values_are_the_outcome_less_for_every_ply_before_the_end():
    results, lessons = played(6, PRACTICE)
    place = 0
    for outcome, plies in results:
        for ply in range(plies):
            sign = 1 if ply % 2 == 0 else -1
            assert lessons.values[place] == pytest.approx(sign * outcome * 0.9 ** (plies - ply))
            assert (lessons.plies[place], lessons.sides[place]) == (ply, ply % 2)
            assert lessons.counts[place] == 9 - ply
            place += 1
    assert place == len(lessons.values)
    assert (results[:, 0] != 0).any()


def test_every_policy_adds_up():
    _, lessons = played(4, PRACTICE._replace(sidelines=1, opening_plies=3))
    parts = np.split(lessons.policies, np.cumsum(lessons.counts)[:-1])
    np.testing.assert_allclose([part.sum() for part in parts], 1.0, atol=1e-5)
    assert (lessons.sides == ASIDE).any()


def test_outcomes_say_nothing_about_what_came_before_a_random_move():
    practice = PRACTICE._replace(mishaps=1.0)
    (results, trusting), (_, doubting) = (played(8, practice._replace(trust=trust)) for trust in (1.0, 0.0))
    assert np.array_equal(trusting.states, doubting.states)
    games = np.cumsum(trusting.plies == 0) - 1
    outcomes = results[games, 0] * np.where(trusting.sides == 0, 1, -1) * 0.9 ** (results[games, 1] - trusting.plies)
    is_outcome = np.isclose(trusting.values, outcomes, atol=1e-6)
    assert (is_outcome | (trusting.values == doubting.values)).all()
    assert is_outcome.sum() > 3
    assert (~is_outcome).sum() > 10


def test_a_state_before_a_throw_is_worth_what_the_search_after_it_found():
    _, lessons = played(4, PRACTICE._replace(trust=0.0, max_plies=60), game=RACE)
    before = np.flatnonzero(lessons.counts == 0)
    assert len(before) > 20
    for place, state in enumerate(lessons.states):
        assert (lessons.counts[place] == 0) == bool(RACE.chances(RACE.module.State(*map(int, state))))
    after = before[before + 1 < len(lessons.counts)] + 1
    assert (lessons.counts[after] > 0).all()
    assert np.array_equal(lessons.values[after], lessons.values[after - 1])
    assert np.array_equal(lessons.sides[after], lessons.sides[after - 1])


def test_what_there_is_no_room_for_is_left_out():
    results, lessons = played(3, PRACTICE, room=10)
    assert results[:, 1].sum() > 10
    assert len(lessons.values) == 10
