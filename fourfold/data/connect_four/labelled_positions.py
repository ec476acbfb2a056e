"""Files of Connect Four positions with the exact scores of their moves, one JSON object per line.

`position` is a line of column digits, or 42 characters from the top row on, x the first player's stone, o the second's
and . none; `scores` has seven numbers for the side to move, null for a full column.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...binding.state_columns import Columns
from ...errors import InputError
from ...games import connect_four

SQUARES = 42
NO_MOVE = -99
"""Stands for null in an array of scores."""


class Positions(NamedTuple):
    """Positions and the scores of their moves, as arrays."""

    own: np.ndarray
    """Stones of the side to move, as bits."""
    stones: np.ndarray
    """All stones."""
    scores: np.ndarray
    """[positions, 7]; NO_MOVE for a full column."""

    def __len__(self) -> int:
        return len(self.own)

    @property
    def states(self) -> Columns:
        return self.own, self.stones, np.ones(len(self), np.int64)

    def part(self, start: int, stop: int) -> "Positions":
        return self.at(slice(start, stop))

    def at(self, places: np.ndarray | slice) -> "Positions":
        """Return those at some places, or where places is true."""
        return Positions(self.own[places], self.stones[places], self.scores[places])

    def without(self, others: "Positions") -> "Positions":
        """Return those that are not among others, not even mirrored."""
        return self.at(~np.isin(self.keys(), others.keys()))

    def keys(self) -> np.ndarray:
        """Return a number for each position, shared only with its mirror image."""
        keys = self.own + self.stones
        columns = [keys >> np.uint64(7 * column) & np.uint64(0b1111111) for column in range(7)]
        images = sum(columns[column] << np.uint64(42 - 7 * column) for column in range(7))
        return np.minimum(keys, images)


def read(path: str | Path, start: int = 0, limit: int | None = None) -> Positions:
    """Return the positions of a file, or at most limit of them from start on."""
    own, stones, scores = list[int](), list[int](), list[list[float]]()
    for state, row in islice(_rows(Path(path), start), limit):
        own.append(state.own)
        stones.append(state.stones)
        scores.append(row)
    if not own:
        raise InputError(f"{path} has no positions" + (f" after {start:,}" if start else ""))
    return Positions(np.array(own, np.uint64), np.array(stones, np.uint64), np.array(scores, np.float32))


def _rows(path: Path, start: int) -> Iterator[tuple[Any, list[float]]]:
    try:
        file = path.open(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    with file:
        try:
            for number, line in enumerate(file, 1):
                if number > start and line.strip():
                    yield read_row(line, f"{path}, line {number}")
        except UnicodeDecodeError:
            raise InputError(f"{path} cannot be read as text") from None


def read_row(line: str, where: str) -> tuple[Any, list[float]]:
    """Return the state and the scores of a line; where is what an error begins with."""
    try:
        value = json.loads(line)
        position, scores = value["position"], value["scores"]
        state = parse(position)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        reason = str(error) if type(error) is ValueError else "no object with a position and scores"
        raise InputError(f"{where}: {reason}") from None
    if connect_four.test_terminal(state) != connect_four.ONGOING:
        raise InputError(f"{where}: the game is over in this position")
    if not isinstance(scores, list) or len(scores) != 7 or not all(map(_is_score, scores)):
        raise InputError(f"{where}: scores must be seven numbers, null for a full column")
    is_open = [not int(state.stones) >> 7 * column + 5 & 1 for column in range(7)]
    if [score is not None for score in scores] != is_open:
        raise InputError(f"{where}: a score must be null where the column is full, and only there")
    return state, [NO_MOVE if score is None else score for score in scores]


def _is_score(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < -NO_MOVE)


def parse(text: str) -> Any:
    """Return the state of a position; who is to move follows from the count of stones."""
    if len(text) == SQUARES and not text.isdigit():
        text += " x" if text.lower().count("x") == text.lower().count("o") else " o"
    return connect_four.parse(text)


def best_columns(scores: np.ndarray) -> np.ndarray:
    """Return the best column of each row: of several the one nearest to the centre, then the lower."""
    columns = np.arange(scores.shape[1])
    aside = np.abs(columns - 3) + columns / 100
    return np.where(scores == scores.max(axis=1, keepdims=True), aside, np.inf).argmin(axis=1)
