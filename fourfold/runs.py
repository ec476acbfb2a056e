"""A run folder: settings, and results that are whole at every moment, so that a killed run goes on where it stopped."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, Self

from .errors import InputError
from .files import write_whole

CONFIG = "config.json"
METRICS = "metrics.jsonl"


def open_run(folder: str | Path, config: dict[str, Any]) -> Path:
    """Return folder as that of a run with this config: made if it is new, checked if the run is to go on."""
    folder = Path(folder)
    config = json.loads(json.dumps(config))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CONFIG).exists():
            _check_config(folder, config)
        else:
            write_json(folder / CONFIG, config)
    except OSError as error:
        raise InputError(f"{folder} cannot be a run folder: {error.strerror}") from None
    return folder


def _check_config(folder: Path, config: dict[str, Any]) -> None:
    stored = read_json(folder / CONFIG)
    if not isinstance(stored, dict):
        raise InputError(f"{folder / CONFIG} does not hold the settings of a run")
    for key in [*config, *stored]:
        if key not in stored or key not in config or stored[key] != config[key]:
            here, asked = json.dumps(stored.get(key)), json.dumps(config.get(key))
            raise InputError(
                f"{folder} holds a run with {key} {here}, not {asked}: repeat its settings or name another"
            )


def write_json(path: Path, value: Any) -> None:
    write_whole(path, json.dumps(value, indent=2, allow_nan=False) + "\n")


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is not JSON") from None


class Lines(NamedTuple):
    """The values of a JSON-lines file, and how many lines were torn: 1 if the last was cut off by a kill, else 0."""

    values: list[Any]
    torn: int


def read_lines(path: str | Path) -> Lines:
    """Return what the whole lines of a JSON-lines file hold."""
    try:
        lines = Path(path).read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    values = [_parse_line(line, path, number) for number, line in enumerate(lines[:-1], 1)]
    try:
        return Lines([*values, json.loads(lines[-1])], 0) if lines[-1].strip() else Lines(values, 0)
    except (ValueError, RecursionError):
        return Lines(values, 1)


def _parse_line(line: bytes, path: str | Path, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"{path}, line {number}: not JSON") from None


class JsonLines:
    """A JSON-lines file to append to. A torn last line is removed when it is opened; `values` holds the others."""

    def __init__(self, path: str | Path, group: int = 1):
        """Open path; values count in groups, which are written at once: an incomplete last group is removed too."""
        self.path = Path(path)
        try:
            self.file = self.path.open("a+b")
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from None
        self.file.seek(0)
        lines = self.file.read().split(b"\n")[:-1]
        whole = lines[: len(lines) // group * group]
        self.file.truncate(sum(len(line) + 1 for line in whole))
        self.values = [_parse_line(line, path, number) for number, line in enumerate(whole, 1)]

    def append(self, values: Iterable[Any]) -> None:
        """Write values, a line each; a kill of this process afterwards does not lose them."""
        self.file.write("".join(json.dumps(value) + "\n" for value in values).encode())
        self.file.flush()

    def close(self) -> None:
        if not self.file.closed:
            os.fsync(self.file.fileno())
            self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
