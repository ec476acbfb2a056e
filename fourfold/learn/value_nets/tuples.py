"""Which tuples of squares a net looks at: the lines and boxes of a game's board."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import numpy as np

from ...errors import InputError
from ...games.interface.game import Game

MOST_ROWS = 20_000
"""In the table of a tuple, which has one for everything that can stand there."""
SHORTEST = 3
"""No line has fewer squares."""
LARGE = 100
"""A board of more squares is large: games show too rarely what can stand in each of its places."""
Squares = tuple[int, ...]
Board = dict[tuple[int, int], int]
"""The variable of each place, a row and a column."""


def tuples_of(game: Game, levels: int, most_rows: int = MOST_ROWS) -> tuple[np.ndarray, np.ndarray]:
    """Return the order of the squares in every tuple, [tuples, variables], and the number of each tuple's table.

    A square has one of so many levels, and a table so many rows at most. A square that is in no line and no box is a
    tuple of its own. On a large board all tuples of a shape have one table, wherever they are, and every square is a
    tuple of its own besides.
    """
    if not game.places:
        raise InputError(f"{game.name} does not say where its squares are (PLACES), so there are no tuples of them")
    board = {place: square for square, place in enumerate(game.places)}
    longest = int(np.log(most_rows + 0.5) / np.log(levels))
    shapes = [*lines(board, longest), *boxes(board, longest)]
    is_large = len(board) > LARGE
    seen = set[int]() if is_large else {square for squares in shapes for square in squares}
    alone = [(square,) for square in board.values() if square not in seen]
    found = with_images([*shapes, *alone], game.symmetries, game.places if is_large else None)
    orders = np.zeros((len(found), game.variables), np.float32)
    for order, squares in zip(orders, found, strict=True):
        order[list(squares)] = np.arange(len(squares)) + 1
    return orders, np.array(list(found.values()))


def with_images(
    tuples: Iterable[Squares], symmetries: Sequence[Sequence[int]], places: Sequence[tuple[int, int]] | None = None
) -> dict[Squares, int]:
    """Return all images of tuples under the symmetries, with a number that those of one tuple share.

    With the places of all squares, tuples of a shape share it, too, if they have more than one square.
    """
    known: dict[frozenset[int], Squares] = {}
    numbers: dict[Squares, int] = {}
    shapes: dict[tuple[tuple[int, int], ...], int] = {}
    for squares in tuples:
        if frozenset(squares) not in known:
            images = [tuple(int(image[square]) for square in squares) for image in symmetries]
            number = len(set(numbers.values()))
            if places and len(squares) > 1:
                number = shapes.get(shape_of(squares, places), number)
                shapes.update((shape_of(moved, places), number) for moved in images)
            for moved in images:
                if known.setdefault(frozenset(moved), moved) == moved:
                    numbers[moved] = number
    return numbers


def shape_of(squares: Squares, places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return where each square is, as seen from the first."""
    row, column = places[squares[0]]
    return tuple((places[square][0] - row, places[square][1] - column) for square in squares)


def lines(board: Board, longest: int) -> Iterator[Squares]:
    """Yield all straight lines of squares; of those that are too long, all parts of the greatest length."""
    for down, right in directions(board):
        for row, column in board:
            if (row - down, column - right) not in board:
                line = []
                while (row, column) in board:
                    line.append(board[row, column])
                    row, column = row + down, column + right
                if len(line) >= SHORTEST:
                    yield from (tuple(line[i : i + longest]) for i in range(max(len(line) - longest, 0) + 1))


def directions(board: Board) -> list[tuple[int, int]]:
    """Return the steps to the nearest squares in each direction."""
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    near = [any((row + down, column + right) in board for row, column in board) for down, right in steps]
    return [step if close else (2 * step[0], 2 * step[1]) for step, close in zip(steps, near, strict=True)]


def boxes(board: Board, longest: int) -> Iterator[Squares]:
    """Yield the largest boxes that are nearly square and have no more squares than a tuple may have."""
    rows, columns = (max(numbers) + 1 for numbers in zip(*board, strict=True))
    shapes, side = [(2, 2)], 2
    while side < max(rows, columns):
        for wider in ([(side, side + 1), (side + 1, side)], [(side + 1, side + 1)]):
            if all(most_in(board, rows, columns, *shape) <= longest for shape in wider):
                shapes = wider
        side += 1
    for height, width in shapes:
        for top, left in corners(rows, columns, height, width):
            squares = within(board, top, left, height, width)
            if len(squares) >= SHORTEST:
                yield squares


def most_in(board: Board, rows: int, columns: int, height: int, width: int) -> int:
    """Return how many squares are in a box of this size, at most."""
    return max(len(within(board, *corner, height, width)) for corner in corners(rows, columns, height, width))


def corners(rows: int, columns: int, height: int, width: int) -> list[tuple[int, int]]:
    """Return the places where such a box may begin; one that is larger than the board begins with it."""
    return list(product(range(max(rows - height, 0) + 1), range(max(columns - width, 0) + 1)))


def within(board: Board, top: int, left: int, height: int, width: int) -> Squares:
    """Return the squares of a box."""
    cells = product(range(top, top + height), range(left, left + width))
    return tuple(board[cell] for cell in cells if cell in board)
