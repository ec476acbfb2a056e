"""One map over tasks, such as games: in this process, in threads, in processes, or on a cluster.

Results come in the order of the tasks and do not depend on who does them. A worker that dies has its tasks done again
elsewhere; a task that fails does not end the others, if the caller says what is to take its place.
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
from .local_workers import ProcessTeam, Team, ThreadTeam

Workers = int | str | None
"""How many, all cores if None; or a cluster: `tcp://HOST:PORT` of a Dask scheduler, or `local:N`, made for it."""
AHEAD = 2
"""Batches a worker has at once: one in hand, one to go on with."""
MOST_IN_A_BATCH = 1000
DEATHS = 3
"""A task that was in the hands of so many workers when they died, at last alone, is taken to have killed them."""


class Failure(NamedTuple):
    """Why a task failed."""

    error: BaseException
    trace: str

    def __str__(self) -> str:
        text = f"{type(self.error).__name__}: {self.error}"
        return str(self.error) if isinstance(self.error, InputError) else text


class WorkerDied(RuntimeError):  # noqa: N818 (it is what happened)
    """A worker ended without a word: it was killed, or a kernel crashed."""


def worker_count(workers: Workers) -> int:
    """Return workers, or the number of cores here if it is None or a cluster."""
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
    """Yield function(task) for every task, in their order, whoever does them: processes, or threads for kernels.

    With shared, yield function(shared, task): it is sent to every worker once. warm is called once on every machine of
    a cluster, so that workers find kernels compiled. failed returns what takes the place of a task's result that could
    not be had; without it the first failure ends the map. With one worker everything happens in this process.

    Tasks are taken as workers become free, short ones several at a time. A consumer that has seen enough closes the
    generator. When work is to stop, tasks in hand are finished and yielded, and then Stopped is raised.
    """
    team = _team(workers, threads)
    arguments = () if shared is None else (shared,)
    if team is None:
        return _here(function, tasks, arguments, failed)
    return _by_team(team, function, tasks, arguments, warm, failed)


def _team(workers: Workers, threads: bool) -> Team | None:
    if isinstance(workers, str):
        from .dask_workers import find_team

        return find_team(workers)
    count = worker_count(workers)
    if count == 1:
        return None
    return ThreadTeam(count) if threads else ProcessTeam(count)


def _here(
    function: Callable[..., Any], tasks: Iterable[Any], shared: tuple[Any, ...], failed: Any
) -> Generator[Any, None, None]:
    for task in tasks:
        interrupts.check()
        result = attempt(function, shared, task)
        yield _settled(task, result, failed)


def attempt(function: Callable[..., Any], shared: tuple[Any, ...], task: Any) -> Any:
    """Return function's result, or why there is none."""
    try:
        return function(*shared, task)
    except Exception as error:
        return Failure(error, traceback.format_exc())


def _settled(task: Any, result: Any, failed: Callable[[Any, Failure], Any] | None) -> Any:
    """Return a result, or what takes its place."""
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
    """Do tasks, in a worker."""
    begun = time.perf_counter()
    results = [_sendable(attempt(function, shared, task)) for task in tasks]
    return Done(results, time.perf_counter() - begun)


def _sendable(result: Any) -> Any:
    """Return a result that can be sent: not every error can."""
    if isinstance(result, Failure):
        try:
            pickle.loads(pickle.dumps(result.error))
        except Exception:
            return Failure(RuntimeError(f"{type(result.error).__name__}: {result.error}"), result.trace)
    return result


class Batch:
    """Tasks that are done together, and the promise of their results."""

    def __init__(self, tasks: list[Any], future: "Future[Done]"):
        self.tasks, self.future = tasks, future
        self.deaths = 0


def _by_team(
    team: Team,
    function: Callable[..., Any],
    tasks: Iterable[Any],
    shared: tuple[Any, ...],
    warm: Callable[[], Any] | None,
    failed: Callable[[Any, Failure], Any] | None,
) -> Generator[Any, None, None]:
    with team.working(warm):
        line = _Line(team, function, tasks, shared)
        for batch, results in line.run():
            for task, result in zip(batch.tasks, results, strict=True):
                yield _settled(task, result, failed)
        if line.failure:
            raise line.failure
        if not line.is_exhausted:
            raise interrupts.Stopped


class _Line:
    """Batches in the order of their tasks: some done, some in the hands of workers."""

    def __init__(self, team: Team, function: Callable[..., Any], tasks: Iterable[Any], shared: tuple[Any, ...]):
        self.team, self.function, self.tasks = team, function, iter(tasks)
        self.shared, self.given = tuple(map(team.share, shared)), shared
        self.batches: deque[Batch] = deque()
        self.size = 1
        self.is_exhausted = False
        self.failure: Exception | None = None
        """Why no more tasks could be made."""

    def run(self) -> Iterator[tuple[Batch, list[Any]]]:
        """Yield batches with their results until there are no more tasks, or work is to stop."""
        while True:
            self._hand_out()
            if not self.batches:
                return
            first = self.batches[0]
            if not first.future.done():
                unfinished = [batch.future for batch in self.batches if not batch.future.done()]
                wait(unfinished, timeout=1.0, return_when=FIRST_COMPLETED)  # looks up now and then, to hear of a stop
                continue
            try:
                done = first.future.result()
            except self.team.deaths:
                yield from self._after_death(first)
                continue
            self.batches.popleft()
            self._set_size(done.seconds / len(first.tasks))
            yield first, done.results

    def _hand_out(self) -> None:
        """Give workers what they can take."""
        unfinished = sum(not batch.future.done() for batch in self.batches)
        while unfinished < AHEAD * self.team.size and not self.is_exhausted and not interrupts.asked():
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
            return self.team.submit(do_batch, self.function, tasks, *self.shared)
        except self.team.deaths as error:  # somebody died a moment ago
            future: Future[Done] = Future()
            future.set_exception(error)
            return future

    def _set_size(self, seconds: float) -> None:
        """Let a batch take as long as handing it over is worth."""
        wanted = int(self.team.batch_seconds / max(seconds, 1e-6))
        self.size = max(1, min(wanted, 2 * self.size, MOST_IN_A_BATCH))

    def _after_death(self, suspect: Batch) -> Iterator[tuple[Batch, list[Any]]]:
        """Have everything done again that was in hand when a worker died; the suspect alone, if it was there often."""
        self.team.renew()
        self.shared = tuple(map(self.team.share, self.given))
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
        """Return the result of a task that nothing else is done beside; a failure if its worker dies again."""
        for batch in self.batches:
            wait([batch.future])
        try:
            return self._submit([task]).result().results[0]
        except self.team.deaths as error:
            self.team.renew()
            self.shared = tuple(map(self.team.share, self.given))
            text = f"its worker died {DEATHS + 1} times ({type(error).__name__})"
            return Failure(WorkerDied(text), "")
