"""A user's own player, and all that can be wrong with its file."""

import json

import pytest
from support.paths import EXAMPLES

import fourfold
from fourfold.errors import Forfeit, InputError
from fourfold.games.interface.find import find_game
from fourfold.matches.match import match
from fourfold.players import specs
from fourfold.players.base import Analyst, Budget, Searcher

EXAMPLE = str(EXAMPLES / "my_player.py")
GAME = find_game("connect_four")
START = GAME.init_state()

FIRST = """
class First:
    def choose(self, state, history=()):
        return {answer}
def make_player(game, seed{parameters}):
    return First()
"""


@pytest.fixture
def write(tmp_path):
    def written(source):
        number = len(list(tmp_path.iterdir()))
        path = tmp_path / f"player_{number}.py"
        path.write_text(source)
        return str(path)

    return written


def first(answer, parameters=""):
    return FIRST.format(answer=answer, parameters=parameters)


def test_the_example_by_its_spec():
    player = fourfold.player(f"{EXAMPLE}:mistakes=1", GAME)
    assert player.name == f"{EXAMPLE}:mistakes=1"
    chosen = set()
    for seed in range(40):
        player.new_game(seed)
        chosen.add(player.choose(START).move)
    assert chosen == set(range(7))
    wins = GAME.parse("112233")
    assert GAME.move_text(wins, fourfold.player(EXAMPLE, GAME).choose(wins).move) == "4"


@pytest.mark.parametrize("workers", [1, 2])
def test_the_example_in_a_match_on_any_number_of_workers(workers):
    result = match(f"{EXAMPLE}:mistakes=0.1", "random", GAME, games=12, workers=workers, seed=3)
    assert result.score > 0.5
    assert result.records == match(f"{EXAMPLE}:mistakes=0.1", "random", GAME, games=12, workers=1, seed=3).records


def test_the_example_inside_a_hybrid():
    hybrid = specs.player(f"hybrid:moves=1-2,inside='{EXAMPLE}:mistakes=0.5',outside=random", GAME)
    assert hybrid.inside.name == f"{EXAMPLE}:mistakes=0.5"
    assert hybrid.choose(START).move in range(7)


@pytest.mark.parametrize("answer", ["3", "__import__('numpy').int64(3)"])
def test_a_bare_move_is_a_decision(write, answer):
    decision = specs.player(write(first(answer)), GAME).choose(START)
    assert decision == (3, 0.0, None, 0, 0, [3])
    assert type(decision.move) is int
    assert json.dumps(decision)


DECIDES = "__import__('fourfold.players.base').players.base.Decision(3, 0.25, None, 2, 9, {line})"


@pytest.mark.parametrize(("line", "kept"), [("[3, 3]", [3, 3]), ("[]", [3]), ("[3, 99, 3]", [3]), ("[2, 3]", [3])])
def test_of_a_line_what_is_legal_is_kept(write, line, kept):
    decision = specs.player(write(first(DECIDES.format(line=line))), GAME).choose(START)
    assert decision == (3, 0.25, None, 2, 9, kept)


ANALYST = """
from fourfold.players.base import Analysis, Decision
class Thinker:
    budget = None
    def choose(self, state, history=()):
        return 3
    def analyse(self, state, history=()):
        return Analysis([Decision(move, 0.5, None, 1, 7, []) for move in (3, 0)], 1, 7)
    def limit(self, budget):
        self.budget = budget
    def stop(self):
        self.stopped = True
def make_player(game, seed):
    return Thinker()
"""


def test_what_else_a_player_can_is_seen(write):
    player = specs.player(write(ANALYST), GAME)
    assert isinstance(player, Analyst)
    assert isinstance(player, Searcher)
    assert [each.line for each in player.analyse(START).moves] == [[3], [0]]
    player.limit(Budget(nodes=5))
    assert player.own.budget == Budget(nodes=5)
    simple = specs.player(write(first("3")), GAME)
    assert not isinstance(simple, Analyst | Searcher)


TYPED = """
from __future__ import annotations
class Given:
    def __init__(self, options):
        self.options = options
    def choose(self, state, history=()):
        return 0
def make_player(game, seed, level: int, weight: float = 1.5, loud: bool = False, word: str = "", plain=None,
                most: int | None = None):
    return Given(dict(level=level, weight=weight, loud=loud, word=word, plain=plain, most=most))
"""


