"""Evaluators of the Othello League: weighted piece counters (.wpc) and n-tuple networks (.player), from text files.

A file does not say how its network sees colours, so its name decides; `FILE:invert` and `FILE:negate` override that.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..games.interface.game import Game
from . import ntuple
from .evaluator import Evaluator

NAME = re.compile(r"(.*\.(wpc|player))(?::(.*))?", re.IGNORECASE | re.DOTALL)
COUNTER = ".wpc"
INVERTING = ("Manning2010GECCO", "RunnarsonLucas2014", "CoCMAES-")
"""Parts of the names of networks that see themselves as Black, whichever colour they have."""
COLOURS = {"invert": True, "negate": False}
SQUARES = 64
MOST_BYTES = 1 << 22
MOST_TUPLES, MOST_PLACEMENTS, LONGEST = 4096, 64, 10
LARGEST = 1e100
"""The largest weight, so that no sum overflows."""


class Tuple(NamedTuple):
    placements: np.ndarray
    """[placements, length]: squares, a1 is 0, b1 is 1."""
    weights: np.ndarray
    """[3**length]"""


def is_player(name: str) -> bool:
    """Return whether name is the file of such a player."""
    return NAME.fullmatch(name) is not None


def load_evaluator(name: str, for_game: Game) -> Evaluator:
    """Return the evaluator of a file, optionally followed by `:invert` or `:negate`."""
    path, colours = split_name(name)
    if for_game.shipped_name not in ntuple.GAMES:
        raise InputError(f"{name} is a player for {', '.join(ntuple.GAMES)}, not for {for_game.name}")
    inverts = COLOURS[colours] if colours else any(part in path.name for part in INVERTING)
    join: Callable[..., Any] = ntuple.join  # kernels are untyped
    net = join(read(path), inverts)
    return Evaluator(name, ntuple, lambda seed: net._replace(digits=np.zeros(SQUARES, np.int64)))


def split_name(name: str) -> tuple[Path, str]:
    """Return the file, and how the network sees colours; empty if the file's name decides."""
    found = NAME.fullmatch(name)
    if found is None or found[3] not in (None, *COLOURS):
        raise InputError(f"{name} is not a .wpc or .player file, optionally followed by :{' or :'.join(COLOURS)}")
    return Path(found[1]), found[3] or ""


def read(path: Path) -> list[Tuple]:
    """Return the tuples of a file; of a weighted piece counter, one for each square."""
    numbers = Numbers(path)
    if path.suffix.lower() == COUNTER:
        table = np.outer(numbers.take(SQUARES, f"its {SQUARES} weights"), [-1.0, 0.0, 1.0])
        tuples = [Tuple(np.array([[square]]), table[square]) for square in range(SQUARES)]
    else:
        count = numbers.take_count(MOST_TUPLES, "number of tuples")
        tuples = [read_tuple(numbers, f"tuple {number} of {count}") for number in range(1, count + 1)]
    numbers.check_end()
    return tuples


def read_tuple(numbers: "Numbers", name: str) -> Tuple:
    length = numbers.take_count(LONGEST, f"length of {name}")
    count = numbers.take_count(MOST_PLACEMENTS, f"number of placements of {name}")
    squares = numbers.take(count * length, f"the squares of {name}")
    wrong = squares[~np.isin(squares, np.arange(SQUARES))]
    if len(wrong):
        raise InputError(f"{numbers.path}: square {wrong[0]:g} of {name} is not from 0 to {SQUARES - 1}")
    return Tuple(squares.astype(np.int64).reshape(count, length), numbers.take(3**length, f"the weights of {name}"))


class Numbers:
    """The numbers of a text, one after the other; braces are ignored."""

    def __init__(self, path: Path):
        self.path = path
        self.values = np.array([parse_number(word, path) for word in read_text(path).split()])
        self.place = 0

    def take(self, count: int, name: str) -> np.ndarray:
        """Return the next count numbers; name says what they are."""
        found = self.values[self.place : self.place + count]
        if len(found) < count:
            raise InputError(f"{self.path} is too short: {name} needs {count} numbers, and {len(found)} are left")
        self.place += count
        return found

    def take_count(self, most: int, name: str) -> int:
        """Return the next number, which must be a whole one from 1 to most."""
        (value,) = self.take(1, f"the {name}")
        if value not in range(1, most + 1):
            raise InputError(f"{self.path}: {name} is {value:g}, not a whole number from 1 to {most}")
        return int(value)

    def check_end(self) -> None:
        if self.place < len(self.values):
            raise InputError(f"{self.path} is too long: {len(self.values) - self.place} numbers follow the last weight")


def read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise InputError(f"{path} is not a player: it is larger than {MOST_BYTES >> 20} MB")
    return content.decode("ascii", "replace").translate(str.maketrans("{}", "  "))


def parse_number(word: str, path: Path) -> float:
    try:
        value = float(word) if word.isascii() and "_" not in word else np.nan
    except ValueError:
        value = np.nan
    if not abs(value) <= LARGEST:
        raise InputError(f"{path}: {word[:40]!r} is not a number, or is beyond {LARGEST:g}")
    return value
