"""A file of distinct positions that grows game by game: the same after a kill, and a prefix of any larger one."""

import json
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from ..storage.atomic_files import write_whole
from ..storage.json_lines import JsonLines

IDLE = 2000
"""After so many games without a new position there are no others."""


class Found(NamedTuple):
    """A position of a game."""

    key: Hashable
    """Shared only with positions that are the same."""
    line: dict[str, Any]


Games = Callable[[int], Iterator[tuple[list[Found], list[dict[str, Any]]]]]
"""Returns the positions of each game from this number on, and what else to note of it, without end."""


def begun_file(path: str | Path) -> Path:
    """Return the file for positions until all of them are there."""
    return Path(path).with_name(Path(path).name + ".begun")


def collect(
    path: str | Path,
    count: int,
    settings: dict[str, Any],
    games: Games,
    key_of: Callable[[dict[str, Any]], Hashable],
    number_of: Callable[[dict[str, Any]], int],
    note: Callable[[list[dict[str, Any]]], None] = lambda notes: None,
) -> Iterator[int]:
    """Write this many distinct positions to path, yielding how many there are so far, those found there first.

    Until it is complete the file is that of `begun_file` and begins with its settings; what is in it is kept. key_of
    and number_of return the key of a line and the number of its game; note is called with all notes in the end.
    """
    path = Path(path)
    if path.exists():
        raise InputError(f"{path} exists already: remove it, or name another file")
    begun = begun_file(path)
    with JsonLines(begun, repair=True) as lines:
        if not lines.values:
            lines.append([settings])
        elif lines.values[0] != settings:
            raise InputError(
                f"{begun} was started with {lines.values[0]}, not {settings}: use its settings or remove it"
            )
        stored = lines.values[1:]
        seen = {key_of(line) for line in stored if is_position(line)}
        # the last game may be half written; what it has written already is seen when it is played again
        played = games(number_of(stored[-1]) if stored else 0)
        idle = 0
        yield len(seen)
        while len(seen) < count:
            found, notes = next(played)
            new = {item.key: item.line for item in found if item.key not in seen}
            kept = dict(list(new.items())[: count - len(seen)])
            seen |= set(kept)
            lines.append([*kept.values(), *notes])
            idle = 0 if kept else idle + 1
            if idle == IDLE:
                raise InputError(f"there are {len(seen):,} positions and no more; ask for so many: {begun} has them")
            yield len(seen)
    written = [(row, json.loads(row)) for row in begun.read_bytes().split(b"\n")[1:-1]]
    note([line for _, line in written if not is_position(line)])
    rows = [row for row, line in written if is_position(line)]
    write_whole(path, b"".join(row + b"\n" for row in rows[:count]))
    begun.unlink()


def is_position(line: dict[str, Any]) -> bool:
    """Return whether a line is a position, not a note."""
    return "position" in line
