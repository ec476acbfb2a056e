"""A position is reachable exactly if some game leads to it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fourfold.games import connect_four
from fourfold.games.connect_four import State
from fourfold.solve.reachable import is_reachable


@given(st.lists(st.integers(0, 6), max_size=42))
def test_what_was_played_is_reachable(columns):
    state = connect_four.init_state()
    for column in columns:
        if not int(state.stones) >> 7 * column + 5 & 1:
            child = connect_four.apply(state, column)
            if connect_four.has_four(child.own ^ child.stones):
                break
            state = child
    assert is_reachable(state)


def all_states(plies):
    """Return the states of all games of so many plies."""
    states, moves = {connect_four.init_state()}, np.zeros(7, np.int64)
    for _ in range(plies):
        states = {
            connect_four.apply(state, move)
            for state in states
            for move in moves[: connect_four.expand(state, moves)].tolist()
        }
    return states


def test_of_all_ways_to_colour_four_stones_those_that_games_lead_to_are_reachable():
    reached = {(int(state.own), int(state.stones)) for state in all_states(4)}
    shapes = {stones for _, stones in reached}
    for stones in shapes:
        bits = [1 << bit for bit in range(49) if stones >> bit & 1]
        for first in range(4):
            for second in range(first):
                own = bits[first] | bits[second]
                state = State(np.uint64(own), np.uint64(stones), 1)
                assert is_reachable(state) == ((own, stones) in reached)
