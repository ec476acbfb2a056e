"""Scores of early positions, which take seconds to minutes to search."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from ..errors import InputError
from ..games import connect_four
from .threats import SQUARES

FILE = Path(__file__).with_name("book.safetensors")


class Book:
    """Scores of positions by their keys; a position and its mirror image have one."""

    def __init__(self, scores: Mapping[int, int] | None = None, plies: int = -1):
        """scores has those of all positions up to plies stones in which the game is not over."""
        known = sorted((scores or {}).items())
        self.keys = np.array([key for key, _ in known], np.uint64)
        self.scores = np.array([score for _, score in known], np.int8)
        self.plies = plies

    @classmethod
    def of_arrays(cls, keys: np.ndarray, scores: np.ndarray, plies: int) -> Self:
        """Return the book with these keys, in ascending order, and their scores."""
        book = cls(plies=plies)
        book.keys, book.scores = keys, scores
        return book

    def __len__(self) -> int:
        return len(self.keys)

    def get(self, state: Any) -> int | None:
        """Return the score of a position for the side to move, if known."""
        key = canonical_key(state)
        place = int(np.searchsorted(self.keys, np.uint64(key)))
        return int(self.scores[place]) if place < len(self) and self.keys[place] == key else None

    def move_scores(self, state: Any) -> dict[int, int] | None:
        """Return the score of every move, if all are known."""
        found: dict[int, int] = {}
        moves = np.zeros(connect_four.MAX_MOVES, np.int64)
        for move in moves[: connect_four.expand(state, moves)].tolist():
            child = connect_four.apply(state, move)
            is_won = connect_four.test_terminal(child) == -1
            score = -((SQUARES + 1 - connect_four.moves_played(state)) // 2) if is_won else self.get(child)
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
        keys, scores = arrays["keys"].astype(np.uint64), arrays["scores"].astype(np.int8)
        if keys.shape != scores.shape or keys.ndim != 1:
            raise ValueError("not as many scores as keys")
        return Book.of_arrays(keys, scores, int(metadata["notes"]["plies"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        raise InputError(f"{path} is not a book") from None


@cache
def shipped_book() -> Book:
    return load(FILE) if FILE.is_file() else Book()
