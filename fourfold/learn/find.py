"""Train a player by the name of a method: a module in `learn/` with a class Learner."""

from importlib import import_module
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..games.interface.find import find_game
from ..games.interface.game import Game

LEARNERS = Path(__file__).parent


def learner_names() -> list[str]:
    """Return the names of the methods; their modules are not imported, for that takes a while."""
    return sorted(path.parent.name for path in LEARNERS.glob("*/learner.py"))


def check_method(method: str) -> None:
    if method not in learner_names():
        raise InputError(f"no way of learning named {method!r}; there are {', '.join(learner_names())}")


def train(method: str, game: Game | str, **settings: Any) -> Any:
    """Return the learner of that name, made with settings and fitted to game."""
    game = find_game(game) if isinstance(game, str) else game
    check_method(method)
    return import_module(f"fourfold.learn.{method}.learner").Learner(**settings).fit(game)
