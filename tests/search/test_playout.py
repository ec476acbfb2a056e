"""Random playouts."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.games.interface.find import find_game
from fourfold.search import playout

GAMES = ["tic_tac_toe", "connect_four", "othello", "draughts"]


@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_the_same_plain_and_compiled(name):
    game = find_game(name)
    plain, compiled = (
        bind(playout, game=game.module, jit=jit).playouts(game.init_state(), 3, 500, np.random.default_rng(5))
        for jit in (False, True)
    )
    assert plain.tolist() == compiled.tolist()
    assert plain.sum() == 3


def test_random_tic_tac_toe_ends_as_known():
    """The first player wins 737 of 1260 random games, and 16 of 126 are drawn (by counting all of them)."""
    game = find_game("tic_tac_toe")
    games = 200_000
    lost, drawn, won = bind(playout, game=game.module).playouts(game.init_state(), games, 9, np.random.default_rng(1))
    assert won / games == pytest.approx(737 / 1260, abs=0.005)
    assert drawn / games == pytest.approx(16 / 126, abs=0.004)
    assert lost + drawn + won == games


def test_a_playout_that_is_cut_is_a_draw():
    game = find_game("othello")
    counts = bind(playout, game=game.module).playouts(game.init_state(), 50, 8, np.random.default_rng(1))
    assert counts.tolist() == [0, 50, 0]