def test_options_are_what_their_annotations_say(write):
    path = write(TYPED)
    defaults = {"weight": 1.5, "loud": False, "word": "", "plain": None, "most": None}
    assert specs.player(f"{path}:level=3", GAME).own.options == {"level": 3, **defaults}
    given = specs.player(f"{path}:level=3,weight=2,loud=yes,word='a, b',plain=7,most=8", GAME).own.options
    assert given == {"level": 3, "weight": 2.0, "loud": True, "word": "a, b", "plain": "7", "most": 8}


def test_any_option_may_be_taken(write):
    assert specs.player(f"{write(first('3', ', **options'))}:a=1,b=2", GAME).choose(START).move == 3


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (":deep=3,level=1", "there is no option deep=; options of PATH: level=, weight=, loud=, word=, plain=, most="),
        ("", "PATH needs level=, as in PATH:level=...; its options: level=, weight=, loud=, word=, plain=, most="),
        (":level=x", "level=x of PATH must be a whole number"),
        (":level=1,weight=x", "weight=x of PATH must be a number"),
        (":level=1,loud=x", "loud=x of PATH must be true or false"),
        (":level", "'level' in player 'PATH:level' is not valid; an option is NAME=VALUE, each name once"),
    ],
)
def test_wrong_options_are_one_line(write, options, line):
    path = write(TYPED)
    with pytest.raises(InputError) as error:
        specs.player(path + options, GAME)
    assert str(error.value) == line.replace("PATH", path)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("1 / 0", "PATH cannot be imported: ZeroDivisionError: division by zero"),
        ("def (", "PATH cannot be imported: SyntaxError: "),
        ("x = 1", "PATH is not a valid player: it does not define make_player (see docs/add-a-player.md)"),
        ("make_player = 3", "PATH: make_player must be a function"),
        ("def make_player(game, seed):\n    raise OSError('none')", "PATH failed in make_player: OSError: none (line"),
        ("def make_player(game):\n    return 1", "PATH failed in make_player: TypeError: "),
        ("def make_player(game, seed):\n    return 7", "PATH: what make_player returned, 7, has no method choose"),
        ("from __future__ import annotations\ndef make_player(game, seed, a: No = 1):\n    pass",
         "PATH: make_player cannot be read: NameError: name 'No' is not defined"),
    ],
)  # fmt: skip
def test_a_file_that_makes_no_player_is_one_line(write, source, line):
    path = write(source)
    with pytest.raises(InputError) as error:
        specs.player(path, GAME)
    assert str(error.value).startswith(line.replace("PATH", path))
    assert "\n" not in str(error.value)
    assert path in str(error.value)


def test_a_file_that_is_not_there():
    with pytest.raises(InputError, match=r"there is no file \./nobody\.py"):
        specs.player("./nobody.py:level=3", GAME)


FAULTS = {
    "1 // 0": "PATH failed in choose: ZeroDivisionError: integer division or modulo by zero (line 4)",
    "exit(3)": "PATH failed in choose: SystemExit: 3 (line 4)",
    "None": "PATH returned None, neither a Decision nor a move (see docs/add-a-player.md)",
    "True": "PATH returned True, neither a Decision nor a move (see docs/add-a-player.md)",
    "'e4'": "PATH returned 'e4', neither a Decision nor a move (see docs/add-a-player.md)",
    "(3, 0.0)": "PATH returned (3, 0.0), neither a Decision nor a move (see docs/add-a-player.md)",
    DECIDES.format(line=None): "PATH returned Decision(move=3, value=0.25, proven=None, depth=2, nodes=9, line=None)",
    "7": "PATH chose 7 in '.......................................... x', which is not a legal move of connect_four",
}


@pytest.mark.parametrize("answer", FAULTS)
def test_a_player_that_fails_is_one_line(write, answer):
    path = write(first(answer))
    with pytest.raises(Forfeit) as error:
        specs.player(path, GAME).choose(START)
    assert str(error.value).startswith(FAULTS[answer].replace("PATH", path))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_that_fails_loses_and_the_match_goes_on(write, workers):
    path = write(first("1 // 0"))
    with pytest.warns(UserWarning, match="were lost by forfeit; the first: .* failed in choose: ZeroDivisionError"):
        result = match(path, "random", GAME, games=4, workers=workers)
    assert (result.losses, result.games) == (4, 4)


def test_a_finished_game_has_no_move_to_choose():
    with pytest.raises(InputError, match="the game is over"):
        specs.player(EXAMPLE, GAME).choose(GAME.parse("1212121"))
