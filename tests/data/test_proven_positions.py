"""Files of proven positions: what they say, and one clear line for every fault."""

import json

import numpy as np
import pytest

from fourfold.data.proven_positions import position_key, position_text, read
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game

TIC_TAC_TOE = find_game("tic_tac_toe")
SCORES = {"1": 1, "2": -1, "5": 0, "6": 0, "7": 0}
PLIES = {"1": 1, "2": 2, "5": 4, "6": 5, "7": 5}
ROW = {"game": "tic_tac_toe", "position": "0 4 8 3", "scores": SCORES, "plies": PLIES}


def write(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_position_and_its_scores(tmp_path):
    (found,) = read(TIC_TAC_TOE, write(tmp_path / "p", ROW))
    assert found.state == TIC_TAC_TOE.parse("0 4 8 3")
    assert found.moves == [1, 2, 5, 6, 7]
    assert found.scores.tolist() == [999, -998, 0, 0, 0]


def test_a_file_of_connect_four(tmp_path):
    row = {"game": 3, "position": "111111", "scores": [None, 1, 2, 3, -4, 5, -6]}
    (found,) = read(find_game("connect_four"), write(tmp_path / "p", row))
    assert found.moves == [1, 2, 3, 4, 5, 6]
    assert found.scores.tolist() == [1, 2, 3, -4, 5, -6]


def test_start_and_limit(tmp_path):
    rows = [{**ROW, "scores": {**SCORES, "1": score}} for score in (1, 0, -1)]
    file = write(tmp_path / "p", *rows)
    assert [found.scores[0] for found in read(TIC_TAC_TOE, file, 1, 1)] == [0]
    with pytest.raises(InputError, match="no positions after 9"):
        read(TIC_TAC_TOE, file, 9)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([], "no object with game"),
        ({**ROW, "game": "hex"}, "a position of hex, not of tic_tac_toe"),
        ({**ROW, "position": "0 0"}, "is not legal"),
        ({**ROW, "position": 7}, "must be text"),
        ({**ROW, "scores": {"1": 1}, "plies": {"1": 1}}, "every legal move"),
        ({**ROW, "scores": {**SCORES, "1": 2}}, "no object"),
        ({**ROW, "plies": {**PLIES, "1": 5000}}, "no object"),
        ({**ROW, "plies": [1]}, "no object"),
        ({**ROW, "scores": 5}, "no object"),
        ({**ROW, "position": "0 3 1 4 2", "scores": {}, "plies": {}}, "every legal move"),
    ],
)
def test_a_fault_is_told_in_one_line(row, message, tmp_path):
    with pytest.raises(InputError, match=message):
        read(TIC_TAC_TOE, write(tmp_path / "p", row))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read(TIC_TAC_TOE, tmp_path / "none")
    (tmp_path / "b").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read as text"):
        read(TIC_TAC_TOE, tmp_path / "b")


def test_the_key_of_a_position_is_that_of_its_images():
    one, turned, other = (TIC_TAC_TOE.parse(line) for line in ("0 4", "8 4", "0 1"))
    assert position_key(TIC_TAC_TOE, one) == position_key(TIC_TAC_TOE, turned)
    assert position_key(TIC_TAC_TOE, one) != position_key(TIC_TAC_TOE, other)
    hex_game = find_game("hex:size=3")
    keys = {position_key(hex_game, hex_game.parse(text)) for text in ("x../.../..o x", "o../.../..x x")}
    assert len(keys) == 1  # half a turn
    assert np.frombuffer(keys.pop(), float).size == 9


def test_positions_are_written_in_the_notation_of_the_game_or_as_moves():
    assert position_text(TIC_TAC_TOE, TIC_TAC_TOE.parse("0 4"), ["0", "4"]) == "0 4"
    hex_game = find_game("hex:size=3")
    assert hex_game.parse(position_text(hex_game, hex_game.parse("a1 b2"), ["a1", "b2"])) == hex_game.parse("a1 b2")
