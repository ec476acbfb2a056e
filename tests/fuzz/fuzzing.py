"""Reads changed inputs for so long: `python -m fuzz.fuzzing MINUTES [SEED]` in the folder tests reports how many.

An input must be read or refused by InputError, within a time and a memory that do not depend on what it says.
"""

import hashlib
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from fourfold.errors import InputError
from fuzz.mutation import mutate
from fuzz.readers import Reader, make_readers

SECONDS = 10.0
"""That an input may take, on a machine that has other things to do."""
MEGABYTES = 600
"""By which the process may grow."""
TURN = 0.05
"""Seconds of reading before it is the next reader's turn."""
KEPT = Path(__file__).with_name("inputs")


class Fault(NamedTuple):
    """An input that was neither read nor refused."""

    reader: str
    content: bytes
    trace: str


class TookTooLong(Exception):  # noqa: N818
    """An input was not read in time."""


def try_input(reader: Reader, content: bytes, folder: Path) -> str:
    """Return what went wrong, if anything did."""
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        reader.read(content, folder)
    except InputError as error:
        return "" if str(error) and "\n" not in str(error) else f"the message {str(error)!r} is not one line"
    except Exception:
        return traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
    return ""


def run(seconds: float, seed: int, only: str = "") -> tuple[Counter[str], list[Fault]]:
    """Return how many inputs each reader has had, and those that were neither read nor refused."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None  # files of a moment need no disk
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        return _run(seconds, seed, Path(folder), only)


def _run(seconds: float, seed: int, folder: Path, only: str) -> tuple[Counter[str], list[Fault]]:
    readers = [reader for reader in make_readers(folder) if only in reader.name]
    counts, faults, known = Counter[str](), list[Fault](), set[tuple[str, str]]()
    for reader in readers:  # kernels are compiled before a clock runs
        for sample in reader.samples:
            with suppress(InputError):
                reader.read(sample, folder)
    signal.signal(signal.SIGALRM, _ring)
    chance, end = random.Random(seed), time.monotonic() + seconds
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while time.monotonic() < end:
            for reader in readers:
                turn = time.monotonic() + TURN
                while time.monotonic() < turn:
                    content = mutate(reader.samples, chance)
                    trace = try_input(reader, content, folder)
                    counts[reader.name] += 1
                    if trace and (reader.name, trace[-300:]) not in known:
                        known.add((reader.name, trace[-300:]))
                        faults.append(Fault(reader.name, content, trace))
    return counts, faults


def _ring(*_: Any) -> None:
    raise TookTooLong


def grown(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what work returns, and by how many megabytes the process has grown at most."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = work()
    return found, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


def keep(fault: Fault, folder: Path) -> Path:
    """Write an input where the tests find it."""
    folder.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(fault.content).hexdigest()[:8]
    path = folder / f"{fault.reader.replace(' ', '+').replace('/', '!')}.{digest}"
    path.write_bytes(fault.content)
    return path


def kept_inputs() -> list[Path]:
    return sorted(path for path in KEPT.glob("*.*") if path.is_file())


def reader_name(path: Path) -> str:
    return path.name.rpartition(".")[0].replace("+", " ").replace("!", "/")


def main(minutes: str, seed: str = "0", only: str = "") -> int:
    (counts, faults), growth = grown(lambda: run(60.0 * float(minutes), int(seed), only))
    for name, count in sorted(counts.items()):
        print(f"{count:10,}  {name}")
    print(f"{counts.total():10,}  inputs in {float(minutes):g} minutes, seed {seed}; grown by {growth:.0f} MB")
    for fault in faults:
        print(f"\n{fault.reader}: {keep(fault, KEPT)}\n{fault.trace}")
    return 1 if faults or growth > MEGABYTES else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
