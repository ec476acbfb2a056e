"""Hours of matches, to see whether memory grows or anything is left open."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from ..matches.match import match

PLAYERS = "alphabeta:nodes=2000,eval=positional", "mcts:sims=500"
SETTLED = 10
"""The minute with which later ones are compared."""
GROWTH = 1.05
LEFT_OPEN = ("files", "threads", "children")


class ProcessSample(NamedTuple):
    """The resources of the process and its workers."""

    minute: float
    games: int
    megabytes: float
    """Of this process and its children together."""
    files: int
    """Open in this process."""
    threads: int
    children: int


def soak(minutes: float) -> Iterator[ProcessSample]:
    """Play matches on all cores for this long, and yield a sample every minute."""
    if not Path("/proc/self").exists():
        raise InputError("soak needs Linux: it reads /proc")
    begun, games, seed, told = time.monotonic(), 0, 0, 0
    while (passed := (time.monotonic() - begun) / 60.0) < minutes:
        games += match(*PLAYERS, "othello", games=100, seed=seed).games
        seed += 1
        if passed >= told:
            yield sample(passed, games)
            told = int(passed) + 1
    yield sample(minutes, games)


def sample(minute: float, games: int) -> ProcessSample:
    children = _children()
    kilobytes = sum(_field(process, "VmRSS:") for process in ("self", *children))
    files = len(list(Path("/proc/self/fd").iterdir()))
    return ProcessSample(round(minute, 1), games, kilobytes / 1024, files, _field("self", "Threads:"), len(children))


def _children() -> list[str]:
    tasks = Path("/proc/self/task").glob("*/children")
    return [child for path in tasks for child in path.read_text().split()]


def _field(process: str, name: str) -> int:
    """Return a number of /proc/PROCESS/status."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)


def settled(samples: list[ProcessSample]) -> ProcessSample:
    """Return the sample with which later ones are compared."""
    return next((each for each in samples if each.minute >= SETTLED), samples[0])


def faults(samples: list[ProcessSample]) -> list[str]:
    """Return what has grown since then: memory by more than a twentieth, or anything left open at all."""
    before, last = settled(samples), samples[-1]
    grown = [name for name in LEFT_OPEN if getattr(last, name) > getattr(before, name)]
    return (["megabytes"] if last.megabytes > GROWTH * before.megabytes else []) + grown
