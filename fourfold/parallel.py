"""One map over tasks, such as games, that uses every core."""

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, TypeVar

from .errors import InputError

Task = TypeVar("Task")
Result = TypeVar("Result")


def worker_count(workers: int | None) -> int:
    """Return workers, or the number of cores if it is None."""
    if workers is None:
        from joblib import cpu_count

        return cpu_count()
    if workers < 1:
        raise InputError(f"workers={workers} must be at least 1")
    return workers


def ordered_map(
    function: Callable[[Task], Result], tasks: Iterable[Task], workers: int | None = None
) -> Generator[Result, None, None]:
    """Yield function(task) for every task, in their order, whatever the number of worker processes (all cores).

    Tasks are taken as workers become free, short ones several at a time. A consumer that has seen enough closes the
    generator: that ends the workers. With one worker everything happens in this process.
    """
    workers = worker_count(workers)
    if workers == 1:
        return (function(task) for task in tasks)
    return _in_processes(function, tasks, workers)


def _in_processes(
    function: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Generator[Result, None, None]:
    from joblib import Parallel, delayed

    failures: list[Exception] = []

    def calls() -> Iterator[Any]:
        """Tasks are taken in joblib's threads, where an exception would be lost and this process wait for ever."""
        try:
            for task in tasks:
                yield delayed(function)(task)
        except Exception as error:
            failures.append(error)

    results = Parallel(n_jobs=workers, prefer="processes", return_as="generator")(calls())
    try:
        for result in results:  # noqa: UP028 (`yield from` would close results, and warn, before the finally)
            yield result
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib warns of the work that is thrown away: that is what was asked for
            results.close()
    if failures:
        raise failures[0]
