"""Games of Othello in GGF and SGF."""

import random
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.records import ggf

OTHELLO = find_game("othello")
BOARD = "8 ---------------------------O*------*O--------------------------- *"
FROM_NBOARD = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    f"BO[{BOARD}]B[F5]W[F6//1.2]B[D3/0.50/3]W[C5];)"
)


def random_game(seed):
    """Return the states of a game, in most of which somebody passes."""
    chance = random.Random(seed)
    states = [OTHELLO.init_state()]
    while moves := OTHELLO.moves(states[-1]):
        states.append(OTHELLO.apply(states[-1], chance.choice(moves)))
    return states


@pytest.mark.parametrize(
    "text",
    [
        FROM_NBOARD,
        "(;GM[2]FF[4]SZ[8];B[f5];W[f6];B[d3];W[c5])",
        "(;AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[f6];B[d3];W[c5])",
        FROM_NBOARD + FROM_NBOARD.replace("C5", "A1"),
    ],
)
def test_what_others_write(text):
    assert ggf.parse(OTHELLO, text) == OTHELLO.replay(["f5", "f6", "d3", "c5"])


def test_what_is_written_is_read_again():
    for seed in range(5):
        states = random_game(seed)
        for start in (0, 30):
            assert ggf.parse(OTHELLO, ggf.text(OTHELLO, states[start:])) == states[start:]


def test_passes_are_written_and_may_be_left_out():
    games = [random_game(seed) for seed in range(10)]
    texts = [ggf.text(OTHELLO, states) for states in games]
    assert any("[PA]" in text for text in texts)
    for states, text in zip(games, texts, strict=True):
        assert ggf.parse(OTHELLO, text.replace("B[PA]", "").replace("W[PA]", "")) == states


def test_white_may_begin():
    state = ggf.parse(OTHELLO, f"(;BO[{BOARD[:-1]}O];)")[-1]
    assert OTHELLO.text(state) == OTHELLO.text(OTHELLO.init_state())[:-1] + "o"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a game"),
        ("(;);", "not a game"),
        ("(;GM[Othello]B[A1];)", "a1 flips no disc"),
        ("(;W[F5];)", "black is to move"),
        ("(;BO[6 ------];)", "a GGF board is the number 8, 64 squares"),
        ("(;BO[8 ---];)", "a GGF board is the number 8, 64 squares"),
        ("(;BO[];)", "a GGF board is the number 8, 64 squares"),
        ("(;AB[z9];)", "not a square"),
    ],
)
def test_what_is_no_game(text, message):
    with pytest.raises(InputError, match=message):
        ggf.parse(OTHELLO, text)


def test_what_never_closes_is_read_once():
    begun = time.perf_counter()
    with pytest.raises(InputError, match="not a game"):
        ggf.parse(OTHELLO, "(;" + "B[" * 300_000)
    assert time.perf_counter() - begun < 5


@given(st.text(alphabet="(;)[]BWPAO8 f5-*\n", max_size=80))
def test_any_text_is_a_game_or_bad_input(text):
    with suppress(InputError):
        assert ggf.parse(OTHELLO, text)
