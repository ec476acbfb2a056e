"""Another program as a child process: lines to it, lines from it, and its end."""

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
"""Unread lines: a program that writes more is blocked."""
MOST_OF_AN_ANSWER = 100_000
"""Lines of one answer; more is a failure."""
LONGEST_LINE = 10_000
"""Characters; a longer line counts as several."""
GRACE = 2.0
"""Seconds in which a program may end by itself before it is killed."""


class Program:
    """A program started from a command; it ends with this object, and at the latest with this process."""

    def __init__(self, command: str, quit_line: str, timeout: float):
        """Start the program; quit_line asks it to end.

        timeout is how many seconds an answer may take beyond its thinking time.
        """
        self.name, self.timeout = command, timeout
        # a file, for an unread pipe would block the program once it is full
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the program)
        self._process = _start(command, self._stderr)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        reader = threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        reader.start()
        self.close = weakref.finalize(self, _end, self._process, quit_line)
        """Ends the program."""

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Forfeit(self.exit_text()) from None

    def answer(self, question: str, seconds: float = 0.0) -> Iterator[str]:
        """Yield the lines that follow a question, which the program has this many seconds to think about.

        The caller stops where the answer is complete; an answer that never ends is a failure.
        """
        deadline = time.monotonic() + seconds + self.timeout
        for _ in range(MOST_OF_AN_ANSWER):
            try:
                line = self.receive(deadline)
            except TimeoutError:
                raise self.failure(
                    f"did not answer {question!r} within {seconds + self.timeout:g} seconds"
                    " (seconds=, depth= or nodes= limit its search, timeout= the wait beyond that)"
                ) from None
            yield line
        raise self.failure(f"never finished its answer to {question!r}")

    def failure(self, what: str) -> Forfeit:
        """End the program after a failure, and return the Forfeit that describes it."""
        self.close()
        return Forfeit(f"engine {self.name!r} {what}")

    def receive(self, deadline: float) -> str:
        """Return the next line; raise TimeoutError if none comes before time.monotonic() is deadline."""
        left = deadline - time.monotonic()
        if left <= 0.0:
            raise TimeoutError
        try:
            line = self._lines.get(timeout=left)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._lines.put(None)
            raise Forfeit(self.exit_text())
        return line

    def exit_text(self) -> str:
        """Return how the program ended, and its last line on standard error."""
        self.close()
        self._stderr.seek(0)
        words = self._stderr.read().decode("utf-8", "replace").strip().splitlines()[-1:]
        code = self._process.returncode
        return f"engine {self.name!r} has ended (exit code {code})" + (f": {words[0]}" if words else "")


def _start(command: str, errors: IO[bytes]) -> subprocess.Popen[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"engine command {command!r} is not valid: {error}") from None
    if not words:
        raise InputError("an engine needs a command, such as engine:cmd=PROGRAM")
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
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


def _end(process: subprocess.Popen[str], quit_line: str) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(quit_line + "\n")
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
