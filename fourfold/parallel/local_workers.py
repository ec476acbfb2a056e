"""Pools of local workers: threads, for kernels that release the GIL, and processes."""

import os
import pickle
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from . import interrupts

TAKEN_UP = 1.0
"""Seconds within which an executor should have seen what was submitted."""


class Pool(Protocol):
    """Workers that execute tasks."""

    @property
    def size(self) -> int:
        """The current number of workers."""

    @property
    def deaths(self) -> tuple[type[BaseException], ...]:
        """What a future raises when its worker has died."""

    @property
    def batch_seconds(self) -> float:
        """How long a batch of tasks should take, so that the cost of sending it does not matter."""

    def working(self, warm: Callable[[], Any] | None) -> Any:
        """Return a context in which tasks may be submitted; warm is called once on every other machine."""

    def share(self, value: Any) -> Any:
        """Return what stands for value in arguments of submit: it is sent to every worker once."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Return the future of a call of function by one of the workers."""

    def renew(self) -> None:
        """Replace dead workers."""


class ThreadPool:
    """Threads: best where kernels do all the work, since these release the GIL."""

    deaths: tuple[type[BaseException], ...] = ()
    batch_seconds = 0.02

    def __init__(self, size: int):
        self.size = size
        self.executor = ThreadPoolExecutor(size)

    @contextmanager
    def working(self, warm: Callable[[], Any] | None) -> Iterator[None]:
        try:
            yield
        finally:
            self.executor.shutdown(cancel_futures=True)

    def share(self, value: Any) -> Any:
        return value

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        return self.executor.submit(function, *arguments)

    def renew(self) -> None:
        """Do nothing: a thread does not die alone."""


class ProcessPool:
    """Processes, which are kept for the next map."""

    batch_seconds = 0.05

    def __init__(self, size: int):
        from joblib.externals.loky.process_executor import BrokenProcessPool, ShutdownExecutorError

        self.size = size
        self.deaths = BrokenProcessPool, ShutdownExecutorError
        self.last: Future[Any] | None = None
        """The newest future."""
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        self.renew()

    @contextmanager
    def working(self, warm: Callable[[], Any] | None) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._wait_until_taken_up()
            self.executor.shutdown(wait=False, kill_workers=True)  # the remaining results are not wanted
            raise
        finally:
            if self.folder:
                self.folder.cleanup()

    def share(self, value: Any) -> Any:
        """Write value to a file, which every process reads once."""
        self.folder = self.folder or tempfile.TemporaryDirectory(prefix="fourfold-")
        path = os.path.join(self.folder.name, str(len(os.listdir(self.folder.name))))
        with open(path, "wb") as file:
            pickle.dump(value, file, protocol=5)
        return Shared(path)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        self.last = self.executor.submit(_call, function, *arguments)
        return self.last

    def _wait_until_taken_up(self) -> None:
        """Wait until the executor has seen what was submitted: shut down earlier, it logs an error."""
        deadline = time.monotonic() + TAKEN_UP
        while self.last and not (self.last.running() or self.last.done()) and time.monotonic() < deadline:
            time.sleep(0.001)

    def renew(self) -> None:
        from joblib.externals.loky import get_reusable_executor

        self.executor = get_reusable_executor(
            max_workers=self.size, timeout=300, initializer=interrupts.handle_in_worker
        )


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
    """Ask the worker processes of this one to stop, or kill them.

    There are none before multiprocessing is loaded, and a signal may come while another thread is loading it.
    """
    active_children = getattr(sys.modules.get("multiprocessing.process"), "active_children", tuple)
    for process in active_children():
        if process.pid:
            with suppress(ProcessLookupError):  # it has just ended
                os.kill(process.pid, signal.SIGTERM if ask else signal.SIGKILL)
