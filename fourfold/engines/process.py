"""Another program that runs beside us: lines to it, lines from it, and its end."""

import queue
import shlex
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from typing import IO

from ..errors import Forfeit, InputError

MOST_LINES = 10_000
"""That wait to be read: a program that never stops talking has to wait then."""
MOST_OF_AN_ANSWER = 100_000
"""Lines of one answer: who says more says nothing."""
LONGEST_LINE = 10_000
"""Characters; what is longer counts as several lines."""
GRACE = 2.0
"""Seconds that a program gets to end by itself."""


class Program:
    """A program started from a command, which ends with this object, or with us at the latest."""

    def __init__(self, command: str, farewell: str, patience: float):
        """Start the program; farewell is the line that asks it to end.

        patience is how many seconds an answer may take beyond those that the program is given to think.
        """
        self.name, self.patience = command, patience
        # a file, for a pipe that nobody reads would block the program once it is full
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the program)
        self._process = _start(command, self._complaints)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        reader = threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        reader.start()
        self.close = weakref.finalize(self, _end, self._process, farewell)
        """Ends the program."""

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Forfeit(self.obituary()) from None

    def answer(self, question: str, seconds: float = 0.0) -> Iterator[str]:
        """Yield the lines that follow a question, for whose answer the program has seconds to think.

        Who asks stops where the answer is complete; one that never is counts as a failure.
        """
        deadline = time.monotonic() + seconds + self.patience
        for _ in range(MOST_OF_AN_ANSWER):
            try:
                line = self.receive(deadline)
            except TimeoutError:
                raise self.failure(
                    f"did not answer {question!r} within {seconds + self.patience:g} seconds"
                    " (seconds=, depth= or nodes= limit its search, timeout= our patience)"
                ) from None
            yield line
        raise self.failure(f"does not come to an end with its answer to {question!r}")

    def failure(self, what: str) -> Forfeit:
        """End the program, with which there is no going on, and return what is to be said of it."""
        self.close()
        return Forfeit(f"engine {self.name!r} {what}")

    def receive(self, deadline: float) -> str:
        """Return the next line, for which to wait until time.monotonic() is deadline; later ones are not heard."""
        left = deadline - time.monotonic()
        if left <= 0.0:
            raise TimeoutError
        try:
            line = self._lines.get(timeout=left)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._lines.put(None)
            raise Forfeit(self.obituary())
        return line

    def obituary(self) -> str:
        """Return how the program ended, and its last words."""
        self.close()
        self._complaints.seek(0)
        words = self._complaints.read().decode("utf-8", "replace").strip().splitlines()[-1:]
        code = self._process.returncode
        return f"engine {self.name!r} has ended (exit code {code})" + (f": {words[0]}" if words else "")


def _start(command: str, complaints: IO[bytes]) -> subprocess.Popen[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"engine command {command!r} is not understood: {error}") from None
    if not words:
        raise InputError("an engine needs a command: engine:cmd=PROGRAM")
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C is for us: we end the program
        )
    except OSError as error:
        raise InputError(f"engine {words[0]!r} cannot be started: {error.strerror}") from None


def _read(lines: IO[str], found: "queue.Queue[str | None]") -> None:
    """Put every line into found, then None."""
    try:
        while line := lines.readline(LONGEST_LINE):
            found.put(line.strip())
    except ValueError:  # closed meanwhile
        pass
    found.put(None)


def _end(process: subprocess.Popen[str], farewell: str) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(farewell + "\n")
        process.stdin.close()
    except (OSError, ValueError):
        pass
    for end in (process.terminate, process.kill):
        try:
            process.wait(GRACE)
            return
        except subprocess.TimeoutExpired:
            end()
    process.wait()
