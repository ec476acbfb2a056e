"""One map over tasks, such as games: in this process, in threads, in processes, or on a cluster.

Results come in the order of the tasks and do not depend on the workers. Tasks of a worker that dies are resubmitted; a
task that fails does not stop the others, if the caller says what takes the place of its result.
"""

import pickle
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any, NamedTuple

from ..errors import InputError
from . import interrupts
from .local_workers import Pool, ProcessPool, ThreadPool

Workers = int | str | None
"""Their number, all cores if None; or a cluster: `tcp://HOST:PORT` of a Dask scheduler, or `local:N` to start one."""
AHEAD = 2
"""Batches in flight per worker: one running, one waiting."""
MOST_IN_A_BATCH = 1000
DEATHS = 3
"""A batch in flight at this many deaths of workers runs alone; a task that kills its worker then has failed."""


class Failure(NamedTuple):
    """Why a task failed."""

    error: BaseException
    trace: str

    def __str__(self) -> str:
        text = f"{type(self.error).__name__}: {self.error}"
        return str(self.error) if isinstance(self.error, InputError) else text


class WorkerDied(RuntimeError):  # noqa: N818 (it is what happened)
    """A worker ended without a result: it was killed, or a kernel crashed."""


def worker_count(workers: Workers) -> int:
    """Return workers, or the number of local cores if it is None or a cluster."""
    if workers is None or isinstance(workers, str):
        from joblib import cpu_count

        return cpu_count()
    if workers < 1:
        raise InputError(f"workers={workers} must be at least 1")
    return workers


def ordered_map(
    function: Callable[..., Any],
    tasks: Iterable[Any],
    workers: Workers = None,
    *,
    threads: bool = False,
    shared: Any = None,
    warm: Callable[[], Any] | None = None,
    failed: Callable[[Any, Failure], Any] | None = None,
) -> Generator[Any, None, None]:
    """Yield function(task) for every task, in order, computed by processes, or by threads for kernels.

    With shared, yield function(shared, task): it is sent to every worker once. warm is called once on every machine of
    a cluster, so that workers find kernels compiled. failed returns what takes the place of the result of a task that
    failed; without it the first failure ends the map. With one worker everything runs in this process.

    Tasks are taken as workers become free, short ones in batches. A consumer that needs no more closes the generator.
    When a stop is requested, tasks in flight are finished and yielded, and then Stopped is raised.
    """
    pool = _pool(workers, threads)
    arguments = () if shared is None else (shared,)
    if pool is None:
        return _in_this_process(function, tasks, arguments, failed)
    return _in_pool(pool, function, tasks, arguments, warm, failed)


def _pool(workers: Workers, threads: bool) -> Pool | None:
    if isinstance(workers, str):
        from .dask_workers import find_pool

        return find_pool(workers)
    count = worker_count(workers)
    if count == 1:
        return None
    return ThreadPool(count) if threads else ProcessPool(count)


def _in_this_process(
    function: Callable[..., Any], tasks: Iterable[Any], shared: tuple[Any, ...], failed: Any
) -> Generator[Any, None, None]:
    for task in tasks:
        interrupts.check()
        result = attempt(function, shared, task)
        yield _settled(task, result, failed)


def attempt(function: Callable[..., Any], shared: tuple[Any, ...], task: Any) -> Any:
    """Return function's result, or the failure."""
    try:
        return function(*shared, task)
    except Exception as error:
        return Failure(error, traceback.format_exc())


def _settled(task: Any, result: Any, failed: Callable[[Any, Failure], Any] | None) -> Any:
    """Return a result, or what takes the place of a failure."""
    if not isinstance(result, Failure):
        return result
    if failed is None or isinstance(result.error, interrupts.Stopped):
        raise result.error
    return failed(task, result)


class Done(NamedTuple):
    """The results of a batch, and how long it took."""

    results: list[Any]
    seconds: float


def do_batch(function: Callable[..., Any], tasks: list[Any], *shared: Any) -> Done:
    """Return the results of tasks, in a worker."""
    begun = time.perf_counter()
    results = [_sendable(attempt(function, shared, task)) for task in tasks]
    return Done(results, time.perf_counter() - begun)


def _sendable(result: Any) -> Any:
    """Return a result that can be pickled: not every exception can."""
    if isinstance(result, Failure):
        try:
            pickle.loads(pickle.dumps(result.error))
        except Exception:
            return Failure(RuntimeError(f"{type(result.error).__name__}: {result.error}"), result.trace)
    return result


