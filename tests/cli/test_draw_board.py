import io

from rich.console import Console
from support.drawn_game import BACKGAMMON, KALAH, PITS, POINTS, drawn_game

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


def drawn(*boards, colour=False, **style):
    """Return the lines of the last of these boards, which the others led to."""
    game = drawn_game(*boards, **style)
    states = game.replay(["0"] * (len(boards) - 1))
    return board(game, states[-1], states[-2] if len(states) > 1 else None, colour).plain.splitlines()


def test_pits():
    assert drawn(*KALAH, **PITS) == [
        "      3   2   1      ",
        "  o0  o4  o5  o5     ",
        "     [x0] x5  x5  x13",
        "      1   2   3      ",
    ]
    assert drawn(*KALAH, colour=True, **PITS)[1:3] == ["  0   4   5   5      ", "      0   5   5  13  "]


def test_stacks():
    assert drawn(*BACKGAMMON, **POINTS) == [
        "  10 9     8  7 ",
        "  x  .  o  .  o ",
        "  x     o     o ",
        "  x     o       ",
        "  x             ",
        "  7             ",
        "",
        "  o             ",
        "  o             ",
        "  o             ",
        "  o           x ",
        "  o  .  x  o  x ",
        "  1  2     3  4 ",
    ]
    coloured = drawn(*BACKGAMMON, colour=True, **POINTS)
    assert [len(line) for line in coloured] == [len(line) for line in drawn(*BACKGAMMON, **POINTS)]
    assert "".join(coloured).count("●") == 18


def test_hexagons_are_shifted_by_a_space_a_row():
    boards = ["...", "...", "..."], ["...", ".x.", "..."]
    style = {"grid": "hex", "columns": "abc"}
    assert drawn(*boards, **style) == ["  a b c", "  . . .", "   .*x .", "    . . ."]
    dotted = drawn(*boards, colour=True, light="#ffffff", dark="#ffffff", **style)
    assert dotted == ["  a b c", "  · · ·", "   · ● ·", "    · · ·"]


def test_a_large_board_is_not_wide():
    assert max(map(len, drawn(["." * 19] * 19, columns="abcdefghijklmnopqrs"))) <= 60
    assert max(map(len, drawn(["." * 19] * 19, columns="abcdefghijklmnopqrs", grid="hex"))) <= 60
