"""The squares of a board as the side to move sees them, and those that a move changes; kernels for every game.

A square is a variable of the game: positive for an own piece, negative for the opponent's, 0 if it is empty. A game
that turns the board for one side defines `fixed_variables`; `make_view` finds out where each side sees which square.
"""

from typing import NamedTuple

import numpy as np

from ..rules import apply, fixed_variables, moves_again

NO_ALLOCATION = True
FILLED, LEFT, TAKEN = 0, 1, 2
"""How a move changes a square: it is the mover's afterwards; it was; or it is the opponent's no more, and nobody's."""
CHANGES = 3


class View(NamedTuple):
    """Where both sides see the squares."""

    places: np.ndarray
    """[0 for the first side or 1 for the second, square of the fixed view]: the square in that side's own view."""
    fixed: int
    """1 if the game has a fixed view, 0 if it shows each side its own view only."""


def own_view(squares):
    """Return the view of a game whose sides see each square in the same place."""
    return View(np.tile(np.arange(squares), (2, 1)), 0)


def read_squares(state, view, raw, squares):
    """Write the squares as the side to move sees them; return 0 if the first side is to move, else 1."""
    turn = fixed_variables(state, raw)
    row = 0 if turn == 1 else 1
    for square in range(squares.size):
        squares[view.places[row, square]] = turn * raw[square]
    return row


def read_after(before, after, row, view, raw, squares):
    """Write the squares of after as the side to move in before sees them; row is what reading before returned."""
    fixed_variables(after, raw)
    is_own = row == 0 if view.fixed else moves_again(before, after)
    sign = 1 if is_own else -1
    for square in range(squares.size):
        squares[view.places[row, square]] = sign * raw[square]


def list_changes(squares, after, changed):
    """Write rows (square, FILLED, LEFT or TAKEN) for what a move changes, given the squares before and after it.

    Return how many there are.
    """
    n = 0
    for square in range(squares.size):
        if after[square] == squares[square]:
            continue
        changed[n, 0] = square
        changed[n, 1] = FILLED if after[square] > 0 else LEFT if squares[square] > 0 else TAKEN
        n += 1
    return n


class Board(NamedTuple):
    """A position and one of its moves, square by square: the working memory of nets that rank moves."""

    perspective: View
    raw: np.ndarray
    squares: np.ndarray
    after: np.ndarray
    changed: np.ndarray


def make_board(places, fixed):
    """Return the memory of a net that keeps its view as places and whether it is fixed."""
    squares = places.shape[1]
    view = View(places.astype(np.int64), int(fixed))
    return Board(view, *np.zeros((3, squares)), np.zeros((squares, 2), np.int64))


def read_position(board, state):
    """Write the squares of a position; return what `read_squares` does."""
    return read_squares(state, board.perspective, board.raw, board.squares)


def read_move(board, state, move, row):
    """Write what a move of the position just read changes; return how many changes there are."""
    read_after(state, apply(state, move), row, board.perspective, board.raw, board.after)
    return list_changes(board.squares, board.after, board.changed)
