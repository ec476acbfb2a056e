"""Being asked to stop: once, by Ctrl-C or SIGTERM, and work ends where it can go on later; twice, and it ends now."""

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
    """Work has ended because it was asked to: what is kept is whole, and it can go on."""


def asked() -> bool:
    """Return whether work is to end as soon as it can go on later."""
    return _asked.is_set()


def check() -> None:
    """Raise Stopped if work is to end here."""
    if asked():
        raise Stopped


@contextmanager
def listening(tell: Callable[[], None], leave: Callable[[], None]) -> Iterator[None]:
    """Take Ctrl-C and SIGTERM as the wish to stop, until the block ends; tell is called at the first one.

    The second one calls leave and ends the process at once: kernels and workers may run, but all files are whole.
    """

    def hear(number: int, _: Any) -> None:
        if asked():
            leave()
            with suppress(OSError):
                sys.stderr.flush()
            os._exit(128 + number)
        _asked.set()
        tell()

    if threading.current_thread() is not threading.main_thread():  # signals are for the main thread
        yield
        return
    before = {number: signal.signal(number, hear) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _asked.clear()


def obey() -> None:
    """Let this process, a worker, stop when it is asked to, and never before its task can."""
    for number in SIGNALS:
        signal.signal(number, lambda *_: _asked.set())
