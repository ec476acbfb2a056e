"""An opening book counts mirror images once, and knows what a search would find."""

import json

import numpy as np
import pytest

from fourfold.binding.bind import typed
from fourfold.bits import popcount
from fourfold.errors import InputError
from fourfold.games import connect_four
from fourfold.solve import best_play, book, early_positions, make_book
from fourfold.solve.best_play import Questions
from fourfold.solve.book import Book, Scores, canonical_key, mirrored, shipped_book
from fourfold.solve.early_positions import Positions, canonical_keys, positions
from fourfold.solve.solver import Solver, bounds_of_moves, widest


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

    def search(asked, workers, bits):
        for key in asked.positions.keys:
            searched.append(int(key))
            yield 3

    monkeypatch.setattr(make_book, "search", search)
    path = tmp_path / "book.safetensors"
    steps = make_book.make(path, 1)
    assert [tuple(next(steps)) for _ in range(3)] == [(1, 0, 4), (1, 1, 4), (1, 2, 4)]
    steps.close()
    (first, *_) = make_book.make(path, 1)
    assert first == (1, 2, 4)
    assert searched == positions(1).keys.tolist()
    made = book.load(path)
    assert made.plies == made.best_plies == 1
    assert made.get(connect_four.init_state()) == -3
    assert not list(tmp_path.glob("*.begun"))
    with pytest.raises(InputError, match="ends at a ply"):
        list(make_book.make(path, 11))
    with pytest.raises(InputError, match="name another file"):
        list(make_book.make(path, 2))


def test_the_search_of_the_bookmaker_finds_scores():
    lines = ("4444443332", "4444443335552", "4444443335552")
    states = [typed(connect_four.parse(line)) for line in lines]
    found = Positions(np.array([state.own for state in states]), np.array([state.stones for state in states]))
    scores = [Solver(book=Book()).score(state) for state in states]
    low, high = (np.array([-20, -20, scores[2] - 2], np.int8), np.array([20, 20, scores[2] - 1], np.int8))
    first, second, too_high = make_book.search(Questions(found, low, high), 2, 20)
    assert [first, second] == scores[:2]
    assert too_high > high[2]


def scores_up_to(plies):
    """Return what the included book knows up to a ply."""
    keys = np.sort(np.concatenate([positions(ply).keys for ply in range(plies + 1)]))
    known = shipped_book().complete
    return Scores(keys, known.scores[np.searchsorted(known.keys, keys)])


def extend(path, monkeypatch, plies, best_plies):
    """Make a book whose complete part is that of the included one, and which looks up what it would search for."""

    def search(asked, workers, bits):
        found = shipped_book().complete
        scores = found.scores[np.searchsorted(found.keys, asked.positions.keys)].tolist()
        assert (scores >= asked.low).all()
        yield from np.minimum(scores, asked.high + 1).tolist()

    monkeypatch.setattr(make_book, "search", search)
    book.save(path, Book(scores_up_to(plies), plies))
    list(make_book.make(path, plies, best_plies))
    return book.load(path)


def test_a_book_of_best_play_knows_the_best_moves_and_no_other_position(tmp_path, monkeypatch):
    made, whole = extend(tmp_path / "book", monkeypatch, 4, 7), shipped_book()
    for plies in range(8):
        for place, line in enumerate(best_play.lines(whole, plies)):
            assert np.array_equal(line.keys, best_play.lines(made, plies)[place].keys)
            for own, stones in zip(*line, strict=True):
                state = connect_four.State(own, stones, 1 if plies % 2 == 0 else -1)
                assert made.get(state) == whole.get(state)
                scores = whole.move_scores(state)
                best = [column for column in scores if scores[column] == max(scores.values())]
                assert made.best(state) == ((max(scores.values()), best) if plies < 7 else None)
    late = made.best_play.keys[made.best_play.keys > positions(4).keys.max()]
    assert len(late) < len(np.concatenate([positions(plies).keys for plies in (5, 6, 7)])) / 4


def test_beside_best_play_the_book_bounds_moves(tmp_path, monkeypatch):
    """A line of best play goes on with the best moves; the others are known to be worse."""
    made, whole = extend(tmp_path / "book", monkeypatch, 4, 6), shipped_book()
    solver, bounded = Solver(book=made), 0
    for own, stones in zip(*best_play.lines(whole, 5)[1], strict=True):
        state = typed(connect_four.State(own, stones, -1))
        scores, bounds = whole.move_scores(state), bounds_of_moves(state, made)
        assert all(bounds[column].low <= scores[column] <= bounds[column].high for column in scores)
        assert solver.best(state)[0] == max(scores.values())
        bounded += sum(not each.is_exact and each.high < max(scores.values()) for each in bounds.values())
    assert bounded > 0
    assert solver.nodes == 0


def test_the_book_that_comes_with_fourfold_is_complete():
    shipped = shipped_book()
    assert shipped.plies == 8
    assert shipped.get(connect_four.init_state()) == 1  # the first player wins, with its last stone
    assert shipped.move_scores(connect_four.init_state()) == {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
    for plies in range(shipped.plies):
        found = positions(plies)
        scores = shipped.complete.scores[np.searchsorted(shipped.complete.keys, found.keys)]
        assert np.array_equal(scores, make_book.best_scores(found, plies, shipped.complete))


@pytest.mark.slow
def test_entries_are_what_the_solver_finds_without_the_book():
    shipped, solver = shipped_book(), Solver(bits=24, book=Book())
    found = [positions(plies) for plies in range(shipped.plies + 1)]
    for plies in range(shipped.plies + 1, shipped.best_plies + 1):
        found += best_play.lines(shipped, plies)
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
