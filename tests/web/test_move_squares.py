"""Moves as squares to click on: inferred from the board, or told by the game."""

import random
from collections import Counter

import pytest
from support.drawn_game import drawn_game
from support.paths import DOTS_AND_BOXES

from fourfold.games.interface.board_layout import board_rows
from fourfold.games.interface.cell import count_of, is_piece, side_of
from fourfold.games.interface.find import find_game
from fourfold.web.move_squares import legal_moves


def found(name, *moves):
    game = find_game(name)
    return {each["move"]: each for each in legal_moves(game, game.replay(list(moves))[-1])}


@pytest.mark.parametrize("stone", ["b1", "c3"])
def test_a_swap_is_a_button_and_every_cell_stays_a_cell(stone):
    """The stone on c3 stays where it is and changes its owner; that on b1 moves to a cell that could be filled."""
    legal = found("hex:size=5,swap=1", stone)
    assert (legal["swap"]["path"], legal["swap"]["to"]) == ([], None)
    assert len(legal) == 25
    assert all(len(each["path"]) == 1 for move, each in legal.items() if move != "swap")
    assert legal["a2"]["path"] == [[1, 0]]


def test_a_line_that_closes_a_box_is_clicked_and_not_the_box():
    line = found(DOTS_AND_BOXES, "b1", "a2", "c2")["b3"]
    assert (line["path"], line["again"]) == ([[2, 1]], True)
    assert not found(DOTS_AND_BOXES, "b1", "a2", "c2")["d1"]["again"]


def test_a_pit_is_clicked_even_if_the_move_empties_them_all():
    game = find_game("kalah")
    state = game.parse("0,1,0,0,1,1,20 0,0,0,0,1,0,24 x")
    legal = {each["move"]: each["path"] for each in legal_moves(game, state)}
    assert legal == {"2": [[1, 2]], "5": [[1, 5]], "6": [[1, 6]]}
    upper = {each["move"]: each["path"] for each in legal_moves(game, game.parse("0,1,0,0,1,1,20 0,0,0,0,1,0,24 o"))}
    assert upper == {"5": [[0, 2]]}


def sown(before, after):
    """Return the paths of the only move between two boards of a game that does not define routes."""
    return [each["path"] for each in legal_moves(*_started(drawn_game(before, after, shape="pit")))]


def _started(game):
    return game, game.init_state()


def test_without_routes_the_only_own_pit_that_lost_seeds_is_clicked():
    assert sown([("x2", "x0"), ("o1", "o1")], [("x0", "x1"), ("o2", "o1")]) == [[[0, 0]]]
    assert sown([("x2", "x1"), ("o1", "o1")], [("x0", "x0"), ("o2", "o1")]) == [[]], "two pits: not clear which"
    game = drawn_game([("x3", "."), ("o1", ".")], [("x2", "x1"), ("o1", ".")])
    assert [each["path"] for each in legal_moves(*_started(game))] == [[[0, 0], [0, 1]]]


def counts(rows, side):
    """Return how many pieces of a side are on each square."""
    cells = {(row, column): cell for row, line in enumerate(rows) for column, cell in enumerate(line)}
    return Counter({at: count_of(cell) for at, cell in cells.items() if is_piece(cell) and side_of(cell) == side})


@pytest.mark.parametrize("seed", [5, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(5))])
def test_the_parts_of_a_play_lead_to_the_board_after_it(seed):
    """Own checkers that leave the first square of each part and come to its last one are those of the rules."""
    game, lot = find_game("backgammon"), random.Random(seed)
    state, plays = game.init_state(), 0
    while game.moves(state):
        if not game.chances(state):
            side = 0 if state.player == 1 else 1
            for each in legal_moves(game, state):
                parts = each.get("parts") or ([each["path"]] if each["path"] else [])
                expected = counts(board_rows(game, state), side)
                expected.subtract(tuple(part[0]) for part in parts)
                expected.update(tuple(part[-1]) for part in parts)
                assert +expected == +counts(each["rows"], side), each
                plays += 1
        state = game.apply(state, lot.choice(game.moves(state)))
    assert plays > 300


def test_a_play_with_both_dice_may_stop_on_open_points_only():
    game = find_game("backgammon")
    paths = [each["path"] for each in legal_moves(game, game.replay(["31"])[-1]) if each["move"] == "24/20"]
    assert sorted(paths) == [[[0, 12], [0, 9], [0, 8]], [[0, 12], [0, 11], [0, 8]]]
    state = game.parse("XGID=-b----E-C---eE---c-c---bB-:0:0:1:31")
    assert [each["path"] for each in legal_moves(game, state) if each["move"] == "24/20"] == [[[0, 12], [0, 9], [0, 8]]]
