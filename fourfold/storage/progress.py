"""The progress of a training run, kept in its run folder for observers in other processes."""

import math
import time
from pathlib import Path
from typing import NamedTuple, Self

from ..errors import InputError
from .run_folder import PROGRESS, is_run, read_json, write_json

PAUSE = 0.5
"""Seconds between two writes: a training run may have hundreds of events per second."""
MOST = 1e15
"""The largest plausible count."""


class Progress(NamedTuple):
    """How much of a training run is done."""

    total: int
    things: str
    """What is counted."""
    done: int = 0
    words: str = ""
    """The current result, as text."""
    rate: float = 0.0
    """Things per second, since the run started or resumed."""
    finished: bool = False
    measured: float = 0.0
    """Seconds of learning until the last point of the learning curve; 0 if unknown."""

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1."""
        return min(self.done / self.total, 1.0) if self.total else 0.0

    @property
    def seconds_left(self) -> float | None:
        return (self.total - self.done) / self.rate if self.rate > 0.0 else None


class ProgressWriter:
    """Keeps the progress file of a training run up to date."""

    def __init__(self, folder: str | Path | None, total: int, things: str):
        """Write into folder; without one nothing is written."""
        self.folder, self.progress = None if folder is None else Path(folder), Progress(total, things)
        self.begun, self.written = time.monotonic(), -math.inf
        self.first: int | None = None

    def note(self, done: int, words: str, measured: float = 0.0) -> bool:
        """Update the progress; return whether it was written, which happens at most every PAUSE seconds."""
        now = time.monotonic()
        if self.first is None:
            self.first, self.begun = done, now
        rate = (done - self.first) / max(now - self.begun, 1e-3)
        self.progress = self.progress._replace(done=done, words=words, rate=round(rate, 3), measured=measured)
        if now - self.written < PAUSE:
            return False
        self._write()
        return True

    def finish(self, measured: float = 0.0) -> None:
        done = max(self.progress.done, self.progress.total)
        self.progress = self.progress._replace(done=done, finished=True, measured=measured)
        self._write()

    def _write(self) -> None:
        self.written = time.monotonic()
        if self.folder and is_run(self.folder):
            write_json(self.folder / PROGRESS, self.progress._asdict())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.first is not None:  # otherwise the folder may belong to another process
            self._write()


def read_progress(folder: Path) -> Progress | None:
    """Return the progress of a training run; None if there is none, or its file is damaged."""
    try:
        progress = Progress(**read_json(folder / PROGRESS))
        numbers = all(
            0 <= number <= MOST for number in (progress.done, progress.total, progress.rate, progress.measured)
        )
    except (InputError, TypeError):
        return None
    return progress if numbers and isinstance(progress.things, str) and isinstance(progress.words, str) else None
