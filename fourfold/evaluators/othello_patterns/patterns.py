"""The patterns of squares of a pattern net, and the table row of each filling.

A pattern is rotated and mirrored into all its places; symmetric fillings share a row, so the net is invariant under
symmetry. A filling is a number in base 3: 0 an empty square, 1 an own disc, 2 the opponent's.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from ...games.othello import SYMMETRIES

SQUARES = 64
LINES = 9
"""The first patterns are those of a line: an edge, the second to fourth row, diagonals of 8 to 4."""
LENGTHS = (8, 8, 8, 8, 8, 7, 6, 5, 4)
MOST_PLACES = 24
"""The most places that contain one square."""
MAPS = 1 << 16
"""Ways to mark the squares of a quadrant."""


def _rows(*rows: tuple[int, range]) -> list[int]:
    return [8 * row + column for row, columns in rows for column in columns]


PATTERNS = (
    [*range(8), 9, 14],  # an edge and the X-squares beside its corners
    *([8 * row + column for column in range(8)] for row in (1, 2, 3)),
    *([8 * step + 8 - length + step for step in range(length)] for length in (8, 7, 6, 5, 4)),
    _rows((0, range(3)), (1, range(3)), (2, range(3))),  # corners
    _rows((0, range(5)), (1, range(5))),
    _rows((0, range(2, 6)), (1, range(2, 6))),  # middle of an edge
    _rows((0, range(4)), (1, range(3)), (2, range(2)), (3, range(1))),
    _rows((2, range(2, 5)), (3, range(2, 5)), (4, range(2, 5))),
    _rows((1, range(2, 6)), (2, range(2, 6))),
)


class Tables(NamedTuple):
    """Lookup tables from a board to row numbers."""

    rows: np.ndarray
    """[fillings of all patterns]: their rows."""
    first: np.ndarray
    """[place]: the first filling of its pattern."""
    counts: np.ndarray
    """[square]: in how many places it is."""
    places: np.ndarray
    """[square, which of them]"""
    powers: np.ndarray
    """[square, which of them]: the weight of a disc there in the filling, times 1 or 2."""
    lines: np.ndarray
    """[square, direction]: the place of a line through the square, or -1."""
    steps: np.ndarray
    """[square, direction]: where on that line the square is."""
    line_first: np.ndarray
    """[place]: where the fillings of its line begin in line_rows."""
    line_lengths: np.ndarray
    line_fillings: np.ndarray
    """[place]: how many its line has."""
    line_rows: np.ndarray
    """[fillings of a line and square on it]: rows, from 0."""
    square_classes: np.ndarray
    """[square]: its class under the symmetries of the board, 0 to 9."""

    @property
    def pattern_rows(self) -> int:
        """How many rows patterns have."""
        return int(self.rows.max()) + 1

    @property
    def all_line_rows(self) -> int:
        """How many rows lines have."""
        return int(self.line_rows.max()) + 1


@cache
def make_tables() -> Tables:
    rows, first, at, used = [], [], 0, 0
    placed: list[tuple[int, list[int]]] = []
    for number, squares in enumerate(PATTERNS):
        images = [[image[square] for square in squares] for image in SYMMETRIES]
        own_rows = shared_rows(images)
        rows.append(used + own_rows)
        for image in _different(images):
            placed.append((number, image))
            first.append(at)
        at, used = at + len(own_rows), used + int(own_rows.max()) + 1
    counts, places, powers = _incidence([squares for _, squares in placed])
    patterns = np.concatenate(rows).astype(np.int32), np.array(first, np.int64), counts, places, powers
    return Tables(*patterns, *_line_tables(placed))


def _different(images: list[list[int]]) -> list[list[int]]:
    """Return one image for each distinct set of squares."""
    return list({frozenset(image): image for image in reversed(images)}.values())[::-1]


def shared_rows(images: list[list[int]]) -> np.ndarray:
    """Return [filling]: the row of each filling of a pattern, the same for symmetric fillings."""
    length = len(images[0])
    fillings = np.arange(3**length)
    least = fillings
    for image in images:
        if set(image) == set(images[0]):
            order = [images[0].index(square) for square in image]
            least = np.minimum(least, _reordered(fillings, order))
    return np.unique(least[least], return_inverse=True)[1]


def _reordered(fillings: np.ndarray, order: list[int]) -> np.ndarray:
    return np.sum([fillings // 3**place % 3 * 3**at for at, place in enumerate(order)], axis=0)


@cache
def swapped_fillings() -> np.ndarray:
    """Return [fillings of all patterns]: the filling with own and opponent's discs swapped."""
    found, at = [], 0
    for squares in PATTERNS:
        fillings = np.arange(3 ** len(squares))
        digits = [fillings // 3**place % 3 for place in range(len(squares))]
        found.append(at + np.sum([(3 - digit) % 3 * 3**place for place, digit in enumerate(digits)], axis=0))
        at += len(fillings)
    return np.concatenate(found)


def _incidence(placed: list[list[int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    counts = np.zeros(SQUARES, np.int64)
    places, powers = np.zeros((2, SQUARES, MOST_PLACES), np.int64)
    for place, squares in enumerate(placed):
        for at, square in enumerate(squares):
            places[square, counts[square]], powers[square, counts[square]] = place, 3**at
            counts[square] += 1
    return counts, places, powers


def _line_tables(placed: list[tuple[int, list[int]]]) -> tuple[np.ndarray, ...]:
    lines, steps = np.full((SQUARES, 4), -1, np.int64), np.zeros((SQUARES, 4), np.int64)
    firsts = np.zeros(len(placed), np.int64)
    lengths = np.array([LENGTHS[number] if number < LINES else 0 for number, _ in placed])
    starts = np.cumsum([0, *(3**length * length for length in LENGTHS)])
    for place, (number, squares) in enumerate(placed):
        if number < LINES:
            firsts[place] = starts[number]
            line = squares[: LENGTHS[number]]
            direction = _direction(line)
            for step, square in enumerate(line):
                lines[square, direction], steps[square, direction] = place, step
    return lines, steps, firsts, lengths, 3**lengths, _line_rows(), _square_classes()


def _direction(line: list[int]) -> int:
    """Return 0 for a row, 1 for a column, 2 and 3 for diagonals."""
    return {1: 0, 8: 1, 9: 2, 7: 3}[abs(line[1] - line[0])]


def _line_rows() -> np.ndarray:
    """Return a row for each line, filling and step, the same when read from either end."""
    found, used = [], 0
    for length in LENGTHS:
        fillings = np.arange(3**length)[:, None]
        steps = np.arange(length)
        backward = _reordered(fillings, list(range(length))[::-1])
        codes = np.minimum(fillings * length + steps, backward * length + length - 1 - steps)
        rows = np.unique(codes, return_inverse=True)[1].ravel()
        found.append(used + rows)
        used += int(rows.max()) + 1
    return np.concatenate(found).astype(np.int32)


def _square_classes() -> np.ndarray:
    least = np.min(SYMMETRIES, axis=0)
    return np.unique(least, return_inverse=True)[1].astype(np.int64)
