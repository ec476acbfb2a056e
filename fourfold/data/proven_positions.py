"""Files of positions of any game with the proven results of their moves, one JSON object per line.

`game` is the name of the game, `position` the position in its notation (or the moves that lead to it), `scores` has 1,
0 or -1 by the text of the move, for a win, draw or loss of the side to move, and `plies` how many plies later the game
ends. `number` is that of the game it was met in, `ply` how many moves were made before. Files of Connect Four have
exact scores instead (connect_four/labelled_positions.py) and can be read as well.
"""

import json
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .. import rules
from ..binding.definition import Definition
from ..binding.hashing import canonical
from ..errors import InputError
from ..games.interface.game import Game
from .connect_four import labelled_positions

LONGEST = 1000
"""No proof is as long: a win in n plies has the score LONGEST - n, a loss the negative of that, a draw 0."""


class ProvenPosition(NamedTuple):
    """A position and the scores of its moves."""

    state: Any
    moves: list[int]
    scores: np.ndarray
    """Of these moves: positive for a win, and the higher the sooner; negative for a loss, the lower the sooner."""


def read(game: Game, path: str | Path, start: int = 0, limit: int | None = None) -> list[ProvenPosition]:
    """Return the positions of a file of this game, or at most limit of them from start on."""
    found = list(islice(_rows(game, Path(path), start), limit))
    if not found:
        raise InputError(f"{path} has no positions" + (f" after {start:,}" if start else ""))
    return found


def game_of(path: Path) -> str:
    """Return the name of the game that the first position of a file is of."""
    try:
        with path.open(encoding="utf-8") as file:
            value = json.loads(file.readline())
        name, scores = value.get("game"), value["scores"]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        name = scores = None
    if isinstance(scores, list):
        return "connect_four"
    if not isinstance(name, str):
        raise InputError(f"{path} does not say which game it is of; give --game")
    return name


def _rows(game: Game, path: Path, start: int) -> Iterator[ProvenPosition]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} cannot be read as text") from None
    for number, line in enumerate(lines, 1):
        if number > start and line.strip():
            yield _row(game, line, f"{path}, line {number}")


def _row(game: Game, line: str, where: str) -> ProvenPosition:
    if game.shipped_name == "connect_four":
        return _columns(line, where)
    try:
        value = json.loads(line)
        name, position, results, plies = (value[key] for key in ("game", "position", "scores", "plies"))
        scores = {text: score(results[text], plies[text]) for text in results}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError(f"{where}: no object with game, position, scores and plies by move") from None
    if not isinstance(position, str):
        raise InputError(f"{where}: a position must be text")
    if name != game.name:
        raise InputError(f"{where}: a position of {name}, not of {game.name}")
    try:
        state = game.parse(position)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    moves = game.moves(state)
    texts = [game.move_text(state, move) for move in moves]
    if not moves or set(texts) != set(scores):
        raise InputError(f"{where}: scores must name every legal move, and no other")
    return ProvenPosition(state, moves, np.array([scores[text] for text in texts], np.float64))


def _columns(line: str, where: str) -> ProvenPosition:
    state, scores = labelled_positions.read_row(line, where)
    moves = [column for column in range(7) if scores[column] != labelled_positions.NO_MOVE]
    return ProvenPosition(state, moves, np.array([scores[move] for move in moves], np.float64))


def score(result: int, plies: int) -> int:
    """Return the score of a proven result; ValueError if it is none."""
    if result not in (-1, 0, 1) or type(plies) is not int or not 0 <= plies < LONGEST:
        raise ValueError("no proven result")
    return result * (LONGEST - plies)


def position_text(game: Game, state: Any, moves: list[str]) -> str:
    """Return a position as files have it: in the game's notation or, if it has none, as the moves that led to it."""
    return game.text(state) if game.has_notation else game.join_moves(moves)


def position_key(game: Game, state: Any) -> Hashable:
    """Return a key shared only with the symmetric images of state, whoever is to move."""
    if not Definition(game.module, rules).defines("variables"):
        return canonical(game.position(state))
    seen = np.zeros(game.variables)
    game.module.variables(state, seen)
    return min(row.tobytes() for row in (seen + 0.0)[_images(game)])


@cache
def _images(game: Game) -> np.ndarray:
    return np.array(game.symmetries)
