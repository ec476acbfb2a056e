"""Every promise of the contract, broken once: the report names the function and what is wrong with it."""

import itertools

import pytest

from fourfold.errors import InputError
from fourfold.games.conformance import Report, check, checks
from fourfold.games.interface.find import find_game

SOUND = """
from typing import NamedTuple
import numpy as np
from fourfold.rules import ONGOING

MAX_MOVES = 3

class State(NamedTuple):
    stones: int
    player: int

def init_state(player=1):
    return State(10, player)

def expand(state, moves):
    n = 0
    for take in (1, 2, 3):
        if take <= state.stones:
            moves[n] = take
            n += 1
    return n

def apply(state, move):
    return State(state.stones - move, -state.player)

def test_terminal(state):
    return -1 if state.stones == 0 else ONGOING
"""

BROKEN = {
    "State is a plain tuple": ("State = tuple", "contract", "State is not a typing.NamedTuple"),
    "State without types": (
        "import collections\nState = collections.namedtuple('State', 'stones player')",
        "contract", "declares no type for player, stones",
    ),
    "State of an unknown type": ("State.__annotations__['stones'] = 'Stone'", "contract", "'Stone' is not defined"),
    "MAX_MOVES is a text": ("MAX_MOVES = '3'", "contract", "MAX_MOVES = '3' is not an integer from 1 to 4095"),
    "MAX_MOVES is too large": ("MAX_MOVES = 5000", "contract", "MAX_MOVES = 5000"),
    "expand takes one argument": ("def expand(state): return []", "contract", "expand cannot be called with 2"),
    "init_state needs its player": ("def init_state(player): pass", "contract", "init_state cannot be called with 0"),
    "a decorator": (
        "import functools\napply = functools.lru_cache(apply)", "contract", "apply is not a plain function",
    ),
    "TITLE is a number": ("TITLE = 4", "contract", "TITLE = 4 is not a text"),
    "STYLE of another kind": ("STYLE = {'names': ('A', 'B'), 'colour': 'red'}", "contract", "STYLE has ['colour']"),
    "FORMATS nobody knows": ("FORMATS = ('sgf',)", "contract", "FORMATS = ('sgf',) is not a tuple of"),
    "PASS is a text": ("PASS = 'pass'", "contract", "PASS = 'pass' is not an integer"),
    "has_capture returns a text": ("def has_capture(state): return 'no'", "has_capture", "not True or False"),
    "routes of other moves": (
        "def routes(state): return [((1, 2), 9)]", "routes", "which are not routes of the moves [1, 2, 3]",
    ),
    "routes of no square": (
        "def routes(state): return [((1, 0), m) for m in (1, 2, 3) if m <= state.stones]", "routes", "not numbers of",
    ),
    "routes over the same square": (
        "def routes(state): return [((1,), m) for m in (1, 2, 3) if m <= state.stones]",
        "routes", "gives the moves 1 and 2 the same squares, (1,)",
    ),
    "routes from nowhere": (
        "def routes(state): return [((0, m), m) for m in (1, 2, 3) if m <= state.stones]",
        "routes", "not numbers of squares from 1 on, with 0 between pieces",
    ),
    "VARIABLES alone": ("VARIABLES = 3", "contract", "need each other"),
    "init_state raises": ("def init_state(player=1): return {}['x']", "init_state", "raises KeyError: 'x'"),
    "nothing to play": ("def init_state(player=1): return State(0, player)", "init_state", "over before it begins"),
    "player is ignored": ("def init_state(player=1): return State(9, 1)", "init_state", "'player' is 1, not -1"),
    "apply returns a tuple": ("def apply(state, move): return (3, 1)", "apply", "returns (3, 1), not a State"),
    "apply returns floats": (
        "def apply(state, move): return State((state.stones - move) / 1, -state.player)",
        "apply", "gives field 'stones' the value np.float64(9.0), not of its",
    ),
    "apply returns too large a number": (
        "def apply(state, move): return State(state.stones << 70, -state.player)", "apply", "gives field 'stones'",
    ),
    "apply raises": ("def apply(state, move): return [][move]", "apply", "raises IndexError"),
    "apply exits": ("def apply(state, move): raise SystemExit(3)", "apply", "raises SystemExit: 3"),
    "apply recurses": ("def apply(state, move): return apply(state, move)", "apply", "raises RecursionError"),
    "apply is no function of its arguments": (
        "import random\ndef apply(state, move): return State(random.randrange(9), -state.player)", "apply", ", then ",
    ),
    "apply remembers": (
        "made = []\ndef apply(state, move):\n    made.append(move)\n"
        "    return State(state.stones - move - (len(made) // 20 % 2 and state.stones > move), -state.player)",
        "apply", ", then ",
    ),
    "the same side moves again": (
        "def apply(state, move): return State(state.stones - move, state.player)", "apply", "'player' is 1, not -1",
    ),
    "expand says too little": ("def expand(state, moves): moves[:3] = 1; return 1", "expand", "1 but writes 3 moves"),
    "expand says too much": ("def expand(state, moves): moves[0] = 1; return 2", "expand", "2 but writes 1 moves"),
    "expand passes MAX_MOVES": ("def expand(state, moves): moves[:4] = 1; return 4", "expand", "returns 4, not an"),
    "expand writes far away": ("def expand(state, moves): moves[999] = 1; return 1", "expand", "raises IndexError"),
    "expand returns nothing": ("def expand(state, moves): moves[0] = 1", "expand", "returns None"),
    "expand finds no move": ("def expand(state, moves): return 0", "expand", "a pass must be a move"),
    "moves are floats": ("def expand(state, moves): moves[0] = 1.5; return 1", "expand", "writes the move 1.5"),
    "moves are too large": ("def expand(state, moves): moves[0] = 1 << 64; return 1", "expand", "OverflowError"),
    "moves in any order": (
        "import random\ndef expand(state, moves):\n    moves[:2] = random.sample((1, 2), 2)\n    return 2",
        "expand", "when asked again",
    ),
    "a drawn state has moves of no use": (
        "def test_terminal(state): return 0 if state.stones == 0 else ONGOING\n"
        "count = expand\ndef expand(state, moves): return count(state, moves) if 6 // state.stones else 1 // 0",
        "expand", "raises ZeroDivisionError",
    ),
    "outcome 7": ("def test_terminal(state): return 7 if state.stones < 5 else ONGOING", "test_terminal", "returns 7"),
    "outcome None": ("def test_terminal(state): return None", "test_terminal", "returns None"),
    "outcome is a float": (
        "def test_terminal(state): return -1.0 if state.stones == 0 else ONGOING", "test_terminal", "returns -1.0",
    ),
    "no end": (
        "def apply(state, move): return State(state.stones, -state.player)", "end", "no end after 300 plies",
    ),
    "a list is changed": (
        "class State(NamedTuple):\n    heaps: list\n"
        "def init_state(player=1): return State([3, 4])\n"
        "def expand(state, moves): moves[0] = 1; return 1\n"
        "def apply(state, move): state.heaps.pop(); return State(state.heaps)\n"
        "def test_terminal(state): return ONGOING if state.heaps else -1",
        "apply", "changes what it is given, State(heaps=[3, 4])",
    ),
    "arrays cannot be compared": (
        "class State(NamedTuple):\n    heaps: np.ndarray\ndef init_state(player=1): return State(np.array([3, 4]))",
        "init_state", "truth value of an array",
    ),
    "a dict where a text is declared": (
        "class State(NamedTuple):\n    word: str\ndef init_state(player=1): return State({})",
        "init_state", "gives field 'word' the value {}, not of its declared",
    ),
    "uint64 becomes float64": (
        "class State(NamedTuple):\n    stones: np.uint64\n    player: int\n"
        "def apply(state, move): return State(state.stones - np.int64(move), -state.player)",
        "apply", "the value np.float64(9.0), not of",
    ),
    "text is no text": ("def text(state): return state.stones", "text", "returns 10, not a text"),
    "text forgets the player": (
        "def text(state): return str(state.stones)\ndef parse(text): return State(int(text), 1)",
        "parse", "player=1) from '",
    ),
    "parse raises what it likes": ("def parse(text): return {}[text]", "parse", "raises KeyError: '' for ''"),
    "moves are written alike": ("def move_text(state, move): return 'take'", "move_text", "the moves 1 and 2 alike"),
    "moves are read wrongly": (
        "def move_text(state, move): return str(move)\ndef parse_move(state, text): return 1",
        "parse_move", "reads 1 from '2'",
    ),
    "join_moves": (
        "def move_text(state, move): return str(move)\ndef join_moves(moves): return moves", "join_moves", "not a text",
    ),
    "count_moves": ("def count_moves(state): return 3", "count_moves", "returns 3, but expand writes 2"),
    "pick_move": ("def pick_move(state, share, moves): return 1", "pick_move", "for share 0.5, not the move 2"),
    "moves_played": ("def moves_played(state): return state.stones", "moves_played", "returns 10, and 9 after move 1"),
    "is_quiet": ("def is_quiet(state): return 'yes'", "is_quiet", "returns 'yes'"),
    "rows of a board": ("def board(state): return ['..', '.']", "board", "different lengths"),
    "board is one text": ("def board(state): return '...'", "board", "not a list of texts"),
    "too many variables": ("VARIABLES = 1\ndef variables(state, out): out[:2] = 0", "variables", "writes 2 numbers"),
    "infinite variables": ("VARIABLES = 1\ndef variables(state, out): out[0] = np.inf", "variables", "array([inf])"),
    "SYMMETRIES": (
        "VARIABLES = 2\nSYMMETRIES = ((0, 0),)\ndef variables(state, out): out[:2] = 0", "SYMMETRIES", "a permutation",
    ),
    "PLACES": (
        "VARIABLES = 2\nPLACES = ((0, 0),)\ndef variables(state, out): out[:2] = 0", "PLACES", "each of 2 variables",
    ),
    "changes": (
        "VARIABLES = 1\ndef variables(state, out): out[0] = state.stones * state.player\n"
        "def changes(before, after, out): out[0, 0] = 0; out[0, 1] = 1; return 1",
        "changes", "makes array",
    ),
    "fixed variables": (
        "VARIABLES = 2\ndef variables(state, out): out[:2] = 0\ndef fixed_variables(state, out): out[:1] = 0; return 1",
        "fixed_variables", "not VARIABLES finite numbers",
    ),
    "who is to move": (
        "VARIABLES = 1\ndef variables(state, out): out[:1] = 0\ndef fixed_variables(state, out): out[:1] = 0; return 2",
        "fixed_variables", "returns 2",
    ),
    "position is another one": (
        "def position(state): return State(1, state.player)", "position", "which has other moves",
    ),
    "reversible_plies": (
        "REPETITION = 3\ndef apply(state, move): return State(state.stones, -state.player)\n"
        "def reversible_plies(state): return 0",
        "reversible_plies", "returns 0, but the position stood there 2 plies before",
    ),
    "moves_again is needed": (
        "def apply(state, move): return State(state.stones - move, state.player)",
        "apply", "the sides alternate unless moves_again says otherwise",
    ),
    "moves_again is wrong": (
        "def moves_again(before, after): return after.stones == 9",
        "moves_again", "returns True, but field 'player' is 1 before and -1 after move 1",
    ),
    "moves_again returns a text": ("def moves_again(before, after): return 'no'", "moves_again", "returns 'no'"),
    "moves_again is no function of its arguments": (
        "import itertools\nturns = itertools.count()\ndef moves_again(before, after): return next(turns) % 2 == 0",
        "moves_again", "returns True, and False when asked again",
    ),
    "CHANCES alone": ("CHANCES = 2", "contract", "the number CHANCES and the function chance need each other"),
    "chance alone": ("def chance(state, outcomes, probabilities): return 0", "contract", "need each other"),
    "CHANCES below 0": ("CHANCES = -1", "contract", "CHANCES = -1 is not an integer from 0 to 4095"),
    "POINTS alone": ("POINTS = 2", "contract", "the number POINTS and the function points need each other"),
    "chance takes two arguments": (
        "CHANCES = 1\ndef chance(state, outcomes): return 0", "contract", "chance cannot be called with 3 arguments",
    ),
    "points is a share": (
        "POINTS = 9\ndef points(state): return 0.5", "points", "returns 0.5, not a whole number",
    ),
    "points beyond their bound": (
        "POINTS = 9\ndef points(state): return state.stones", "points", "returns 10, beyond POINTS = 9",
    ),
    "points against the winner": (
        "POINTS = 9\ndef points(state): return 3 if state.stones == 0 else 0",
        "points", "returns 3 for the side that has lost",
    ),
    "points are no function of the state": (
        "import itertools\ncalls = itertools.count()\nPOINTS = 9\ndef points(state): return next(calls) % 2",
        "points", "and 1 when asked again",
    ),
    "points forget that a pass changes the side": (
        "MAX_MOVES, PASS, POINTS = 4, 0, 10\nlist_takes = expand\n"
        "def expand(state, moves):\n    n = list_takes(state, moves)\n    moves[n] = 0\n    return n + 1\n"
        "def points(state): return -1 if state.stones == 10 else 0",
        "points", "returns -1, and -1 after a pass",
    ),
    "fixed variables of another side": (
        "VARIABLES = 1\ndef variables(state, out): out[:1] = 0\ndef fixed_variables(state, out): out[:1] = 0; return 1",
        "fixed_variables", "returns 1, and 1 after move 1",
    ),
    "cells without a letter": ("def board(state): return [('x5', '')]", "board", "rows of cells such as x5"),
    "compiled integers have 64 bits": (
        "def test_terminal(state): return ONGOING if state.stones << 62 >> 62 else -1", "compiled", "test_terminal",
    ),
}  # fmt: skip


