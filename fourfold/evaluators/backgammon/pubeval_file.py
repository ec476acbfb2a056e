"""Evaluators from files of pubeval's weights: a JSON object with the lists `contact` and `race`."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import InputError
from ...games.interface.game import Game
from ..evaluator import Evaluator
from . import pubeval

SUFFIX = ".json"
MOST_BYTES = 1 << 20
TABLES = pubeval.Weights._fields
LARGEST = 1e100
"""The largest weight, so that no score overflows."""


def is_weights(name: str) -> bool:
    """Return whether name is such a file."""
    return name.lower().endswith(SUFFIX)


def load_evaluator(name: str, for_game: Game) -> Evaluator:
    """Return the evaluator of a file."""
    if for_game.shipped_name not in pubeval.GAMES:
        raise InputError(f"{name} is a player for {', '.join(pubeval.GAMES)}, not for {for_game.name}")
    found: Any = pubeval  # kernels are untyped
    weights = found.scaled(*read(Path(name)))
    return Evaluator(name, pubeval, lambda seed: weights, is_fixed=True)


def read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights for contact and for races."""
    try:
        with path.open("rb") as file:
            content = json.loads(file.read(MOST_BYTES))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or not all(_is_table(content.get(name)) for name in TABLES):
        names = " and ".join(TABLES)
        raise InputError(f"{path} has no weights of pubeval: {names}, lists of {pubeval.INPUTS} numbers each")
    contact, race = (np.array(content[name], np.float64) for name in TABLES)
    return contact, race


def _is_table(found: Any) -> bool:
    return isinstance(found, list) and len(found) == pubeval.INPUTS and all(map(_is_weight, found))


def _is_weight(found: Any) -> bool:
    return type(found) in (int, float) and math.isfinite(found) and abs(found) <= LARGEST
