"""Scores of early positions, which take seconds to minutes to search."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from ..bits import popcount
from ..errors import InputError
from ..games import connect_four
from .threats import SQUARES

FILE = Path(__file__).with_name("book.safetensors")


class Scores(NamedTuple):
    """Positions by their keys, in ascending order, and what they are worth to the side to move."""

    keys: np.ndarray
    scores: np.ndarray

    @classmethod
    def of(cls, known: Mapping[int, int]) -> Self:
        pairs = sorted(known.items())
        return cls(np.array([key for key, _ in pairs], np.uint64), np.array([score for _, score in pairs], np.int8))

    def get(self, key: int) -> int | None:
        place = int(np.searchsorted(self.keys, np.uint64(key)))
        return int(self.scores[place]) if place < len(self.keys) and self.keys[place] == key else None


class Book:
    """Scores of positions by their keys; a position and its mirror image have one.

    Of the plies that are not complete it has the lines of best play: positions that are reached if at least one side
    plays only best moves, whatever the other does.
    """

    def __init__(
        self,
        complete: Scores | Mapping[int, int] | None = None,
        plies: int = -1,
        best_play: Scores | Mapping[int, int] | None = None,
        best_plies: int = -1,
    ):
        """complete has the scores of all positions up to plies stones in which the game is not over.

        best_play has those of the lines of best play from plies to best_plies stones.
        """
        self.complete = complete if isinstance(complete, Scores) else Scores.of(complete or {})
        self.best_play = best_play if isinstance(best_play, Scores) else Scores.of(best_play or {})
        self.plies, self.best_plies = plies, max(plies, best_plies)

    def __len__(self) -> int:
        return len(np.union1d(self.complete.keys, self.best_play.keys))

    def get(self, state: Any) -> int | None:
        """Return the score of a position for the side to move, if known."""
        key = canonical_key(state)
        known = self.complete.get(key)
        return self.best_play.get(key) if known is None else known

    def move_scores(self, state: Any) -> dict[int, int] | None:
        """Return the score of every move, if all are known."""
        found = self.known_moves(state)
        return found if len(found) == len(columns_of(state)) else None

    def known_moves(self, state: Any) -> dict[int, int]:
        """Return the scores of the moves that are known."""
        if popcount(state.stones) >= self.best_plies:
            return {}
        found = {column: self._score_after(state, column) for column in columns_of(state)}
        return {column: score for column, score in found.items() if score is not None}

    def best(self, state: Any) -> tuple[int, list[int]] | None:
        """Return the score of a position and the columns that reach it, if known."""
        if popcount(state.stones) < self.plies:
            score = self.get(state)
        else:  # a line of best play goes on with every best move, if not with the others
            score = self.best_play.get(canonical_key(state)) if popcount(state.stones) < self.best_plies else None
        known = self.known_moves(state) if score is not None else {}
        return None if score is None else (score, [column for column in known if known[column] == score])

    def _score_after(self, state: Any, column: int) -> int | None:
        """Return the score of a move, if known."""
        child = connect_four.apply(state, column)
        if connect_four.test_terminal(child) == -1:
            return (SQUARES + 1 - connect_four.moves_played(state)) // 2
        score = self.get(child)
        return None if score is None else -score


def columns_of(state: Any) -> list[int]:
    """Return the columns that are not full."""
    moves = np.zeros(connect_four.MAX_MOVES, np.int64)
    return moves[: connect_four.expand(state, moves)].tolist()


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
        notes = metadata["notes"]
        complete = _scores(arrays["keys"], arrays["scores"])
        best_play = _scores(arrays.get("best_keys", ()), arrays.get("best_scores", ()))
        return Book(complete, int(notes["plies"]), best_play, int(notes.get("best_plies", -1)))
    except (KeyError, TypeError, ValueError, OverflowError):
        raise InputError(f"{path} is not a book") from None


def _scores(keys: Any, scores: Any) -> Scores:
    found = Scores(np.asarray(keys, np.uint64), np.asarray(scores, np.int8))
    if found.keys.shape != found.scores.shape or found.keys.ndim != 1:
        raise ValueError("not as many scores as keys")
    return found


def save(path: Path, book: Book) -> None:
    from ..storage.array_files import save_arrays

    arrays = {
        "keys": book.complete.keys,
        "scores": book.complete.scores,
        "best_keys": book.best_play.keys,
        "best_scores": book.best_play.scores,
    }
    save_arrays(path, arrays, {"plies": book.plies, "best_plies": book.best_plies})


@cache
def shipped_book() -> Book:
    return load(FILE) if FILE.is_file() else Book()
