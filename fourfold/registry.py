"""Find a game or an evaluator by name or by path; nothing needs to be registered: a file in its folder is enough."""

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from .errors import InputError
from .rulebook import Game

PACKAGE = Path(__file__).parent
METHODS = {"wthor": "policy", "outcome": "outcome", "champion": "evolve", "nhb": "nhb"}
"""Names of trained nets that come with games, and how they learned: the strongest first, where a game has several."""
CONTRACT = ("State", "MAX_MOVES", "init_state", "expand", "apply", "test_terminal")


class Evaluator(NamedTuple):
    """An evaluator by name."""

    name: str
    module: ModuleType
    make_weights: Callable[[int], Any]
    """Returns the weights for a game, from a seed if they are random, and with memory of their own if they need any."""


def game_names() -> list[str]:
    return sorted(path.stem for path in (PACKAGE / "games").glob("[a-z]*.py"))


def game(spec: str) -> Game:
    """Return the game of a name such as `othello`, or of the path to a Python file."""
    if spec.endswith(".py") or "/" in spec:
        return _game_from_file(Path(spec).resolve(), spec)
    name = spec.replace("-", "_")
    if name not in game_names():
        raise InputError(f"no game named {spec!r}; there are {', '.join(game_names())}, or give the path of a .py file")
    return _shipped_game(name)


def game_in_file(name: str) -> Game:
    """Return the game that a file of data names: one that comes along, for nothing is run because a file says so."""
    if name not in game_names():
        raise InputError(f"a game named {name!r} does not come along, and nothing is run because a file names it")
    return _shipped_game(name)


def evaluator(name: str, for_game: Game) -> Evaluator:
    """Return the evaluator of a name such as `positional`, or of the path to a model or player, that fits the game."""
    from . import league, models  # read files, which most uses of a registry do not need

    if league.is_player(name):
        return league.load_evaluator(name, for_game)
    if models.is_model(name):
        return models.load_evaluator(name, for_game)
    if name == "untrained":
        return _untrained(for_game)
    if name in METHODS:
        return _trained_evaluator(name, for_game)
    for module in _evaluator_modules():
        if module_name(module) == name:
            if fits(module, for_game):
                return Evaluator(name, module, module.make_weights)
            raise InputError(f"eval={name} is for {', '.join(module.GAMES)}, not for {for_game.name}")
    known = ", ".join(evaluator_names(for_game))
    raise InputError(f"no evaluator named {name!r} for {for_game.name}; there are {known}, or give the path of a model")


def evaluator_names(for_game: Game) -> list[str]:
    """Return the names of the evaluators that come with Fourfold and fit the game."""
    names = [module_name(module) for module in _evaluator_modules() if fits(module, for_game)]
    return sorted([*names, "untrained", *trained_names(for_game)])


def trained_names(for_game: Game) -> list[str]:
    """Return the names of the trained nets for the game that come with Fourfold, the strongest first."""
    return [name for name in METHODS if _model_path(name, for_game).is_file()]


def _model_path(name: str, for_game: Game) -> Path:
    return PACKAGE / "trained" / name / f"{for_game.shipped_name}.safetensors"


@cache
def _trained_evaluator(name: str, for_game: Game) -> Evaluator:
    """Return a net that comes along; all who play by it share its weights, which may be 170 MB."""
    from . import models

    return models.load_evaluator(str(_trained_model(name, for_game)), for_game)._replace(name=name)


def _trained_model(name: str, for_game: Game) -> Path:
    path = _model_path(name, for_game)
    if not path.is_file():
        run = f"runs/{for_game.name}"
        raise InputError(
            f"no net named {name} comes with {for_game.name}: fourfold train {METHODS[name]} {for_game.spec}"
            f" --out {run} makes one, then say eval={run}"
        )
    return path


def _untrained(for_game: Game) -> Evaluator:
    """Return nets with random weights, a new one for every seed."""
    from .nets import slfn

    return Evaluator("untrained", slfn, lambda seed: slfn.prepare(slfn.random_weights(for_game.variables, seed)))


def evaluator_module(name: str) -> ModuleType:
    """Return the module of an evaluator by its file's name."""
    if not name.isidentifier() or not (PACKAGE / "nets" / f"{name}.py").is_file():
        raise InputError(f"no kind of evaluator named {name!r}")
    return importlib.import_module(f"fourfold.nets.{name}")


def fits(module: ModuleType, for_game: Game) -> bool:
    return for_game.shipped_name in getattr(module, "GAMES", (for_game.shipped_name,))


def module_name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2].replace("_", "-")


def _evaluator_modules() -> Iterator[ModuleType]:
    """Yield the evaluators that make weights of their own."""
    for path in sorted((PACKAGE / "nets").glob("[a-z]*.py")):
        module = evaluator_module(path.stem)
        if hasattr(module, "make_weights"):
            yield module


@cache
def _shipped_game(name: str) -> Game:
    return Game(importlib.import_module(f"fourfold.games.{name}"), name)


@cache
def _game_from_file(path: Path, spec: str) -> Game:
    if not path.is_file():
        raise InputError(f"there is no game file {spec}")
    # the same name in every process, for compiled kernels are stored under it
    name = f"fourfold_game_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}_{path.stem}"
    module_spec = importlib.util.spec_from_file_location(name, path)
    if module_spec is None or module_spec.loader is None:
        raise InputError(f"{spec} is not a Python file")
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:  # for modules beside the game; last, so that they hide nothing
        sys.path.append(str(path.parent))
    try:
        module_spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise InputError(f"{spec} cannot be imported: {type(error).__name__}: {error}") from error
    missing = [name for name in CONTRACT if not hasattr(module, name)]
    if missing:
        raise InputError(f"{spec} is no game: it does not define {', '.join(missing)} (see docs/add-a-game.md)")
    return Game(module, spec)
