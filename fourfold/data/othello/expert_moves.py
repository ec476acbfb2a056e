"""Expert moves: the positions of a folder of WThor files, each with the move played."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...binding.bind import bind
from ...binding.state_columns import Columns
from ...errors import InputError
from ...games import othello
from ...records import wthor
from .. import data_folder
from . import replay

BASE, FIRST = "othello/wthor", "WTH_1977.wtb"
UNKNOWN = 127
"""The margin of an unfinished game."""
SOURCE = "https://www.ffothello.org/informatique/la-base-wthor/"


class ExpertMoves(NamedTuple):
    """Triples: own discs, the opponent's, and the square that was played; and who played it. One array each."""

    own: np.ndarray
    opponent: np.ndarray
    square: np.ndarray
    """0 to 63."""
    side: np.ndarray
    """1 for Black, -1 for White. Equal triples are one example, with the side of the first of them."""

    @property
    def triples(self) -> Columns:
        """Own discs, the opponent's, and squares."""
        return self[:3]

    def at(self, places: np.ndarray | slice) -> "ExpertMoves":
        """Return those at some places, or where places is true."""
        return ExpertMoves(*(array[places] for array in self))

    @property
    def size(self) -> int:
        return len(self.square)

    @property
    def states(self) -> Columns:
        """The states before the moves."""
        return self.own, self.opponent, self.side.astype(np.int64)

    @property
    def played(self) -> np.ndarray:
        """The moves as numbers."""
        return self.square.astype(np.int64)

    @property
    def empty(self) -> np.ndarray:
        """How many squares are empty before the move."""
        return 64 - np.bitwise_count(self.own | self.opponent).astype(np.int64)


class Archive(NamedTuple):
    """The legal games of a folder."""

    moves: ExpertMoves
    """In the order of the games."""
    game: np.ndarray
    """Which game a move was made in."""
    margin: np.ndarray
    """The final disc difference for the side to move; UNKNOWN in an unfinished game."""
    years: np.ndarray
    """Of each game."""
    unfinished: int
    wrong_scores: int
    """Finished games whose stored score is not that of their last position."""
    faults: list[str]
    """Files and games that were skipped, and why."""

    @property
    def games(self) -> int:
        """How many legal games there are."""
        return len(np.unique(self.game))


def find_folder(given: str | None = None) -> Path:
    """Return the given folder, or that of the database in FOURFOLD_DATA."""
    if given:
        return Path(given)
    return data_folder.find([f"{BASE}/{FIRST}"], source=SOURCE) / BASE


def read_folder(path: str | Path, years: range | None = None) -> Archive:
    """Return the games of all .wtb files of a folder, or of one file; damaged files are reported and skipped.

    With years only the files of these are read.
    """
    path = Path(path)
    files = [path] if path.is_file() else sorted(file for file in path.glob("*") if file.suffix.lower() == ".wtb")
    bases, faults = list[tuple[Path, wthor.Base]](), list[str]()
    for file in files:
        try:
            base = wthor.read(file)
        except InputError as error:
            faults.append(str(error))
            continue
        if years is None or base.year in years:
            bases.append((file, base))
    if not bases:
        raise InputError(faults[0] if faults else no_games(path))
    return _replayed(bases, faults)


def no_games(path: str | Path) -> str:
    return f"{path} has no .wtb file of the years asked for: the public ones are at {SOURCE}"


def _replayed(bases: list[tuple[Path, wthor.Base]], faults: list[str]) -> Archive:
    games = np.concatenate([base.games for _, base in bases])
    years = np.repeat([base.year for _, base in bases], [len(base.games) for _, base in bases]).astype(np.int16)
    room = int(np.count_nonzero(games["moves"]))
    own, opponent = np.empty(room, np.uint64), np.empty(room, np.uint64)
    square, side, game = np.empty(room, np.uint8), np.empty(room, np.int8), np.empty(room, np.int32)
    illegal, margins = np.zeros(len(games), np.int64), np.zeros(len(games), np.int64)
    kernels = bind(replay, game=othello)
    n = kernels.replay(np.ascontiguousarray(games["moves"]), own, opponent, square, side, game, illegal, margins)
    finished = (illegal == replay.LEGAL) & (margins != replay.UNFINISHED)
    wrong = finished & (2 * games["score"].astype(np.int64) - 64 != margins)
    return Archive(
        ExpertMoves(own[:n], opponent[:n], square[:n], side[:n]),
        game[:n],
        np.where(finished[game[:n]], side[:n] * margins[game[:n]], UNKNOWN).astype(np.int8),
        years,
        int(np.sum((illegal == replay.LEGAL) & (margins == replay.UNFINISHED))),
        int(wrong.sum()),
        faults + _illegal_games(bases, illegal),
    )


def _illegal_games(bases: list[tuple[Path, wthor.Base]], illegal: np.ndarray) -> list[str]:
    faults, first = [], 0
    for path, base in bases:
        for number in np.flatnonzero(illegal[first : first + len(base.games)]):
            faults.append(f"{path}, game {number + 1}: move {illegal[first + number]} is not legal")
        first += len(base.games)
    return faults
