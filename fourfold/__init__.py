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
    from .matches import match as match
    from .models import load as load
    from .registry import game as game
    from .specs import player as player
    from .training import train as train

__all__ = ["game", "load", "match", "player", "train"]

_HOMES = {"game": "registry", "load": "models", "match": "matches", "player": "specs", "train": "training"}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `fourfold --help` needs none of them, and no NumPy."""
    if name not in _HOMES:
        raise AttributeError(f"module 'fourfold' has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
