"""The logbook of a training: how far it is, in its run folder, for whoever watches from another process."""

import time
from pathlib import Path
from typing import NamedTuple, Self

from ..errors import InputError
from .run_folder import PROGRESS, is_run, read_json, write_json

PAUSE = 0.5
"""Seconds between two entries: a training may have hundreds of events a second."""
MOST = 1e15
"""Nothing counts further."""


class Entry(NamedTuple):
    """How far a training is."""

    total: int
    things: str
    """What is counted."""
    done: int = 0
    words: str = ""
    """How it goes."""
    rate: float = 0.0
    """Things a second, since it began or went on."""
    finished: bool = False

    @property
    def share(self) -> float:
        """Return how much is done, from 0 to 1."""
        return min(self.done / self.total, 1.0) if self.total else 0.0

    @property
    def seconds_left(self) -> float | None:
        return (self.total - self.done) / self.rate if self.rate > 0.0 else None


class Logbook:
    """Keeps the entry of a training up to date."""

    def __init__(self, folder: str | Path | None, total: int, things: str):
        """Keep it in folder; without one nothing is written."""
        self.folder, self.entry = None if folder is None else Path(folder), Entry(total, things)
        self.written = self.begun = time.monotonic()
        self.first: int | None = None

    def note(self, done: int, words: str) -> bool:
        """Note how far the training is; return whether it was written: now and then only, for the disk's sake."""
        now = time.monotonic()
        if self.first is None:
            self.first, self.begun = done, now
        rate = (done - self.first) / max(now - self.begun, 1e-3)
        self.entry = self.entry._replace(done=done, words=words, rate=round(rate, 3))
        if now - self.written < PAUSE:
            return False
        self._write()
        return True

    def finish(self) -> None:
        self.entry = self.entry._replace(done=max(self.entry.done, self.entry.total), finished=True)
        self._write()

    def _write(self) -> None:
        self.written = time.monotonic()
        if self.folder and is_run(self.folder):
            write_json(self.folder / PROGRESS, self.entry._asdict())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.first is not None:  # else the folder may be another process's
            self._write()


def read_entry(folder: Path) -> Entry | None:
    """Return the entry of a training; None if there is none, or it is damaged."""
    try:
        entry = Entry(**read_json(folder / PROGRESS))
        numbers = all(0 <= number <= MOST for number in (entry.done, entry.total, entry.rate))
    except (InputError, TypeError):
        return None
    return entry if numbers and isinstance(entry.things, str) and isinstance(entry.words, str) else None
