"""A run folder: settings, and results that are intact at every moment, so that a stopped run can be resumed."""

import json
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError
from ..parallel import interrupts
from . import checkpoints, manifest, resume_command
from .array_files import MODEL
from .atomic_files import read_json, write_json, write_whole
from .checkpoints import Checkpoint
from .integrity import find_faults
from .json_lines import JsonLines, read_lines, seal
from .locks import FILE as LOCK
from .locks import Lock

if TYPE_CHECKING:
    import numpy as np  # takes a while to import, and lists of runs need none

__all__ = ["CONFIG", "METRICS", "PROGRESS", "JsonLines", "Run", "open_run", "read_json", "read_lines", "write_json"]

CONFIG = "config.json"
METRICS = "metrics.jsonl"
GAMES, RESULT = "games.jsonl", "result.json"
"""Of a match."""
PROGRESS = "progress.json"
"""How far a run is, for observers: nothing is resumed from it."""
FORMAT = 2
NOT_COMPARED = ("format", "command")
NOT_IN_MANIFEST = (LOCK, PROGRESS, manifest.FILE)
SHOWN = 3
"""How many faults a warning names."""


class IntegrityWarning(UserWarning):
    """Something in a run folder is damaged, and was repaired."""


class Stored(NamedTuple):
    """The settings of a run folder, and what is wrong with the files that hold them."""

    config: dict[str, Any]
    faults: list[str]


@contextmanager
def open_run(
    folder: str | Path | None, config: dict[str, Any], defaults: dict[str, Any] | None = None
) -> Iterator["Run"]:
    """Yield the run with this config in folder: created if it is new, checked if it is resumed; locked meanwhile.

    Without a folder nothing is kept. A setting that the folder does not know, since an earlier version made it, had its
    default.
    """
    config = json.loads(json.dumps(config))
    if folder is None:
        yield Run(None, config)
        return
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = Lock(folder)
    except OSError as error:
        raise InputError(f"{folder} cannot be a run folder: {error.strerror}") from None
    with lock:
        run = Run(folder, config, defaults)
        try:
            yield run
        except interrupts.Stopped:
            run.write_manifest()
            raise
        run.write_manifest()


class Run:
    """A run that this process is working on: its settings, its newest checkpoint, and its folder, None if not kept."""

    def __init__(self, folder: Path | None, config: dict[str, Any], defaults: dict[str, Any] | None = None):
        self.folder, self.settings, self.defaults = folder, config, defaults or {}
        self.config = {"format": FORMAT, **config, "command": list(resume_command.words)}
        self.checkpoint: Checkpoint | None = None
        """What the run resumes from; None if it is new."""
        self._sums: dict[Path, tuple[int, manifest.Sum]] = {}
        if folder:
            self._resume(folder)

    def _resume(self, folder: Path) -> None:
        faults = self._check_config(folder) + find_faults(folder)
        self.checkpoint, _ = checkpoints.newest(folder)
        if faults:
            more = f" and {len(faults) - SHOWN} other faults" if len(faults) > SHOWN else ""
            where = f"checkpoint {self.checkpoint.number}" if self.checkpoint else "what is intact"
            warnings.warn(f"{'; '.join(faults[:SHOWN])}{more}: resuming from {where}", IntegrityWarning, stacklevel=5)
        self.write_manifest()

    def _check_config(self, folder: Path) -> list[str]:
        """Raise InputError unless the folder is new or holds a run with these settings; return what was repaired."""
        if not is_run(folder):
            write_json(folder / CONFIG, self.config)
            return []
        stored, faults = read_config(folder)
        stored = {**{key: value for key, value in self.defaults.items() if key in self.config}, **stored}
        for key in [*self.config, *stored]:
            if key not in NOT_COMPARED and (
                key not in stored or key not in self.config or stored[key] != self.config[key]
            ):
                here, asked = json.dumps(stored.get(key)), json.dumps(self.config.get(key))
                raise InputError(
                    f"{folder} has a run with {key} {here}, not {asked}: use its settings or another folder"
                )
        check_format(folder, stored)
        if faults or stored.get("command") != resume_command.words:
            self.config["command"] = resume_command.words or stored.get("command", [])
            write_json(folder / CONFIG, self.config)
        return faults

    def save(self, number: int, notes: dict[str, Any], arrays: "dict[str, np.ndarray] | None" = None) -> None:
        """Write the checkpoint after this number of steps.

        Other files of the step, such as the model, must be written before: they may be ahead of the checkpoint.
        """
        if self.folder:
            checkpoints.write(self.folder, Checkpoint(number, arrays or {}, notes))
            self.write_manifest()

    def write_metrics(self, lines: Iterable[dict[str, Any]]) -> None:
        if self.folder:
            write_whole(self.folder / METRICS, b"".join(map(seal, lines)))

    def write_product(self, path: Path, content: bytes) -> None:
        """Write a file that can be made again from the others, and has no checksum of its own.

        The manifest forgets it before it changes, so that after a kill at any moment it names no other content.
        """
        self.write_manifest(without=path)
        write_whole(path, content)

    def write_manifest(self, without: Path | None = None) -> None:
        """Write the manifest of all files in the folder, except those of nested runs, and without one of them."""
        if self.folder:
            files = (path for path in own_files(self.folder) if not (without and path.resolve() == without.resolve()))
            sums = {str(path.relative_to(self.folder)): self._sum(path) for path in files}
            newest = max(checkpoints.numbers(self.folder), default=0)
            manifest.write(self.folder, self.config, newest, sums)

    def _sum(self, path: Path) -> manifest.Sum:
        changed = path.stat().st_mtime_ns
        if path not in self._sums or self._sums[path][0] != changed:
            self._sums[path] = changed, manifest.sum_of(path)
        return self._sums[path][1]


def own_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a run, except those of nested runs and unfinished ones."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not (path / CONFIG).exists():
            yield from own_files(path)
        elif path.is_file() and path.name not in NOT_IN_MANIFEST and path.suffix not in (".part", ".damaged"):
            yield path


def is_run(folder: Path) -> bool:
    """Return whether a folder holds a run."""
    return (folder / CONFIG).is_file() or (folder / manifest.FILE).is_file()


def read_config(folder: Path) -> Stored:
    """Return the settings of a run: config.json has them, and the manifest a copy."""
    try:
        copy, fault = manifest.read(folder).config, ""
    except InputError as error:
        copy, fault = None, str(error) if (folder / manifest.FILE).exists() else ""
    try:
        config = read_json(folder / CONFIG)
        if not isinstance(config, dict):
            raise InputError(f"{folder / CONFIG} does not have the settings of a run")
    except InputError as error:
        if copy is None:
            raise
        return Stored(copy, [f"{error}: {manifest.FILE} has a copy"])
    if copy is None:
        return Stored(config, [fault] if fault else [])
    # the command changes when a run is resumed, and a kill may come before the manifest is written
    if {**config, "command": 0} != {**copy, "command": 0}:
        return Stored(copy, [f"{folder / CONFIG} is damaged: {manifest.FILE} has a copy"])
    return Stored(config, [])


def check_format(folder: Path, config: dict[str, Any]) -> None:
    """Raise InputError for a run that this version of Fourfold cannot resume."""
    found = config.get("format", 1)
    if found == 1 and (folder / MODEL).exists():
        raise InputError(
            f"{folder} has a run of an earlier version of Fourfold: its model still plays, but it cannot be resumed;"
            " use another folder"
        )
    if found not in (1, FORMAT):
        raise InputError(f"{folder} has a run of another version of Fourfold (format {found}, not {FORMAT})")
