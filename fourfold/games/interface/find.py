"""Games by name or path. Nothing is registered: every file of the folder `games/` is a game."""

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

from ...binding.source_file import load_defining
from ...binding.variant import check_options, chosen_options, load_variant
from ...errors import InputError
from ...spec import is_source_file, parse
from .board_svg import draw_in_notebooks
from .game import Game

GAMES = Path(__file__).parents[1]
CONTRACT = ("State", "MAX_MOVES", "init_state", "expand", "apply", "test_terminal")


def game_names() -> list[str]:
    return sorted(path.stem for path in GAMES.glob("[a-z]*.py"))


def find_game(spec: str) -> Game:
    """Return the game of a name such as `othello` or `hex:size=7`, or of the path to a Python file."""
    given, options = parse(spec, "game")
    name, is_file = given.replace("-", "_"), is_source_file(given) or "/" in given
    if not is_file and name not in game_names():
        raise InputError(f"no game named {spec!r}; choose from {', '.join(game_names())}, or give a .py file")
    found = tuple(options.items())
    return _game_from_file(Path(given).resolve(), given, found) if is_file else _shipped_game(name, found)


def game_in_file(name: str) -> Game:
    """Return the game that a data file names: an included one, since a data file never makes code run."""
    if parse(name, "game").name not in game_names():
        raise InputError(f"there is no included game {name!r}, and a file never makes another file run")
    return find_game(name)


@cache
def _shipped_game(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    return _variant(importlib.import_module(f"fourfold.games.{name}"), name, dict(options))


@cache
def _game_from_file(path: Path, name: str, options: tuple[tuple[str, str], ...]) -> Game:
    if not path.is_file():
        raise InputError(f"there is no game file {name}")
    module = load_defining(name, CONTRACT, "game", "add-a-game.md")
    try:
        check_options(module)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    return _variant(module, name, dict(options))


def _variant(module: ModuleType, name: str, options: dict[str, str]) -> Game:
    """Return the game of a module with these options; a value that the file itself gives counts as not given."""
    chosen = chosen_options(module, options, name)
    if not chosen:
        return _drawn(module, name)
    return _drawn(load_variant(module, chosen), f"{name}:{','.join(f'{key}={value}' for key, value in chosen.items())}")


@cache
def _drawn(module: ModuleType, spec: str) -> Game:
    """Return the game, the same one however it was named, which draws itself in notebooks."""
    game = Game(module, spec)
    draw_in_notebooks(game)
    return game
