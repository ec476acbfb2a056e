"""Exact scores of Connect Four positions and of their moves."""

from types import ModuleType
from typing import Any

import numpy as np

from ..binding.bind import bind
from ..errors import InputError
from ..games import connect_four
from . import negamax
from .book import Book, shipped_book
from .reachable import is_reachable

BITS = 23
"""Size of the table of known bounds: 2 to this power, times 8 bytes."""
GAME = "connect_four"
GAME_OVER = "the game is over in this position"


class Solver:
    """Computes the exact score of every position; early ones come from a book, or take minutes."""

    def __init__(
        self,
        *,
        bits: int = BITS,
        book: Book | None = None,
        order: ModuleType | None = None,
        weights: Any = 0,
        jit: bool = True,
    ):
        """Use the included book unless another is given; `Book()` is empty.

        Moves that make more threats are searched first, unless an evaluator with these weights defines `prefer`.
        """
        self.book = shipped_book() if book is None else book
        self.kernels = bind(negamax, game=connect_four, evaluator=order, jit=jit)
        self.weights = weights
        self.table = negamax.make_table(bits)
        self.work = negamax.make_work(bits)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self.work.nodes)

    def score(self, state: Any) -> int:
        """Return the score of a position for the side to move (see negamax.py)."""
        check(state)
        known = self.book.get(state)
        return (
            int(self.kernels.solve(self.weights, state.own, state.stones, self.table, self.work))
            if known is None
            else known
        )

    def scores(self, state: Any) -> dict[int, int]:
        """Return the score of every legal move, from left to right."""
        check(state)
        known = self.book.move_scores(state)
        if known is not None:
            return known
        scores = np.zeros(7, np.int64)
        self.kernels.score_moves(self.weights, state.own, state.stones, self.table, self.work, scores)
        return {column: int(score) for column, score in enumerate(scores) if score != negamax.NO_MOVE}


def check(state: Any) -> None:
    """Raise InputError for a position without a score: the game is over, or it cannot be reached."""
    if connect_four.test_terminal(state) != connect_four.ONGOING:
        raise InputError(GAME_OVER)
    if not is_reachable(state):
        raise InputError("this position cannot be reached by dropping stones in turn")


def best_moves(scores: dict[int, int]) -> list[int]:
    """Return the columns with the highest score."""
    return [column for column, score in scores.items() if score == max(scores.values())]


def best_move(scores: dict[int, int]) -> int:
    """Return the best column: of several the one nearest to the centre, then the lower."""
    return min(best_moves(scores), key=lambda column: (abs(column - 3), column))
