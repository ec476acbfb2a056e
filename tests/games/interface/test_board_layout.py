from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import pytest
from support import paths
from support.drawn_game import BACKGAMMON, KALAH, PITS, POINTS, drawn_game

from fourfold.games.interface.board_layout import board_rows, labels, picture, placements, status
from fourfold.games.interface.find import find_game, game_names
from fourfold.games.interface.game import Game
from fourfold.games.interface.style import Style

DOTS_AND_BOXES = str(paths.EXAMPLES / "dots_and_boxes.py")


def test_who_is_to_move_and_who_has_won():
    game = find_game("connect_four")
    assert status(game, game.init_state()) == "Yellow to move"
    assert status(game, game.parse("4")) == "Red to move"
    assert status(game, game.parse("1212121")) == "Yellow wins"


def test_the_winner_is_named_whoever_is_to_move():
    game = find_game("connect_four")
    assert status(game, game.parse("71212121")) == "Red wins"
    tic_tac_toe = find_game("tic_tac_toe")
    assert status(tic_tac_toe, tic_tac_toe.parse("0 1 2 4 3 5 7 6 8")) == "a draw"


def test_a_state_without_player():
    state = SimpleNamespace()
    for outcome, text in ((2, ""), (1, "the side to move wins"), (-1, "the side to move loses"), (0, "a draw")):
        over = outcome != 2
        ends = {"test_terminal": lambda _, o=outcome, v=over: (v, o if v else None)}
        game = SimpleNamespace(style=Style(), most_points=0, **ends)
        assert status(game, state) == text


@pytest.mark.parametrize("name", game_names())
def test_every_game_that_comes_along_has_a_style_of_its_own(name):
    style = find_game(name).style
    assert style.names != Style().names
    assert style.shape in ("disc", "hole", "mark", "point", "pit")
    assert style.grid in ("square", "lines", "hex")
    assert style.inside in ("", "moves", "numbers", "dots")


def test_labels_are_those_of_the_moves():
    assert labels(find_game("othello")) == (list("abcdefgh"), list("12345678"))
    assert labels(find_game("breakthrough")) == (list("abcdefgh"), list("87654321"))
    assert labels(find_game("hex")) == (list("abcdefghijk"), [str(row) for row in range(1, 12)])
    assert labels(find_game("gomoku")) == (list("abcdefghijklmno"), [str(row) for row in range(15, 0, -1)])
    assert labels(find_game(DOTS_AND_BOXES)) == (list("abcdefg"), list("1234567"))
    assert labels(find_game("connect_four")) == (list("1234567"), [])
    assert labels(find_game("tic_tac_toe")) == ([], [])


@pytest.mark.parametrize(
    ("names", "rows"), [("a1 b1 c1 a2 b2 c2 a3 b3 c3", "123"), ("a3 b3 c3 a2 b2 c2 a1 b1 c1", "321")]
)
def test_labels_of_a_game_that_fills_squares_by_name(names, rows):
    module = ModuleType("mine")
    vars(module).update(vars(find_game("tic_tac_toe").module), State=Nothing, STYLE={})
    module.move_text = lambda state, move: names.split()[move]
    assert labels(Game(module, "mine.py")) == (list("abc"), list(rows))
    module.move_text = lambda state, move: names.split()[::-1][move]
    assert labels(Game(module, "mine.py")) == ([], [])


def named_game(names, **changed):
    """Return tic-tac-toe as a stranger would write it, with other names of its moves."""
    module = ModuleType("mine")
    vars(module).update(vars(find_game("tic_tac_toe").module), STYLE={}, **changed)
    module.move_text = lambda state, move: names.split()[move]
    return Game(module, "mine.py")


def test_labels_are_as_large_as_the_names_of_moves():
    assert labels(named_game("A3 B3 C3 A2 B2 C2 A1 B1 C1")) == (list("ABC"), list("321"))


