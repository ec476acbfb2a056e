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
    from .learn.find import train as train
    from .matches.match import match as match
    from .players.specs import player as player

__all__ = ["game", "load", "match", "player", "train"]

_HOMES = {
    "game": ("games.interface.find", "find_game"),
    "load": ("evaluators.weights_file", "load"),
    "match": ("matches.match", "match"),
    "player": ("players.specs", "player"),
    "train": ("learn.find", "train"),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `fourfold --help` needs none of them, and no NumPy."""
    if name not in _HOMES:
        raise AttributeError(f"module 'fourfold' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(f".{module}", __name__), attribute)


def __dir__() -> list[str]:
    return __all__
