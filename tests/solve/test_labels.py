"""Labelled positions: exact, all different, the same on any number of workers and after a kill."""

import hashlib
import json
from collections import Counter

import pytest

from fourfold.binding.bind import typed
from fourfold.errors import InputError
from fourfold.games import connect_four
from fourfold.solve import labels
from fourfold.solve.book import Book, canonical_key
from fourfold.solve.solver import Solver
from fourfold.solve.threats import open_squares, winning_squares

LATE = range(22, 37)


def collect(path, count, **settings):
    for done in labels.collect(path, count, plies=LATE, **settings):
        last = done
    return last


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("labels") / "positions.jsonl"
    assert collect(path, 120, seed=3, workers=1) == 120
    return path


def test_scores_are_exact_and_positions_as_promised(made):
    solver, keys = Solver(book=Book()), set()
    for line in read(made):
        state = typed(connect_four.parse(line["position"]))
        assert len(line["position"]) in LATE
        assert not winning_squares(state.own, state.stones) & open_squares(state.stones)
        scores = solver.scores(state)
        assert line["scores"] == [scores.get(column) for column in range(7)]
        keys.add(canonical_key(state))
    assert len(keys) == 120


def test_the_file_is_that_of_earlier_versions(tmp_path):
    for _ in labels.collect(tmp_path / "p", 60, plies=range(24, 37), workers=1):
        pass
    digest = hashlib.sha256((tmp_path / "p").read_bytes()).hexdigest()
    assert digest == "2e47832ba79470f63688df65cfb2fdee0f1e3f5a823ff4be3626f299d7398810"


def test_every_ply_is_as_common_as_any_other_if_wanted_evenly(tmp_path):
    for _ in labels.collect(tmp_path / "p", 200, plies=range(26, 30), evenly=True, workers=1):
        pass
    counts = Counter(len(line["position"]) for line in read(tmp_path / "p"))
    assert set(counts) == {26, 27, 28, 29}
    assert min(counts.values()) > 30


def test_workers_make_no_difference(made, tmp_path):
    collect(tmp_path / "p", 120, seed=3, workers=2)
    assert (tmp_path / "p").read_bytes() == made.read_bytes()


def test_a_file_that_was_stopped_goes_on(made, tmp_path):
    path = tmp_path / "p"
    steps = labels.collect(path, 120, seed=3, plies=LATE, workers=1)
    while next(steps) < 50:
        pass
    steps.close()
    assert not path.exists()
    begun = tmp_path / "p.begun"
    begun.write_bytes(begun.read_bytes()[:-30])  # torn in the middle of a line
    collect(path, 120, seed=3, workers=1)
    assert path.read_bytes() == made.read_bytes()
    assert not begun.exists()


def test_a_smaller_file_is_the_beginning_of_a_larger(made, tmp_path):
    collect(tmp_path / "p", 40, seed=3, workers=1)
    assert made.read_bytes().startswith((tmp_path / "p").read_bytes())


def test_what_is_there_is_not_overwritten(made, tmp_path):
    with pytest.raises(InputError, match="exists already"):
        collect(made, 10)
    steps = labels.collect(tmp_path / "p", 50, seed=1, plies=LATE, workers=1)
    next(steps)
    steps.close()
    with pytest.raises(InputError, match="was started with"):
        collect(tmp_path / "p", 50, seed=2, workers=1)
