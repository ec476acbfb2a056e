"""Another program as a child process: lines to it, lines from it, and its end."""

import queue
import shlex
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
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
        self._child = _Child(command, quit_line)
        self.close = weakref.finalize(self, self._child.end)
        """Ends the program."""

    def send(self, line: str) -> None:
        try:
            self._child.send(line)
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
            line = self._child.lines.get(timeout=left)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._child.lines.put(None)
            raise Forfeit(self.exit_text())
        return line

    def exit_text(self) -> str:
        """Return how the program ended, and its last line on standard error."""
        self.close()
        words = "".join(f": {line}" for line in self._child.error_lines[-1:])
        return f"engine {self.name!r} has ended (exit code {self._child.exit_code}){words}"


class _Child:
    """A child process and all that is open between it and us, which does not know of the program that it serves."""

    def __init__(self, command: str, quit_line: str):
        # a file, for an unread pipe would block the program once it is full
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the program)
        try:
            self._process = _start(command, self._errors)
        except InputError:
            self._errors.close()
            raise
        self._quit_line = quit_line
        self.lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        """What the program has written, then None."""
        self.error_lines = list[str]()
        """What it has written on standard error, once it has ended."""
        assert self._process.stdin is not None
        self._stdin = self._process.stdin
        self._reader = threading.Thread(target=_read, args=(self._process.stdout, self.lines), daemon=True)
        self._reader.start()

    @property
    def exit_code(self) -> int | None:
        return self._process.returncode

    def send(self, line: str) -> None:
        self._stdin.write(line + "\n")
        self._stdin.flush()

    def end(self) -> None:
        """Ask the process to end, insist if it does not, and close every file."""
        with suppress(OSError, ValueError):
            self._stdin.write(self._quit_line + "\n")
        with suppress(OSError, ValueError):
            self._stdin.close()
        self._wait()
        self._finish_reading()
        self._errors.seek(0)
        self.error_lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        self._errors.close()

    def _wait(self) -> None:
        for end in (self._process.terminate, self._process.kill):
            try:
                self._process.wait(GRACE)
                return
            except subprocess.TimeoutExpired:
                end()
        self._process.wait()

    def _finish_reading(self) -> None:
        """Let the reader come to the end, also if it waits for room; a child of the child may keep it from that."""
        deadline = time.monotonic() + GRACE
        while self._reader.is_alive() and time.monotonic() < deadline:
            with suppress(queue.Empty):
                while True:
                    self.lines.get_nowait()
            self._reader.join(0.01)
        with suppress(queue.Full):
            self.lines.put_nowait(None)


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
    with lines:
        while line := lines.readline(LONGEST_LINE):
            found.put(line.strip())
    found.put(None)


def count_of(text: str) -> int:
    """Return the count that a program tells of, or 0 if it is none or too large for 64 bits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
