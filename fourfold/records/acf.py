"""The text format of the American Checker Federation's collection: one game per line, its moves, a tab and the result.

Squares are numbered from 0, and each row from the opposite side to PDN. 1-0 means that the first player won.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from ..errors import InputError
from . import pdn
from .stored_game import StoredGame

LINE = re.compile(r"(\d{1,2}(?:-\d{1,2})+(?: \d{1,2}(?:-\d{1,2})+)*)\t(\S+)", re.ASCII)


def is_acf(head: bytes) -> bool:
    """Return whether a file that begins with head is of this format."""
    return LINE.match(head.decode("ascii", "replace").lstrip()) is not None


def read(path: str | Path) -> Iterator[StoredGame]:
    """Yield the games of a file."""
    try:
        with open(path, encoding="ascii", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield parse(line, f"{path}, line {number}")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def parse(line: str, where: str = "ACF") -> StoredGame:
    """Return the game of a line; where names its place in messages."""
    found = LINE.fullmatch(line.strip())
    if found is None:
        raise InputError(f"{where}: {line.strip()[:40]!r} is not moves, a tab and a result")
    moves, result = found.groups()
    return StoredGame("draughts", [_move(move) for move in moves.split()], "", pdn.OUTCOMES.get(result), {})


def _move(text: str) -> str:
    return "-".join(str(_square(int(number))) for number in text.split("-"))


def _square(number: int) -> int:
    """Return the number that PDN gives to a square."""
    return number // 4 * 4 + 4 - number % 4
