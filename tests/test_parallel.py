import os
import time
import warnings

import pytest

from fourfold.errors import InputError
from fourfold.parallel import ordered_map


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
