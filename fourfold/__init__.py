"""Describe a board game in four Python functions; get a player that teaches itself and searches at native speed.

import fourfold

game = fourfold.game("connect_four")
player = fourfold.player("alphabeta:depth=8", game)
print(player.choose(game.init_state()))
print(fourfold.match("alphabeta:depth=4", "random", game, games=20))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .evaluators.weights_file import load as load
    from .games.interface.find import find_game as game
    from .games.interface.game import Game as Game
    from .learn.find import train as train
    from .learn.learner import Learner as Learner
    from .matches.match import match as match
    from .matches.tally import MatchResult as MatchResult
    from .players.base import Budget as Budget
    from .players.base import Decision as Decision
    from .players.base import Player as Player
    from .players.specs import player as player
    from .records.record import Record as Record
    from .storage.run_folder import Run as Run

    __version__: str

__all__ = [
    "Budget",
    "Decision",
    "Game",
    "Learner",
    "MatchResult",
    "Player",
    "Record",
    "Run",
    "__version__",
    "game",
    "load",
    "match",
    "player",
    "train",
]

_HOMES = {
    "Budget": ("players.base", "Budget"),
    "Decision": ("players.base", "Decision"),
    "Game": ("games.interface.game", "Game"),
    "Learner": ("learn.learner", "Learner"),
    "MatchResult": ("matches.tally", "MatchResult"),
    "Player": ("players.base", "Player"),
    "Record": ("records.record", "Record"),
    "Run": ("storage.run_folder", "Run"),
    "game": ("games.interface.find", "find_game"),
    "load": ("evaluators.weights_file", "load"),
    "match": ("matches.match", "match"),
    "player": ("players.specs", "player"),
    "train": ("learn.find", "train"),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `fourfold --help` needs none of them, and no NumPy."""
    if name == "__version__":
        return _version()
    if name not in _HOMES:
        raise AttributeError(f"module 'fourfold' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(f".{module}", __name__), attribute)


def __dir__() -> list[str]:
    return __all__


def _version() -> str:
    """Return the version that is installed; "unknown" where Fourfold is only a folder of source files."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fourfold")
    except PackageNotFoundError:
        return "unknown"
