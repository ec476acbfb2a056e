"""An evaluator by name, and the modules that evaluators are made of."""

import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ..errors import InputError
from ..games.interface.game import Game

PACKAGE = Path(__file__).parents[1]


class Evaluator(NamedTuple):
    """An evaluator by name."""

    name: str
    module: ModuleType
    make_weights: Callable[[int], Any]
    """Returns the weights for a game, from a seed if they are random, and with memory of their own if they need any."""


def evaluator_module(name: str) -> ModuleType:
    """Return the module of an evaluator by its file's name."""
    path = _module_files().get(name)
    if path is None:
        raise InputError(f"no kind of evaluator named {name!r}")
    return importlib.import_module(".".join(("fourfold", *path.relative_to(PACKAGE).with_suffix("").parts)))


@cache
def _module_files() -> dict[str, Path]:
    """Return the files of the folder `evaluators/` by name, those in folders of one game among them."""
    return {path.stem: path for path in sorted((PACKAGE / "evaluators").rglob("[a-z]*.py"))}


def fits(module: ModuleType, for_game: Game) -> bool:
    return for_game.shipped_name in getattr(module, "GAMES", (for_game.shipped_name,))


def module_name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2].replace("_", "-")
