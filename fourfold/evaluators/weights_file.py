"""Models: learned weights in a safetensors file, whose metadata name the kind of evaluator and the game.

A model is named by its file, or by a run folder that has a `model.safetensors`. Nothing is ever unpickled.
"""

from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..games.interface.game import Game
from ..storage.array_files import MODEL, load_arrays, save_arrays
from .evaluator import Evaluator, evaluator_module

NETWORK = "network"
"""The evaluator of models that torch runs (`deep/`): not a kernel; their weights are arrays by name."""


class Model(NamedTuple):
    """Learned weights, and what they are for."""

    game: str
    evaluator: str
    notes: dict[str, Any]
    """How the model was made: whatever its learner wrote down."""
    weights: Any


def is_model(name: str) -> bool:
    """Return whether name is meant as a path and not as the name of an evaluator."""
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
    path = Path(name) / MODEL if Path(name).is_dir() else Path(name)
    if not path.is_file():
        raise InputError(f"there is no model {name}")
    arrays, metadata = load_arrays(path)
    if "evaluator" not in metadata or "game" not in metadata:
        raise InputError(f"{path} does not say which evaluator and game it is for")
    weights = arrays["weights"] if set(arrays) == {"weights"} else _join(arrays, metadata["evaluator"], path)
    return Model(metadata["game"], metadata["evaluator"], metadata["notes"], weights)


def evaluator_of(path: Path) -> str:
    """Return the kind of evaluator that a file holds, without reading its weights."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            return (file.metadata() or {}).get("evaluator", "")
    except (SafetensorError, OSError, ValueError) as error:
        raise InputError(f"{path} is not a model: {error}") from None


def _join(arrays: dict[str, np.ndarray], evaluator: str, path: Path) -> Any:
    """Return the evaluator's Weights of these arrays."""
    if evaluator == NETWORK:
        return arrays
    module = evaluator_module(evaluator)
    try:
        return module.unpack(module.Packed(**arrays)) if hasattr(module, "unpack") else module.Weights(**arrays)
    except (AttributeError, TypeError, ValueError):
        raise InputError(f"{path} does not hold the weights of a {evaluator}") from None


def load_for(name: str, for_game: Game) -> Model:
    """Return the model of a file or run folder, which must be one for the game: a kernel would not survive another."""
    model = load(name)
    if model.game != for_game.name:
        raise InputError(f"{name} is a model for {model.game}, not for {for_game.name}")
    module = None if model.evaluator == NETWORK else evaluator_module(model.evaluator)
    if module is None or (hasattr(module, "make_ranker") and not hasattr(module, "JUDGES")):
        raise InputError(f"{name} ranks moves and does not judge positions: policy:model={name} plays by it")
    if hasattr(module, "shapes"):
        check_net(name, model.weights, module, for_game)
    elif np.shape(model.weights) != np.shape(module.make_weights(0)):
        raise InputError(f"{name} does not hold the weights of its evaluator")
    return model


def check_net(name: str, weights: Any, module: ModuleType, for_game: Game) -> None:
    if not isinstance(weights, module.Weights) or not all(array.ndim for array in weights):
        raise InputError(f"{name} does not hold the weights of its evaluator")
    for part, shape in module.shapes(weights, for_game.variables).items():
        array = getattr(weights, part)
        if array.shape != shape:
            raise InputError(f"{name} does not fit {for_game.name}: {part} is {array.shape}, not {shape}")
        if array.dtype != np.float32 or not np.isfinite(array).all():
            raise InputError(f"{name} is damaged: {part} holds what is no number")


def load_evaluator(name: str, for_game: Game) -> Evaluator:
    model = load_for(name, for_game)
    module = evaluator_module(model.evaluator)
    prepare = getattr(module, "make_ranker", getattr(module, "prepare", lambda weights: weights))
    return Evaluator(name, module, lambda seed: prepare(model.weights))
