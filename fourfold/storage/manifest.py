"""The manifest of a run folder: its files and their checksums, by which damage is detected before it matters."""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from .atomic_files import read_json, write_json

FILE = "manifest.json"
GROWING = ".jsonl"
"""Files that may have grown since the manifest was written."""


class Sum(NamedTuple):
    """The checksum of a file's first bytes: files of lines are append-only."""

    size: int
    sha256: str


def sum_of(path: Path, size: int | None = None) -> Sum:
    """Return the checksum of a file, or of its first bytes."""
    content = path.read_bytes()[:size]
    return Sum(len(content), hashlib.sha256(content).hexdigest())


class Manifest(NamedTuple):
    """What a run folder held when its manifest was last written."""

    config: dict[str, Any]
    """A copy of the settings."""
    checkpoint: int
    """The number of the newest checkpoint; 0 if there was none."""
    sums: dict[str, Sum]
    """By path within the folder."""


def write(folder: Path, config: dict[str, Any], checkpoint: int, sums: dict[str, Sum]) -> None:
    """Write the manifest of the files of a folder, by their path within it."""
    files = {name: list(each) for name, each in sorted(sums.items())}
    body = {"config": config, "checkpoint": checkpoint, "files": files}
    write_json(folder / FILE, {**body, "check": _check(body)})


def read(folder: Path) -> Manifest:
    """Return the manifest of a folder; raise InputError if it is missing or damaged."""
    value = read_json(folder / FILE)
    try:
        check = value.pop("check")
        sums = {name: Sum(int(size), str(sha256)) for name, (size, sha256) in value["files"].items()}
        found = Manifest(dict(value["config"]), int(value["checkpoint"]), sums)
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        raise InputError(f"{folder / FILE} is damaged: it is not a manifest") from None
    if check != _check(value):
        raise InputError(f"{folder / FILE} is damaged: its checksum does not match")
    return found


def fault(folder: Path, name: str, expected: Sum) -> str | None:
    """Return what is wrong with a file, if anything is."""
    path = folder / name
    if not path.is_file():
        return f"{path} is missing"
    try:
        found = sum_of(path, expected.size)
    except OSError as error:
        return f"{path} cannot be read: {error.strerror}"
    if found.size < expected.size:
        return f"{path} is truncated: it has {found.size:,} bytes of {expected.size:,}"
    longer = path.suffix != GROWING and path.stat().st_size > expected.size
    return f"{path} is damaged: its checksum does not match" if longer or found != expected else None


def _check(body: Any) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
