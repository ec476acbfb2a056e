"""Exact scores of Connect Four positions and of their moves."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import repeat
from types import ModuleType
from typing import Any, NamedTuple

from ..binding.bind import bind, typed
from ..bits import U, popcount
from ..errors import InputError
from ..games import connect_four
from . import negamax
from .book import Book, shipped_book
from .reachable import is_reachable
from .threats import COLUMN_MASKS, SQUARES, open_squares, winning_squares

BITS = 23
"""Size of the table of known bounds: 2 to this power, times 8 bytes."""
GAME = "connect_four"
GAME_OVER = "the game is over in this position"


class Bounds(NamedTuple):
    """What is known of a score."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        return self.low == self.high


class StoppedError(Exception):
    """A search was stopped before the score was known."""


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
        workers: int = 1,
    ):
        """Use the included book unless another is given; `Book()` is empty.

        Moves that make more threats are searched first, unless an evaluator with these weights defines `prefer`.
        Workers are threads that search a position together.
        """
        self.book = shipped_book() if book is None else book
        self.kernels = bind(negamax, game=connect_four, evaluator=order, jit=jit)
        self.weights = weights
        self.table = negamax.make_table(bits)
        self.works = [negamax.make_work(bits) for _ in range(workers)]
        self.shared = negamax.make_shared()
        self.threads = ThreadPoolExecutor(workers, "solver")
        self.known: dict[int, Bounds] = {}
        self.column: int | None = None

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return sum(int(work.nodes) for work in self.works)

    def forget(self) -> None:
        """Empty the tables, as before the first search."""
        self.table[:] = 0
        for work in self.works:
            work.late[:] = 0

    def stop(self) -> None:
        """End the search that another thread waits for, or the next: it raises StoppedError within milliseconds."""
        self.shared.stop = 1

    def so_far(self) -> dict[int, Bounds]:
        """Return what is known of each move of the position that another thread has searched for `scores`."""
        known, column = dict(self.known), self.column
        bounds = Bounds(-int(self.shared.high), -int(self.shared.low))
        if column is not None and column == self.column:  # else the bounds may be another's already
            known[column] = bounds
        return known

    def prepare(self) -> None:
        """Let neither what the last search found, nor a stop that came too late for it, be taken for the next one's."""
        self.known, self.column = {}, None
        self.shared.stop = 0

    def score(self, state: Any) -> int:
        """Return the score of a position for the side to move (see negamax.py)."""
        check(state)
        known = self.book.get(state)
        return self.search(state, *widest(state.stones)) if known is None else known

    def scores(self, state: Any) -> dict[int, int]:
        """Return the score of every legal move, from left to right."""
        check(state)
        self.known, self.column = bounds_of_moves(state, self.book), None
        for column in sorted(self.known, key=negamax.CENTRE_FIRST.index):
            if not self.known[column].is_exact:
                score = self._score_after(state, column, self.known[column])
                self.known[column], self.column = exactly(score), None
        return {column: bounds.low for column, bounds in self.known.items()}

    def best(self, state: Any) -> tuple[int, list[int]]:
        """Return the score of a position and the columns that reach it: quicker than all scores."""
        check(state)
        known = self.book.best(state)
        if known is None:
            score, bounds = self.score(state), bounds_of_moves(state, self.book)
            known = score, [column for column in bounds if self._reaches(state, column, score, bounds[column])]
        return known

    def _score_after(self, state: Any, column: int, known: Bounds) -> int:
        child = typed(connect_four.apply(state, column))
        self.shared.low, self.shared.high = -known.high, -known.low  # before anyone takes the last column's for these
        self.column = column
        return -self.search(child, -known.high, -known.low)

    def _reaches(self, state: Any, column: int, score: int, known: Bounds) -> bool:
        """Return whether a move, which cannot be better, is as good as that."""
        if known.is_exact or known.high < score:
            return known.low == score
        return self.search(typed(connect_four.apply(state, column)), -score, 1 - score) == -score

    def search(self, state: Any, low: int, high: int) -> int:
        """Return the score of a position, or the nearer of these bounds."""
        self.shared.low, self.shared.high = low, high
        call = partial(self.kernels.solve, self.weights, state.own, state.stones, self.table)
        if len(self.works) == 1:
            call(self.works[0], self.shared)
        else:
            list(self.threads.map(call, self.works, repeat(self.shared)))
        if self.shared.low < self.shared.high:
            self.shared.stop = 0
            raise StoppedError
        return int(self.shared.low)

    def compile(self) -> None:
        """Compile the kernels or load them, so that the first search takes no longer than others."""
        stones = connect_four.FULL ^ U(1 << 5)  # the top of the first column is empty
        self.search(typed(connect_four.State(U(0), stones, -1)), *widest(stones))


def check(state: Any) -> None:
    """Raise InputError for a position without a score: the game is over, or it cannot be reached."""
    if connect_four.test_terminal(state) != connect_four.ONGOING:
        raise InputError(GAME_OVER)
    if not is_reachable(state):
        raise InputError("this position cannot be reached by dropping stones in turn")


def widest(stones: Any) -> Bounds:
    """Return the lowest and the highest score that a position with these stones can have."""
    plies = popcount(stones)
    return Bounds(-((SQUARES - plies) // 2), (SQUARES + 1 - plies) // 2)


def bounds_of_moves(state: Any, book: Book) -> dict[int, Bounds]:
    """Return what is known of every legal move without a search."""
    stones, known = state.stones, dict[int, Bounds]()
    wins, in_book, most = winning_squares(state.own, stones), book.known_moves(state), most_of_moves(state, book)
    for column in range(7):
        square = open_squares(stones) & COLUMN_MASKS[column]
        if square & wins:
            known[column] = exactly(widest(stones).high)
        elif column in in_book or (square and stones | square == connect_four.FULL):
            known[column] = exactly(in_book.get(column, 0))
        elif square:
            lowest, highest = widest(stones | square)
            known[column] = Bounds(-highest, min(-lowest, most))
    return known


def most_of_moves(state: Any, book: Book) -> int:
    """Return an upper bound of the scores of the moves that the book does not know."""
    score = book.get(state)
    if score is None:
        return widest(state.stones).high
    return score if book.best(state) is None else score - 1


def exactly(score: int) -> Bounds:
    return Bounds(score, score)


def best_moves(scores: dict[int, int]) -> list[int]:
    """Return the columns with the highest score."""
    return [column for column, score in scores.items() if score == max(scores.values())]


def best_move(scores: dict[int, int]) -> int:
    """Return the best column: of several the one nearest to the centre, then the lower."""
    return min(best_moves(scores), key=lambda column: (abs(column - 3), column))
