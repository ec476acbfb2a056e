"""Checkpoints of a run: everything needed to resume it, in one file with a checksum; the last two are kept.

If the newest one is damaged, the run resumes from the previous one.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError
from . import array_files

if TYPE_CHECKING:
    import numpy as np  # takes a while to import, and lists of runs need none

FOLDER = "checkpoints"
KEPT = 2


class Checkpoint(NamedTuple):
    """What a run resumes from."""

    number: int
    """How many steps of the run are done."""
    arrays: "dict[str, np.ndarray]"
    notes: dict[str, Any]


class Found(NamedTuple):
    """The newest intact checkpoint, if there is one, and what is wrong with newer ones."""

    checkpoint: Checkpoint | None
    faults: list[str]


def path_of(run: Path, number: int) -> Path:
    return run / FOLDER / f"{number:06}.safetensors"


def numbers(run: Path) -> list[int]:
    """Return the numbers of the checkpoints in a run folder, damaged or not, the newest first."""
    stems = (path.stem for path in (run / FOLDER).glob("*.safetensors"))
    return sorted((int(stem) for stem in stems if stem.isdecimal()), reverse=True)


def write(run: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint; of the others only the previous one is kept."""
    (run / FOLDER).mkdir(exist_ok=True)
    array_files.save_arrays(path_of(run, checkpoint.number), checkpoint.arrays, checkpoint.notes)
    older = [number for number in numbers(run) if number < checkpoint.number][: KEPT - 1]
    for number in numbers(run):
        if number not in (checkpoint.number, *older):
            path_of(run, number).unlink()


def read(run: Path, number: int) -> Checkpoint:
    """Return a checkpoint; raise InputError if it is damaged."""
    arrays, metadata = array_files.load_arrays(path_of(run, number))
    return Checkpoint(number, arrays, metadata["notes"])


def newest(run: Path) -> Found:
    faults: list[str] = []
    for number in numbers(run):
        try:
            return Found(read(run, number), faults)
        except InputError as error:
            faults.append(str(error))
    return Found(None, faults)


def copy_newest(source: Path, target: Path) -> None:
    """Copy the newest checkpoint of one run to another, unless that has one already."""
    if newest(target).checkpoint is None and (found := newest(source).checkpoint):
        target.mkdir(parents=True, exist_ok=True)
        write(target, found)