DICE = """
from typing import NamedTuple
import numpy as np
from fourfold.rules import ONGOING

MAX_MOVES = 2
CHANCES = 2
POINTS = 4

class State(NamedTuple):
    own: int
    opponent: int
    coin: int
    player: int

def init_state(player=1):
    return State(4, 4, 0, player)

def chance(state, outcomes, probabilities):
    if state.coin:
        return 0
    outcomes[0], outcomes[1] = 1, 2
    probabilities[0], probabilities[1] = 0.75, 0.25
    return 2

def expand(state, moves):
    if state.coin == 0:
        raise RuntimeError("nobody is to move")
    moves[0], moves[1] = 0, 1
    return 2

def apply(state, move):
    if state.coin == 0:
        return State(state.own, state.opponent, int(move), state.player)
    left = max(state.own - state.coin + move, 0)
    if move and left < state.own:
        return State(left, state.opponent, 0, state.player)
    return State(state.opponent, left, 0, -state.player)

def moves_again(before, after):
    return before.player == after.player

def test_terminal(state):
    return -1 if state.opponent == 0 else 1 if state.own == 0 else ONGOING

def points(state):
    return state.opponent - state.own

VARIABLES = 3

def variables(state, out):
    out[0], out[1], out[2] = state.own, -state.opponent, state.coin

def changes(before, after, out):
    if before.player != after.player:
        return -1
    out[0, 0], out[0, 1] = 0, after.own - before.own
    out[1, 0], out[1, 1] = 2, after.coin - before.coin
    return 2
"""
"""Four steps to go: a coin says how far; who takes a step less after heads flips again."""

