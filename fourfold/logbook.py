"""The logbook of a training: how far it is, in its run folder, for whoever watches from another process."""

import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

from .errors import InputError
from .runs import CONFIG, METRICS, read_json, write_json

FILE = "progress.json"
LOCK = "running.lock"
PAUSE = 0.5
"""Seconds between two entries: a training may have hundreds of events a second."""
STALE = 120.0
"""After so many seconds without an entry a training is taken for dead, where locks are unknown."""


class Entry(NamedTuple):
    """How far a training is."""

    method: str
    game: str
    """Its spec."""
    settings: dict[str, Any]
    """With which it goes on."""
    done: int = 0
    total: int = 0
    things: str = ""
    """What is counted."""
    words: str = ""
    """How it goes."""
    rate: float = 0.0
    """Things a second, since it began or went on."""
    finished: bool = False

    @property
    def seconds_left(self) -> float | None:
        return (self.total - self.done) / self.rate if self.rate > 0.0 else None


class Logbook:
    """Keeps the entry of a training up to date, and says by a lock that the training is alive."""

    def __init__(self, folder: str | Path, entry: Entry):
        self.folder, self.entry = Path(folder), entry
        self.lock: IO[bytes] | None = None
        self.written = self.begun = time.monotonic()
        self.first: int | None = None

    def __enter__(self) -> Self:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.lock = (self.folder / LOCK).open("wb")
        except OSError as error:
            raise InputError(f"{self.folder} cannot be a run folder: {error.strerror}") from None
        if not _locked(self.lock, exclusive=True):
            self.lock.close()
            raise InputError(f"{self.folder} is being trained by another process")
        return self

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
        if (self.folder / CONFIG).exists():  # else it is no run yet
            write_json(self.folder / FILE, self.entry._asdict())

    def __exit__(self, *_: object) -> None:
        if not self.entry.finished:
            self._write()
        (self.folder / LOCK).unlink(missing_ok=True)
        if self.lock:
            self.lock.close()
        with suppress(OSError):  # a training that has not begun leaves nothing behind
            self.folder.rmdir()


def read_entry(folder: Path) -> Entry | None:
    """Return the entry of a training; None if there is none, or it is damaged."""
    try:
        value = read_json(folder / FILE)
        entry = Entry(**value)
    except (InputError, TypeError):
        return None
    counts = isinstance(entry.done, int) and isinstance(entry.total, int) and isinstance(entry.rate, int | float)
    texts = all(isinstance(text, str) for text in (entry.method, entry.game, entry.things, entry.words))
    return entry if counts and texts and isinstance(entry.settings, dict) else None


def is_running(folder: Path) -> bool:
    """Return whether a process trains in folder now."""
    try:
        with (folder / LOCK).open("rb") as lock:
            return not _locked(lock, exclusive=False)
    except OSError:
        return False


def _locked(file: IO[bytes], exclusive: bool) -> bool:
    """Return whether the file could be locked, until it is closed; the lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # no locks here: a training that has written lately is alive
        metrics = Path(file.name).with_name(METRICS)
        return exclusive or not metrics.exists() or time.time() - metrics.stat().st_mtime > STALE
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
