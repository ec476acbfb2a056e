"""How a game came to where it stands."""

import pytest

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.records.moves_between import can_only_pass, moves_between, with_move, with_turn

DRAUGHTS, OTHELLO = find_game("draughts"), find_game("othello")
MUST_PASS = OTHELLO.parse("ox" + "." * 62 + "x")  # Black has no move, White has one
OVER = OTHELLO.parse("xx" + "." * 62 + "o")


def test_moves_between_states():
    states = DRAUGHTS.replay(["11-15", "22-18", "15x22", "25x18"])
    start, moves = moves_between(DRAUGHTS, states)
    assert (start, DRAUGHTS.line_text(start, moves)) == (states[0], ["11-15", "22-18", "15x22", "25x18"])
    assert moves_between(DRAUGHTS, states[-1:]) == (states[-1], [])
    assert moves_between(DRAUGHTS, [states[3], *states[:2]]) == (states[0], moves[:1])


def test_a_forced_pass_is_filled_in():
    assert can_only_pass(OTHELLO, MUST_PASS)
    assert with_turn(OTHELLO, [MUST_PASS], 1) == [MUST_PASS]
    white = OTHELLO.apply(MUST_PASS, OTHELLO.module.PASS)
    assert with_turn(OTHELLO, [MUST_PASS], -1) == [MUST_PASS, white]
    assert with_move(OTHELLO, [MUST_PASS], -1, "C1")[:2] == [MUST_PASS, white]
    assert with_move(OTHELLO, [MUST_PASS], 1, "pass") == [MUST_PASS, white]


def test_a_finished_game_may_be_passed_on():
    states = with_move(OTHELLO, with_move(OTHELLO, [OVER], -1, "PASS"), 1, "pass")
    assert [state.player for state in states] == [-1, 1, -1]
    assert all(OTHELLO.outcome(state) == state.player for state in states)


@pytest.mark.parametrize(
    ("game", "side", "text"),
    [(OTHELLO, -1, "f5"), (OTHELLO, 1, "pass"), (OTHELLO, 1, "a1"), (DRAUGHTS, -1, "11-15"), (DRAUGHTS, 1, "pass")],
)
def test_moves_out_of_turn_and_illegal_ones(game, side, text):
    with pytest.raises(InputError):
        with_move(game, [game.init_state()], side, text)
