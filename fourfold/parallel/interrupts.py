"""Interrupts: the first Ctrl-C or SIGTERM ends work where it can be resumed; the second ends it immediately."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

SIGNALS = signal.SIGINT, signal.SIGTERM
_asked = threading.Event()


class Stopped(Exception):  # noqa: N818 (nothing went wrong)
    """Work was stopped on request: what is kept is intact, and the work can be resumed."""


def asked() -> bool:
    """Return whether work is to stop as soon as it can be resumed."""
    return _asked.is_set()


def check() -> None:
    """Raise Stopped if a stop was requested."""
    if asked():
        raise Stopped


@contextmanager
def handled(on_first: Callable[[], None], on_second: Callable[[], None]) -> Iterator[None]:
    """Take Ctrl-C and SIGTERM as requests to stop, until the block ends; on_first is called at the first one.

    The second one calls on_second and ends the process immediately: kernels and workers may be running, but all files
    are intact.
    """

    def handle(number: int, _: Any) -> None:
        if asked():
            on_second()
            with suppress(OSError):
                sys.stderr.flush()
            os._exit(128 + number)
        _asked.set()
        on_first()

    if threading.current_thread() is not threading.main_thread():  # signals are for the main thread
        yield
        return
    before = {number: signal.signal(number, handle) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _asked.clear()


def handle_in_worker() -> None:
    """Take signals in this process, a worker, as requests to stop, which its task may act on when it can."""
    for number in SIGNALS:
        signal.signal(number, lambda *_: _asked.set())
