"""An opening book counts mirror images once, and knows what a search would find."""

import json

import numpy as np
import pytest

from fourfold.binding.bind import typed
from fourfold.bits import popcount
from fourfold.errors import InputError
from fourfold.games import connect_four
from fourfold.solve import book, early_positions, make_book
from fourfold.solve.book import Book, canonical_key, mirrored, shipped_book
from fourfold.solve.early_positions import Positions, canonical_keys, positions
from fourfold.solve.solver import Solver, widest


def test_a_position_and_its_mirror_image_have_one_key():
    assert canonical_key(connect_four.parse("1123")) == canonical_key(connect_four.parse("7765"))
    assert canonical_key(connect_four.parse("1123")) != canonical_key(connect_four.parse("1132"))
    assert mirrored(0b101) == 0b101 << 42


@pytest.mark.parametrize(("plies", "count"), list(enumerate((1, 7, 49, 238, 1120, 4263, 16422))))
def test_as_many_positions_as_published(plies, count):
    found = positions(plies)
    keys = found.keys
    assert 2 * len(keys) - (early_positions.mirrored(keys) == keys).sum() == count
    assert (keys[1:] > keys[:-1]).all()
    assert np.array_equal(keys, canonical_keys(found))


@pytest.mark.parametrize("plies", [4, 7])
def test_positions_are_those_of_a_recursion(plies):
    found = {connect_four.init_state()}
    for _ in range(plies):
        children = {connect_four.apply(state, move) for state in found for move in range(7) if is_open(state, move)}
        found = {child for child in children if connect_four.test_terminal(child) == connect_four.ONGOING}
    keys = {canonical_key(state) for state in found}
    assert keys == set(positions(plies).keys.tolist())


def is_open(state, column):
    return not int(state.stones) >> 7 * column + 5 & 1


def test_earlier_plies_follow_from_the_last():
    last = positions(2)
    scores = np.random.default_rng(0).integers(-9, 10, len(last.own)).astype(np.int8)
    known = dict(zip(last.keys.tolist(), scores.tolist(), strict=True))
    book = make_book.complete(last, scores, 2)

    def minimax(state, plies):
        if plies == 2:
            return known[canonical_key(state)]
        return max(-minimax(connect_four.apply(state, move), plies + 1) for move in range(7))

    assert book.get(connect_four.init_state()) == minimax(connect_four.init_state(), 0)
    assert len(book) == 1 + 4 + 25


def test_a_move_that_wins_is_the_best():
    """Of the seventh ply on there are wins, and positions after them have no place in a book."""
    last = positions(7)
    book = make_book.complete(last, np.zeros(len(last.own), np.int8), 7)
    assert book.get(connect_four.parse("112233")) == 18
    assert book.move_scores(connect_four.parse("112233"))[3] == 18
    assert book.get(connect_four.parse("1122336")) == 0


def test_a_book_that_was_stopped_goes_on(tmp_path, monkeypatch):
    searched = []

    def search(wanted, first, workers, bits):
        for place in range(first, len(wanted.own)):
            searched.append(place)
            yield 3

    monkeypatch.setattr(make_book, "search", search)
    path = tmp_path / "book.safetensors"
    steps = make_book.make(path, 1)
    assert [next(steps) for _ in range(3)] == [(0, 4), (1, 4), (2, 4)]
    steps.close()
    (first, *_) = make_book.make(path, 1)
    assert first == (2, 4)
    assert searched == [0, 1, 2, 3]
    made = book.load(path)
    assert made.plies == 1
    assert made.get(connect_four.init_state()) == -3
    assert not list(tmp_path.glob("*.begun"))
    with pytest.raises(InputError, match="ends at a ply"):
        list(make_book.make(path, 11))


def test_the_search_of_the_bookmaker_finds_scores():
    states = [typed(connect_four.parse(line)) for line in ("4444443332", "4444443335552")]
    wanted = Positions(np.array([state.own for state in states]), np.array([state.stones for state in states]))
    found = list(make_book.search(wanted, 0, 2, 20))
    assert found == [Solver(book=Book()).score(state) for state in states]


def test_the_book_that_comes_with_fourfold_is_complete():
    shipped = shipped_book()
    assert shipped.plies == 8
    assert shipped.get(connect_four.init_state()) == 1  # the first player wins, with its last stone
    assert shipped.move_scores(connect_four.init_state()) == {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
    for plies in range(shipped.plies):
        found = positions(plies)
        scores = shipped.scores[np.searchsorted(shipped.keys, found.keys)]
        assert np.array_equal(scores, make_book.best_scores(found, plies, shipped))


@pytest.mark.slow
def test_entries_are_what_the_solver_finds_without_the_book():
    shipped, solver = shipped_book(), Solver(bits=24, book=Book())
    found = [positions(plies) for plies in range(shipped.plies + 1)]
    own, stones = (np.concatenate([getattr(each, name) for each in found]) for name in ("own", "stones"))
    for place in np.random.default_rng(0).choice(len(own), min(500, len(own)), replace=False):
        state = connect_four.State(own[place], stones[place], 1 if popcount(stones[place]) % 2 == 0 else -1)
        assert solver.search(state, *widest(state.stones)) == shipped.get(state)


def test_a_book_answers_for_the_solver():
    state = typed(connect_four.parse("44"))
    known = {canonical_key(typed(connect_four.apply(state, move))): -move for move in range(7)}
    solver = Solver(book=Book(known, 3))
    assert set(solver.scores(state)) == set(range(7))
    assert solver.nodes == 0
    assert json.dumps(solver.scores(state))
