"""Workers of this machine: threads, which kernels use well, and processes."""

import os
import pickle
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from . import interrupts

TAKEN_UP = 1.0
"""Seconds in which a pool should have seen what it was given."""


class Team(Protocol):
    """Those who do tasks."""

    @property
    def size(self) -> int:
        """How many there are now."""

    @property
    def deaths(self) -> tuple[type[BaseException], ...]:
        """What a promise raises when its worker has died."""

    @property
    def batch_seconds(self) -> float:
        """How long a batch of tasks should take, for handing it over not to matter."""

    def working(self, warm: Callable[[], Any] | None) -> Any:
        """Return a context in which they work; warm is called once on every machine but this one."""

    def share(self, value: Any) -> Any:
        """Return what stands for value in arguments of submit: it is sent to every worker once."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Let somebody call function."""

    def renew(self) -> None:
        """Replace the dead."""


class ThreadTeam:
    """Threads: they win where kernels do all the work, for these do not hold Python's lock."""

    deaths: tuple[type[BaseException], ...] = ()
    batch_seconds = 0.02

    def __init__(self, size: int):
        self.size = size
        self.pool = ThreadPoolExecutor(size)

    @contextmanager
    def working(self, warm: Callable[[], Any] | None) -> Iterator[None]:
        try:
            yield
        finally:
            self.pool.shutdown(cancel_futures=True)

    def share(self, value: Any) -> Any:
        return value

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        return self.pool.submit(function, *arguments)

    def renew(self) -> None:
        """Do nothing: a thread does not die alone."""


class ProcessTeam:
    """Processes, which stay for the next map."""

    batch_seconds = 0.05

    def __init__(self, size: int):
        from joblib.externals.loky.process_executor import BrokenProcessPool, ShutdownExecutorError

        self.size = size
        self.deaths = BrokenProcessPool, ShutdownExecutorError
        self.last: Future[Any] | None = None
        """The newest promise."""
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        self.renew()

    @contextmanager
    def working(self, warm: Callable[[], Any] | None) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._wait_until_taken_up()
            self.pool.shutdown(wait=False, kill_workers=True)  # nobody waits for what nobody wants any more
            raise
        finally:
            if self.folder:
                self.folder.cleanup()

    def share(self, value: Any) -> Any:
        """Put value into a file, for every process to read once."""
        self.folder = self.folder or tempfile.TemporaryDirectory(prefix="fourfold-")
        path = os.path.join(self.folder.name, str(len(os.listdir(self.folder.name))))
        with open(path, "wb") as file:
            pickle.dump(value, file, protocol=5)
        return Shared(path)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        self.last = self.pool.submit(_call, function, *arguments)
        return self.last

    def _wait_until_taken_up(self) -> None:
        """Wait for the pool to have passed on what was submitted: shut down before, it complains of its own haste."""
        deadline = time.monotonic() + TAKEN_UP
        while self.last and not (self.last.running() or self.last.done()) and time.monotonic() < deadline:
            time.sleep(0.001)

    def renew(self) -> None:
        from joblib.externals.loky import get_reusable_executor

        self.pool = get_reusable_executor(max_workers=self.size, timeout=300, initializer=interrupts.obey)


class Shared(NamedTuple):
    """Stands for a value in a file that this program has just written."""

    path: str


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*(_load(each.path) if isinstance(each, Shared) else each for each in arguments))


@lru_cache(maxsize=2)
def _load(path: str) -> Any:
    with open(path, "rb") as file:
        return pickle.load(file)


def end_workers(ask: bool) -> None:
    """Ask the processes that work for this one to stop, or end them."""
    from multiprocessing import active_children

    for process in active_children():
        if process.pid:
            with suppress(ProcessLookupError):  # it has just ended by itself
                os.kill(process.pid, signal.SIGTERM if ask else signal.SIGKILL)
