"""What commands print: text and tables for people, or one JSON object for programs."""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table
from rich.text import Text

from ..binding.compiler import shown_by
from ..parallel import interrupts
from ..parallel.local_workers import end_workers

Answer = TypeVar("Answer")
Look = Callable[[], None]
WIDTH_OF_FILES = 160
PAUSE = 0.1
"""Seconds between two updates."""


class Show:
    """Where a command's output goes.

    With `as_json` standard output has only the JSON object, and people see only progress; the text of a conversation
    goes to standard error.
    """

    def __init__(self, as_json: bool = False, conversation: bool = False):
        self.as_json = as_json
        self.silent = as_json and not conversation
        self.people = make_console(stderr=as_json)
        self.progress = make_console(stderr=True)

    def line(self, text: str | Text = "", style: str = "") -> None:
        """Print text for people, without markup."""
        if not self.silent:
            self.people.print(text, style=style or None, markup=False, soft_wrap=True)

    def note(self, text: str) -> None:
        """Print text about work that starts, next to its progress."""
        self.progress.print(text, markup=False, soft_wrap=True)

    def table(self, columns: list[str], rows: list[list[str]]) -> None:
        """Print a table for people; a column whose name begins with `>` is right-aligned."""
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in columns:
            table.add_column(column.removeprefix(">"), justify="right" if column.startswith(">") else "left")
        for row in rows:
            table.add_row(*map(Text, row))
        if not self.silent:
            self.people.print(table)

    def result(self, value: dict[str, Any]) -> None:
        """Print value as JSON, if JSON was asked for."""
        if self.as_json:
            print(json.dumps(value, allow_nan=False), flush=True)


@contextmanager
def compiling_shown(bar: Progress, task: TaskID) -> Iterator[None]:
    """Show in a progress bar what is being compiled, while that takes place."""
    if not bar.console.is_terminal:
        yield
        return
    with shown_by(lambda text: bar.update(task, description=text or "starting")):
        yield


def make_console(stderr: bool) -> Console:
    """Return a console; output to a file or pipe is not wrapped."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, highlight=False, width=None if stream and stream.isatty() else WIDTH_OF_FILES)


def stoppable(show: Show, call: Callable[..., Answer], *arguments: Any, **options: Any) -> Answer:
    """Return what call returns. Ctrl-C or SIGTERM ends it where it can be resumed; a second one ends it immediately."""
    text = "finishing the work in progress; press Ctrl-C again to stop immediately"

    def tell() -> None:
        end_workers(ask=True)
        with suppress(OSError):  # nobody may be reading any more
            show.progress.print(text, style="bold")

    def leave() -> None:
        end_workers(ask=False)
        with suppress(OSError):
            show.progress.show_cursor()

    with interrupts.handled(tell, leave):
        return interruptible(call, *arguments, **options)


def interruptible(
    call: Callable[..., Answer],
    *arguments: Any,
    meanwhile: Look | None = None,
    stop: Look | None = None,
    **options: Any,
) -> Answer:
    """Return what call returns. It runs in another thread, since Ctrl-C cannot interrupt a kernel.

    Until it ends, meanwhile is called regularly. If there is stop, the first Ctrl-C calls that, to end call early.
    """
    answers: list[Answer] = []
    errors: list[BaseException] = []
    is_over = threading.Event()  # Python 3.11 takes a thread for ended if Ctrl-C interrupts its join

    def run() -> None:
        try:
            answers.append(call(*arguments, **options))
        except BaseException as error:
            errors.append(error)
        finally:
            is_over.set()

    threading.Thread(target=run, daemon=True).start()
    while not is_over.is_set():
        try:
            while not is_over.wait(PAUSE):  # not for ever: a signal that another thread gets does not wake this one
                if meanwhile:
                    meanwhile()
        except KeyboardInterrupt:
            if stop is None:
                raise
            stop()
            stop = None
    if errors:
        raise errors[0]
    return answers[0]
