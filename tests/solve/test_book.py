"""An opening book counts mirror images once, and knows what a search would find."""

import json

import numpy as np
import pytest

from fourfold.binding.bind import typed
from fourfold.errors import InputError
from fourfold.games import connect_four
from fourfold.solve import book, make_book
from fourfold.solve.book import Book, canonical_key, mirrored, shipped_book
from fourfold.solve.solver import Solver


def test_a_position_and_its_mirror_image_have_one_key():
    assert canonical_key(connect_four.parse("1123")) == canonical_key(connect_four.parse("7765"))
    assert canonical_key(connect_four.parse("1123")) != canonical_key(connect_four.parse("1132"))
    assert mirrored(0b101) == 0b101 << 42


@pytest.mark.parametrize(("plies", "positions", "symmetric"), [(0, 1, 1), (1, 7, 1), (2, 49, 1), (3, 238, 4)])
def test_positions_of_a_ply(plies, positions, symmetric):
    assert len(make_book.positions(plies)) == (positions + symmetric) // 2


def test_earlier_plies_follow_from_the_last():
    rng = np.random.default_rng(0)
    last = {canonical_key(state): int(rng.integers(-9, 10)) for state in make_book.positions(2)}
    scores = make_book.complete(last, 2)

    def minimax(state, plies):
        if plies == 2:
            return last[canonical_key(state)]
        return max(-minimax(connect_four.apply(state, move), plies + 1) for move in range(7))

    assert scores[canonical_key(connect_four.init_state())] == minimax(connect_four.init_state(), 0)
    assert len(scores) == 1 + 4 + 25


def test_a_book_that_was_stopped_goes_on(tmp_path, monkeypatch):
    searched = []

    def search(states, workers, bits):
        for state in states:
            searched.append(state)
            yield canonical_key(state), 3

    monkeypatch.setattr(make_book, "_search", search)
    path = tmp_path / "book.safetensors"
    steps = make_book.make(path, 1)
    assert [next(steps) for _ in range(3)] == [(0, 4), (1, 4), (2, 4)]
    steps.close()
    (first, *_) = make_book.make(path, 1)
    assert first == (2, 4)
    assert len(searched) == 4
    made = book.load(path)
    assert made.plies == 1
    assert made.get(connect_four.init_state()) == -3
    assert not list(tmp_path.glob("*.begun"))
    with pytest.raises(InputError, match="ends at a ply"):
        list(make_book.make(path, 9))


def test_the_search_of_the_bookmaker_finds_scores():
    states = [typed(connect_four.parse(line)) for line in ("4444443332", "4444443335552")]
    found = dict(make_book._search(states, 2, 20))
    assert found == {canonical_key(state): Solver(book=Book()).score(state) for state in states}


def test_the_book_that_comes_with_fourfold_is_complete():
    shipped = shipped_book()
    assert shipped.plies >= 2
    assert shipped.get(connect_four.init_state()) == 1  # the first player wins, with its last stone
    assert shipped.move_scores(connect_four.init_state()) == {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
    for plies in range(shipped.plies):
        for state in make_book.positions(plies):
            scores = shipped.move_scores(state)
            assert scores is not None
            assert shipped.get(state) == max(scores.values())


def test_a_book_answers_for_the_solver():
    state = typed(connect_four.parse("44"))
    known = {canonical_key(typed(connect_four.apply(state, move))): -move for move in range(7)}
    solver = Solver(book=Book(known, 3))
    assert set(solver.scores(state)) == set(range(7))
    assert solver.nodes == 0
    assert json.dumps(solver.scores(state))
