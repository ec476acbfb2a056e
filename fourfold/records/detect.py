"""Collections of games: files of any format that has a reader. A new format is one more entry of FORMATS."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from . import acf, pdn, wthor
from . import record as records
from .stored_game import StoredGame

HEAD = 4096
"""How many bytes of a file are used to recognise its format."""
WTHOR = "WThor"
ENGLISH = "21"
"""The number of English draughts in PDN's tag GameType."""


class Format(NamedTuple):
    """A file format for games."""

    name: str
    fits: Callable[[str, bytes], bool]
    """Whether a file with this suffix (lower case, with its dot) and these first bytes is of the format."""
    read: Callable[[Path], Iterator[StoredGame]]


def format_of(path: str | Path) -> Format:
    """Return the format of a file, by its name or its first bytes."""
    found = known_format(path)
    if found is None:
        raise InputError(f"{path} has an unknown format; known are {format_names()}")
    return found


def known_format(path: str | Path) -> Format | None:
    """Return the same, or None if it is not known."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    return next((format for format in FORMATS if format.fits(path.suffix.lower(), head)), None)


def format_names() -> str:
    return ", ".join(format.name for format in FORMATS)


def read(path: str | Path) -> Iterator[StoredGame]:
    """Return the games of a file of any format, in its order."""
    return format_of(path).read(Path(path))


def _is_pdn(suffix: str, head: bytes) -> bool:
    return suffix == ".pdn" or head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"[Event", b"[FEN", b"[Black"))


def _read_pdn(path: Path) -> Iterator[StoredGame]:
    for tags, moves in pdn.read(path):
        kind = tags.get("GameType", ENGLISH).split(",")[0].strip()
        fault = "" if kind in (ENGLISH, "") else f"GameType {kind} is another kind of draughts than English, {ENGLISH}"
        yield StoredGame("draughts", moves, tags.get("FEN", ""), pdn.outcome(tags), tags, fault)


def _is_records(suffix: str, head: bytes) -> bool:
    return suffix == ".jsonl" and records.SCORES not in head.partition(b"\n")[0]


def _read_records(path: Path) -> Iterator[StoredGame]:
    for record in records.read(path).records:
        tags = {"Black": record.first, "White": record.second}
        opening = record.opening if record.is_set_up else ""
        moves, given = [*record.opening_moves, *record.moves], len(record.opening_moves)
        yield StoredGame(record.game, moves, opening, record.outcome, tags, given=given)


FORMATS = (
    Format("PDN", _is_pdn, _read_pdn),
    Format("records", _is_records, _read_records),
    Format(WTHOR, wthor.is_wthor, wthor.read_games),
    Format("ACF", lambda _, head: acf.is_acf(head), acf.read),
)
