"""Files of labelled positions: what is read, and what is said of files that are wrong."""

import json

import numpy as np
import pytest

from fourfold.data.connect_four import labelled_positions
from fourfold.errors import InputError
from fourfold.games import connect_four

SCORES = [1, 2, 3, 4, 5, 6, -7]


def write(path, *lines):
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return path


def test_columns_and_boards_are_read_alike(tmp_path):
    state = connect_four.parse("4435")
    board = "".join(connect_four.board(state))
    file = write(tmp_path / "p", *({"position": text, "scores": SCORES} for text in ("4435", board, board.upper())))
    found = labelled_positions.read(file)
    assert len(found) == 3
    assert (found.own == state.own).all()
    assert (found.stones == state.stones).all()
    assert found.scores[0].tolist() == SCORES


def test_the_side_to_move_follows_from_the_count_of_stones():
    assert labelled_positions.parse("." * 38 + "x...").player == -1
    assert labelled_positions.parse("." * 35 + "x.....o").player == 1


def test_a_full_column_has_no_score(tmp_path):
    scores = [None, *SCORES[1:]]
    found = labelled_positions.read(write(tmp_path / "p", {"position": "111111", "scores": scores}))
    assert found.scores[0, 0] == labelled_positions.NO_MOVE


def test_a_part_of_a_file(tmp_path):
    file = write(tmp_path / "p", *({"position": "4" * n, "scores": SCORES} for n in range(5)))
    stones = labelled_positions.read(file, 2, 2).stones
    assert np.array_equal(stones, [connect_four.parse("44").stones, connect_four.parse("444").stones])
    with pytest.raises(InputError, match="no positions after 9"):
        labelled_positions.read(file, 9)


def test_positions_without_those_of_another_file_and_their_mirror_images(tmp_path):
    one = labelled_positions.read(
        write(tmp_path / "a", *({"position": p, "scores": SCORES} for p in ("12", "44", "4")))
    )
    other = labelled_positions.read(write(tmp_path / "b", *({"position": p, "scores": SCORES} for p in ("76", "4"))))
    assert one.without(other).stones.tolist() == [int(connect_four.parse("44").stones)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: no object"),
        ("[]", "no object with a position and scores"),
        ('{"position": "44"}', "no object with a position and scores"),
        ('{"position": 44, "scores": [1,2,3,4,5,6,7]}', "no object"),
        ('{"position": "48", "scores": [1,2,3,4,5,6,7]}', "not a column"),
        ('{"position": "44", "scores": [1,2,3]}', "seven numbers"),
        ('{"position": "44", "scores": [1,2,3,4,5,6,"7"]}', "seven numbers"),
        ('{"position": "44", "scores": [1,2,3,4,5,6,NaN]}', "seven numbers"),
        ('{"position": "44", "scores": [1,2,3,4,5,6,null]}', "null where the column is full"),
        ('{"position": "1212121", "scores": [1,2,3,4,5,6,7]}', "the game is over"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, line, message):
    file = write(tmp_path / "p", {"position": "4435", "scores": SCORES}, line)
    with pytest.raises(InputError, match=message):
        labelled_positions.read(file)


def test_no_file_and_no_text(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        labelled_positions.read(tmp_path / "none")
    with pytest.raises(InputError, match="has no positions"):
        labelled_positions.read(write(tmp_path / "p"))
    (tmp_path / "b").write_bytes(b"\xff\xfe\n")
    with pytest.raises(InputError, match="as text"):
        labelled_positions.read(tmp_path / "b")
