"""Rolls and plays as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.games.notation import backgammon_plays

PLAYS = [
    ([(8, 5), (6, 5)], set(), "8/5 6/5"),
    ([(25, 22)], {22}, "bar/22*"),
    ([(6, 0), (5, 0)], set(), "6/off 5/off"),
    ([(13, 7), (13, 7)], set(), "13/7(2)"),
    ([(24, 18), (18, 14)], set(), "24/14"),
    ([(24, 18), (18, 14)], {18}, "24/18*/14"),
    ([(24, 18), (24, 18), (18, 12), (18, 12)], set(), "24/12(2)"),
    ([(24, 18), (24, 18), (18, 12)], set(), "24/12 24/18"),
    ([(13, 7), (13, 7)], {7}, "13/7*(2)"),
    ([(5, 2), (2, 0)], set(), "5/off"),
    ([], set(), "no play"),
]


@pytest.mark.parametrize(("steps", "blots", "text"), PLAYS, ids=[text for *_, text in PLAYS])
def test_plays_are_written(steps, blots, text):
    assert backgammon_plays.write(steps, blots) == text


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("8/5 6/5", [(8, 5), (6, 5)]),
        ("BAR/22*", [(25, 22)]),
        ("25/22 6/0", [(25, 22), (6, 0)]),
        ("24/18*/14", [(24, 18), (18, 14)]),
        ("13/7*(2)", [(13, 7), (13, 7)]),
        ("6/off(3)", [(6, 0)] * 3),
    ],
)
def test_plays_are_read(text, steps):
    assert backgammon_plays.read(text) == steps


@pytest.mark.parametrize(
    "text", ["8", "8/", "/5", "8/5/", "8//5", "off/3", "8/bar", "8/5(5)", "8/5()", "8\u0663/5", "8/5**"]
)
def test_what_is_no_play(text):
    with pytest.raises(ValueError, match="is not part of a play such as"):
        backgammon_plays.read(text)


@given(st.lists(st.sampled_from(["8/5 6/5", "bar/22*", "no play", "13/7(2)"]), min_size=1, max_size=8), st.data())
def test_a_line_is_split_as_it_was_joined(plays, data):
    rolls = [data.draw(st.sampled_from(["31", "66", "21"])) for _ in plays]
    texts = [text for pair in zip(rolls, plays, strict=True) for text in pair]
    line = backgammon_plays.join(texts)
    assert backgammon_plays.split(line) == texts
    assert backgammon_plays.split(line.replace(":", "")) == texts
    assert backgammon_plays.split("1. " + line) == texts
