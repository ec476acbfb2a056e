"""An evaluator by name, and the modules that evaluators are made of."""

import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from .. import evaluation
from ..binding.definition import Definition
from ..binding.source_file import is_loaded_file
from ..errors import InputError
from ..games.interface.game import Game

PACKAGE = Path(__file__).parents[1]
TRIAL_PLIES = 200
"""The longest trial game of a user's file."""


class Evaluator(NamedTuple):
    """An evaluator by name."""

    name: str
    module: ModuleType
    make_weights: Callable[[int], Any]
    """Returns the weights for a game, from a seed if they are random, with working memory if they need any."""
    is_fixed: bool = False
    """Whether the weights are the same for every seed."""

    def next_weights(self, weights: Any, seed: int) -> Any:
        """Return the weights for the next game; weights are those of the game before, or None.

        Those of a large net take a tenth of a second to make ready, which would be missing from the time to think.
        """
        return weights if self.is_fixed and weights is not None else self.make_weights(seed)


class EvaluatorModule:
    """A module seen through the contract in `evaluation.py`."""

    def __init__(self, module: ModuleType):
        self.module = module
        self._defined = Definition(module, evaluation)
        self.name = module.__name__.rpartition(".")[2].replace("_", "-")
        self.games: tuple[str, ...] = self._defined.get("GAMES")
        self.is_informed: bool = self._defined.get("INFORMED")
        self.values_positions = self._defined.defines("evaluate")
        self.ranks_moves = self._defined.defines("make_ranker")
        self.judges_moves = self._defined.defines("judge")
        """Whether it scores moves and values states in one go, as the search of `alphazero` needs it."""
        self.has_named_arrays = self._defined.defines("Weights")
        """Whether weights are a NamedTuple of arrays rather than one array."""
        self.needs_model = self.has_named_arrays and not self._defined.defines("make_weights")

    def fits(self, game: Game) -> bool:
        """Return whether it is for the game; included ones are for included games, not for others of the same name."""
        if self._defined.get("NEEDS_POINTS") and not game.most_points:
            return False
        return not self.games or (game.name if is_loaded_file(self.module) else game.shipped_name) in self.games

    def make_weights(self, seed: int) -> Any:
        """Return its own initial weights, in the form that kernels need."""
        return self.prepare(self._defined.get("make_weights")(seed))

    def counting_weights(self, variables: int) -> Any:
        """Return weights that count pieces; None if it has none."""
        return self._defined.get("counting_weights")(variables)

    def prepare(self, weights: Any) -> Any:
        """Return weights in the form that kernels need, with working memory."""
        return self._defined.get("make_ranker" if self.ranks_moves else "prepare")(weights)

    def join(self, arrays: dict[str, Any]) -> Any:
        """Return the weights from named arrays; TypeError or ValueError if they do not fit the module."""
        if self._defined.defines("unpack"):
            return self._defined.get("unpack")(self._defined.get("Packed")(**arrays))
        return self._defined.get("Weights")(**arrays)

    def check(self, name: str, weights: Any, game: Game) -> None:
        """Raise InputError if weights, of the model name, do not fit the module and the game."""
        if not self.has_named_arrays:
            fits = np.shape(weights) == np.shape(self._defined.get("make_weights")(0))
        else:
            fits = isinstance(weights, self._defined.get("Weights")) and all(array.ndim for array in weights)
        if not fits:
            raise InputError(f"{name} does not have the weights of its evaluator")
        for part, shape in self._defined.get("shapes")(weights, game.variables).items():
            array = getattr(weights, part)
            if array.shape != shape:
                raise InputError(f"{name} does not fit {game.name}: {part} is {array.shape}, not {shape}")
            if array.dtype != np.float32:
                raise InputError(f"{name} is damaged: {part} is {array.dtype}, not float32")
        check_weights(name, weights)
        check_inputs(game)


def check_weights(name: str, weights: Any) -> None:
    """Raise InputError if weights, known by this name, have NaN or infinite values, of which kernels make anything."""
    arrays = weights._asdict() if hasattr(weights, "_asdict") else {"weights": weights}
    for part, array in arrays.items():
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise InputError(f"{name} is damaged: {part} has NaN or infinite values")


@cache
def check_inputs(game: Game) -> None:
    """Raise InputError if the variables of a user's game are not finite in some state of a random game."""
    if game.shipped_name or not hasattr(game.module, "variables"):
        return
    variables, out = game.module.variables, np.zeros(game.variables)
    state, rng = game.init_state(), np.random.default_rng(0)
    for _ in range(TRIAL_PLIES):
        variables(state, out)
        if not np.isfinite(out).all():
            raise InputError(f"variables of {game.name} writes NaN or infinity for {state}")
        moves = game.moves(state)
        if not moves:
            return
        state = game.apply(state, moves[rng.integers(len(moves))])


@cache
def evaluator_module(name: str) -> EvaluatorModule:
    """Return the module of an evaluator or ranker by its file's name."""
    path = _module_files().get(name)
    found = path and EvaluatorModule(_import(path))
    if not found or not (found.values_positions or found.ranks_moves):
        raise InputError(f"there is no kind of evaluator named {name!r}")
    return found


@cache
def named_modules() -> tuple[EvaluatorModule, ...]:
    """Return the evaluators that need no model, by name."""
    found = [EvaluatorModule(_import(path)) for path in sorted((PACKAGE / "evaluators").glob("[a-z]*.py"))]
    return tuple(module for module in found if module.values_positions and not module.needs_model)


@cache
def _module_files() -> dict[str, Path]:
    """Return the files of `evaluators/` by name, including those in folders for one game."""
    return {path.stem: path for path in sorted((PACKAGE / "evaluators").rglob("[a-z]*.py"))}


def _import(path: Path) -> ModuleType:
    return importlib.import_module(".".join(("fourfold", *path.relative_to(PACKAGE).with_suffix("").parts)))