BROKEN_DICE = {
    "more outcomes than it says": (
        "def chance(state, outcomes, probabilities):\n    outcomes[:2] = 1, 2\n    probabilities[:2] = 0.5, 0.5\n"
        "    return 0 if state.coin else 2",
        "chance", "returns 0 but writes more",
    ),
    "chances that do not add up": ("", "chance", "writes probabilities that add up to 0.9, not to 1"),
    "a negative chance": ("", "chance", "writes the probabilities [1.5, -0.5], not all above 0"),
    "a chance of nothing": ("", "chance", "writes the probabilities [1.0, 0.0], not all above 0"),
    "a chance that is no number": ("", "chance", "writes the probabilities [nan, 0.5]"),
    "too many outcomes": ("CHANCES = 1", "chance", "returns 2, not an integer from 0 to CHANCES = 1"),
    "an outcome twice": ("", "chance", "writes an outcome twice: [1, 1]"),
    "outcomes that are floats": ("", "chance", "writes the outcome 1.5, which is not a 64-bit integer"),
    "fewer outcomes than it says": ("", "chance", "returns 2 but writes fewer outcomes"),
    "other outcomes every time": ("", "chance", "when asked again"),
    "an outcome that cannot be made": (
        "make = apply\ndef apply(state, move): return make(state, move) if state.coin or move == 1 else {}[move]",
        "apply", "raises KeyError",
    ),
    "the side changes with a roll": (
        "make = apply\ndef apply(state, move):\n    if state.coin: return make(state, move)\n"
        "    return State(state.own, state.opponent, int(move), -state.player)",
        "moves_again", "is False after outcome 1 of chance: who rolls is who then moves",
    ),
    "a side that moves for ever": (
        "def apply(state, move): return State(state.own, state.opponent, 0 if state.coin else int(move), state.player)",
        "end", "the same side has moved 300 times in a row, and so it could for ever",
    ),
    "variables that are negated although the side moves on": (
        "def changes(before, after, out):\n    out[0, 0], out[0, 1] = 0, before.own + after.own\n"
        "    out[1, 0], out[1, 1] = 1, -2 * before.opponent\n"
        "    out[2, 0], out[2, 1] = 2, before.coin + after.coin\n    return 3 if before.player == after.player else -1",
        "changes", "makes array",
    ),
    "compiled chances": (
        "def chance(state, outcomes, probabilities):\n    if state.coin: return 0\n"
        "    outcomes[0], outcomes[1] = 1, 2\n"
        "    probabilities[0] = 0.75 if state.own << 62 >> 62 else 0.5\n"
        "    probabilities[1] = 1 - probabilities[0]\n    return 2",
        "compiled", "chance gives",
    ),
    "compiled points": (
        "def points(state): return (state.opponent - state.own) * (1 if state.own << 62 >> 62 else 0)",
        "compiled", "points gives",
    ),
}  # fmt: skip
WRITTEN = {
    "chances that do not add up": "outcomes[:2] = 1, 2; probabilities[:2] = 0.5, 0.4",
    "a negative chance": "outcomes[:2] = 1, 2; probabilities[:2] = 1.5, -0.5",
    "a chance of nothing": "outcomes[:2] = 1, 2; probabilities[:2] = 1.0, 0.0",
    "a chance that is no number": "outcomes[:2] = 1, 2; probabilities[:2] = np.nan, 0.5",
    "an outcome twice": "outcomes[:2] = 1, 1; probabilities[:2] = 0.5, 0.5",
    "outcomes that are floats": "outcomes[:2] = 1.5, 2; probabilities[:2] = 0.5, 0.5",
    "fewer outcomes than it says": "outcomes[0] = 1; probabilities[:2] = 0.5, 0.5",
    "other outcomes every time":
        "outcomes[:2] = __import__('random').sample((1, 2), 2); probabilities[:2] = 0.75, 0.25",
}  # fmt: skip
"""What chance writes, where that is all that is wrong."""


