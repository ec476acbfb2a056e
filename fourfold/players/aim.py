"""What a player plays for, its option `aim`: to win, or to win by as many points as possible."""

from types import ModuleType
from typing import Any

from ..errors import InputError
from ..games.interface.game import Game
from ..search import aim, aim_points

WIN, POINTS = "win", "points"


def aim_roles(name: str, game: Game) -> dict[ModuleType, ModuleType]:
    """Return the role that `bind` needs for this aim."""
    if name not in (WIN, POINTS):
        raise InputError(f"aim={name} is not valid; choose from {WIN}, {POINTS}")
    if name == POINTS and not game.most_points:
        raise InputError(f"aim={POINTS} needs points, and {game.name} has none")
    return {aim: aim_points} if name == POINTS else {}


def points_aimed_at(player: Any, game: Game) -> int:
    """Return how many points a value of 1 stands for when player gives it; 0 if it does not play for points."""
    return game.most_points if getattr(player, "aim", WIN) == POINTS else 0
