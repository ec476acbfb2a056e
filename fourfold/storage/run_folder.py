"""A run folder: settings, and results that are whole at every moment, so that a stopped run goes on where it was."""

import json
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..parallel import interrupts
from . import checkpoints, manifest, resume_command
from .array_files import MODEL
from .atomic_files import read_json, write_json, write_whole
from .checkpoints import Checkpoint
from .integrity import find_damage
from .json_lines import JsonLines, read_lines, seal
from .locks import FILE as LOCK
from .locks import Lock

__all__ = ["CONFIG", "METRICS", "PROGRESS", "JsonLines", "Run", "open_run", "read_json", "read_lines", "write_json"]

CONFIG = "config.json"
METRICS = "metrics.jsonl"
GAMES, RESULT = "games.jsonl", "result.json"
"""Of a match."""
PROGRESS = "progress.json"
"""How far a run is, for whoever watches: nothing goes on from it."""
FORMAT = 2
NOT_COMPARED = ("format", "command")
UNSIGNED = (LOCK, PROGRESS, manifest.FILE)
SHOWN = 3
"""Faults that a warning names."""


class DamageWarning(UserWarning):
    """Something in a run folder is damaged, and was mended."""


class Stored(NamedTuple):
    """The settings that a run folder holds, and what was wrong with the files that hold them."""

    config: dict[str, Any]
    faults: list[str]


@contextmanager
def open_run(folder: str | Path | None, config: dict[str, Any]) -> Iterator["Run"]:
    """Yield the run with this config in folder: made if it is new, checked if the run is to go on; nobody else's then.

    Without a folder nothing is kept.
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
        run = Run(folder, config)
        try:
            yield run
        except interrupts.Stopped:
            run.sign()
            raise
        run.sign()


class Run:
    """A run that this process works on."""

    def __init__(self, folder: Path | None, config: dict[str, Any]):
        self.folder, self.settings = folder, config
        self.config = {"format": FORMAT, **config, "command": list(resume_command.words)}
        self.checkpoint: Checkpoint | None = None
        """What the run goes on from; None if it begins."""
        self._sums: dict[Path, tuple[int, manifest.Sum]] = {}
        if folder:
            self._take_up(folder)

    def _take_up(self, folder: Path) -> None:
        faults = self._check_config(folder) + find_damage(folder)
        self.checkpoint, _ = checkpoints.newest(folder)
        if faults:
            more = f" and {len(faults) - SHOWN} other faults" if len(faults) > SHOWN else ""
            where = f"checkpoint {self.checkpoint.number}" if self.checkpoint else "what is left"
            warnings.warn(f"{'; '.join(faults[:SHOWN])}{more}: going on from {where}", DamageWarning, stacklevel=5)
        self.sign()

    def _check_config(self, folder: Path) -> list[str]:
        """Raise InputError unless the folder is new or holds a run with these settings; return what was mended."""
        if not is_run(folder):
            write_json(folder / CONFIG, self.config)
            return []
        stored, faults = read_config(folder)
        for key in [*self.config, *stored]:
            if key not in NOT_COMPARED and (
                key not in stored or key not in self.config or stored[key] != self.config[key]
            ):
                here, asked = json.dumps(stored.get(key)), json.dumps(self.config.get(key))
                raise InputError(
                    f"{folder} holds a run with {key} {here}, not {asked}: repeat its settings or name another"
                )
        check_format(folder, stored)
        if faults or stored.get("command") != resume_command.words:
            self.config["command"] = resume_command.words or stored.get("command", [])
            write_json(folder / CONFIG, self.config)
        return faults

    def save(self, number: int, notes: dict[str, Any], arrays: dict[str, np.ndarray] | None = None) -> None:
        """Write the checkpoint after so many parts.

        What else belongs to the part, such as the model, is to be written before: it may run ahead of the checkpoint.
        """
        if self.folder:
            checkpoints.write(self.folder, Checkpoint(number, arrays or {}, notes))
            self.sign()

    def write_metrics(self, lines: Iterable[dict[str, Any]]) -> None:
        if self.folder:
            write_whole(self.folder / METRICS, b"".join(map(seal, lines)))

    def sign(self) -> None:
        """Write the manifest of all that the folder holds, other runs inside it aside."""
        if self.folder:
            sums = {str(path.relative_to(self.folder)): self._sum(path) for path in own_files(self.folder)}
            newest = max(checkpoints.numbers(self.folder), default=0)
            manifest.write(self.folder, self.config, newest, sums)

    def _sum(self, path: Path) -> manifest.Sum:
        changed = path.stat().st_mtime_ns
        if path not in self._sums or self._sums[path][0] != changed:
            self._sums[path] = changed, manifest.sum_of(path)
        return self._sums[path][1]


def own_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a run, not those of other runs inside it, nor what is half written."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not (path / CONFIG).exists():
            yield from own_files(path)
        elif path.is_file() and path.name not in UNSIGNED and path.suffix not in (".part", ".damaged"):
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
            raise InputError(f"{folder / CONFIG} does not hold the settings of a run")
    except InputError as error:
        if copy is None:
            raise
        return Stored(copy, [f"{error}: {manifest.FILE} has a copy"])
    if copy is None:
        return Stored(config, [fault] if fault else [])
    # the command changes when a run goes on, and a kill may come before the manifest is written
    if {**config, "command": 0} != {**copy, "command": 0}:
        return Stored(copy, [f"{folder / CONFIG} is damaged: {manifest.FILE} has a copy"])
    return Stored(config, [])


def check_format(folder: Path, config: dict[str, Any]) -> None:
    """Raise InputError for a run that this version of Fourfold cannot take up."""
    found = config.get("format", 1)
    if found == 1 and (folder / MODEL).exists():
        raise InputError(
            f"{folder} holds a run of an earlier version of Fourfold: its model still plays, but it cannot go on;"
            " name another folder"
        )
    if found not in (1, FORMAT):
        raise InputError(f"{folder} holds a run of another version of Fourfold (format {found}, not {FORMAT})")