@pytest.fixture
def write_game(tmp_path, monkeypatch):
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path / "cache"))
    numbers = itertools.count()

    def write(source: str) -> str:
        path = tmp_path / f"game{next(numbers)}.py"
        path.write_text(source)
        return str(path)

    return write


def faults(report: Report) -> dict[str, str]:
    return {name: message for name, ok, message in report if not ok}


def test_a_sound_game_passes(write_game):
    report = check(find_game(write_game(SOUND)), games=4)
    assert report.ok, str(report)
    passed = {name: message for name, _, message in report}
    assert set(passed) == {"contract", "init_state", "test_terminal", "expand", "apply", "end", "compiled"}
    assert passed["end"].startswith("4 games")
    assert passed["compiled"] == "the same as plain"


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_gets_one_clear_line(write_game, name):
    source, function, fault = BROKEN[name]
    found = faults(check(find_game(write_game(f"{SOUND}\n{source}\n")), games=4, max_plies=300))
    assert fault in found[function]
    assert found[function].startswith(f"{function}: ")
    assert not any("\n" in line for line in found.values())


def test_a_sound_game_of_chance_passes(write_game):
    report = check(find_game(write_game(DICE)), games=10)
    assert report.ok, str(report)
    assert {"moves_again", "chance", "points", "changes"} <= {name for name, _, _ in report}


