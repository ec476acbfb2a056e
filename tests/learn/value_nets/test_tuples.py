"""Tuples of squares: the lines and boxes of a board, with their images."""

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.learn.value_nets.tuples import tuples_of

OTHELLO = find_game("othello")


def sets(orders):
    return [frozenset(np.flatnonzero(order)) for order in orders]


def test_othello_has_its_lines_and_all_boxes_of_nine_squares():
    orders, tables = tuples_of(OTHELLO, 3)
    found = sets(orders)
    lengths = np.bincount([len(squares) for squares in found])
    assert len(set(found)) == len(found) == 16 + 22 + 36  # rows and columns, diagonals of three or more, boxes
    assert list(lengths[3:]) == [4, 4, 4, 4, 4, 16 + 2, 36]
    assert frozenset(range(8)) in found
    assert frozenset({0, 1, 2, 8, 9, 10, 16, 17, 18}) in found
    edges = {
        tables[found.index(frozenset(line))] for line in (range(8), range(56, 64), range(0, 64, 8), range(7, 64, 8))
    }
    assert len(edges) == 1
    assert tables.max() + 1 == 4 + 6 + 6  # of the lines, the diagonals and the boxes


def test_tuples_of_one_table_are_images_in_the_same_order():
    orders, tables = tuples_of(OTHELLO, 3)
    images = np.array(OTHELLO.symmetries)
    for table in range(tables.max() + 1):
        first, *others = [order for order, number in zip(orders, tables, strict=True) if number == table]
        squares = np.argsort(np.where(first > 0, first, np.inf))[: int(first.max())]
        moved = {tuple(image[squares]) for image in images}
        for other in others:
            assert tuple(np.argsort(np.where(other > 0, other, np.inf))[: int(other.max())]) in moved


@pytest.mark.parametrize(("name", "levels"), [("draughts", 5), ("connect_four", 3), ("gomoku", 3), ("hex:size=4", 3)])
def test_every_square_is_in_a_tuple_and_no_table_is_too_large(name, levels):
    game = find_game(name)
    orders, _ = tuples_of(game, levels)
    assert (orders > 0).any(axis=0).all()
    assert levels ** (orders > 0).sum(axis=1).max() <= 20_000


def test_on_a_large_board_the_same_shape_anywhere_has_one_table():
    game = find_game("gomoku:size=11")
    orders, tables = tuples_of(game, 3)
    found = dict(zip(sets(orders), tables, strict=True))
    rows = {found[frozenset(range(start, start + 9))] for start in (0, 1, 2, 11, 57)}
    columns = {found[frozenset(range(start, start + 99, 11))] for start in (0, 5, 22)}
    boxes = {table for squares, table in found.items() if len(squares) == 9 and max(squares) - min(squares) == 24}
    assert len(rows | columns) == len(boxes) == 1
    alone = {squares: table for squares, table in found.items() if len(squares) == 1}
    assert len(alone) == 121  # where a square is counts too: 21 classes under the symmetries
    assert len(set(alone.values())) == 21
    assert tables.max() + 1 == len(set(tables))


def test_a_game_without_squares_has_none():
    with pytest.raises(InputError, match="kalah does not say where its squares are"):
        tuples_of(find_game("kalah"), 3)
