"""A file of distinct positions that grows game by game: the same after a kill, and a prefix of any larger one."""

import json
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ..errors import InputError
from ..storage.atomic_files import write_whole
from ..storage.json_lines import JsonLines

IDLE = 2000
"""After so many games without a new position there are no others."""


class NoMore(InputError):  # noqa: N818 (it is what happened)
    """There are fewer positions than wanted."""


class Found(NamedTuple):
    """A position of a game."""

    key: Hashable
    """Shared only with positions that are the same."""
    line: dict[str, Any]


Games = Callable[[int], Iterator[tuple[list[Found], list[dict[str, Any]]]]]
"""Returns the positions of each game from this number on, and what else to note of it, without end."""


class Selection(Protocol):
    """Which positions are kept."""

    def choose(self, found: list[Found]) -> list[Found]:
        """Return those of a game to keep, of the new ones among its positions."""

    def add(self, line: dict[str, Any]) -> None:
        """Take note of a position that is kept."""


class Everything:
    """Keeps all positions."""

    def choose(self, found: list[Found]) -> list[Found]:
        return found

    def add(self, line: dict[str, Any]) -> None:
        pass


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
    selection: Selection | None = None,
    patience: int | None = None,
) -> Iterator[int]:
    """Write this many distinct positions to path, yielding how many there are so far, those found there first.

    Until it is complete the file is that of `begun_file` and begins with its settings; what is in it is kept. key_of
    and number_of return the key of a line and the number of its game; note is called with all notes in the end.
    With patience, fewer positions are enough, but not none, after so many games without a new one.
    """
    selection = selection or Everything()
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
        positions = [line for line in stored if is_position(line)]
        seen = {key_of(line) for line in positions}
        for line in positions:
            selection.add(line)
        # the last game may be half written; what it has written already is seen when it is played again
        first = number_of(stored[-1]) if stored else 0
        played, idle = games(first), first - (number_of(positions[-1]) + 1 if positions else 0)
        yield len(seen)
        while len(seen) < count:
            found, notes = next(played)
            new = {item.key: item for item in found if item.key not in seen}
            kept = selection.choose(list(new.values()))[: count - len(seen)]
            lines.append([*(item.line for item in kept), *notes])
            for item in kept:
                seen.add(item.key)
                selection.add(item.line)
            idle = 0 if kept else idle + 1
            if patience and seen and idle == patience:
                break
            if idle == (patience or IDLE):
                raise NoMore(f"there are {len(seen):,} positions and no more; ask for so many: {begun} has them")
            yield len(seen)
    written = [(row, json.loads(row)) for row in begun.read_bytes().split(b"\n")[1:-1]]
    note([line for _, line in written if not is_position(line)])
    rows = [row for row, line in written if is_position(line)]
    write_whole(path, b"".join(row + b"\n" for row in rows[:count]))
    begun.unlink()


def is_position(line: dict[str, Any]) -> bool:
    """Return whether a line is a position, not a note."""
    return "position" in line