def test_a_first_move_that_names_no_square_does_not_hide_the_labels():
    rules = find_game("tic_tac_toe").module

    def expand(state, moves):
        count = rules.expand(state, moves)
        moves[count] = 9
        return count + 1

    def apply(state, move):
        return state if move == 9 else rules.apply(state, move)

    game = named_game("a3 b3 c3 a2 b2 c2 a1 b1 c1 pass", expand=expand, apply=apply, MAX_MOVES=10)
    assert labels(game) == (list("abc"), list("321"))


def test_a_move_may_fill_more_squares_than_the_one_it_names():
    rules = find_game("tic_tac_toe").module

    def board(state):
        return ["".join(letter * 2 for letter in row) for row in rules.board(state)]

    assert labels(named_game("a3 c3 e3 a2 c2 e2 a1 c1 e1", board=board)) == (list("abcdef"), list("321"))


def test_placements():
    game = find_game("tic_tac_toe")
    assert placements(game, game.parse("4 0 8")) == {
        (0, 1): "1",
        (0, 2): "2",
        (1, 0): "3",
        (1, 2): "5",
        (2, 0): "6",
        (2, 1): "7",
    }
    draughts = find_game("draughts")
    assert placements(draughts, draughts.init_state()) == {}


def test_the_last_move_ends_where_a_piece_arrived():
    game = find_game("breakthrough")
    states = game.replay(["a2a3", "b7b6", "a3a4", "b6b5", "a4b5"])
    assert picture(game, states[1], states[0]).last == [(5, 0)]
    assert picture(game, states[5], states[4]).last == [(3, 1)]  # a capture
    assert picture(game, states[1]).last == []


def test_numbers_count_the_squares_in_use():
    game = find_game("draughts")
    notes = picture(game, game.init_state()).notes
    assert (notes[0, 1], notes[1, 0], notes[7, 6]) == ("1", "5", "32")


class Nothing(NamedTuple):
    number: int


def game_with_board(rows):
    module = ModuleType("strange")
    module.State, module.MAX_MOVES, module.init_state = Nothing, 1, lambda player=1: Nothing(0)
    module.board = lambda state: rows
    return Game(module, "strange.py")


def test_rows_are_made_equally_long():
    assert board_rows(game_with_board(["x", "ox."]), None) == ["x  ", "ox."]


def test_a_single_row_of_words_is_no_board():
    assert board_rows(game_with_board(["GHOST"]), None) == []
    assert board_rows(game_with_board(["x.o"]), None) == ["x.o"]
    assert board_rows(game_with_board([]), None) == []


def test_the_last_move_where_pieces_are_counted():
    game = drawn_game(*BACKGAMMON, **POINTS)
    first, second = game.replay(["0"])
    assert picture(game, second, first).last == [(0, 0), (1, 3)]
    game = drawn_game(*KALAH, **PITS)
    first, second = game.replay(["0"])
    assert picture(game, second, first).last == [(1, 1)], "the pit that was emptied"


def test_a_store_takes_the_unused_room_beside_it():
    game = drawn_game(*KALAH, **PITS)
    shown = picture(game, game.init_state())
    assert (shown.span((0, 0)), shown.span((1, 4)), shown.span((1, 1))) == ((0, 2), (0, 2), (1, 1))
    discs = drawn_game(*KALAH)
    assert picture(discs, discs.init_state()).span((0, 0)) == (0, 1)


def test_the_margin_is_in_the_points_of_the_game():
    module = ModuleType("mine")
    vars(module).update(vars(find_game("tic_tac_toe").module), POINTS=9)
    game = Game(module, "mine.py")
    for points, words in ((-5, "X wins by 5 points"), (1, "X wins by 1 point"), (0, "X wins")):
        module.points = lambda state, points=points: points
        assert status(game, game.parse("0 3 1 4 2")) == words


def test_where_chance_decides_a_side_is_to_roll():
    module = ModuleType("mine")
    vars(module).update(vars(find_game("tic_tac_toe").module), CHANCES=1, chance=lambda state, outcomes, shares: 1)
    game = Game(module, "mine.py")
    assert status(game, game.init_state()) == "X to roll"
