"""Models: learned weights in a safetensors file, whose metadata name the kind of evaluator and the game.

A model is named by its file, or by a run folder that has a `model.safetensors`. Nothing is ever unpickled.
"""

import hashlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from .errors import InputError
from .files import write_whole
from .registry import Evaluator, evaluator_module
from .rulebook import Game

FILE = "model.safetensors"
NETWORK = "network"
"""The evaluator of models that torch runs (`deep/`): not a kernel; their weights are arrays by name."""
CHECK = "check"
"""The checksum in a file's metadata: a bit that flips in a weight would else go unnoticed."""


class Model(NamedTuple):
    """Learned weights, and what they are for."""

    game: str
    evaluator: str
    notes: dict[str, Any]
    """How the model was made: whatever its learner wrote down."""
    weights: Any


def is_model(name: str) -> bool:
    """Return whether name is meant as a path and not as the name of an evaluator."""
    return "/" in name or name.endswith(".safetensors") or (Path(name) / FILE).is_file()


def save(path: Path, weights: Any, *, evaluator: str, game: str, notes: dict[str, Any] | None = None) -> None:
    """Write weights, an array, a NamedTuple of arrays, or arrays by name."""
    arrays = weights._asdict() if hasattr(weights, "_asdict") else weights
    arrays = arrays if isinstance(arrays, dict) else {"weights": arrays}
    save_arrays(path, arrays, notes or {}, evaluator=evaluator, game=game)


def save_arrays(path: Path, arrays: dict[str, np.ndarray], notes: dict[str, Any], **metadata: str) -> None:
    """Write arrays by name, notes and other metadata, with a checksum of all."""
    from safetensors.numpy import save as to_bytes

    in_order = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    metadata = {**metadata, "notes": json.dumps(notes)}
    write_whole(path, to_bytes(in_order, {**metadata, CHECK: _checksum(in_order, metadata)}))


def load(name: str) -> Model:
    """Return the model of a file or run folder."""
    path = Path(name) / FILE if Path(name).is_dir() else Path(name)
    if not path.is_file():
        raise InputError(f"there is no model {name}")
    arrays, metadata = load_arrays(path)
    if "evaluator" not in metadata or "game" not in metadata:
        raise InputError(f"{path} does not say which evaluator and game it is for")
    weights = arrays["weights"] if set(arrays) == {"weights"} else _join(arrays, metadata["evaluator"], path)
    return Model(metadata["game"], metadata["evaluator"], metadata["notes"], weights)


def load_arrays(path: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the arrays of a file, and what it says of them, the notes among it; their checksum must fit, if any."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            metadata = dict(file.metadata() or {})
            arrays = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118 (not a dict)
        check = metadata.pop(CHECK, None)
        if check is not None and check != _checksum(arrays, metadata):
            raise InputError(f"{path} is damaged: its checksum does not fit")
        notes = json.loads(metadata.get("notes", "{}"))
        if not isinstance(notes, dict):
            raise InputError(f"{path} is not a model: its notes are no object")
        return arrays, {**metadata, "notes": notes}
    except InputError:
        raise
    except (SafetensorError, OSError, ValueError, TypeError, RecursionError) as error:
        raise InputError(f"{path} is not a model: {error}") from None


def evaluator_of(path: Path) -> str:
    """Return the kind of evaluator that a file holds, without reading its weights."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            return (file.metadata() or {}).get("evaluator", "")
    except (SafetensorError, OSError, ValueError) as error:
        raise InputError(f"{path} is not a model: {error}") from None


def _checksum(arrays: dict[str, np.ndarray], metadata: dict[str, str]) -> str:
    digest = hashlib.sha256(json.dumps(sorted(metadata.items())).encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {array.dtype.str} {array.shape} ".encode())
        digest.update(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    return digest.hexdigest()


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
