"""The integrity of a run folder: which files are missing, truncated or changed since they were written."""

from pathlib import Path

from ..errors import InputError
from . import array_files, manifest
from .atomic_files import read_json
from .checkpoints import FOLDER as CHECKPOINTS
from .json_lines import SEALED, parse_line


def find_faults(folder: Path) -> list[str]:
    """Return what is wrong with the files of a run, apart from its settings.

    A kill may come before new files are in the manifest: a file that matches its own checksum is intact all the same.
    """
    try:
        known = manifest.read(folder).sums
    except InputError:
        known = {}
    new = {str(path.relative_to(folder)) for path in (folder / CHECKPOINTS).glob("*.safetensors")} - set(known)
    faults = {name: manifest.fault(folder, name, expected) for name, expected in known.items() if name not in SETTINGS}
    faults |= {name: _own_fault(folder / name) for name in new}
    for name, fault in faults.items():
        if fault and name not in new and _is_newer(folder / name, known[name].size):
            faults[name] = None
    return [fault for fault in faults.values() if fault]


SETTINGS = ("config.json",)


def _own_fault(path: Path) -> str | None:
    """Return what is wrong with a file by its own checksums."""
    try:
        if path.suffix == ".safetensors":
            array_files.load_arrays(path)
        elif path.suffix == manifest.GROWING:
            for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], 1):
                parse_line(line, path, number)
        else:
            read_json(path)
    except InputError as error:
        return str(error)
    return None


def _is_newer(path: Path, size: int) -> bool:
    """Return whether a file that differs from the manifest, where it had this size, is intact and newer than it."""
    if path.suffix not in (".safetensors", ".json", manifest.GROWING) or not path.is_file() or _own_fault(path):
        return False
    if path.suffix != manifest.GROWING:
        return True
    *lines, rest = path.read_bytes().split(b"\n")
    return not rest and path.stat().st_size >= size and all(map(SEALED.search, lines))
