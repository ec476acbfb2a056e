"""Models: learned weights in a safetensors file, whose metadata name the evaluator and the game.

A model is named by its file, or by a run folder that has a `model.safetensors`. Nothing is ever unpickled.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..games.interface.game import Game
from ..storage.array_files import MODEL, load_arrays, save_arrays
from .evaluator import PACKAGE, Evaluator, evaluator_module

SHIPPED = PACKAGE / "trained"
"""The folder of the models that come along."""
NETWORK = "network"
"""The evaluator name of torch models (`torch_othello/`), whose weights are named arrays rather than a kernel's."""


class Model(NamedTuple):
    """Learned weights, and what they are for."""

    game: str
    evaluator: str
    notes: dict[str, Any]
    """How the model was made: the notes of its learner."""
    weights: Any


def is_model(name: str) -> bool:
    """Return whether name is a path rather than the name of an evaluator."""
    return "/" in name or name.endswith(".safetensors") or (Path(name) / MODEL).is_file()


def save(path: Path, weights: Any, *, evaluator: str, game: str, notes: dict[str, Any] | None = None) -> None:
    """Write weights, an array, a NamedTuple of arrays, or arrays by name."""
    arrays = weights._asdict() if hasattr(weights, "_asdict") else weights
    arrays = arrays if isinstance(arrays, dict) else {"weights": arrays}
    save_arrays(path, arrays, notes or {}, evaluator=evaluator, game=game)


def save_model(path: Path, model: Model) -> None:
    save(path, model.weights, evaluator=model.evaluator, game=model.game, notes=model.notes)


def load(name: str) -> Model:
    """Return the model of a file or run folder."""
    path = file_of(name)
    return load_shipped(path) if path.is_relative_to(SHIPPED) else read_model(path)


def file_of(name: str) -> Path:
    """Return the file that holds the model of a name."""
    path = Path(name) / MODEL if Path(name).is_dir() else Path(name)
    if not path.is_file():
        raise InputError(f"there is no model {name}")
    return path


@cache
def load_shipped(path: Path) -> Model:
    """Return a model that comes along: all who play by it share its weights, which may be 260 MB."""
    return read_model(path)


def read_model(path: Path) -> Model:
    arrays, metadata = load_arrays(path)
    if "evaluator" not in metadata or "game" not in metadata:
        raise InputError(f"{path} does not say which evaluator and game it is for")
    weights = arrays["weights"] if set(arrays) == {"weights"} else _join(arrays, metadata["evaluator"], path)
    return Model(metadata["game"], metadata["evaluator"], metadata["notes"], weights)


def evaluator_of(path: Path) -> str:
    """Return the kind of evaluator in a file, without reading its weights."""
    return head_of(path).evaluator


def head_of(path: Path) -> Model:
    """Return what a file says of its model, whose weights are not read."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
        notes = json.loads(metadata.get("notes", "{}"))
    except (SafetensorError, OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path} is not a model: {error}") from None
    known = notes if isinstance(notes, dict) else {}
    return Model(metadata.get("game", ""), metadata.get("evaluator", ""), known, None)


def _join(arrays: dict[str, np.ndarray], evaluator: str, path: Path) -> Any:
    """Return the evaluator's Weights of these arrays."""
    if evaluator == NETWORK:
        return arrays
    try:
        return evaluator_module(evaluator).join(arrays)
    except (AttributeError, TypeError, ValueError):
        raise InputError(f"{path} does not have the weights of a {evaluator}") from None


def load_for(name: str, for_game: Game) -> Model:
    """Return the model of a file or run folder, which must be for the game: any other would crash a kernel."""
    model = load(name)
    if model.game != for_game.name:
        raise InputError(f"{name} is a model for {model.game}, not for {for_game.name}")
    if not values_positions(model.evaluator):
        raise InputError(f"{name} ranks moves and does not evaluate positions; use policy:model={name}")
    evaluator_module(model.evaluator).check(name, model.weights, for_game)
    return model


def values_positions(evaluator: str) -> bool:
    """Return whether models of this kind evaluate positions rather than only rank moves."""
    return evaluator != NETWORK and evaluator_module(evaluator).values_positions


def load_evaluator(name: str, for_game: Game) -> Evaluator:
    model = load_for(name, for_game)
    found = evaluator_module(model.evaluator)
    return Evaluator(name, found.module, lambda seed: found.prepare(model.weights), is_fixed=True)
