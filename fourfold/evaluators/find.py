"""Evaluators by name or path. Nothing is registered: a module of `evaluators/` that defines `evaluate` is enough."""

from functools import cache
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..games.interface.game import Game
from ..spec import is_source_file
from . import evaluator_file, league_files, slfn, weights_file
from .backgammon import pubeval_file
from .evaluator import PACKAGE, Evaluator, check_inputs, named_modules

ALPHAZERO = "alphazero"
"""The included nets that score moves, too: the player of that name searches with them."""
METHODS = {ALPHAZERO: "alphazero", "outcome": "outcome", "wthor": "policy", "champion": "evolve", "nhb": "nhb"}
"""The included trained nets and their learners; the strongest first, where a game has several."""


def find_evaluator(name: str, for_game: Game) -> Evaluator:
    """Return the evaluator of a name such as `positional`, or of the path to a model, player or Python file."""
    if is_source_file(name):
        return evaluator_file.load_evaluator(name, for_game)
    if league_files.is_player(name):
        return league_files.load_evaluator(name, for_game)
    if pubeval_file.is_weights(name):
        return pubeval_file.load_evaluator(name, for_game)
    if weights_file.is_model(name):
        return weights_file.load_evaluator(name, for_game)
    if name == "untrained":
        return _untrained(for_game)
    if name in METHODS:
        return _trained_evaluator(name, for_game)
    for found in named_modules():
        if found.name == name:
            if found.fits(for_game):
                return Evaluator(name, found.module, found.make_weights)
            kinds = ", ".join(found.games) or "games with points"
            raise InputError(f"eval={name} is for {kinds}, not for {for_game.name}")
    known = ", ".join(evaluator_names(for_game))
    raise InputError(f"{for_game.name} has no evaluator {name!r}; choose from {known}, or give the path of a model")


def evaluator_names(for_game: Game) -> list[str]:
    """Return the names of the included evaluators for the game."""
    names = [found.name for found in named_modules() if found.fits(for_game)]
    return sorted([*names, "untrained", *trained_names(for_game)])


def trained_names(for_game: Game) -> list[str]:
    """Return the names of the included trained nets for the game, the strongest first."""
    return [name for name in METHODS if _model_path(name, for_game).is_file()]


def model_file(name: str, for_game: Game) -> str:
    """Return the file of an included net by its name; any other name is that of a run folder or file already."""
    return str(_trained_model(name, for_game)) if name in METHODS else name


def _model_path(name: str, for_game: Game) -> Path:
    return PACKAGE / "trained" / name / f"{for_game.shipped_name and for_game.file_name}.safetensors"


@cache
def _trained_evaluator(name: str, for_game: Game) -> Evaluator:
    """Return an included net."""
    return weights_file.load_evaluator(str(_trained_model(name, for_game)), for_game)._replace(name=name)


def _trained_model(name: str, for_game: Game) -> Path:
    path = _model_path(name, for_game)
    if not path.is_file():
        run = f"runs/{for_game.file_name}"
        raise InputError(
            f"there is no included net {name} for {for_game.name}; train one with"
            f" fourfold train {METHODS[name]} {for_game.spec} --out {run} and use eval={run}"
        )
    return path


def _untrained(for_game: Game) -> Evaluator:
    """Return nets with random weights, a new one for every seed."""
    check_inputs(for_game)
    nets: Any = slfn  # kernels are untyped
    return Evaluator("untrained", nets, lambda seed: nets.prepare(nets.random_weights(for_game.variables, seed)))
