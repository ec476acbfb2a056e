"""Scores of early positions, which take minutes to search."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from ..games import connect_four

FILE = Path(__file__).with_name("book.safetensors")


class Book:
    """Scores of positions by their keys; a position and its mirror image have one."""

    def __init__(self, scores: dict[int, int] | None = None, plies: int = -1):
        """scores has those of all positions up to plies stones."""
        self.scores = scores or {}
        self.plies = plies

    def __len__(self) -> int:
        return len(self.scores)

    def get(self, state: Any) -> int | None:
        """Return the score of a position for the side to move, if known."""
        return self.scores.get(canonical_key(state))

    def move_scores(self, state: Any) -> dict[int, int] | None:
        """Return the score of every move, if all are known."""
        found: dict[int, int] = {}
        moves = np.zeros(connect_four.MAX_MOVES, np.int64)
        for move in moves[: connect_four.expand(state, moves)].tolist():
            score = self.get(connect_four.apply(state, move))
            if score is None:
                return None
            found[move] = -score
        return found


def canonical_key(state: Any) -> int:
    """Return a number that a position shares only with its mirror image."""
    own, stones = int(state.own), int(state.stones)
    return min(own + stones, mirrored(own) + mirrored(stones))


def mirrored(squares: int) -> int:
    """Return squares with the columns in reverse order."""
    return sum((squares >> 7 * column & 0b1111111) << 7 * (6 - column) for column in range(7))


def load(path: Path) -> Book:
    from ..storage.array_files import load_arrays

    arrays, metadata = load_arrays(path)
    try:
        scores = dict(zip(arrays["keys"].tolist(), arrays["scores"].tolist(), strict=True))
        return Book(scores, int(metadata["notes"]["plies"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        raise InputError(f"{path} is not a book") from None


@cache
def shipped_book() -> Book:
    return load(FILE) if FILE.is_file() else Book()
