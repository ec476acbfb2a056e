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
    "routes of one square": (
        "def routes(state): return [((1,), m) for m in (1, 2, 3) if m <= state.stones]", "routes", "not two or more",
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
    "compiled integers have 64 bits": (
        "def test_terminal(state): return ONGOING if state.stones << 62 >> 62 else -1", "compiled", "test_terminal",
    ),
}  # fmt: skip


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
