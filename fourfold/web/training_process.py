"""A training as a process of its own: it learns on even while the server answers, and ends with the server."""

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from typing import IO

NICENESS = 5
"""How far a training steps back behind the server and its players."""
PATIENCE = 3.0
"""Seconds that a process gets to end by itself."""


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
        """Return what the process has said last, if it has ended because of bad input; else nothing."""
        if self.process.poll() != 2:
            return ""
        self.errors.seek(0)
        lines = self.errors.read()[-2000:].decode(errors="replace").strip().splitlines()
        return lines[-1].removeprefix("error: ") if lines else "the training run ended without a message"

    def end(self) -> None:
        """End the process; a run folder is whole at every moment."""
        for ask in (self.process.terminate, self.process.terminate, self.process.kill):  # the second ends it at once
            ask()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE)
                return
