"""What commands print: words and tables for people, or one JSON object for programs."""

import json
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..parallel import interrupts
from ..parallel.local_workers import end_workers

Answer = TypeVar("Answer")
Look = Callable[[], None]
WIDTH_OF_FILES = 160
PAUSE = 0.1
"""Seconds between two looks at what is going on."""


class Show:
    """Where a command's output goes.

    With `as_json` standard output is for programs, and people see progress only; unless the command is a conversation,
    whose words then go to standard error.
    """

    def __init__(self, as_json: bool = False, conversation: bool = False):
        self.as_json = as_json
        self.silent = as_json and not conversation
        self.people = make_console(stderr=as_json)
        self.progress = make_console(stderr=True)

    def line(self, text: str | Text = "", style: str = "") -> None:
        """Print text for people, as it is."""
        if not self.silent:
            self.people.print(text, style=style or None, markup=False, soft_wrap=True)

    def note(self, text: str) -> None:
        """Print text about work that begins, beside its progress."""
        self.progress.print(text, markup=False, soft_wrap=True)

    def table(self, columns: list[str], rows: list[list[str]]) -> None:
        """Print a table for people; a column whose name begins with `>` is set to the right."""
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in columns:
            table.add_column(column.removeprefix(">"), justify="right" if column.startswith(">") else "left")
        for row in rows:
            table.add_row(*map(Text, row))
        if not self.silent:
            self.people.print(table)

    def result(self, value: dict[str, Any]) -> None:
        """Print value, if programs are to read it."""
        if self.as_json:
            print(json.dumps(value, allow_nan=False), flush=True)


def make_console(stderr: bool) -> Console:
    """Return a console; what goes to a file or pipe is not broken into the lines of a terminal."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, highlight=False, width=None if stream and stream.isatty() else WIDTH_OF_FILES)


def stoppable(show: Show, call: Callable[..., Answer], *arguments: Any, **options: Any) -> Answer:
    """Return what call returns. Ctrl-C or SIGTERM lets it end where it can go on later; a second one ends it now."""
    text = "stopping as soon as what is being done is done; Ctrl-C again stops at once"

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
    call: Callable[..., Answer], *arguments: Any, meanwhile: Look | None = None, **options: Any
) -> Answer:
    """Return what call returns. It runs in another thread, for Ctrl-C cannot reach this one while a kernel runs.

    Meanwhile is called now and then until it has ended.
    """
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(call(*arguments, **options))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while meanwhile and thread.is_alive():
        thread.join(PAUSE)
        meanwhile()
    thread.join()
    if errors:
        raise errors[0]
    return answers[0]
