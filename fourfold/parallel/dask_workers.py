"""A pool of Dask workers: on other machines, or several local processes that are reached in the same way."""

import logging
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Any

from ..errors import InputError

LOCAL = "local:"
PATIENCE = 20.0
"""Seconds within which a scheduler, and its first worker, must answer."""
LOOK = 1.0
"""Seconds between two counts of the workers: they join and leave."""
SENDINGS = 5
"""How many attempts are made to send a value to all workers."""
RETRIES = 10
"""How many workers may die during a task before it is suspected: machines are also switched off."""


_pools: dict[str, "DaskPool"] = {}


def find_pool(address: str) -> "DaskPool":
    """Return the pool of workers at an address; the connection is kept for the next map."""
    if address not in _pools:
        _pools[address] = DaskPool(address)
    return _pools[address]


def close_pools() -> None:
    """Disconnect from all clusters."""
    while _pools:
        _pools.popitem()[1].close()


class DaskPool:
    """The workers of a Dask scheduler."""

    batch_seconds = 0.2

    def __init__(self, address: str):
        self.client = _connect(address)
        from distributed import CancelledError, KilledWorker
        from distributed.client import FutureCancelledError

        _do_not_log(FutureCancelledError)  # a batch may be cancelled while its result is on the way
        self.address = address
        self.deaths = KilledWorker, CancelledError, FutureCancelledError
        self.executor = self.client.get_executor(retries=0)
        self.counted, self.count = 0.0, 1
        self.warmed: set[bytes] = set()
        """What has been called on every machine."""
        self._wait_for_workers()
        self._check_versions()

    def close(self) -> None:
        """Disconnect from the workers."""
        self.client.close()

    @property
    def size(self) -> int:
        if time.monotonic() - self.counted > LOOK:
            self.counted, self.count = time.monotonic(), max(len(self._workers()), 1)
        return self.count

    def _workers(self) -> dict[str, Any]:
        """Return the scheduler's description of every worker, by address."""
        return self.client.scheduler_info(n_workers=-1)["workers"]

    @contextmanager
    def working(self, warm: Callable[[], Any] | None) -> Iterator[None]:
        if warm and (key := pickle.dumps(warm)) not in self.warmed:
            self.warmed.add(key)
            self._warm(warm)
        try:
            yield
        except BaseException:
            self.client.cancel(list(self.client.futures))
            raise

    def _warm(self, warm: Callable[[], Any]) -> None:
        """Call warm once on every machine, where all workers use the same compiled kernels."""
        first = {worker["host"]: address for address, worker in self._workers().items()}
        # other workers may do it too: one that dies here must not block the rest
        where = ({"workers": [address], "allow_other_workers": True} for address in first.values())
        self.client.gather([self.client.submit(_call, warm, pure=False, **each) for each in where])

    def share(self, value: Any) -> Any:
        for _ in range(SENDINGS - 1):
            with suppress(OSError, KeyError, ValueError, TimeoutError):  # a worker died during the transfer
                return self._send(value)
            self.renew()
        return self._send(value)

    def _send(self, value: Any) -> Any:
        (future,) = self.client.scatter([value], broadcast=True, hash=False)
        return future

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        return self.executor.submit(function, *arguments)

    def renew(self) -> None:
        """Wait until there is a worker: the scheduler itself replaces dead ones."""
        self._wait_for_workers()

    def _wait_for_workers(self) -> None:
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except (TimeoutError, OSError):
            raise InputError(
                f"the cluster {self.address} has no workers: start one with dask worker ADDRESS --nthreads 1"
            ) from None

    def _check_versions(self) -> None:
        """Raise InputError unless all workers have the same versions as this process: results would differ."""
        here = versions()
        for worker, found in self.client.run(versions, on_error="ignore").items():
            if found != here:
                raise InputError(
                    f"worker {worker} has {_text(found)}, but this machine has {_text(here)}: install the same versions"
                )


def _do_not_log(error: type[BaseException]) -> None:
    """Keep an expected error out of the log of Dask's event loop."""
    logger = logging.getLogger("tornado.application")
    logger.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], error)))


def _call(warm: Callable[[], Any]) -> None:
    """Call warm, and return nothing: its result need not be sent."""
    warm()


def versions() -> dict[str, str]:
    """Return the versions on which results depend."""
    import sys
    from importlib.metadata import version

    names = ("fourfold", "numpy", "numba")
    return {"python": sys.version.split()[0], **{name: version(name) for name in names}}


def _text(found: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in found.items())


def _connect(address: str) -> Any:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError("a cluster needs Dask: pip install 'fourfold[cluster]'") from None
    import dask

    dask.config.set({"distributed.scheduler.allowed-failures": RETRIES})
    if address.startswith(LOCAL):
        count = address.removeprefix(LOCAL)
        if not count.isdecimal() or not 0 < int(count) <= 1000:
            raise InputError(f"{address!r} is not valid; local:3 is a cluster of 3 workers on this machine")
        return Client(LocalCluster(int(count), threads_per_worker=1, dashboard_address=":0", silence_logs=50))
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"no Dask scheduler answers at {address!r}: {error}") from None