@pytest.mark.parametrize("name", BROKEN_DICE)
def test_a_broken_game_of_chance_gets_one_clear_line(write_game, name):
    source, function, fault = BROKEN_DICE[name]
    if name in WRITTEN:
        source = (
            f"def chance(state, outcomes, probabilities):\n    if state.coin: return 0\n    {WRITTEN[name]}; return 2"
        )
    found = faults(check(find_game(write_game(f"{DICE}\n{source}\n")), games=4, max_plies=300))
    assert fault in found[function]
    assert found[function].startswith(f"{function}: ")
    assert not any("\n" in line for line in found.values())


SIZED = SOUND.replace("State(10, player)", "State(STONES, player)")


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("STONES = 10\nOPTIONS = ['stones']", "OPTIONS = ['stones'] is not a dict"),
        ("STONES = 10\nOPTIONS = {'Stones': range(3, 20)}", "'Stones', which is not a name in small letters"),
        ("STONES = 10\nOPTIONS = {'stones': (3, 20)}", "gives 'stones' (3, 20), not a range with something in it"),
        ("STONES = 10\nOPTIONS = {'stones': range(3, 3)}", "not a range with something in it"),
        ("STONES = 10\nOPTIONS = {'stones': range(3, 10)}", "STONES = 10 is not in range(3, 10)"),
        ("STONES = 'ten'\nOPTIONS = {'stones': range(3, 10)}", "STONES = 'ten' is not in range(3, 10)"),
        ("STONES = 10\nOPTIONS = {'takes': range(1, 3)}", "has an option 'takes' but no line TAKES = ..."),
        ("STONES = HEAP = 10\nOPTIONS = {'heap': range(1, 30)}", "has an option 'heap' but no line HEAP = ..."),
    ],
)
def test_options_that_are_not_well_formed_are_bad_input(write_game, source, fault):
    with pytest.raises(InputError) as caught:
        find_game(write_game(SIZED + source))
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_sound_options_pass(write_game):
    report = check(find_game(write_game(SIZED + "STONES = 10\nOPTIONS = {'stones': range(1, 20)}\n")), games=2)
    assert report.ok, str(report)
    assert "OPTIONS" in {name for name, _, _ in report}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("STONES = 10\nOPTIONS = {'stones': range(0, 20)}", "with stones=0, init_state: the game is over"),
        ("STONES = 10\nOPTIONS = {'stones': range(3, 20)}\n1 / (STONES - 19)", "ZeroDivisionError"),
        ("STONES = 10\nMAX_MOVES = 13 - STONES\nOPTIONS = {'stones': range(3, 13)}", "with stones=12, expand:"),
    ],
)
def test_an_option_with_which_the_game_fails_is_named(write_game, source, fault):
    line = faults(check(find_game(write_game(f"{SIZED}\n{source}\n")), games=2))["OPTIONS"]
    assert line.startswith("OPTIONS: ")
    assert fault in line


