"""Records: finished games, as JSON lines and in the formats of each game."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from ..games.interface.find import game_in_file
from ..games.interface.game import Game
from ..storage.atomic_files import write_whole
from ..storage.run_folder import METRICS, JsonLines, read_lines
from . import pdn

FAILURE, FORFEIT = "failure: ", "forfeit: "
SCORES = b'"scores"'
"""In the first line of a file of positions (data/proven_positions.py), which has no games."""
LONGEST_LINE = 10_000


@dataclass(frozen=True)
class Record:
    """One finished game."""

    game: str
    """The spec by which the game is found: a name, or the path of a file."""
    first: str
    """The player of the side that moves first in the initial state, such as Black in draughts."""
    second: str
    opening: str
    """The position where the players took over, or the moves to it in a game without notation; empty: the initial."""
    opening_moves: list[str]
    """The moves that led there from the initial state; empty when the position was set up."""
    moves: list[str]
    """The players' moves, and what fell by chance between them."""
    outcome: int
    """1, 0 or -1: won, drawn or lost by first."""
    reason: str
    """Why the game ended: rules, repetition or move cap; agreement (on a draw or a loss) in collections of games.

    `forfeit: ...` says why a player forfeited, `failure: ...` why a game is void.
    """
    seeds: list[int]
    """The seeds of first and second."""
    points: int | None = None
    """By how many points first won (below 0: lost); None if the game has no points, or they are not known."""

    @property
    def is_failure(self) -> bool:
        """Whether an error that is neither player's fault made the game void."""
        return self.reason.startswith(FAILURE)

    @property
    def is_set_up(self) -> bool:
        """Whether the game began in a position that was set up, not reached by moves."""
        return bool(self.opening) and not self.opening_moves


class Records(NamedTuple):
    """The records of a file, and how many incomplete lines were skipped: 1 if a kill truncated the last, else 0."""

    records: list[Record]
    torn: int


def replay(record: Record, game: Game | None = None) -> list[Any]:
    """Return the states, from the first or the one that was set up to the last, by the rules of game or of its name."""
    game = _game_of(record, game)
    start = game.parse(record.opening) if record.is_set_up else game.init_state()
    return game.replay([*record.opening_moves, *record.moves], start)


def read(path: str | Path) -> Records:
    """Return the records of a JSON-lines file."""
    values, torn = read_lines(path)
    return Records([from_json(value, f"{path}, line {number}") for number, value in enumerate(values, 1)], torn)


def read_all(paths: Iterable[str | Path]) -> list[Record]:
    """Return the records of files, and of folders: all their JSON-lines files but metrics of runs and positions."""
    found: list[Record] = []
    for path in map(Path, paths):
        inside = sorted(file for file in path.rglob("*.jsonl") if file.name != METRICS and not has_positions(file))
        if path.is_dir() and not inside:
            raise InputError(f"there are no records (*.jsonl) in {path}")
        for file in inside if path.is_dir() else [path]:
            found += read(file).records
    return found


def has_positions(path: str | Path) -> bool:
    """Return whether a file has positions with scores: whether its first line does."""
    try:
        with Path(path).open("rb") as file:
            return SCORES in file.readline(LONGEST_LINE)
    except OSError:
        return False


def append(path: str | Path, records: Iterable[Record]) -> None:
    """Add records to a JSON-lines file; an incomplete last line is removed first."""
    with JsonLines(path) as lines:
        lines.append(map(to_json, records))


def write(path: str | Path, records: Iterable[Record], game: Game | None = None) -> None:
    """Write records in the format of path's suffix: .jsonl; .pdn for draughts; .txt, a line of moves for each game.

    They are records of game, or else of the included games that they name: a record never loads a file.
    """
    write_as = WRITERS.get(Path(path).suffix)
    if write_as is None:
        raise InputError(f"{path}: the name must end in {', '.join(WRITERS)}")
    try:
        write_as(path, records, game)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def to_json(record: Record) -> dict[str, Any]:
    """Return the fields of a record; points that are not known are left out."""
    return {name: value for name, value in vars(record).items() if name not in OPTIONAL or value is not None}


def from_json(value: Any, where: str = "record") -> Record:
    """Return the record that value, as read from JSON, describes; where names its place in messages."""
    if not isinstance(value, dict):
        raise InputError(f"{where}: not a record of a game")
    for name in NAMES:
        if not _fits(name, value.get(name)):
            found = repr(value[name])[:40] if name in value else "missing"
            raise InputError(f"{where}: not a record of a game, {name} is {found}")
    return Record(**{name: value[name] for name in NAMES if name in value})


def _fits(name: str, value: Any) -> bool:
    if name in OPTIONAL and value is None:
        return True
    if name in ("opening_moves", "moves"):
        return isinstance(value, list) and all(isinstance(text, str) for text in value)
    if name == "seeds":
        return isinstance(value, list) and len(value) == 2 and all(type(seed) is int for seed in value)
    if name == "outcome":
        return type(value) is int and value in (-1, 0, 1)
    if name == "points":
        return type(value) is int
    return isinstance(value, str)


def _write_jsonl(path: str | Path, records: Iterable[Record], game: Game | None) -> None:
    write_whole(path, "".join(json.dumps(to_json(record)) + "\n" for record in records))


def _write_pdn(path: str | Path, records: Iterable[Record], game: Game | None) -> None:
    pdn.write(path, [(_pdn_tags(record, game), _moves(record, game)) for record in records])


def _pdn_tags(record: Record, game: Game | None) -> dict[str, str]:
    if _game_of(record, game).shipped_name != "draughts":
        raise InputError(f"PDN is for draughts, not for {record.game}; use a .txt or .jsonl file")
    names = {"Event": f"seeds {record.seeds[0]} {record.seeds[1]}", "Black": record.first, "White": record.second}
    set_up = {"SetUp": "1", "FEN": record.opening} if record.is_set_up else {}
    return {**names, "Result": pdn.RESULTS[record.outcome], **set_up}


def _write_txt(path: str | Path, records: Iterable[Record], game: Game | None) -> None:
    openings = ((f"{record.opening}\t" if record.is_set_up else "", record) for record in records)
    write_whole(path, "".join(f"{opening}{_moves(record, game)}\n" for opening, record in openings))


def _moves(record: Record, game: Game | None) -> str:
    return _game_of(record, game).join_moves([*record.opening_moves, *record.moves])


def _game_of(record: Record, game: Game | None) -> Game:
    return game or game_in_file(record.game)


NAMES = tuple(field.name for field in fields(Record))
OPTIONAL = ("points",)
"""What the line of a record may leave out."""
WRITERS = {".jsonl": _write_jsonl, ".pdn": _write_pdn, ".txt": _write_txt}
