"""A game that the net of a run played against itself, for people to look at: the last one is in the run folder."""

import math
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from ..storage.atomic_files import read_json, write_json

FILE = "game.json"


class ShownGame(NamedTuple):
    """A game from the initial state."""

    moves: list[str]
    """Rolls included."""
    done: float
    """The work after which it was played, as on the learning curve."""


def write_game(run: Path, game: ShownGame) -> None:
    write_json(run / FILE, game._asdict())


def read_game(run: Path) -> ShownGame | None:
    """Return the last game of a run; None if it has none, or one that cannot be read."""
    try:
        value = read_json(run / FILE)
        game = ShownGame([str(move) for move in value["moves"]], float(value["done"]))
    except (InputError, KeyError, TypeError, ValueError, OverflowError):
        return None
    return game if math.isfinite(game.done) else None
