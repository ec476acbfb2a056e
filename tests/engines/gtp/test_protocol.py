"""The language of GTP."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.engines.gtp import protocol
from fourfold.engines.gtp.clock import Clock
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game, game_names


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("play b f5", ("", "play", ["b", "f5"])),
        ("12 genmove\twhite # please\n", ("12", "genmove", ["white"])),
        ("  7\x07 name\r\n", ("7", "name", [])),
        ("7", ("7", "", [])),
        ("7up", ("", "7up", [])),
        ("\u0663 x", ("", "\u0663", ["x"])),
        ("", None),
        (" \t # name", None),
    ],
)
def test_lines(text, line):
    assert protocol.parse_line(text) == line


@given(st.text())
def test_any_line_is_understood_somehow(text):
    protocol.parse_line(text)


def test_answers():
    assert protocol.answer("", "") == "=\n"
    assert protocol.answer("3", "a\nb") == "=3 a\nb\n"
    assert protocol.refusal("", "illegal move") == "? illegal move\n"


def test_sides():
    assert [protocol.parse_side(text) for text in ("b", "B", "black", "w", "White")] == [1, 1, 1, -1, -1]
    for text in ("", "x", "bl", "schwarz"):
        with pytest.raises(InputError, match="not a colour"):
            protocol.parse_side(text)


@pytest.mark.parametrize("name", game_names())
def test_moves_of_every_game_are_read_again(name):
    game, chance = find_game(name), random.Random(1)
    protocol.check_game(game)
    for _ in range(5):
        state = game.init_state()
        while moves := game.moves(state):
            for move in chance.sample(moves, min(len(moves), 20)):
                assert game.parse_move(state, protocol.move_text(game, state, move)) == move
            state = game.apply(state, chance.choice(moves))


def test_a_game_must_say_whose_turn_it_is(tmp_path):
    path = tmp_path / "nobody.py"
    path.write_text(
        "from typing import NamedTuple\nMAX_MOVES = 1\nclass State(NamedTuple):\n    n: int\n"
        "def init_state(player=1):\n    return State(0)\ndef expand(state, moves):\n    return 0\n"
        "def test_terminal(state):\n    return 0\ndef apply(state, move):\n    return state\n"
    )
    with pytest.raises(InputError, match="'player'"):
        protocol.check_game(find_game(str(path)))


@pytest.mark.parametrize(
    ("settings", "seconds"),
    [
        ((0, 0, 0), None),
        ((300, 10, 0), None),
        ((300, 0, 0), 10.0),
        ((0, 10, 1), 8.0),
        ((0, 10, 5), 2.0),
        ((30, 10, 1), 8.0),
    ],
)
def test_what_a_clock_allows(settings, seconds):
    assert Clock(*settings).seconds() == seconds


def test_a_clock_runs_through_its_periods():
    clock = Clock(5, 12, 3)
    assert (clock.left, clock.moves_left) == (5, 0)
    clock.spend(6)
    assert (clock.left, clock.moves_left) == (12, 3)
    clock.spend(2)
    assert (clock.left, clock.moves_left, clock.seconds()) == (10, 2, 5)
    clock.spend(4)
    clock.spend(1)
    assert (clock.left, clock.moves_left) == (12, 3)
    clock.set_left(2, 1)
    assert clock.seconds() == 1.6


def test_a_clock_that_has_run_out_still_allows_a_move():
    clock = Clock(1, 0, 0)
    clock.spend(3)
    assert clock.seconds() == 0.01
