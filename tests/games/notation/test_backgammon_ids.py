"""Position IDs, match IDs and XGIDs: known ones, those that cannot be, and whatever is written is read again.

`test_backgammon_oracles.py` lets GNU Backgammon read and write IDs of random positions.
"""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.backgammon_boards import GAME, position, random_position, side

from fourfold.errors import InputError
from fourfold.games import backgammon
from fourfold.games.notation import backgammon_ids

START = {24: 2, 13: 5, 8: 3, 6: 5}
XG_START = "-b----E-C---eE---c-e----B-"


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("", GAME.init_state()),
        ("4HPwATDgc/ABMA:cAgAAAAAAAAA", GAME.init_state()),
        ("4HPwATDgc/ABMA", position(START, START)),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", position(START, START)),
        ("4HPwATDgc/ABMA cIkFAAAAAAAA", position(START, START, 31)),
        ("4HPwATDgc/ABMA:MAEAAAAAAAAA", position(START, START, player=-1)),
        ("A+ABQA0HAAAAAA:cAkAAAAAAAAA", position({1: 1, 2: 2, 6: 3}, {12: 4, 1: 2, 25: 1})),
        ("DQcAgAHwACAAAA:MAEAAAAAAAAA", position({12: 4, 1: 2, 25: 1}, {1: 1, 2: 2, 6: 3}, player=-1)),
        ("GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n Match ID   : cIkKAAAAAAAA\n", position(START, START, 52)),
        (f"XGID={XG_START}:0:0:1:13:0:0:0:0:10", position(START, START, 31)),
        (f"XGID={XG_START}:0:0:-1:00:0:0:0:0:10", position(START, START, player=-1)),
        (f"{XG_START}:1:-1:1:64:3:2:0:7:10", position(START, START, 64)),
        ("XGID=bA----------------------aA:0:0:1:21:0:0:3:0:10", position({25: 1, 1: 1}, {25: 2, 1: 1}, 21)),
    ],
)  # fmt: skip
def test_known_positions(text, state):
    assert GAME.parse(text) == state


def test_the_start_is_written_as_gnu_backgammon_does():
    assert GAME.text(position(START, START)) == "4HPwATDgc/ABMA:cAkAAAAAAAAA"
    assert GAME.text(position(START, START, 31)) == "4HPwATDgc/ABMA:cIkFAAAAAAAA"


@given(seed=st.integers(0, 10**9), dice=st.booleans())
def test_what_is_written_is_read(seed, dice):
    state = random_position(np.random.default_rng(seed))
    state = state if dice else state._replace(dice=0)
    assert GAME.parse(GAME.text(state)) == state
    assert GAME.parse(xgid(state)) == state


def xgid(state):
    """Return the XGID of a state."""
    first, second = backgammon._sides(state)
    letters = [chr(ord("A") + n - 1) if (n := first[place]) else "-" for place in range(26)]
    letters[0] = "-"
    for place in range(1, 26):
        if second[place]:
            letters[25 - place] = chr(ord("a") + second[place] - 1)
    return f"XGID={''.join(letters)}:0:0:{state.player}:{state.dice:02}:0:0:0:0:10"


def test_a_finished_game_is_written_and_read():
    state = position({3: 15}, {})
    assert GAME.parse(GAME.text(state)) == state
    assert backgammon_ids.read(GAME.text(state)).game_state == backgammon_ids.OVER


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4HPwATDgc/ABM", "neither a GNU Backgammon ID"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", "neither a GNU Backgammon ID"),
        ("//////////////", "too many checkers"),
        ("AAAAAAAAAAAAAA", "the side to move has borne off all"),
        ("4HPwATDgc/ABMA:cBkAAAAAAAAA", "a double or a resignation"),
        ("4HPwATDgc/ABMA:cIkBAAAAAAAA", "has the dice"),
        (f"XGID={XG_START}:0:0:1:DD:0:0:0:0:10", "is not a roll"),
        (f"XGID={XG_START}:0:0:1:40:0:0:0:0:10", "has the dice 4 and 0"),
        (f"XGID={XG_START}:0:0:0:00:0:0:0:0:10", "neither a GNU Backgammon ID"),
        (f"XGID=A{XG_START[1:]}:0:0:1:00:0:0:0:0:10", "the first of the 26 letters of an XGID is O's bar"),
        (f"XGID={XG_START[:-1]}O:0:0:1:00:0:0:0:0:10", "more than fifteen checkers"),
    ],
)
def test_what_is_no_position(text, message):
    with pytest.raises(InputError, match=message):
        GAME.parse(text)


def test_both_sides_on_one_point():
    both = backgammon_ids.Position(side({6: 15}), side({19: 15}), 1, 0, backgammon_ids.PLAYING)
    with pytest.raises(InputError, match="both sides have checkers on the same point"):
        GAME.parse(backgammon_ids.write(both))


def test_ids_have_the_length_that_others_expect():
    assert re.fullmatch(r"[\w+/]{14}:[\w+/]{12}", GAME.text(random_position(np.random.default_rng(1))))
