"""Makes an opening book: the scores of all positions up to a ply, and of the lines of best play up to a later one."""

from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import bind
from ..errors import InputError
from ..games import connect_four
from ..parallel.ordered_map import Workers, ordered_map
from ..storage.run_folder import JsonLines
from . import best_play, negamax
from .best_play import Questions
from .book import Book, Scores, load, save
from .early_positions import Positions, after, canonical_keys, positions, wins_at_once
from .solver import widest
from .threats import SQUARES

MOST_PLIES, MOST_BEST_PLIES = 10, 14
"""With more, there are more positions than a book of 6 MB can hold."""
BITS = 26
"""A table of half a GiB, which all threads of a machine share; larger ones save hardly any time."""


class Step(NamedTuple):
    """How far the book is."""

    ply: int
    """Whose positions are searched."""
    known: int
    wanted: int


def make(
    path: str | Path, plies: int, best_plies: int = 0, *, workers: Workers = None, bits: int = BITS
) -> Iterator[Step]:
    """Write the book to path, yielding how far it is; a book with these plies that is there already is extended.

    It is written whenever a ply is complete; until then the ply's known scores are in PATH.PLY.begun, from which an
    interrupted computation resumes.
    """
    path = Path(path)
    if not 0 <= plies <= MOST_PLIES:
        raise InputError(f"a book ends at a ply from 0 to {MOST_PLIES}, not {plies}")
    if best_plies > MOST_BEST_PLIES:
        raise InputError(f"best play ends at a ply up to {MOST_BEST_PLIES}, not {best_plies}")
    if path.is_file():
        book = load(path)
        if book.plies != plies:
            raise InputError(f"{path} has {book.plies} complete plies, not {plies}: name another file")
    else:
        asked = everything(plies)
        scores = yield from answers(path, asked, plies, workers, bits)
        book = complete(asked.positions, scores, plies)
        save(path, book)
    for ply in range(book.best_plies + 1, best_plies + 1):
        asked = best_play.questions(book, ply)
        scores = yield from answers(path, asked, ply, workers, bits)
        book = best_play.extended(book, asked, scores, ply)
        save(path, book)
    for begun in path.parent.glob(f"{path.name}.*.begun"):
        begun.unlink()


def everything(plies: int) -> Questions:
    """Return all positions after plies, of whose scores nothing is known."""
    low, high = widest((1 << plies) - 1)
    found = positions(plies)
    return Questions(found, np.full(len(found.own), low, np.int8), np.full(len(found.own), high, np.int8))


def answers(path: Path, asked: Questions, ply: int, workers: Workers, bits: int) -> Generator[Step, None, np.ndarray]:
    """Search all positions that are asked about, or the rest; return their scores."""
    wanted = len(asked.low)
    with JsonLines(path.with_name(f"{path.name}.{ply}.begun"), repair=True) as lines:
        scores = [int(line["score"]) for line in lines.values]
        yield Step(ply, len(scores), wanted)
        for score in search(asked.part(len(scores)), workers, bits):
            scores.append(score)
            lines.append([{"score": score}])
            yield Step(ply, len(scores), wanted)
    return np.array(scores, np.int8)


def search(asked: Questions, workers: Workers, bits: int) -> Iterator[int]:
    """Yield the score of every position, in their order; if it is too high to matter, any number that is."""
    searcher = Searcher(bits)
    rows = zip(*asked.positions, asked.low.tolist(), asked.high.tolist(), strict=True)
    return ordered_map(searcher.score, rows, workers, threads=True, warm=searcher.means)


class Means(NamedTuple):
    """What all searches of a process share."""

    kernels: SimpleNamespace
    table: np.ndarray


class Searcher(NamedTuple):
    """Scores one position after another, with the table of this process."""

    bits: int

    def means(self) -> Means:
        return _means(self.bits)

    def score(self, question: tuple[Any, Any, int, int]) -> int:
        own, stones, low, high = question
        (kernels, table), shared = self.means(), negamax.make_shared()
        lowest, highest = widest(stones)
        shared.low, shared.high = max(low, lowest), min(high + 1, highest)
        return int(kernels.solve(0, own, stones, table, negamax.make_work(self.bits), shared))


@cache
def _means(bits: int) -> Means:
    return Means(bind(negamax, game=connect_four), negamax.make_table(bits))


def complete(last: Positions, scores: np.ndarray, plies: int) -> Book:
    """Return the book of all positions up to a ply from the scores of that ply: a score is that of the best move."""
    known = Scores(last.keys, scores)
    for ply in range(plies - 1, -1, -1):
        earlier = positions(ply)
        keys = np.concatenate([known.keys, earlier.keys])
        order = np.argsort(keys)
        scores = np.concatenate([known.scores, best_scores(earlier, ply, known)])
        known = Scores(keys[order], scores[order])
    return Book(known, plies)


def best_scores(before: Positions, ply: int, known: Scores) -> np.ndarray:
    """Return the score of each position's best move; those of the positions after them are known."""
    best = np.full(len(before.own), -SQUARES, np.int8)
    for column in range(7):
        goes_on, child = after(before, column)
        found = known.scores[np.searchsorted(known.keys, canonical_keys(child))]
        best[goes_on] = np.maximum(best[goes_on], -found)
    best[wins_at_once(before)] = (SQUARES + 1 - ply) // 2
    return best
