"""Append-only files of JSON lines, each line with its own checksum."""

import json
import os
import re
import warnings
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, Self

from ..errors import InputError
from .atomic_files import write_whole
from .locks import try_lock

SEAL = "crc32"
SEALED = re.compile(rb', "crc32": "([0-9a-f]{8})"\}$')


class Lines(NamedTuple):
    """The values of a JSON-lines file, and how many lines are incomplete: 1 if a kill truncated the last, else 0."""

    values: list[Any]
    torn: int


def read_lines(path: str | Path) -> Lines:
    """Return the values of the complete lines of a JSON-lines file."""
    try:
        lines = Path(path).read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    values = [parse_line(line, path, number) for number, line in enumerate(lines[:-1], 1)]
    if not lines[-1].strip():
        return Lines(values, 0)
    try:
        return Lines([*values, parse_line(lines[-1], path, len(lines))], 0)
    except InputError:
        return Lines(values, 1)


def seal(value: Any) -> bytes:
    """Return the line of a value: an object gets a checksum as its last entry."""
    line = json.dumps(value).encode()
    if not isinstance(value, dict) or not value or SEAL in value:
        return line + b"\n"
    return line[:-1] + f', "{SEAL}": "{zlib.crc32(line[:-1]):08x}"'.encode() + b"}\n"


def parse_line(line: bytes, path: str | Path, number: int) -> Any:
    """Return the value of a line, which must match its checksum if it has one."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"{path}, line {number}: not JSON") from None
    sealed = SEALED.search(line)
    if sealed and isinstance(value, dict):
        if zlib.crc32(line[: sealed.start()]) != int(sealed[1], 16):
            raise InputError(f"{path}, line {number} is damaged: its checksum does not match")
        del value[SEAL]
    return value


class JsonLines:
    """A JSON-lines file to append to. An incomplete last line is removed on opening; `values` holds the others."""

    def __init__(self, path: str | Path, group: int = 1, repair: bool = False):
        """Open path; values are written in groups of this size, and an incomplete last group is removed too.

        With repair, a damaged line and all that follow are set aside with a warning, for the owner to compute again.
        """
        self.path = Path(path)
        try:
            self.file = self.path.open("a+b", buffering=0)
            if not try_lock(self.file.fileno()):
                self.file.close()
                raise InputError(f"{path} is being written by another process")
            self.file.seek(0)
            lines = self.file.readall().split(b"\n")[:-1]
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from None
        whole = lines[: len(lines) // group * group]
        self.values = self._values(whole, group, repair)
        self.size = sum(len(line) + 1 for line in whole[: len(self.values)])
        self.file.truncate(self.size)

    def _values(self, lines: list[bytes], group: int, repair: bool) -> list[Any]:
        values: list[Any] = []
        try:
            for number, line in enumerate(lines, 1):
                values.append(parse_line(line, self.path, number))
                if repair and number > 1 and SEALED.search(lines[number - 2]) and not SEALED.search(line):
                    raise InputError(f"{self.path}, line {number} is damaged: it has no checksum")
        except InputError as error:
            if not repair:
                self.file.close()
                raise
            aside = self.path.with_name(self.path.name + ".damaged")
            write_whole(aside, b"".join(line + b"\n" for line in lines))
            kept = (number - 1) // group * group
            warnings.warn(f"{error}: {len(lines) - kept:,} lines are computed again (old ones: {aside})", stacklevel=4)
            return values[:kept]
        return values

    def append(self, values: Iterable[Any]) -> None:
        """Write values, a line each, which survive a kill of this process. On a full disk none is kept."""
        content = b"".join(map(seal, values))
        try:
            written = 0
            while written < len(content):
                written += self.file.write(content[written:])
        except OSError as error:
            self.file.truncate(self.size)
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self.size += len(content)

    def close(self) -> None:
        if not self.file.closed:
            os.fsync(self.file.fileno())
            self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
