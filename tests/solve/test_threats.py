"""Threats agree with the rules of the game, square by square."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fourfold.bits import U
from fourfold.games import connect_four
from fourfold.solve.threats import has_two, open_squares, safe_squares, winning_squares

COLUMNS = st.lists(st.integers(0, 6), max_size=40)


def play(columns):
    """Return the state after as many of the moves as are legal, in a game that is not over."""
    state = connect_four.init_state()
    for column in columns:
        if not int(state.stones) >> 7 * column + 5 & 1:
            child = connect_four.apply(state, column)
            if connect_four.test_terminal(child) == connect_four.ONGOING:
                state = child
    return state


def squares():
    return [U(1) << U(7 * column + row) for column in range(7) for row in range(6)]


@given(COLUMNS)
def test_winning_squares_complete_a_line(columns):
    state = play(columns)
    found = winning_squares(state.own, state.stones)
    for square in squares():
        expected = not state.stones & square and connect_four.has_four(state.own | square)
        assert bool(found & square) == expected


@given(COLUMNS)
def test_safe_squares_are_those_after_which_the_opponent_cannot_win_at_once(columns):
    state = play(columns)
    if winning_squares(state.own, state.stones) & open_squares(state.stones):
        return
    moves = np.zeros(7, np.int64)
    safe = 0
    for move in moves[: connect_four.expand(state, moves)].tolist():
        child = connect_four.apply(state, move)
        if not winning_squares(child.own, child.stones) & open_squares(child.stones):
            safe |= int(state.stones ^ child.stones)
    assert int(safe_squares(state.own, state.stones)) == safe


@given(COLUMNS)
def test_of_two_threats_only_one_can_be_met(columns):
    state = play(columns)
    squares = open_squares(state.stones)
    threats = winning_squares(state.own ^ state.stones, state.stones)  # of the side that has moved
    if threats & squares and not winning_squares(state.own, state.stones) & squares:
        assert has_two(threats, squares) != (safe_squares(state.own, state.stones) != 0)
