"""Whatever is typed, a game answers with a state or a move, or says in one line what is wrong."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import paths

from fourfold import rules
from fourfold.errors import LONGEST, InputError
from fourfold.games.interface.find import find_game, game_names

EXAMPLES = paths.GAME_EXAMPLES
GAMES = [find_game(spec) for spec in [*game_names(), *map(str, EXAMPLES)]]
NAMES = [game.name for game in GAMES]

ALPHABETS = {
    "tic_tac_toe": "0123456789 ,-",
    "connect_four": "1234567890xo. ",
    "othello": "abcdefgh12345678xo.-* ",
    "draughts": 'BWKHbwkh0123456789:,-x. "',
    "kalah": "0123456789,xo ",
    "backgammon": "0123456789/*() barof:-+=XGIDACEMPTcehkmw,",
    "breakthrough": "abcdefgh12345678 ,-xo./",
    "hex": "abcdefghijk1234567890 xo./swap",
    "gomoku": "abcdefghijklmno1234567890 xo./",
    "dots_and_boxes": "abcdefgh1234567 ,",
    "pig": "holdr123456 ,",
    "ghost": "abcdefghijkl",
}
FRAGMENTS = ["start", "pass", "--", "pa", "B:W", ":B", "K1-", "1-32", ":H80", "0", "00321", "9" * 9, "1_0", "+1", "1e3",
             "4HPwATDgc/ABMA", ":cAkAAAAAAAAA", "XGID=", "-b----E-C---eE---c-e----B-", ":0:0:1:31:0:0:0:0:10",
             "4,4,4,4,4,4,0", " x", "31: ", "bar/22*", "8/5 6/5",
             "\u0663", "\u00b2", "\uff11", "\u2460", "\x00", "\n", "\t", "\u212a", "\u0130", "-1"]  # fmt: skip


def texts(game):
    """Return what people and machines may type: any text, the game's own letters, and fragments that bite."""
    letters = st.text(ALPHABETS[game.name], max_size=80)
    mixed = st.lists(st.sampled_from(FRAGMENTS) | letters | st.text(max_size=5), max_size=8).map("".join)
    return st.text(max_size=200) | letters | mixed


def read(function, *arguments):
    """Return the answer, or None for an InputError of one short line; nothing else may be raised."""
    try:
        return function(*arguments)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert 0 < len(message) < LONGEST + 10
    return None


def states(game):
    """Return the states of games of random moves."""

    def walk(choices):
        state = game.init_state(1 if choices[0] % 2 else -1)
        for choice in choices:
            moves = game.moves(state)
            if not moves:
                break
            state = game.apply(state, moves[choice % len(moves)])
        return state

    return st.lists(st.integers(0, 255), min_size=1, max_size=90).map(walk)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@given(data=st.data())
@settings(deadline=None, max_examples=150)
def test_any_text_is_a_state_or_bad_input(game, data):
    state = read(game.parse, data.draw(texts(game)))
    if state is not None:
        assert type(state) is game.module.State
        assert game.outcome(state) in (rules.ONGOING, -1, 0, 1)
        assert all(move in game.possible_moves(state) for move in game.moves(state))


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@given(data=st.data())
@settings(deadline=None, max_examples=100)
def test_any_text_is_a_legal_move_or_bad_input(game, data):
    state = data.draw(states(game))
    move = read(game.parse_move, state, data.draw(texts(game)))
    assert move is None or move in game.possible_moves(state)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_what_is_written_is_read_back(game, data):
    state = data.draw(states(game))
    if hasattr(game.module, "parse"):
        assert game.parse(game.text(state)) == state
    for move in game.moves(state):
        assert game.parse_move(state, game.move_text(state, move)) == move


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_huge_texts_are_refused_at_once(game):
    state = game.init_state()
    for letters in [*ALPHABETS[game.name], "9", "B:W1,", "1-", "a1", "\u0663"]:
        text = letters * 200_000
        begin = time.perf_counter()
        read(game.parse, text)
        read(game.parse_move, state, text)
        assert time.perf_counter() - begin < 2.0, f"{letters!r} * 200,000"


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@pytest.mark.parametrize("text", ["\u0663", "-1", "0_3", "+3", " ", "\u00b2", "1e0", "0x1"])
def test_numbers_are_written_one_way(game, text):
    assert read(game.parse_move, game.init_state(), text) is None
