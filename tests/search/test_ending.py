"""The end of a game inside a kernel: a repeated position is a draw the third time in a game, the second in a search."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators.find import find_evaluator
from fourfold.games.interface.find import find_game
from fourfold.players.alphabeta import AlphaBetaPlayer
from fourfold.players.base import Budget
from fourfold.search import ending
from fourfold.search.alphabeta import make_memory
from fourfold.search.values import UNPROVEN


def make_player(depth):
    game = find_game("draughts")
    return game, AlphaBetaPlayer(game, find_evaluator("material", game), Budget(depth=depth))


def test_the_losing_side_repeats_when_it_can():
    """White, a king down, can only shuffle; a repeated position is worth 0 to it instead of a loss."""
    game, player = make_player(4)
    start = game.parse("W:WK1:BK32,K31")
    moves = ["1-6", "32-28", "6-1", "28-32"]
    states = game.replay(moves, start)
    fresh = player.analyse(states[-1])
    aware = player.analyse(states[-1], states[:-1])
    values = {game.move_text(states[-1], item.move): item.value for item in aware.moves}
    assert all(item.value < 0 for item in fresh.moves)
    assert values["1-6"] == 0.0  # leads to a position that stands in the game already


def test_the_winning_side_avoids_repetition():
    game, player = make_player(5)
    start = game.parse("B:WK1:BK32,K31,K30")
    states = game.replay(["32-28", "1-6", "28-32", "6-1"], start)
    decision = player.choose(states[-1], states[:-1])
    assert decision.value > 0
    again = game.apply(states[-1], decision.move)
    assert game.position(again) not in [game.position(state) for state in states]


def test_a_repetition_is_never_called_proven():
    game, player = make_player(7)
    states = game.replay(["1-6", "32-28", "6-1", "28-32"], game.parse("W:WK1:BK32,K31"))
    assert all(item.proven is None for item in player.analyse(states[-1], states[:-1]).moves if item.value == 0)


@pytest.mark.parametrize("jit", [False, True])
def test_a_position_that_stood_often_enough_is_a_draw_that_proves_nothing(jit):
    game = find_game("draughts")
    kernels = bind(ending, game=game.module, jit=jit)
    states = game.replay(["1-6", "32-28", "6-1", "28-32"] * 2, game.parse("W:WK1:BK32,K31"))
    for occurrences, first in ((1, 4), (2, 8)):
        work = make_memory(game.max_moves)
        found = [kernels.find_ending(state, place, occurrences, work) for place, state in enumerate(states)]
        assert [over for over, _, _ in found] == [place >= first for place in range(len(states))]
        assert all((outcome, end) == (0, UNPROVEN) for _, outcome, end in found)


def test_only_positions_since_the_last_irreversible_move_are_compared():
    game = find_game("draughts")
    kernels, work = bind(ending, game=game.module), make_memory(game.max_moves)
    state = game.replay(["1-6", "32-28", "6-1"], game.parse("W:WK1:BK32,K31"))[-1]
    assert int(state.quiet) == 3
    for age, repeated in ((2, True), (4, False)):
        work.path[:] = 0
        work.path[10 - age] = kernels.position_key(state)
        assert kernels.find_ending(state, 10, 1, work)[0] == repeated


def test_the_end_by_the_rules_is_proven_and_comes_before_repetition():
    game = find_game("draughts")
    kernels, work = bind(ending, game=game.module), make_memory(game.max_moves)
    lost = game.parse("W:W:BK1")
    work.path[0] = kernels.position_key(lost)
    assert kernels.find_ending(lost, 2, 1, work) == (True, -1, 0)


def test_a_game_without_repetition_leaves_the_path_alone():
    game = find_game("connect_four")
    kernels, work = bind(ending, game=game.module), make_memory(game.max_moves)
    work.path[:] = np.uint64(7)
    assert kernels.find_ending(game.init_state(), 4, 1, work) == (False, 0, UNPROVEN)
    assert (work.path == 7).all()
