import io

from rich.console import Console

from fourfold.cli.draw_board import board, has_colour, turn
from fourfold.games.interface.find import find_game


def shown(name, position, move=None, colour=False):
    game = find_game(name)
    state = game.parse(position)
    if move is None:
        return board(game, state, colour=colour)
    return board(game, game.apply(state, game.parse_move(state, move)), state, colour)


def test_connect_four():
    assert shown("connect_four", "44354", "1").plain.splitlines() == [
        "  1  2  3  4  5  6  7 ",
        "  .  .  .  .  .  .  . ",
        "  .  .  .  .  .  .  . ",
        "  .  .  .  .  .  .  . ",
        "  .  .  .  x  .  .  . ",
        "  .  .  .  o  .  .  . ",
        " [o] .  x  x  o  .  . ",
    ]


def test_othello():
    lines = shown("othello", "", "f5").plain.splitlines()
    assert lines[0] == "   a  b  c  d  e  f  g  h "
    assert lines[5] == "5  .  .  .  x  x [x] .  . "


def test_draughts_shows_kings_and_square_numbers():
    lines = shown("draughts", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "16-19").plain.splitlines()
    assert lines[2] == "      . 9     O10     .11     x12"
    assert lines[4] == "      .17     o18    *x19     x20"
    assert lines[5] == "  .21     X22     .23     o24    "


def test_tic_tac_toe_shows_the_moves():
    assert shown("tic_tac_toe", "4 0", "8").plain.splitlines() == ["  o  1  2 ", "  3  x  5 ", "  6  7 [x]"]


def test_colours():
    text = shown("connect_four", "44354", "1", colour=True)
    styles = [str(span.style) for span in text.spans]
    assert text.plain.count("●") == 6
    assert sum("#ffd23f" in style for style in styles) == 3
    assert sum("#e5383b" in style for style in styles) == 3
    assert [style for style in styles if "on #5f95ea" in style] == ["bold #e5383b on #5f95ea"]
    assert shown("draughts", "B:WK1:B2", colour=True).plain.count("♛") == 1


def test_both_kinds_of_board_have_the_same_shape():
    for name, position in (("connect_four", "44"), ("othello", "f5d6"), ("draughts", ""), ("tic_tac_toe", "4")):
        plain, coloured = (shown(name, position, colour=colour).plain.splitlines() for colour in (False, True))
        assert [len(line) for line in plain] == [len(line) for line in coloured]


def test_turn():
    game = find_game("connect_four")
    assert turn(game, game.parse("4"), colour=False).plain == "o: Red to move"
    assert turn(game, game.parse("4"), colour=True).plain == " ●  Red to move"
    assert turn(game, game.parse("1212121"), colour=True).plain == "Yellow wins"


def test_where_there_is_colour():
    assert has_colour(Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", no_color=False))
    assert not has_colour(Console(file=io.StringIO()))
    assert not has_colour(Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", no_color=True))
