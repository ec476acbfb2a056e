"""Contexts, their features, attributes and detectors are those of the context paper, and look the same in a mirror."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.evaluators.connect_four.contexts import (
    COLUMN,
    COLUMNS,
    CONTEXT_INPUTS,
    CONTEXTS,
    DETECTORS,
    DIAGONAL,
    FRAMES,
    KINDS,
    LINES,
    LOCATIONS,
    ROW,
    Aspects,
    attributes,
    detector_of,
    make_aspects,
    read_aspects,
    read_contexts,
    read_squares,
)
from fourfold.games import connect_four

PAPER = ("D1", "D2", "D3", "D4")
"""The sorts of detectors of the context paper."""


def read(state):
    """Return the squares of a state, and the values and depths of its contexts."""
    squares, missing, values, depths = (np.zeros(size, np.int64) for size in (42, 42, CONTEXTS, CONTEXTS))
    read_squares(state.own, state.stones, squares)
    read_contexts(squares, missing, values, depths)
    return squares, values, depths


def read_more(state):
    """Return what is above every context, and whom the order of moves favours."""
    squares, missing, wins, values = (np.zeros(size, np.int64) for size in (42, 42, 42, CONTEXTS))
    aspects = make_aspects(CONTEXTS)
    read_squares(state.own, state.stones, squares)
    read_contexts(squares, missing, values, aspects.depths)
    read_aspects(squares, missing, wins, aspects.nexts, aspects.parities)
    return aspects.nexts, aspects.parities


@pytest.mark.parametrize(
    ("squares", "above", "favoured"),
    [
        ([(column, 1) for column in (1, 2, 3, 4)], 3, 0),  # 4 can be filled; the opponent wins right above
        ([(column, 2) for column in (4, 5, 6, 7)], 1, 2),  # 4 and 6 wait: even rows fall to the second player
        ([(1, row) for row in (3, 4, 5, 6)], 1, 3),
        ([(column, 3) for column in (4, 5, 6, 7)], 0, 1),
    ],
)
def test_what_is_above_and_whom_the_order_of_moves_favours(squares, above, favoured):
    state = connect_four.parse("." * 28 + "ooo...." + "xxo.x.x" + " x")
    nexts, parities = read_more(state)
    context = context_at(*squares)
    assert (nexts[context], parities[context]) == (above, favoured)
    assert 2 not in nexts
    other = state._replace(own=state.own ^ state.stones)  # the other side's view of the same threats
    assert read_more(other)[0][context] == {3: 2}.get(above, above)


def context_at(*squares):
    """Return the number of the context of squares given as (column, row) from 1."""
    wanted = {COLUMNS * (row - 1) + column - 1 for column, row in squares}
    return next(number for number, line in enumerate(LINES.tolist()) if set(line) == wanted)


def test_there_are_69_contexts():
    assert CONTEXTS == 69
    assert [(KINDS == kind).sum() for kind in (ROW, COLUMN, DIAGONAL)] == [24, 21, 24]
    assert len({frozenset(line) for line in LINES.tolist()}) == 69


def test_a_frame_has_39_contexts_of_five_columns():
    assert FRAMES.shape == (3, 39)
    for frame in range(3):
        columns = LINES[FRAMES[frame]] % COLUMNS
        assert columns.min() == frame
        assert columns.max() == frame + 4
        assert [(KINDS[FRAMES[frame]] == kind).sum() for kind in (ROW, COLUMN, DIAGONAL)] == [12, 15, 12]
    frames_of = np.bincount(FRAMES.ravel(), minlength=CONTEXTS)
    centre = (KINDS == COLUMN) & (LOCATIONS >= 2) & (LOCATIONS <= 4)
    assert (frames_of[centre] == 3).all()
    assert frames_of.max() == 3
    assert frames_of.min() == 1


def test_the_example_of_figure_3():
    """K: a rising diagonal from column 3, Green, empty, empty, Green; 3 stones are missing in column 5."""
    state = connect_four.parse(".......  .......  .....o.  .....x.  .....o.  ..o..x.".replace(" ", "") + " x")
    state = state._replace(own=state.own)
    _, values, depths = read(state)
    context = context_at((3, 1), (4, 2), (5, 3), (6, 4))
    assert CONTEXT_INPUTS[values[context], :4].tolist() == [-1, 0, 0, -1]
    assert CONTEXT_INPUTS[values[context], 4:].tolist() == [0, 1, 0, -1, 1]
    assert KINDS[context] == DIAGONAL
    assert LOCATIONS[context] + 1 == 3
    assert depths[context] == 3
    frames = [frame + 1 for frame in range(3) if context in FRAMES[frame]]
    assert frames == [2, 3]
    chosen = {sort: int(detector_of(sort, Aspects(depths, depths, depths))[context]) for sort in PAPER}
    assert chosen == {"D1": 0, "D2": DIAGONAL, "D3": 2 + 4 + 2, "D4": 7 * DIAGONAL + 3}


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ([0, 0, 0, 0], [1, 1, 0, 0]),
        ([1, 0, 0, 0], [0, 1, 0, 1]),
        ([-1, 0, 0, -1], [0, 1, 0, -1]),
        ([1, -1, 0, 0], [0, 0, 0, 0]),
        ([1, -1, 1, -1], [0, 0, 1, 0]),
        ([1, 1, 1, 1], [0, 1, 1, 1]),
    ],
)
def test_attributes(context, expected):
    assert attributes(context) == expected


def test_the_location_of_a_diagonal_is_the_column_of_its_lowest_square():
    assert LOCATIONS[context_at((4, 1), (3, 2), (2, 3), (1, 4))] + 1 == 4
    assert LOCATIONS[context_at((1, 1), (2, 2), (3, 3), (4, 4))] + 1 == 1


def test_there_are_35_detectors():
    assert {sort: DETECTORS[sort] for sort in PAPER} == {"D1": 1, "D2": 3, "D3": 10, "D4": 21}
    chosen = detector_of("D3", make_aspects(CONTEXTS))
    rows = {int(LOCATIONS[context]) + 1: int(chosen[context]) for context in np.flatnonzero(KINDS == ROW)}
    assert rows == {1: 0, 4: 0, 2: 1, 3: 1}


def mirror_image(line):
    """Return the context that a context becomes in the mirror, its squares in the same order."""
    image = [square + COLUMNS - 1 - 2 * (square % COLUMNS) for square in line]
    return next(number for number, other in enumerate(LINES.tolist()) if set(other) == set(image)), image


def test_detectors_read_mirror_images_alike():
    for context, line in enumerate(LINES.tolist()):
        other, image = mirror_image(line)
        if context != other:  # a row in the middle is its own image, and is read from the left
            assert LINES[other].tolist() == image
        for sort in DETECTORS:
            chosen = detector_of(sort, Aspects(*[np.full(CONTEXTS, 2)] * 3))
            assert chosen[context] == chosen[other]


@given(st.lists(st.integers(0, 6), max_size=30))
def test_mirror_images_have_the_same_values_and_depths(columns):
    states = [connect_four.init_state(), connect_four.init_state()]
    for column in columns:
        if not int(states[0].stones) >> 7 * column + 5 & 1:
            moves = column, 6 - column
            states = [connect_four.apply(state, move) for state, move in zip(states, moves, strict=True)]
    (_, values, depths), (_, other_values, other_depths) = map(read, states)
    more, others = map(read_more, states)
    for context, line in enumerate(LINES.tolist()):
        other, _ = mirror_image(line)
        assert depths[context] == other_depths[other]
        assert [part[context] for part in more] == [part[other] for part in others]
        if context != other:
            assert values[context] == other_values[other]
