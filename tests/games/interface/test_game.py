"""Lines of moves: words that make up a move belong together."""

import pytest

from fourfold.games.interface.find import find_game

COUNTER = '''"""Who takes the last stone wins."""
from typing import NamedTuple
from fourfold.rules import ONGOING

MAX_MOVES = 2


class State(NamedTuple):
    left: int
    player: int


def init_state(player=1):
    return State(5, player)


def expand(state, moves):
    moves[0], moves[1] = 1, 2
    return min(state.left, 2)


def apply(state, move):
    return State(state.left - move, -state.player)


def test_terminal(state):
    return -1 if state.left == 0 else ONGOING


def move_text(state, move):
    return "take one" if move == 1 else "take one and one"
'''


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "counter.py"
    path.write_text(COUNTER)
    return find_game(str(path))


def test_words_that_make_up_a_move_belong_together(game):
    moves = ["take one and one", "take one", "take one and one"]
    assert game.split_moves(game.join_moves(moves)) == moves
    assert game.parse("take one and one take one").left == 2


def test_words_that_make_up_no_move_are_named(game):
    assert game.split_moves("take one give two") == ["take one", "give", "two"]
    with pytest.raises(ValueError, match="'give' is not legal"):
        game.parse("take one give two")


def test_moves_of_one_word_are_split_as_ever():
    assert find_game("tic_tac_toe").split_moves("1. 0 4, 8") == ["0", "4", "8"]
