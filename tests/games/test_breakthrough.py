"""Breakthrough: steps and captures, the far row, and the view of either side."""

import itertools

import numpy as np
import pytest

from fourfold import rules
from fourfold.binding.bind import bind
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.search import perft

breakthrough = find_game("breakthrough")


def steps(rows, side):
    """Yield the boards after every move of side, the squares written as a list of rows, row 1 first."""
    ahead, other, size = (1, "o", len(rows)) if side == "x" else (-1, "x", len(rows))
    for row, column, left_or_right in itertools.product(range(size), range(size), (-1, 0, 1)):
        to_row, to_column = row + ahead, column + left_or_right
        if rows[row][column] != side or not 0 <= to_row < size or not 0 <= to_column < size:
            continue
        if rows[to_row][to_column] == "." or (left_or_right and rows[to_row][to_column] == other):
            after = [list(line) for line in rows]
            after[row][column], after[to_row][to_column] = ".", side
            yield after


def brute_force(rows, side, depth):
    """Return the number of leaves depth plies on, as a beginner would count them."""
    if depth == 0:
        return 1
    if "x" in rows[-1] or "o" in rows[0] or not any(side in row for row in rows):
        return 0
    return sum(brute_force(after, "o" if side == "x" else "x", depth - 1) for after in steps(rows, side))


def late_states(game):
    """Yield states in which pieces meet, and some games end within three plies."""
    state = game.init_state()
    for ply in itertools.count():
        moves = game.moves(state)
        if not moves:
            return
        state = game.apply(state, moves[(7 * ply + 3) % len(moves)])
        if ply % 8 == 7 or ply > 40:
            yield state


@pytest.mark.parametrize("name", ["breakthrough", "breakthrough:size=5", "breakthrough:size=4"])
def test_perft_equals_brute_force(name):
    game = find_game(name)
    kernels = bind(perft, game=game.module)
    for state in [game.init_state(), game.init_state(-1), *late_states(game)]:
        rows, side = [list(row) for row in reversed(game.board(state))], "x" if state.player == 1 else "o"
        assert kernels.perft(state, 3) == brute_force(rows, side, 3)


def board(*rows):
    """Return the text of the rows, written from row 8 down; the rest is empty."""
    return "/".join([*rows, *["........"] * (8 - len(rows))])


@pytest.mark.parametrize(
    ("position", "move"),
    [
        (board(".......o", "x.......") + " x", "a7a8"),
        (board(*["........"] * 6, "......o.", "x.......") + " o", "g2h1"),
    ],
)
def test_the_far_row_wins(position, move):
    state = breakthrough.parse(position)
    assert breakthrough.outcome(breakthrough.apply(state, breakthrough.parse_move(state, move))) == -1


def test_who_has_no_piece_left_has_lost():
    state = breakthrough.parse(board("........", "........", "........", "..o.....", ".x......") + " x")
    captured = breakthrough.apply(state, breakthrough.parse_move(state, "b4xc5"))
    assert (breakthrough.outcome(captured), breakthrough.moves(captured)) == (-1, [])


def test_straight_on_there_is_no_capture():
    state = breakthrough.parse(board("........", "........", "........", "o.......", "x.......") + " x")
    assert breakthrough.legal_texts(state) == ["a4b5"]
    with pytest.raises(InputError, match="a4a5 is not a legal move"):
        breakthrough.parse_move(state, "a4a5")


def test_no_step_leaves_the_board_sideways():
    state = breakthrough.parse(board("o.......", "........", ".......x", "x.......") + " x")
    assert sorted(breakthrough.legal_texts(state)) == ["a5a6", "a5b6", "h6g7", "h6h7"]


def test_captures_are_written_with_an_x_and_read_without():
    state = breakthrough.parse(board("........", "........", "........", "oo......", "x.......") + " x")
    assert breakthrough.legal_texts(state) == ["a4xb5"]
    assert len({breakthrough.parse_move(state, text) for text in ("a4xb5", "a4b5", "a4-b5", " A4XB5 ")}) == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a2", "is not a move such as a2a3"),
        ("a2a9", "is not a move"),
        ("a3a4", "a3a4 is not a legal move"),
        (board("x" * 8, "x" * 8, "x") + " x", "a position is 8 rows of 8 squares"),
        (board("........", "x" * 8, "x" * 8, "x" * 8) + " o", "more than 16 pieces"),
        (board("x.......", "o.......") + " x", "the side to move has already won"),
    ],
)
def test_bad_texts_get_a_reason(text, fault):
    with pytest.raises(InputError, match=fault):
        breakthrough.parse(text)


def test_both_sides_see_their_pieces_move_up():
    """The same situation, upside down with exchanged sides, has the same variables."""
    for state in late_states(breakthrough):
        rows = [row.translate(str.maketrans("xo", "ox")) for row in reversed(breakthrough.board(state))]
        turned = breakthrough.parse("/".join(rows) + (" o" if state.player == 1 else " x"))
        seen, fixed = np.zeros((2, 64)), np.zeros((2, 64))
        for number, each in enumerate((state, turned)):
            breakthrough.module.variables(each, seen[number])
            assert breakthrough.module.fixed_variables(each, fixed[number]) == each.player
        assert (seen[0] == seen[1]).all()
        assert (fixed[0].reshape(8, 8) == -fixed[1].reshape(8, 8)[::-1]).all()


def test_a_mirror_image_has_the_mirrored_moves():
    mirror = str.maketrans("abcdefgh", "hgfedcba")
    for state in late_states(breakthrough):
        turned = breakthrough.parse(
            "/".join(row[::-1] for row in breakthrough.board(state)) + breakthrough.text(state)[-2:]
        )
        moves = {text.translate(mirror) for text in breakthrough.legal_texts(state)}
        assert moves == set(breakthrough.legal_texts(turned))
        assert breakthrough.outcome(state) == breakthrough.outcome(turned) or not moves


def test_the_start():
    state = breakthrough.init_state()
    assert breakthrough.text(state) == "oooooooo/oooooooo/......../......../......../......../xxxxxxxx/xxxxxxxx x"
    assert breakthrough.outcome(state) == rules.ONGOING
    assert len(find_game("breakthrough:size=5").moves(find_game("breakthrough:size=5").init_state())) == 13
