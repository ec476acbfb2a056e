"""Hex: who is linked, what may be taken over, and how the two sides see the same board."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourfold import rules
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game

hex_game, small, swapping = map(find_game, ("hex", "hex:size=3", "hex:size=4,swap=1"))
SIDES = {"x": (lambda row, column: row, 1), "o": (lambda row, column: column, -1)}


def is_linked(rows, side):
    """Return whether a chain of side leads from edge to edge, found with coordinates one stone at a time."""
    depth, size = SIDES[side][0], len(rows)
    cells = {(row, column) for row in range(size) for column in range(size) if rows[row][column] == side}
    reached = [cell for cell in cells if depth(*cell) == 0]
    for row, column in reached:
        for step in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
            near = row + step[0], column + step[1]
            if near in cells and near not in reached:
                reached.append(near)
    return any(depth(*cell) == size - 1 for cell in reached)


def stones(size, seed):
    """Return the rows of a board that is filled in turns, anywhere, and the side to move."""
    order = np.random.default_rng(seed).permutation(size * size)
    filled = np.random.default_rng(seed + 1).integers(size * size + 1)
    letters = ["."] * (size * size)
    for ply, cell in enumerate(order[:filled]):
        letters[cell] = "xo"[ply % 2]
    return ["".join(letters[start : start + size]) for start in range(0, size * size, size)], "xo"[filled % 2]


@given(st.integers(0, 1 << 30), st.sampled_from([2, 5, 8, 9, 11]))
@settings(deadline=None, max_examples=150)
def test_a_set_up_board_is_lost_if_the_other_side_is_linked(seed, size):
    game, (rows, side) = find_game(f"hex:size={size}"), stones(size, seed)
    other = "o" if side == "x" else "x"
    text = "/".join(rows) + " " + side
    if is_linked(rows, side):
        with pytest.raises(InputError, match="already linked"):
            game.parse(text)
        return
    state = game.parse(text)
    assert game.outcome(state) == (-1 if is_linked(rows, other) else rules.ONGOING)
    assert game.text(state) == text


@given(st.integers(0, 1 << 30))
@settings(deadline=None, max_examples=25)
def test_a_game_ends_at_once_when_a_side_is_linked_and_never_in_a_draw(seed):
    game, rng = find_game("hex:size=7"), np.random.default_rng(seed)
    state = game.init_state(1 if seed % 2 else -1)
    while game.moves(state):
        assert not any(is_linked(game.board(state), side) for side in SIDES)
        state = game.apply(state, int(rng.choice(game.moves(state))))
    winner = "o" if state.player == 1 else "x"
    assert game.outcome(state) == -1
    assert is_linked(game.board(state), winner)
    assert not is_linked(game.board(state), "x" if winner == "o" else "o")


def test_the_edges_of_both_sides():
    assert small.outcome(small.parse("a1 a2 b1 b2 c1 c2")) == -1, "Blue has the middle row"
    assert small.outcome(small.parse("a2 a1 b2 b1 c2 c1")) == -1, "Blue has the upper row"
    assert small.outcome(small.parse("a1 b1 a2 b2 a3")) == -1, "Red has the left column"
    assert small.outcome(small.parse("a3 a1 b2 c3 c1")) == -1, "each row stands half a cell further right"
    assert small.outcome(small.parse("a1 a3 b2 c1 c3")) == rules.ONGOING, "cells across the other diagonal do not touch"


def test_either_side_may_begin():
    state = small.init_state(-1)
    for text in ("a1", "c2", "b1", "c3", "c1"):
        state = small.apply(state, small.parse_move(state, text))
    assert (small.outcome(state), state.player) == (-1, 1)


def test_the_second_side_may_take_over_the_first_stone():
    first = swapping.parse("b1")
    assert "swap" in swapping.legal_texts(first)
    assert len(swapping.moves(first)) == swapping.max_moves == 16
    taken = swapping.parse("b1 swap")
    assert swapping.board(taken) == ["....", "o...", "....", "...."]
    assert (taken.player, swapping.module.moves_played(taken)) == (1, 1)
    assert "swap" not in swapping.legal_texts(taken)
    assert "swap" not in swapping.legal_texts(swapping.parse("b1 c3"))
    assert swapping.text(first) == ".x../..../..../.... o swap"
    assert swapping.parse(swapping.text(first)) == first
    assert swapping.parse(swapping.text(taken)) == taken


@pytest.mark.parametrize("moves", ["b1 swap d4 b2 d3 c2 d1 d2", "b2 swap d4 a2 d3 c2 d1 d2"])
def test_what_was_taken_over_counts_as_linked(moves):
    assert swapping.outcome(swapping.parse(moves)) == -1


@pytest.mark.parametrize("game", [hex_game, swapping])
def test_swapping_is_refused_where_it_is_not_allowed(game):
    with pytest.raises(InputError, match="only the second side may swap" if game is swapping else "there is no swap"):
        game.parse_move(game.init_state(), "swap")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("l1", "'l1' is not a cell; cells are a1 to k11"),
        ("a12", "is not a cell"),
        ("a0", "is not a cell"),
        ("a1 a1", "a1 is occupied"),
        ("x../.../... o", "a position is 11 rows of 11 cells"),
        ("/".join(["." * 11] * 11), "and the side to move"),
        ("/".join(["." * 11] * 10 + ["oo" + "." * 9]) + " o", "o cannot be to move: it has \\+2 stones"),
        ("/".join(["." * 11] * 11) + " o swap", "a position is"),
    ],
)
def test_bad_texts_get_a_reason(text, fault):
    with pytest.raises(InputError, match=fault):
        hex_game.parse(text)


def test_only_a_first_stone_can_be_taken_over_in_a_position():
    with pytest.raises(InputError, match="only the first stone may be taken over"):
        swapping.parse("xo../..../..../.... x swap")


def mirrored(game, state):
    """Return the same situation with exchanged sides: rows for columns, and the other side to move."""
    rows = ["".join(column) for column in zip(*game.board(state), strict=True)]
    turned = "/".join(rows).translate(str.maketrans("xo", "ox"))
    return game.parse(turned + (" o" if state.player == 1 else " x"))


@given(st.integers(0, 1 << 30), st.integers(0, 20))
@settings(deadline=None, max_examples=50)
def test_both_sides_see_themselves_going_from_top_to_bottom(seed, plies):
    game, rng = find_game("hex:size=5"), np.random.default_rng(seed)
    state = game.init_state()
    for _ in range(plies):
        if game.moves(state):
            state = game.apply(state, int(rng.choice(game.moves(state))))
    seen, fixed = np.zeros((2, 25)), np.zeros((2, 25))
    for number, each in enumerate((state, mirrored(game, state))):
        game.module.variables(each, seen[number])
        assert game.module.fixed_variables(each, fixed[number]) == each.player
    assert (seen[0] == seen[1]).all()
    assert (fixed[0].reshape(5, 5) == -fixed[1].reshape(5, 5).T).all()
    assert game.outcome(state) == game.outcome(mirrored(game, state))