class Batch:
    """Tasks that are submitted together, and the future of their results."""

    def __init__(self, tasks: list[Any], future: "Future[Done]"):
        self.tasks, self.future = tasks, future
        self.deaths = 0


def _in_pool(
    pool: Pool,
    function: Callable[..., Any],
    tasks: Iterable[Any],
    shared: tuple[Any, ...],
    warm: Callable[[], Any] | None,
    failed: Callable[[Any, Failure], Any] | None,
) -> Generator[Any, None, None]:
    with pool.working(warm):
        queue = _BatchQueue(pool, function, tasks, shared)
        for batch, results in queue.run():
            for task, result in zip(batch.tasks, results, strict=True):
                yield _settled(task, result, failed)
        if queue.failure:
            raise queue.failure
        if not queue.is_exhausted:
            raise interrupts.Stopped


class _BatchQueue:
    """Batches in the order of their tasks, some done, some in flight."""

    def __init__(self, pool: Pool, function: Callable[..., Any], tasks: Iterable[Any], shared: tuple[Any, ...]):
        self.pool, self.function, self.tasks = pool, function, iter(tasks)
        self.shared, self.given = tuple(map(pool.share, shared)), shared
        self.batches: deque[Batch] = deque()
        self.size = 1
        self.is_exhausted = False
        self.failure: Exception | None = None
        """Why no more tasks could be made."""

    def run(self) -> Iterator[tuple[Batch, list[Any]]]:
        """Yield batches with their results until there are no more tasks, or a stop is requested."""
        while True:
            self._submit_more()
            if not self.batches:
                return
            first = self.batches[0]
            if not first.future.done():
                unfinished = [batch.future for batch in self.batches if not batch.future.done()]
                wait(unfinished, timeout=1.0, return_when=FIRST_COMPLETED)  # times out to notice a stop
                continue
            try:
                done = first.future.result()
            except self.pool.deaths:
                yield from self._resubmit(first)
                continue
            self.batches.popleft()
            self._set_size(done.seconds / len(first.tasks))
            yield first, done.results

    def _submit_more(self) -> None:
        """Submit as many batches as keep all workers busy."""
        unfinished = sum(not batch.future.done() for batch in self.batches)
        while unfinished < AHEAD * self.pool.size and not self.is_exhausted and not interrupts.asked():
            try:
                tasks = list(islice(self.tasks, self.size))
            except Exception as error:
                self.failure, tasks = error, []
            if not tasks:
                self.is_exhausted = True
                return
            self.batches.append(Batch(tasks, self._submit(tasks)))
            unfinished += 1

    def _submit(self, tasks: list[Any]) -> "Future[Done]":
        try:
            return self.pool.submit(do_batch, self.function, tasks, *self.shared)
        except self.pool.deaths as error:  # a worker has just died
            future: Future[Done] = Future()
            future.set_exception(error)
            return future

    def _set_size(self, seconds: float) -> None:
        """Choose the size of batches so that each takes about batch_seconds."""
        wanted = int(self.pool.batch_seconds / max(seconds, 1e-6))
        self.size = max(1, min(wanted, 2 * self.size, MOST_IN_A_BATCH))

    def _resubmit(self, suspect: Batch) -> Iterator[tuple[Batch, list[Any]]]:
        """Resubmit unfinished batches after a death; run the suspect alone if it was in flight at DEATHS of them."""
        self.pool.renew()
        self.shared = tuple(map(self.pool.share, self.given))
        for batch in self.batches:
            if batch.future.cancelled() or (batch.future.done() and batch.future.exception()):
                batch.deaths += 1
        if suspect.deaths < DEATHS:
            for batch in self.batches:
                if not batch.future.done() or batch.future.cancelled() or batch.future.exception():
                    batch.future = self._submit(batch.tasks)
            return
        self.batches.popleft()
        yield suspect, [self._alone(task) for task in suspect.tasks]
        for batch in self.batches:
            batch.deaths = 0

    def _alone(self, task: Any) -> Any:
        """Return the result of a task that runs alone; a failure if its worker dies again."""
        for batch in self.batches:
            wait([batch.future])
        try:
            return self._submit([task]).result().results[0]
        except self.pool.deaths as error:
            self.pool.renew()
            self.shared = tuple(map(self.pool.share, self.given))
            text = f"its worker died {DEATHS + 1} times ({type(error).__name__})"
            return Failure(WorkerDied(text), "")
