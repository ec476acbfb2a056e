"""Lines of best play in Connect Four: the positions that are reached if one side plays only best moves.

The other side may do what it likes. There are few of them: with 12 stones a seventieth of all positions.
"""

from typing import NamedTuple

import numpy as np

from .book import Book, Scores
from .early_positions import Positions, after, canonical_keys, distinct, wins_at_once
from .threats import SQUARES


class Questions(NamedTuple):
    """Positions whose scores decide how lines of best play go on."""

    positions: Positions
    low: np.ndarray
    """A lower bound of each score: no move is better than the position before it."""
    high: np.ndarray
    """The highest score that matters; beyond the lower bound none does where only a best move is looked for."""

    def part(self, first: int) -> "Questions":
        own, stones = self.positions
        return Questions(Positions(own[first:], stones[first:]), self.low[first:], self.high[first:])


def lines(book: Book, plies: int) -> list[Positions]:
    """Return the positions after plies if the first player plays only best moves, and if the second does."""
    return [_lines_of(side, book, plies) for side in (0, 1)]


def _lines_of(side: int, book: Book, plies: int) -> Positions:
    found = Positions(np.zeros(1, np.uint64), np.zeros(1, np.uint64))
    for ply in range(plies):
        parts, wanted = [], known_scores(book, found)[1]
        for moved, child in moves_from(found):
            if ply % 2 == side:
                is_best, scores = known_scores(book, child)
                is_best &= -scores == wanted[moved]
                child = Positions(child.own[is_best], child.stones[is_best])
            parts.append(child)
        found = distinct(parts)
    return found


def moves_from(before: Positions) -> list[tuple[np.ndarray, Positions]]:
    """Return, of each column, where a stone in it goes on without winning, and the positions after it."""
    return [after(before, column) for column in range(7)]


def known_scores(book: Book, positions: Positions) -> tuple[np.ndarray, np.ndarray]:
    """Return which scores the book has, and these; 0 stands for others."""
    is_known, scores = np.zeros(len(positions.own), bool), np.zeros(len(positions.own), np.int8)
    keys = canonical_keys(positions)
    for table in (book.complete, book.best_play):
        if len(table.keys):
            places = np.minimum(np.searchsorted(table.keys, keys), len(table.keys) - 1)
            is_here = table.keys[places] == keys
            is_known, scores = is_known | is_here, np.where(is_here, table.scores[places], scores)
    return is_known, scores


def questions(book: Book, plies: int) -> Questions:
    """Return the positions after plies that may be on a line of best play; the book has those of the ply before."""
    parts = []
    for side, before in enumerate(lines(book, plies - 1)):
        low_before = -known_scores(book, before)[1]
        is_best_asked = (plies - 1) % 2 == side
        wins = wins_at_once(before)
        for moved, child in moves_from(before):
            low = low_before[moved]
            high = low if is_best_asked else np.full(len(low), (SQUARES + 1 - plies) // 2, np.int8)
            counts = ~wins[moved] | (not is_best_asked)  # who wins at once has no other best move
            parts.append((child.own[counts], child.stones[counts], low[counts], high[counts]))
    own, stones, low, high = (np.concatenate(each) for each in zip(*parts, strict=True))
    return _merged(Positions(own, stones), low, high)


def _merged(positions: Positions, low: np.ndarray, high: np.ndarray) -> Questions:
    """Return each position once, with all that is asked of it and known."""
    found = distinct([positions])
    place = np.searchsorted(found.keys, canonical_keys(positions))
    lowest, highest = np.full(len(found.own), -SQUARES, np.int8), np.full(len(found.own), -SQUARES, np.int8)
    np.maximum.at(lowest, place, low)
    np.maximum.at(highest, place, high)
    return Questions(found, lowest, highest)


def extended(book: Book, asked: Questions, scores: np.ndarray, plies: int) -> Book:
    """Return the book with the answers to questions after plies; scores too high to matter are left out."""
    matters = scores <= asked.high
    keys, known = asked.positions.keys[matters], scores[matters].astype(np.int8)
    if book.best_plies == book.plies:  # the first of these plies: what it goes on from is part of it
        begun = distinct(lines(book, book.plies))
        keys, known = np.concatenate([begun.keys, keys]), np.concatenate([known_scores(book, begun)[1], known])
    keys = np.concatenate([book.best_play.keys, keys])
    known = np.concatenate([book.best_play.scores, known])
    order = np.argsort(keys)
    return Book(book.complete, book.plies, Scores(keys[order], known[order]), plies)