def test_a_value_that_is_not_in_its_range_is_bad_input(write_game):
    path = write_game(SIZED + "STONES = 10\nOPTIONS = {'stones': range(1, 20)}\n")
    with pytest.raises(InputError, match=r":stones=20 is not valid: stones is a whole number from 1 to 19"):
        find_game(f"{path}:stones=20")


def test_the_moves_that_show_a_fault_are_named(write_game):
    game = find_game(write_game(SOUND + "def board(state): return ['.'] * (state.stones != 7)\n"))
    line = faults(check(game))["board"]
    moves = [int(move) for move in line.rstrip(")").rpartition(" and moves ")[2].split()]
    state = game.init_state(1 if "init_state(1)" in line else -1)
    for move in moves:
        state = game.apply(state, move)
    assert state.stones == 7


def test_several_faults_are_found_at_once(write_game):
    source = SOUND + "def board(state): return []\ndef text(state): return 1\n"
    assert set(faults(check(find_game(write_game(source))))) == {"board", "text"}


@pytest.mark.parametrize("function", ["expand(state, moves)", "test_terminal(state)", "init_state(player=1)"])
def test_a_call_that_never_ends_is_given_up(write_game, monkeypatch, function):
    monkeypatch.setattr(checks, "PATIENCE", 0.2)
    report = check(find_game(write_game(f"{SOUND}\ndef {function}:\n    while True: pass\n")))
    name = function.partition("(")[0]
    assert faults(report) == {name: f"{name}: no answer after 0.2 seconds (in init_state({report_player(report)}))"}


