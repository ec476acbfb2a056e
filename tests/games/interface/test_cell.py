import pytest
from hypothesis import given
from hypothesis import strategies as some

from fourfold.games.interface.cell import count_of, even_rows, is_piece, letter_of, side_of


@pytest.mark.parametrize(
    ("cell", "letter", "count", "piece"),
    [
        ("x", "x", 1, True),
        ("x5", "x", 5, True),
        ("O12", "O", 12, True),
        ("x0", "x", 0, True),
        (".", ".", 0, False),
        (" ", " ", 0, False),
        ("12", "12", 1, False),
        ("a1", "a1", 1, False),
        ("x²", "x²", 1, False),
    ],
)
def test_what_a_cell_says(cell, letter, count, piece):
    assert (letter_of(cell), count_of(cell), is_piece(cell)) == (letter, count, piece)


@given(some.sampled_from("xXoO"), some.integers(0, 999))
def test_a_number_is_read_back(letter, count):
    cell = f"{letter}{count}"
    assert (letter_of(cell), count_of(cell), side_of(cell)) == (letter, count, 0 if letter in "xX" else 1)


def test_rows_of_texts_stay_texts_and_others_become_cells():
    assert even_rows(["x", "ox."]) == ["x  ", "ox."]
    assert even_rows([("x5", "."), "xo.", [""]]) == [("x5", ".", " "), ("x", "o", "."), (" ", " ", " ")]
    assert even_rows([]) == []
