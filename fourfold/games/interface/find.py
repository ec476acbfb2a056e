"""Games by name or path. Nothing is registered: every file of the folder `games/` is a game."""

import importlib
from functools import cache
from pathlib import Path

from ...binding.source_file import load_defining
from ...errors import InputError
from ...spec import is_source_file, parse
from .board_svg import draw_in_notebooks
from .game import Game

GAMES = Path(__file__).parents[1]
CONTRACT = ("State", "MAX_MOVES", "init_state", "expand", "apply", "test_terminal")


def game_names() -> list[str]:
    return sorted(path.stem for path in GAMES.glob("[a-z]*.py"))


def find_game(spec: str) -> Game:
    """Return the game of a name such as `othello`, or of the path to a Python file."""
    given, options = parse(spec, "game")
    name, is_file = given.replace("-", "_"), is_source_file(given) or "/" in given
    if not is_file and name not in game_names():
        raise InputError(f"no game named {spec!r}; choose from {', '.join(game_names())}, or give a .py file")
    if options:
        raise InputError(f"{spec!r} is not valid: {given} has no options")
    return _game_from_file(Path(given).resolve(), given) if is_file else _shipped_game(name)


def game_in_file(name: str) -> Game:
    """Return the game that a data file names: an included one, since a data file never makes code run."""
    if name not in game_names():
        raise InputError(f"there is no included game {name!r}, and a file never makes another file run")
    return _shipped_game(name)


@cache
def _shipped_game(name: str) -> Game:
    return _with_drawings(Game(importlib.import_module(f"fourfold.games.{name}"), name))


@cache
def _game_from_file(path: Path, spec: str) -> Game:
    if not path.is_file():
        raise InputError(f"there is no game file {spec}")
    return _with_drawings(Game(load_defining(spec, CONTRACT, "game", "add-a-game.md"), spec))


def _with_drawings(game: Game) -> Game:
    draw_in_notebooks(game)
    return game
