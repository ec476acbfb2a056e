"""A user's own files, by what they define: games, learners, players and evaluators.

They are named when the server is started; no request makes another file run.
"""

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import NamedTuple

from ..binding.source_file import load_source_file
from ..errors import InputError
from ..games.interface.find import CONTRACT
from ..games.interface.game import Game
from ..learn.find import learner_in, learners_of
from ..spec import name_of


class OwnFiles(NamedTuple):
    """The user's own games, and the paths of the other files."""

    games: tuple[Game, ...] = ()
    learners: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    evaluators: tuple[str, ...] = ()


NO_FILES = OwnFiles()


def sort_files(files: Iterable[str], game_of: Callable[[str], Game]) -> OwnFiles:
    """Return files by their kind; game_of returns the game of a file."""
    found: dict[str, list[str]] = {name: [] for name in OwnFiles._fields}
    for file in files:
        found[kind_of(file)].append(file)
    games = tuple(game_of(file) for file in found.pop("games"))
    return OwnFiles(games, **{kind: tuple(paths) for kind, paths in found.items()})


def kind_of(file: str) -> str:
    """Return the field of OwnFiles that a file belongs to."""
    module = load_source_file(name_of(file))
    if learners_of(module):
        learner_in(module, file)
        return "learners"
    if defines(module, "make_player"):
        return "players"
    if any(defines(module, name) for name in CONTRACT):
        return "games"
    if defines(module, "evaluate"):
        return "evaluators"
    raise InputError(
        f"{file} is not a game, learner, player or evaluator: it defines none of init_state, make_player, evaluate and"
        " a class derived from Learner"
    )


def defines(module: ModuleType, name: str) -> bool:
    """Return whether a module itself defines a name, rather than importing it."""
    value = vars(module).get(name)
    return value is not None and getattr(value, "__module__", module.__name__) == module.__name__