def report_player(report: Report) -> int:
    return -1 if "init_state(-1)" in report[-1].message else 1


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def count_moves(state): return sum(take <= state.stones for take in (1, 2, 3))", "not compiled"),
        (
            "class State(NamedTuple):\n    stones: np.uint64\n    player: int\n"
            "def init_state(player=1): return State(np.uint64(10), player)\n"
            "def apply(state, move): return State(state.stones - np.uint64(move) & 15, -state.player)",
            "apply returns field 'stones' as int64, State says uint64",
        ),
    ],
)
def test_what_numba_cannot_compile_is_a_note(write_game, source, reason):
    report = check(find_game(write_game(f"{SOUND}\n{source}\n")), games=4)
    assert report.ok, str(report)
    assert reason in report[-1].message


def test_repetition_ends_a_game_as_a_referee_would(write_game):
    circle = "REPETITION = 3\ndef apply(state, move): return State(state.stones, -state.player)\n"
    report = check(find_game(write_game(SOUND + circle)), games=2)
    assert report.ok, str(report)
    assert "the longest game 4 plies" in next(message for name, _, message in report if name == "end")


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("def init_state(:", "SyntaxError"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("1 / 0", "ZeroDivisionError"),
        ("raise SystemExit", "SystemExit"),
        (SOUND.replace("def apply", "def use"), "does not define apply"),
        ("", "does not define State, MAX_MOVES, init_state, expand, apply, test_terminal"),
        ("\0", "cannot be imported"),
    ],
)
def test_a_file_that_is_no_game_is_bad_input(write_game, source, fault):
    with pytest.raises(InputError, match=r"game0\.py") as caught:
        find_game(write_game(source))
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_files_and_bad_numbers_are_bad_input(tmp_path):
    with pytest.raises(InputError, match="there is no game file"):
        find_game(str(tmp_path / "none.py"))
    with pytest.raises(InputError, match="at least 1"):
        check(find_game("tic_tac_toe"), games=0)


def test_the_report_reads_well():
    report = check(find_game("tic_tac_toe"), games=2)
    assert str(report).splitlines()[0].startswith("ok    contract          State")
