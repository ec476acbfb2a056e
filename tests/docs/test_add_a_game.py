"""docs/add-a-game.md is true: its game passes the checks, its commands run, its table names every extra there is."""

import inspect
import re
import subprocess
import sys

import numpy as np
import pytest
from support import paths
from support.paths import EXAMPLES

from fourfold import rules
from fourfold.binding.bind import PlainPythonWarning, bind, why_plain
from fourfold.evaluators import zero
from fourfold.games.conformance import checks
from fourfold.games.conformance.contract import PARAMETERS, SIZES
from fourfold.games.interface.find import find_game
from fourfold.matches.match import match
from fourfold.players.specs import player
from fourfold.search import minimax, perft

PAGE = (paths.DOCS / "add-a-game.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def my_game(tmp_path, monkeypatch):
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "my_game.py"
    path.write_text(blocks("python")[0])
    return path


EXTRAS = {name: source for source in blocks("python")[1:] for name in [re.match(r'"""(\w+):', source)[1].lower()]}
"""The other complete games of the page, by their names."""


@pytest.fixture
def extra_game(tmp_path, monkeypatch):
    """Return a function that gives the path of a game of the page."""
    monkeypatch.setenv("FOURFOLD_CACHE", str(tmp_path / "cache"))

    def write(name):
        path = tmp_path / f"{name}.py"
        path.write_text(EXTRAS[name])
        assert f"`{path.name}`" in PAGE
        return str(path)

    return write


def test_the_game_of_the_page_is_sound_and_compiled(my_game):
    game = find_game(str(my_game))
    report = checks.check(game, games=10)
    assert report.ok, str(report)
    assert report[-1] == ("compiled", True, "the same as plain")
    kernels = bind(minimax, perft, game=game.module, evaluator=zero)
    assert kernels.minimax(zero.make_weights(), game.init_state(), np.int64(9), np.int64(0)) == 0
    counts = [kernels.perft(game.init_state(), depth) for depth in range(1, 6)]
    assert f"({', '.join(map(str, counts))}, ...)" in PAGE


@pytest.mark.parametrize(
    ("name", "checked"),
    [("stones", {"moves_again", "OPTIONS"}), ("total", {"moves_again", "chance"}), ("coins", {"points"})],
)
def test_the_games_with_extras_are_sound_and_compiled(extra_game, name, checked):
    report = checks.check(find_game(extra_game(name)), games=10)
    assert report.ok, str(report)
    assert checked <= {result.name for result in report}
    assert report[-1] == ("compiled", True, "the same as plain")


def test_an_option_of_the_page_is_another_game(extra_game):
    path = extra_game("stones")
    assert find_game(path).init_state().left == 15
    assert find_game(f"{path}:stones=21").init_state().left == 21


def test_the_score_with_best_play_is_the_one_that_the_page_tells(extra_game):
    game = find_game(extra_game("coins"))
    best = player("alphabeta:depth=6,aim=points", game).choose(game.init_state())
    assert round(best.value * game.most_points) == best_lead(game, game.init_state())
    assert f"in points: {best_lead(game, game.init_state())} with best play" in PAGE


def best_lead(game, state):
    """Return the lead at the end with best play, by looking at every game."""
    if game.outcome(state) != rules.ONGOING:
        return game.points(state)
    return max(-best_lead(game, child) for _, child in game.expand(state))


def test_dice_fall_in_a_match_of_the_page(extra_game):
    found = match("random", "alphabeta:depth=2", extra_game("total"), games=4, openings=None, workers=1)
    assert all(text.startswith("rolls") for record in found.records for text in record.moves[::2])


@pytest.mark.parametrize("name", ["check", "perft", pytest.param("match", marks=pytest.mark.slow)])
def test_the_commands_of_the_page_run(my_game, name):
    commands = {line.split()[1]: line.split() for block in blocks("sh") for line in block.splitlines()}
    assert set(commands) == {"check", "perft", "play", "match"}  # play waits for a person
    words = [sys.executable, "-m", "fourfold", *commands[name][1:]]
    done = subprocess.run(words, cwd=my_game.parent, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_table_names_every_extra(my_game):
    table = PAGE.partition("## Extras")[2]
    named = set(re.findall(r"^\| `(\w+)", table, re.MULTILINE))
    contract = {"MAX_MOVES", "init_state", "expand", "apply", "test_terminal"}
    others = {"SYMMETRIES", "PLACES", "TITLE", "STYLE", "FORMATS", "OPTIONS", "SCORE_TELLS"}
    assert named == {*PARAMETERS, *SIZES, *others} - contract


def test_the_table_names_everything_in_rules():
    """What rules.py has beside is for searches, not for games to define."""
    inner = {
        "ONGOING",
        "ALTERNATING",
        "FIELD_VARIABLES",
        "COMPILED",
        "each_field",
        "state_at",
        "variables_of_objects",
        "atoms",
        "State",
    }
    own = {name for name, value in vars(rules).items() if name.isupper() or inspect.isfunction(value)}
    named = set(re.findall(r"^\| `(\w+)", PAGE, re.MULTILINE))
    assert named | {"MAX_MOVES"} == {name for name in own - inner if name != "U"}


def test_the_table_gives_the_parameters(my_game):
    table = PAGE.partition("## Extras")[2]
    for extra in re.findall(r"^\| `(\w+\(.*?\))`", table, re.MULTILINE):
        name, _, parameters = extra.rstrip(")").partition("(")
        assert len(parameters.split(", ")) == PARAMETERS[name]


def test_the_warning_of_the_page_is_the_real_one():
    ghost = find_game(str(EXAMPLES / "ghost.py")).module
    why_plain.cache_clear()
    with pytest.warns(PlainPythonWarning) as caught:
        why_plain(ghost)
    assert f"`{caught[0].message}`" in PAGE
