"""What contexts are said to be: the features and attributes of the context paper, on other boards too."""

import numpy as np
import pytest

from fourfold.binding.bind import bind
from fourfold.evaluators import goal_contexts
from fourfold.evaluators.connect_four import contexts as paper
from fourfold.evaluators.goal_contexts import EITHER, OPPONENT, OWN, count_depths, count_slots
from fourfold.games import connect_four
from fourfold.games.interface.find import find_game
from fourfold.learn.context.descriptions import across, describe


def squares_of(context):
    """Return the squares of a context of Connect Four as the module of the paper numbers them."""
    return [7 * (square % 6) + square // 6 for square in context]


def test_connect_four_has_the_kinds_and_the_order_of_the_paper():
    contexts = describe(find_game("connect_four")).contexts
    assert contexts.ordered
    assert contexts.deep
    numbers = {frozenset(line): number for number, line in enumerate(paper.LINES.tolist())}
    kinds = {}
    for row, kind in zip(contexts.squares.tolist(), contexts.kinds, strict=True):
        number = numbers[frozenset(squares_of(row))]
        assert kinds.setdefault(kind, paper.KINDS[number]) == paper.KINDS[number]
        assert squares_of(row) in (paper.LINES[number].tolist(), paper.LINES[number].tolist()[::-1])
    assert sorted(kinds.values()) == [paper.ROW, paper.COLUMN, paper.DIAGONAL]
    assert (count_slots(contexts), count_depths(contexts)) == (12, 7)


def test_a_mirror_image_is_read_in_mirrored_order():
    contexts = describe(find_game("connect_four")).contexts
    rows = {frozenset(row): row for row in contexts.squares.tolist()}
    mirror = connect_four.SYMMETRIES[1]
    for row in rows.values():
        image = [mirror[square] for square in row]
        assert rows[frozenset(image)] == image


def test_depths_and_attributes_are_those_of_the_paper():
    """Compare all contexts of a position with what the paper's own module says."""
    described = describe(find_game("connect_four")).contexts
    state = connect_four.parse("4435122544327633552")
    squares, missing, values, depths = (np.zeros(size, np.int64) for size in (42, 42, 69, 69))
    paper.read_squares(state.own, state.stones, squares)
    paper.read_contexts(squares, missing, values, depths)
    numbers = {frozenset(line): number for number, line in enumerate(paper.LINES.tolist())}
    seen, counts, inputs = np.zeros(42), np.zeros(42, np.int64), np.zeros(9, np.float32)
    connect_four.variables(state, seen)
    goal_contexts.count_missing(described, seen, counts)
    for context, row in enumerate(described.squares.tolist()):
        number = numbers[frozenset(squares_of(row))]
        assert goal_contexts.read_context(described, context, seen, counts, inputs) == depths[number]
        assert inputs[:4].tolist() == [seen[square] for square in row]
        assert inputs[4:8].tolist() == paper.attributes([int(seen[square]) for square in row])
        assert inputs[8] == 1.0


@pytest.mark.parametrize(("spec", "kinds", "locations"), [("tic_tac_toe", 3, 3), ("gomoku:size=7", 2, 12)])
def test_lines_on_a_square_board(spec, kinds, locations):
    contexts, _, changes = describe(find_game(spec))
    assert contexts.ordered
    assert not contexts.deep
    assert changes == 1
    assert set(contexts.owners) == {EITHER}
    assert (contexts.kinds.max() + 1, contexts.locations.max() + 1) == (kinds, locations)


def test_connections_belong_to_a_side_and_have_no_order():
    game = find_game("hex:size=3")
    contexts, view, changes = describe(game)
    assert not contexts.ordered
    assert changes == 1
    assert sorted(set(contexts.owners)) == [OPPONENT, OWN]
    ours, theirs = ({frozenset(row[row >= 0].tolist()) for row in contexts.squares[contexts.owners == owner]}
                    for owner in (OWN, OPPONENT))  # fmt: skip
    assert {frozenset(across(view)[list(goal)].tolist()) for goal in ours} == theirs
    assert frozenset((0, 3, 6)) in ours
    assert frozenset((0, 1, 2)) in theirs


def test_a_context_that_nobody_can_win_says_nothing_if_it_has_no_order():
    contexts = describe(find_game("hex:size=3")).contexts
    column = next(number for number, row in enumerate(contexts.squares.tolist()) if row[:4] == [0, 3, 6, -1])
    kernels, inputs = bind(goal_contexts, game=find_game("hex:size=3").module), np.zeros(8, np.float32)
    squares, missing = np.zeros(9), np.ones(9, np.int64)
    squares[[0, 3]] = 1.0, 1.0
    assert kernels.read_context(contexts, column, squares, missing, inputs) == 1
    assert inputs == pytest.approx([2 / 3, 0, 1 / 3, 0, 1, 0, 1, 1])
    squares[6] = -1.0
    assert kernels.read_context(contexts, column, squares, missing, inputs) == -1
