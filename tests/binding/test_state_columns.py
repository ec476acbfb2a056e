"""States that went through columns are the same, in plain Python and in kernels."""

import numpy as np
import pytest
from support import countdown

from fourfold.binding import hashing
from fourfold.binding.bind import bind, field_types, typed
from fourfold.binding.state_columns import columns_of, take
from fourfold.games.interface.find import find_game, game_names
from fourfold.search import ranking


def random_line(game, seed):
    rng, state, states = np.random.default_rng(seed), game.init_state(), []
    for _ in range(30):
        states.append(state)
        moves = game.moves(state)
        if not moves:
            break
        state = game.apply(state, moves[rng.integers(len(moves))])
    return states


@pytest.mark.parametrize("name", game_names())
def test_states_are_read_as_they_were(name):
    game = find_game(name)
    states = random_line(game, 1)
    columns = columns_of(states, field_types(game.module.State))
    state_at = bind(hashing, game=game.module, jit=False).state_at
    assert [typed(state_at(columns, place)) for place in range(len(states))] == states
    assert [typed(state_at(take(columns, slice(2, 5)), place)) for place in range(3)] == states[2:5]


@pytest.mark.parametrize("name", ["draughts", "tic_tac_toe"])
def test_kernels_read_the_same(name):
    game = find_game(name)
    states = [state for state in random_line(game, 2) if game.moves(state)]
    columns, counts = columns_of(states, field_types(game.module.State)), np.zeros(len(states), np.int64)
    bind(ranking, game=game.module).count_moves_of(columns, counts)
    assert counts.tolist() == [len(set(game.moves(state))) for state in states]


def test_objects_have_columns_too():
    states = [countdown.init_state(), countdown.State(3, "three")]
    columns = columns_of(states, field_types(countdown.State))
    state_at = bind(hashing, game=countdown, jit=False).state_at
    assert [state_at(columns, place) for place in (0, 1)] == states


def test_no_states_are_empty_columns():
    columns = columns_of([], field_types(find_game("draughts").module.State))
    assert [column.dtype for column in columns] == [np.uint64] * 3 + [np.int64] * 2
    assert all(len(column) == 0 for column in columns)
