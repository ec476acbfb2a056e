"""Ways of learning by name or path.

Nothing needs to be registered: every folder of `learn/` with a `learner.py` is one, named after the folder, and so is a
stranger's file that is named by its path.
"""

import inspect
from dataclasses import fields
from importlib import import_module
from types import ModuleType
from typing import Any

from ..binding.source_file import load_source_file
from ..errors import InputError
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..spec import is_source_file
from .learner import Learner
from .methods import method_names

PAGE = "docs/add-a-learner.md"


def find_learner(method: str) -> type[Learner]:
    """Return the class of a learner, by a name such as `nhb` or the path of a Python file."""
    if is_source_file(method):
        return learner_in(load_source_file(method), method)
    if method not in method_names():
        known = ", ".join(method_names())
        raise InputError(f"no learner named {method!r}; choose from {known}, or give the path of a .py file")
    return learner_in(import_module(f"{__package__}.{method}.learner"), method)


def learner_in(module: ModuleType, name: str) -> type[Learner]:
    """Return the only learner class of a module."""
    kinds = learners_of(module)
    if len(kinds) != 1:
        found = "none" if not kinds else f"{len(kinds)}: {', '.join(kind.__name__ for kind in kinds)}"
        raise InputError(f"{name} must define exactly one class derived from Learner, not {found} (see {PAGE})")
    missing = sorted(getattr(kinds[0], "__abstractmethods__", ()))
    if missing:
        raise InputError(f"{kinds[0].__name__} in {name} does not define {', '.join(missing)} (see {PAGE})")
    others = [each.name for each in fields(kinds[0].Settings) if "flag" not in each.metadata]
    if others:
        raise InputError(f"{others[0]} in the Settings of {name} is not a setting(...) (see {PAGE})")
    return kinds[0]


def learners_of(module: ModuleType) -> list[type[Learner]]:
    """Return the learner classes that a module defines."""
    classes = [kind for _, kind in inspect.getmembers(module, inspect.isclass)]
    return [kind for kind in classes if issubclass(kind, Learner) and kind.__module__ == module.__name__]


def train(method: str, game: Game | str, **settings: Any) -> Learner:
    """Return a trained learner; method is a name, or the path of a learner's file.

    `out` is the run folder; called again with the same settings, an interrupted training run resumes.
    """
    kind = find_learner(method)
    return kind(**settings).fit(find_game(game) if isinstance(game, str) else game)
