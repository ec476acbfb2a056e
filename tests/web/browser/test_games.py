"""Whole games of every game, by clicks in a real browser."""

import pytest
from support.paths import PAWNS

from fourfold.games.interface.cell import is_piece
from fourfold.games.interface.find import find_game
from fourfold.matches.session import Session

GAMES = ["connect_four", "othello", "draughts", "tic_tac_toe", "hex:size=5", "gomoku:size=6", "breakthrough", "kalah"]


def replayed(game_name, moves):
    """Return the game of these moves as the rules see it."""
    game = find_game(game_name)
    session = Session(game, game.init_state(), "", None)
    for text in moves:
        session.move(game.parse_move(session.state, text))
    return session


@pytest.mark.parametrize("person", ["first", "second"])
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_clicks(table, name, person):
    table.open(f"game={name}&player=random&person={person}&seed=4")
    assert table.ply == (0 if person == "first" else 1)
    plies = table.play_to_the_end()
    moves = table.moves()
    assert len(moves) == plies > 4
    session = replayed(name, moves)
    assert session.outcome() is not None
    first, second = session.game.board(session.state), table.pieces()
    assert sum(second.values()) == sum(is_piece(cell) for row in first for cell in row)
    assert "wins" in table.status or "draw" in table.status


def test_a_game_from_a_file_is_played_on_a_plain_grid(table):
    table.open("game=pawns&player=random&person=first&seed=3")
    assert table.pieces() == {"o": 4, "x": 4}
    plies = table.play_to_the_end()
    assert plies > 4
    assert replayed(PAWNS, table.moves()).outcome() is not None


def test_two_games_at_once_do_not_mix(table):
    other = table.new_page()
    table.open("game=connect_four&player=random&person=first&seed=1")
    first, table.page = table.page, other
    table.open("game=othello&player=random&person=first&seed=1")
    for _ in range(3):
        for page in (first, other):
            table.page = page
            before = table.ply
            table.move(before)
            table.wait_for_turn(before)
    lengths = []
    for page, name in ((first, "connect_four"), (other, "othello")):
        table.page = page
        assert f"game={name}" in page.url
        lengths.append(len(replayed(name, table.moves()).texts))
    assert lengths == [6, 6]


def test_a_whole_jump_sequence_is_one_move(table):
    table.open("game=draughts&person=both&start=B:W18,19,27,28:BK15,6")
    assert "must capture" in table.status
    assert table.squares("movable") == [(3, 4)]
    assert len(table.page.query_selector_all(".ring.forced")) == 1
    table.click((3, 4))
    table.click((7, 4))
    table.wait_for_turn(0)
    assert table.moves() == ["15x31"]
    assert table.pieces() == {"X": 1, "o": 2, "x": 1}


def test_a_jump_sequence_can_be_led_step_by_step(table):
    table.open("game=draughts&person=both&start=B:W18,19,27,28:BK15,6")
    for square in ((3, 4), (5, 6), (7, 4)):
        table.click(square)
    table.wait_for_turn(0)
    assert table.moves() == ["15x31"]


def test_a_man_can_be_dragged(lively_table):
    lively_table.open("game=draughts&person=both")
    lively_table.drag((2, 1), (3, 0))
    lively_table.wait_for_turn(0)
    assert lively_table.moves() == ["9-13"]


def test_a_pass_is_a_button(table):
    table.open("game=othello&person=both&moves=d3,c3,e6,d2,d1,e1,b2,c1")
    assert table.squares("legal") == []
    table.page.click("text=Play pass")
    table.wait_for_turn(8)
    assert table.moves()[-1] == "pass"
    assert table.squares("legal")
