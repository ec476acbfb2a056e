import os
import signal
import sys
import threading
import time
import types
import warnings
from pathlib import Path

import pytest

from fourfold.errors import InputError
from fourfold.parallel import dask_workers, interrupts
from fourfold.parallel.local_workers import end_workers
from fourfold.parallel.ordered_map import ordered_map


def square(number: int) -> int:
    return number * number


def slow_when_early(number: int) -> int:
    time.sleep(0.02 * (8 - number))
    return number


def process_id(_: int) -> int:
    return os.getpid()


def refuse(number: int) -> int:
    raise InputError(f"task {number} is bad")


@pytest.mark.parametrize("workers", [1, 2, None])
def test_results_come_in_the_order_of_tasks(workers):
    assert list(ordered_map(square, range(200), workers)) == [number * number for number in range(200)]


def test_early_tasks_that_take_longer_still_come_first():
    assert list(ordered_map(slow_when_early, range(8), 2)) == list(range(8))


def test_one_worker_is_this_process_and_more_are_others():
    assert set(ordered_map(process_id, range(3), 1)) == {os.getpid()}
    assert os.getpid() not in set(ordered_map(process_id, range(8), 2))


def test_no_tasks():
    assert list(ordered_map(square, [], 2)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_consumer_may_stop_early(workers):
    taken = []

    def tasks():
        for number in range(100_000):
            taken.append(number)
            yield number

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        results = ordered_map(square, tasks(), workers)
        assert [next(results) for _ in range(5)] == [0, 1, 4, 9, 16]
        results.close()
    assert len(taken) < 100_000
    assert list(ordered_map(square, range(4), workers)) == [0, 1, 4, 9]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_task_that_fails_says_why(workers):
    with pytest.raises(InputError, match=r"task \d is bad"):
        list(ordered_map(refuse, range(4), workers))


@pytest.mark.parametrize("workers", [1, 2])
def test_tasks_that_cannot_be_made_say_why(workers):
    def tasks():
        yield from range(50)
        raise InputError("no more tasks")

    with pytest.raises(InputError, match="no more tasks"):
        list(ordered_map(square, tasks(), workers))


def test_no_workers():
    with pytest.raises(InputError, match="workers=0"):
        ordered_map(square, [1], 0)


def add(shared: dict[str, int], number: int) -> int:
    return shared["more"] + number


@pytest.mark.parametrize(("workers", "threads"), [(1, False), (2, True), (2, False)])
def test_what_is_shared_reaches_every_task(workers, threads):
    found = ordered_map(add, range(100), workers, threads=threads, shared={"more": 5})
    assert list(found) == list(range(5, 105))


def refuse_some(number: int) -> int:
    if number % 3 == 0:
        raise UnsendableError(number, "bad")
    return number


class UnsendableError(Exception):
    def __init__(self, number: int, word: str):
        super().__init__(f"{number} is {word}")
        self.lock = threading.Lock()


@pytest.mark.parametrize(("workers", "threads"), [(1, False), (2, True), (2, False)])
def test_a_task_that_fails_is_told_and_the_others_go_on(workers, threads):
    told = []

    def failed(task, failure):
        told.append((task, str(failure)))
        return -1

    found = list(ordered_map(refuse_some, range(7), workers, threads=threads, failed=failed))
    assert found == [-1, 1, 2, -1, 4, 5, -1]
    assert [task for task, _ in told] == [0, 3, 6]
    assert all(f"{task} is bad" in text for task, text in told)


def die_once(folder: str, number: int) -> int:
    """Kill the worker the first time that an odd task is done."""
    mark = Path(folder) / str(number)
    if number % 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_the_tasks_of_a_worker_that_dies_are_done_again(tmp_path):
    assert list(ordered_map(die_once, range(6), 2, shared=str(tmp_path))) == list(range(6))
    assert len(list(tmp_path.iterdir())) == 3


def die(number: int) -> int:
    if number == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_task_that_always_kills_its_worker_is_a_failure_and_no_other_is():
    found = list(ordered_map(die, range(8), 2, failed=lambda task, failure: (task, str(failure))))
    assert found[:4] + found[5:] == [0, 1, 2, 3, 5, 6, 7]
    assert found[4][0] == 4
    assert "its worker died" in found[4][1]


@pytest.mark.parametrize(("workers", "threads"), [(1, False), (2, True), (2, False)])
def test_a_wish_to_stop_ends_the_map_after_tasks_in_hand(workers, threads):
    with interrupts.handled(lambda: None, lambda: None):
        results = ordered_map(square, range(100_000), workers, threads=threads)
        found = [next(results) for _ in range(10)]
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(interrupts.Stopped):
            found.extend(results)
    assert found == [number * number for number in range(len(found))]
    assert 10 <= len(found) < 100_000


def test_a_cluster_that_is_not_there_is_told(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(dask_workers, "PATIENCE", 0.5)
    with pytest.raises(InputError, match="no Dask scheduler answers"):
        list(ordered_map(square, range(3), "tcp://127.0.0.1:9"))
    with pytest.raises(InputError, match="local:3 is"):
        list(ordered_map(square, range(3), "local:many"))


def test_workers_can_be_ended_while_multiprocessing_is_being_loaded(monkeypatch):
    for loaded in (None, types.ModuleType("multiprocessing.process")):
        monkeypatch.setitem(sys.modules, "multiprocessing.process", loaded)
        end_workers(ask=True)
