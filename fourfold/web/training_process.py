"""A training run as a separate process, which ends when the server is stopped.

If the server is killed, it continues, and is adopted by the next server on the same folder.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from ..storage import locks

NICENESS = 5
"""The niceness of a training run, so that the server and its players come first."""
PATIENCE = 3.0
"""Seconds that a process gets to end by itself."""
PAUSE = 0.05
"""Seconds between two checks whether it has ended."""


class Training(Protocol):
    """A training run that this server may stop."""

    def is_alive(self) -> bool: ...

    def failure(self) -> str:
        """Return the last message of the process if it ended because of bad input, otherwise empty."""

    def end(self) -> None:
        """End the process; its run folder is intact at every moment."""


class RunProcess:
    """Runs a command `fourfold ...` in a separate process."""

    def __init__(self, arguments: list[str]):
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it is read when the process has ended)
        command = [sys.executable, "-m", "fourfold", *arguments]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=self.errors)
        weakref.finalize(self, self.errors.close)
        with suppress(AttributeError, OSError):  # not everywhere
            os.setpriority(os.PRIO_PROCESS, self.process.pid, NICENESS)

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def failure(self) -> str:
        if self.process.poll() != 2:
            return ""
        self.errors.seek(0)
        lines = self.errors.read()[-2000:].decode(errors="replace").strip().splitlines()
        return lines[-1].removeprefix("error: ") if lines else "the training run ended without a message"

    def end(self) -> None:
        for ask in (self.process.terminate, self.process.terminate, self.process.kill):  # the second ends it at once
            ask()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE)
                return


class OrphanProcess:
    """A process that writes into a run folder and whose server was killed, found by its lock."""

    def __init__(self, folder: Path):
        self.folder = folder

    def is_alive(self) -> bool:
        return locks.is_held(self.folder)

    def failure(self) -> str:
        return ""

    def end(self) -> None:
        for word in (signal.SIGTERM, signal.SIGTERM, signal.SIGKILL):
            owner = locks.owner(self.folder)
            if owner is None:
                return
            with suppress(OSError):  # it has just ended
                os.kill(owner, word)
            deadline = time.monotonic() + PATIENCE
            while self.is_alive() and time.monotonic() < deadline:
                time.sleep(PAUSE)
