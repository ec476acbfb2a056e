"""Makes an opening book: the scores of all positions up to a ply."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import bind
from ..errors import InputError
from ..games import connect_four
from ..parallel.ordered_map import Workers, ordered_map
from ..storage.array_files import save_arrays
from ..storage.run_folder import JsonLines
from . import negamax
from .book import Book
from .early_positions import Positions, after, canonical_keys, positions, wins_at_once
from .solver import widest
from .threats import SQUARES

MOST_PLIES = 10
"""With more, there are more positions than a book of 6 MB can hold."""
BITS = 26
"""A table of half a GiB, which all threads of a machine share; larger ones save hardly any time."""


def make(path: str | Path, plies: int, *, workers: Workers = None, bits: int = BITS) -> Iterator[tuple[int, int]]:
    """Search all positions of a ply and write the book to path, yielding how many of how many are known.

    Until it is complete, the known scores are in PATH.PLIES.begun, from which an interrupted computation resumes.
    """
    if not 0 <= plies <= MOST_PLIES:
        raise InputError(f"a book ends at a ply from 0 to {MOST_PLIES}, not {plies}")
    path, wanted = Path(path), positions(plies)
    begun = path.with_name(f"{path.name}.{plies}.begun")
    with JsonLines(begun, repair=True) as lines:
        scores = [int(line["score"]) for line in lines.values]
        yield len(scores), len(wanted.own)
        for score in search(wanted, len(scores), workers, bits):
            scores.append(score)
            lines.append([{"score": score}])
            yield len(scores), len(wanted.own)
    book = complete(wanted, np.array(scores, np.int8), plies)
    save_arrays(path, {"keys": book.keys, "scores": book.scores}, {"plies": plies})
    begun.unlink()


def search(wanted: Positions, first: int, workers: Workers, bits: int) -> Iterator[int]:
    """Yield the score of every position from the first on, in their order."""
    pairs = zip(wanted.own[first:], wanted.stones[first:], strict=True)
    searcher = Searcher(bits)
    return ordered_map(searcher.score, pairs, workers, threads=True, warm=searcher.means)


class Means(NamedTuple):
    """What all searches of a process share."""

    kernels: SimpleNamespace
    table: np.ndarray


class Searcher(NamedTuple):
    """Scores one position after another, with the table of this process."""

    bits: int

    def means(self) -> Means:
        return _means(self.bits)

    def score(self, position: tuple[Any, Any]) -> int:
        (kernels, table), shared = self.means(), negamax.make_shared()
        shared.low, shared.high = widest(position[1])
        return int(kernels.solve(0, *position, table, negamax.make_work(self.bits), shared))


@cache
def _means(bits: int) -> Means:
    return Means(bind(negamax, game=connect_four), negamax.make_table(bits))


def complete(last: Positions, scores: np.ndarray, plies: int) -> Book:
    """Return the book of all positions up to a ply from the scores of that ply: a score is that of the best move."""
    book = Book.of_arrays(last.keys, scores, plies)
    for ply in range(plies - 1, -1, -1):
        earlier = positions(ply)
        keys = np.concatenate([book.keys, earlier.keys])
        order = np.argsort(keys)
        scores = np.concatenate([book.scores, best_scores(earlier, ply, book)])
        book = Book.of_arrays(keys[order], scores[order], plies)
    return book


def best_scores(before: Positions, ply: int, book: Book) -> np.ndarray:
    """Return the score of each position's best move; the book has those of the positions after them."""
    best = np.full(len(before.own), -SQUARES, np.int8)
    for column in range(7):
        goes_on, child = after(before, column)
        found = book.scores[np.searchsorted(book.keys, canonical_keys(child))]
        best[goes_on] = np.maximum(best[goes_on], -found)
    best[wins_at_once(before)] = (SQUARES + 1 - ply) // 2
    return best
