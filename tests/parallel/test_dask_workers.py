"""Work on a Dask cluster: what comes of it is what comes of one process, whoever dies on the way."""

import importlib
import os
import random
import threading
import time

import numpy as np
import pytest
from support.dask_processes import Cluster

from fourfold.errors import InputError
from fourfold.games.interface.find import find_game
from fourfold.learn.alphazero.learner import AlphaZeroLearner
from fourfold.learn.descent.learner import DescentLearner
from fourfold.learn.evolve.learner import EvolveLearner
from fourfold.learn.nhb.learner import NhbLearner
from fourfold.matches.match import match
from fourfold.parallel import dask_workers
from fourfold.parallel.ordered_map import ordered_map
from fourfold.solve import labels

PLAYERS = "alphabeta:nodes=300", "alphabeta:nodes=200"


@pytest.fixture(scope="module")
def workers(tmp_path_factory):
    """A scheduler and 3 workers; without Dask a test is skipped, unless nothing may be skipped."""
    if not os.environ.get("FOURFOLD_SKIP_NOTHING"):
        pytest.importorskip("distributed", reason="Dask is not installed: pip install 'fourfold[cluster]'")
    importlib.import_module("distributed")
    made = Cluster(tmp_path_factory.mktemp("cluster"), 3)
    yield made
    dask_workers.close_pools()
    made.close()


def slow_square(number: int) -> int:
    time.sleep(0.05)
    return number * number


def refuse(number: int) -> int:
    raise InputError(f"task {number} is bad")


def scale(arrays: list[np.ndarray], number: int) -> float:
    return float(arrays[number % 2].sum() * number)


def test_tasks_of_workers_that_die_or_are_cut_off_are_done_again(workers):
    results, found, ended = ordered_map(slow_square, range(200), workers.address), [], 0
    for result in results:
        found.append(result)
        if len(found) == 40:
            workers.kill_worker(0)
        if len(found) == 80:
            workers.wire.cut_first()
        ended += workers.replace_ended()
    assert found == [number * number for number in range(200)]
    deadline = time.monotonic() + 30.0
    while not ended and time.monotonic() < deadline:  # a worker that is cut off ends, and is replaced like the dead
        ended += workers.replace_ended()
    assert ended == 1


def test_what_is_shared_is_sent_and_failures_are_told(workers):
    arrays = [np.ones(200_000), np.full(200_000, 2.0)]
    found = list(ordered_map(scale, range(20), workers.address, shared=arrays))
    assert found == [scale(arrays, number) for number in range(20)]
    with pytest.raises(InputError, match=r"task \d is bad"):
        list(ordered_map(refuse, range(4), workers.address))
    told = list(ordered_map(refuse, range(4), workers.address, failed=lambda task, failure: (task, str(failure))))
    assert told == [(number, f"task {number} is bad") for number in range(4)]


def test_a_match_is_the_same_as_in_one_process(workers, tmp_path):
    settings = {"game": "connect_four", "games": 16, "seed": 3}
    here = match(*PLAYERS, **settings, workers=1, out=tmp_path / "here")
    there = match(*PLAYERS, **settings, workers=workers.address, out=tmp_path / "there")
    assert here.records == there.records
    assert (tmp_path / "here" / "games.jsonl").read_bytes() == (tmp_path / "there" / "games.jsonl").read_bytes()


def test_nets_that_evolve_and_nets_that_learn_are_the_same(workers):
    game = find_game("tic_tac_toe")
    settings = {"generations": 2, "player": "alphabeta:depth=1", "seed": 2, "breeding": {"directions": 3}}
    here, there = (EvolveLearner(**settings, workers=each).fit(game) for each in (1, workers.address))
    assert all(np.array_equal(*arrays) for arrays in zip(here.weights_, there.weights_, strict=True))
    settings = {"matches": 8, "nodes": 50, "recipe": "paper", "hidden_units": 20, "seed": 5}
    here, there = (NhbLearner(**settings, workers=each).fit(game) for each in (1, workers.address))
    assert np.array_equal(here.weights_.outputs, there.weights_.outputs)


@pytest.mark.parametrize("kind", [AlphaZeroLearner, DescentLearner])
def test_nets_that_play_themselves_are_the_same(workers, kind):
    settings = {"games": 40, "generation": 20, "seed": 3, "batch": 32}
    here, there = (kind(**settings, workers=each).fit(find_game("tic_tac_toe")) for each in (1, workers.address))
    assert all(np.array_equal(*arrays) for arrays in zip(here.weights_, there.weights_, strict=True))


@pytest.mark.slow
def test_labels_are_the_same(workers, tmp_path):
    for name, each in (("here", 1), ("there", workers.address)):
        for _ in labels.collect(tmp_path / name, 60, seed=4, plies=range(22, 37), workers=each):
            pass
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()


@pytest.mark.slow
def test_a_worker_killed_every_20_seconds_for_3_minutes(workers, tmp_path):
    """And one connection cut once: every game is there exactly once, and all are those of this machine alone."""
    minutes = float(os.environ.get("FOURFOLD_KILLING_MINUTES", "3"))
    settings = {"a": "mcts:sims=4000", "b": "alphabeta:nodes=20000", "game": "othello", "seed": 8}
    games = int(os.environ.get("FOURFOLD_KILLING_GAMES", "600"))
    results = []

    def play():
        results.append(match(**settings, games=games, workers=workers.address, out=tmp_path / "there"))

    thread, chance = threading.Thread(target=play), random.Random(1)
    begun = time.monotonic()
    thread.start()
    kills = cuts = 0
    while thread.is_alive():
        thread.join(20.0)
        if thread.is_alive() and time.monotonic() - begun < 60.0 * minutes + 20.0:
            workers.kill_worker(chance.randrange(3))
            kills += 1
            if kills == 4:
                workers.wire.cut_first()
                cuts += 1
        workers.replace_ended()
    print(f"{kills} workers killed, {cuts} connection cut, {games} games in {time.monotonic() - begun:.0f} s")
    assert kills >= 3 * minutes - 1
    assert cuts == 1
    here = match(**settings, games=games, out=tmp_path / "here")
    assert results[0].records == here.records
    assert (tmp_path / "here" / "games.jsonl").read_bytes() == (tmp_path / "there" / "games.jsonl").read_bytes()
