"""Gomoku: five in a row anywhere, also more than five, and nothing across the edge of the board."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourfold import rules
from fourfold.binding.bind import bind
from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.search import perft

gomoku = find_game("gomoku")
compiled = bind(perft, game=gomoku.module)


def lines(rows):
    """Yield every row, column and diagonal as a text."""
    size = len(rows)
    yield from rows
    yield from ("".join(column) for column in zip(*rows, strict=True))
    for turned in (rows, rows[::-1]):
        for offset in range(1 - size, size):
            yield "".join(turned[row][row + offset] for row in range(size) if 0 <= row + offset < size)


def has_five(rows, side):
    return any(re.search(side * 5, line) for line in lines(rows))


@given(st.integers(0, 1 << 30), st.sampled_from([5, 6, 9, 15]), st.sampled_from([0.3, 0.5, 0.7]))
@settings(deadline=None, max_examples=200)
def test_lines_are_found_as_texts_would_be(seed, size, share):
    """One side has this share of the stones, more than play would allow: long lines are common."""
    game, rng = find_game(f"gomoku:size={size}"), np.random.default_rng(seed)
    letters = rng.choice(list("xo."), size * size, p=[share, 0.9 - share, 0.1])
    rows = ["".join(letters[start : start + size]) for start in range(0, size * size, size)]
    for side in "xo":
        stones = game.module._stones(rows[::-1], side)
        assert bool(game.module.has_five(*stones)) == has_five(rows, side)


@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)])
@pytest.mark.parametrize("length", [4, 5, 6, 9])
def test_five_or_more_win_wherever_they_lie(step, length):
    for row in range(15):
        for column in range(15):
            line = [(row + i * step[0], column + i * step[1]) for i in range(length)]
            if not all(0 <= r < 15 and 0 <= c < 15 for r, c in line):
                continue
            rows = [["x" if (14 - r, c) in line else "." for c in range(15)] for r in range(15)]
            stones = gomoku.module._stones(["".join(each) for each in rows][::-1], "x")
            state = gomoku.module.State(*[gomoku.module.U(0)] * 4, *stones, -1)
            expected = rules.ONGOING if length < 5 else -1
            assert gomoku.outcome(state) == compiled.test_terminal(state) == expected


@pytest.mark.parametrize("texts", ["l1 m1 n1 o1 a2", "n1 o1 a2 b2 c2", "o3 a5 b6 c7 d8", "a3 o1 n2 m3 l4"])
def test_no_line_crosses_the_edge(texts):
    moves = [text for pair in zip(texts.split(), ["a15", "c15", "e15", "g15", "i15"], strict=True) for text in pair]
    assert gomoku.outcome(gomoku.parse(" ".join(moves))) == rules.ONGOING


def test_a_full_board_is_a_draw():
    game = find_game("gomoku:size=6")
    rows = ["xxooxx", "ooxxoo", "xxooxx", "ooxxoo", "xxooxx", "ooxxo."]
    state = game.parse("/".join(rows) + " o")
    assert game.legal_texts(state) == ["f1"]
    assert game.outcome(game.apply(state, game.moves(state)[0])) == 0


def test_notation():
    state = gomoku.parse("h8 O15, a1")
    assert gomoku.board(state)[0] == "." * 14 + "o"
    assert gomoku.board(state)[7] == "." * 7 + "x" + "." * 7
    assert gomoku.board(state)[14] == "x" + "." * 14
    assert gomoku.parse(gomoku.text(state)) == state
    assert gomoku.moves_played(state, 0) == 3


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("p1", "'p1' is not a point; points are a1 to o15"),
        ("a16", "is not a point"),
        ("h8 h8", "h8 is occupied"),
        ("a1 b1 a2 b2 a3 b3 a4 b4 a5 c1", "move 10: the game is over before c1"),
        ("/".join(["." * 15] * 14) + " x", "a position is 15 rows of 15 points"),
        ("/".join(["." * 15] * 14 + ["xx" + "." * 13]) + " x", "x cannot be to move: it has \\+2 stones"),
        ("/".join(["." * 15] * 13 + ["o.o.o.o.o" + "." * 6, "x" * 5 + "." * 10]) + " x", "already has five"),
    ],
)
def test_bad_texts_get_a_reason(text, fault):
    with pytest.raises(InputError, match=fault):
        gomoku.parse(text)


def test_symmetries_keep_the_outcome():
    state = gomoku.parse("h8 a1 i9 a2 j10 a4 k11 a5 l12")
    out = np.zeros(225)
    gomoku.module.variables(state, out)
    assert len(set(gomoku.symmetries)) == 8
    for places in gomoku.symmetries:
        turned = out[list(places)].reshape(15, 15)
        rows = ["".join(".xo"[int(value)] for value in row) for row in turned]  # 1 is x, -1 is o
        assert has_five(rows, "o")
