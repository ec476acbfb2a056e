import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from support.drawn_game import BACKGAMMON, KALAH, PITS, POINTS, drawn_game
from support.paths import EXAMPLES

from fourfold.games.interface.board_svg import svg
from fourfold.games.interface.find import find_game

SVG = "{http://www.w3.org/2000/svg}"
POSITIONS = {
    "connect_four": "44354",
    "othello": "f5d6c3d3c4",
    "draughts": "B:W18,24,K10,K15:B12,16,20,K22",
    "tic_tac_toe": "4 0 8",
}


def parts(game, state, tag, previous=None, **attributes):
    """Return the elements of the drawing with this tag and these attributes."""
    root = ElementTree.fromstring(svg(game, state, previous))
    return [item for item in root.iter(SVG + tag) if all(item.get(key) == value for key, value in attributes.items())]


def texts(game, state):
    return [item.text for item in parts(game, state, "text")]


@pytest.mark.parametrize("name", POSITIONS)
def test_every_game_draws_itself_in_a_notebook(name):
    game = find_game(name)
    state = game.parse(POSITIONS[name])
    assert state._repr_svg_() == svg(game, state)
    root = ElementTree.fromstring(state._repr_svg_())
    assert root.tag == SVG + "svg"
    assert "href" not in state._repr_svg_()


@pytest.mark.parametrize("name", POSITIONS)
def test_every_square_is_drawn_inside_the_picture(name):
    game = find_game(name)
    root = ElementTree.fromstring(svg(game, game.parse(POSITIONS[name])))
    width, height = int(root.get("width")), int(root.get("height"))
    boxes = [[int(box.get(key)) for key in ("x", "y", "width", "height")] for box in root.iter(SVG + "rect")]
    assert len(boxes) == 1 + sum(map(len, game.board(game.init_state())))
    assert all(x >= 0 and y >= 0 and x + wide <= width and y + high <= height for x, y, wide, high in boxes)


def test_connect_four():
    game = find_game("connect_four")
    state = game.parse("44354")
    assert len(parts(game, state, "circle", fill="#ffd23f")) == 3
    assert len(parts(game, state, "circle", fill="#e5383b")) == 2
    assert texts(game, state) == [*"1234567", "Red to move"]


def test_othello_has_a_dot_for_every_legal_move():
    game = find_game("othello")
    state = game.parse("f5")
    assert len(parts(game, state, "circle", r="4")) == len(game.moves(state)) == 3
    assert texts(game, state) == [*"abcdefgh", *"12345678", "White to move"]


def test_draughts_numbers_its_squares_and_crowns_its_kings():
    game = find_game("draughts")
    state = game.parse(POSITIONS["draughts"])
    assert texts(game, state) == ["Black to move", *map(str, range(1, 33))]
    assert len(parts(game, state, "path")) == 3
    assert len(parts(game, state, "circle", r="16")) == 8


def test_tic_tac_toe_shows_the_moves_in_the_free_cells():
    game = find_game("tic_tac_toe")
    assert texts(game, game.parse("4 0 8")) == ["O to move", *"123567"]
    assert len(parts(game, game.parse("4 0 8"), "path")) == 4


def test_the_last_move_is_marked():
    game = find_game("othello")
    before = game.parse("f5")
    after = game.apply(before, game.parse_move(before, "d6"))
    assert parts(game, after, "rect", fill="#6cbf8f") == []
    (mark,) = parts(game, after, "rect", before, fill="#6cbf8f")
    (column,) = [item for item in parts(game, after, "text") if item.text == "d"]
    assert int(mark.get("x")) + 22 == int(column.get("x"))


def test_a_strangers_game():
    game = find_game(str(EXAMPLES / "dots_and_boxes.py"))
    state = game.replay(["b1", "a2", "c2", "b3"])[-1]
    assert len(parts(game, state, "circle", r="18")) == 1
    assert texts(game, state) == [*"abcdefg", *"1234567", "Orange to move", *"+-+++||+-+++", *"+" * 8]


def test_a_game_without_a_board_shows_lines(tmp_path):
    path = tmp_path / "pile.py"
    path.write_text(
        "from typing import NamedTuple\nMAX_MOVES = 1\n"
        "class State(NamedTuple):\n    a_less_b: str\n"
        "def init_state(player=1):\n    return State('a<b & c')\n"
        "def expand(state, moves):\n    moves[0] = 0\n    return 1\n"
        "def apply(state, move):\n    return state\n"
        "def test_terminal(state):\n    return 2\n"
    )
    game = find_game(str(path))
    assert texts(game, game.init_state())[0] == "a_less_b = a<b & c"


def test_drawing_needs_neither_numba_nor_rich():
    code = (
        "import sys; import fourfold; fourfold.game('othello').init_state()._repr_svg_(); "
        "assert not {'numba', 'rich'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_pits_show_their_seeds_and_their_number():
    game = drawn_game(*KALAH, **PITS)
    first, second = game.replay(["0"])
    assert len(parts(game, first, "circle", r="2.6")) == 24
    assert texts(game, first) == [*"321", *"123", "South to move", "0", "4", "4", "4", "4", "4", "4", "0"]
    assert len(parts(game, second, "circle", r="2.6")) == 14 + 10 + 12, "a ring is full with twelve"
    stores = [pit for pit in parts(game, first, "rect", rx="19.5") if pit.get("height") == "83"]
    assert [store.get("y") for store in stores] == ["30.5", "30.5"], "both take two rows"


def test_checkers_are_stacked_up_to_five():
    game = drawn_game(*BACKGAMMON, **POINTS)
    first, second = game.replay(["0"])
    assert len(parts(game, first, "circle", r="18")) == 5 + 3 + 2 + 5 + 3 + 2
    assert len(parts(game, second, "circle", r="18")) == 5 + 3 + 2 + 5 + 1 + 1 + 2
    assert texts(game, second) == ["10", "9", "8", "7", "1", "2", "3", "4", "Orange to move", "7"]
    assert len(parts(game, first, "polygon")) == 8, "the tray is no point"


def test_several_pieces_on_a_square_have_a_number():
    game = drawn_game([("x3", "x1", "o0"), (".", "X", "o")])
    assert texts(game, game.init_state())[-1] == "3"
    assert len(parts(game, game.init_state(), "circle", r="18")) == 2 + 1 + 1 + 1


def test_hexagons_stand_half_a_cell_to_the_right_of_the_row_above():
    game = drawn_game(["xo.", "...", "..x"], grid="hex", edges="xoxo")
    cells = parts(game, game.init_state(), "polygon")
    assert len(cells) == 9
    left = [min(float(point.split(",")[0]) for point in cell.get("points").split()) for cell in cells]
    assert [round(left[3 * row] - left[0]) for row in range(3)] == [0, 22, 44]
    borders = [line.get("stroke") for line in parts(game, game.init_state(), "polyline")]
    assert borders == ["#2f6db5", "#e2703a", "#2f6db5", "#e2703a"]
    root = ElementTree.fromstring(svg(game, game.init_state()))
    right = max(
        float(point.split(",")[0]) for line in root.iter(SVG + "polyline") for point in line.get("points").split()
    )
    assert right + 6 < int(root.get("width"))


def test_pieces_may_stand_on_the_crossings_of_lines():
    game = drawn_game(["xo.", "...", "..x"], grid="lines")
    assert len(parts(game, game.init_state(), "rect")) == 2, "the frame and one ground"
    assert parts(game, game.init_state(), "path")[0].get("d").count("M") == 6
