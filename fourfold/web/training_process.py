"""A training as a process of its own: it learns on while the server answers, and ends with a server that is ended.

A server that is killed leaves it alone: it learns on, and is adopted by the next server of the same folder.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from ..storage import locks

NICENESS = 5
"""How far a training steps back behind the server and its players."""
PATIENCE = 3.0
"""Seconds that a process gets to end by itself."""
PAUSE = 0.05
"""Seconds between two looks whether it has."""


class Training(Protocol):
    """A training that this server may stop."""

    def is_alive(self) -> bool: ...

    def failure(self) -> str:
        """Return what the process has said last, if it has ended because of bad input; else nothing."""

    def end(self) -> None:
        """End the process; a run folder is whole at every moment."""


class RunProcess:
    """Runs a command `fourfold ...` beside the server."""

    def __init__(self, arguments: list[str]):
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it is read when the process has ended)
        command = [sys.executable, "-m", "fourfold", *arguments]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=self.errors)
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
    """A process that writes into a run folder, whose server was killed; it is known by the lock that it holds."""

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
