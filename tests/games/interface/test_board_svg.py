import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest
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
    game = find_game(str(EXAMPLES / "breakthrough.py"))
    state = game.init_state()
    assert len(parts(game, state, "circle", r="18")) == 32
    assert texts(game, state) == [*"abcdefgh", *"87654321", "Blue to move"]


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
