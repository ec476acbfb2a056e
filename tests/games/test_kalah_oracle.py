"""Kalah against OpenSpiel's mancala: moves, who is to move, seeds and results of whole random games."""

import numpy as np
import pytest

from fourfold import rules
from fourfold.games.interface.find import find_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is a development dependency")

KALAH = find_game("kalah")
SIZES = [1_000, pytest.param(10_000, marks=pytest.mark.slow)]


def sides(spiel):
    """Return both sides' pits and store, in the order of sowing."""
    board = [int(seeds) for seeds in spiel.observation_tensor(0)]
    return board[1:8], [*board[8:14], board[0]]


def text(spiel):
    words = [",".join(map(str, side)) for side in sides(spiel)]
    return " ".join([*words, "xo"[spiel.current_player()]])


@pytest.mark.parametrize("positions", SIZES)
def test_open_spiel_agrees(positions):
    rng, seen, again = np.random.default_rng(15), 0, 0
    while seen < positions:
        state, spiel = KALAH.init_state(), pyspiel.load_game("mancala").new_initial_state()
        while not spiel.is_terminal():
            seen += 1
            assert KALAH.text(state) == text(spiel)
            assert KALAH.outcome(state) == rules.ONGOING
            first = 1 if spiel.current_player() == 0 else 8
            assert [first + move for move in KALAH.moves(state)] == spiel.legal_actions(), KALAH.text(state)
            action = int(rng.choice(spiel.legal_actions()))
            child = KALAH.apply(state, action - first)
            again += KALAH.moves_again(state, child)
            state = child
            spiel.apply_action(action)
        south, north = map(sum, sides(spiel))
        assert KALAH.points(state) * state.player == south - north
        assert KALAH.outcome(state) * state.player == spiel.returns()[0]
    assert again > positions // 20
