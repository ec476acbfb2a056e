"""WThor, the French federation's database of Othello games: a .wtb file per year, with names in .jou and .trn files.

A header of 16 bytes is followed by records of one size: 68 bytes for a game, 20 for a player's name, 26 for a
tournament's. Passes are not stored.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..games import othello
from ..games.interface.game import Game
from ..storage.atomic_files import write_whole
from .stored_game import StoredGame

HEADER = np.dtype(
    [
        ("century", "u1"), ("year_made", "u1"), ("month", "u1"), ("day", "u1"),
        ("records", "<u4"),
        ("names", "<u2"),  # of players or tournaments; 0 in a file of games
        ("year", "<u2"),  # of the games
        ("board", "u1"),  # its size; 0 means 8
        ("kind", "u1"),  # 1: solitaires
        ("depth", "u1"),  # from so many empty squares on the theoretical score is exact
        ("reserved", "u1"),
    ]
)  # fmt: skip
GAME = np.dtype(
    [
        ("tournament", "<u2"), ("black", "<u2"), ("white", "<u2"),  # numbers of names
        ("score", "u1"),  # discs of Black; empty squares are the winner's
        ("theoretical", "u1"),
        ("moves", "u1", 60),  # 10 * row + column, from 1; 0: none
    ]
)  # fmt: skip
NAME_BYTES = {".jou": 20, ".trn": 26}
SQUARES = 64


class Base(NamedTuple):
    """The games of one file."""

    year: int
    games: np.ndarray
    """Records, of dtype GAME."""


def read(path: str | Path) -> Base:
    """Return the games of a .wtb file; raise InputError for any other file."""
    header, body = _read_file(path)
    if header["board"] not in (0, 8):
        raise InputError(f"{path} has games on a board of {header['board']}x{header['board']}, not 8x8")
    if header["kind"] == 1:
        raise InputError(f"{path} has solitaire positions, not games")
    _check_size(path, body, int(header["records"]), GAME.itemsize)
    return Base(int(header["year"]), np.frombuffer(body, GAME))


def write(path: str | Path, base: Base) -> None:
    header = np.zeros((), HEADER)
    header["records"], header["year"], header["board"] = len(base.games), base.year, 8
    write_whole(Path(path), header.tobytes() + base.games.astype(GAME).tobytes())


def read_names(path: str | Path) -> list[str]:
    """Return the names of a .jou or .trn file, in the order of their numbers."""
    size = NAME_BYTES[Path(path).suffix.lower()]
    header, body = _read_file(path)
    _check_size(path, body, int(header["names"]), size)
    parts = (body[at : at + size] for at in range(0, len(body), size))
    return [part.split(b"\0")[0].decode("latin-1") for part in parts]


def write_names(path: str | Path, names: list[str]) -> None:
    size = NAME_BYTES[Path(path).suffix.lower()]
    header = np.zeros((), HEADER)
    header["names"] = len(names)
    parts = (name.encode("latin-1", "replace")[: size - 1].ljust(size, b"\0") for name in names)
    write_whole(Path(path), header.tobytes() + b"".join(parts))


def is_wthor(suffix: str, _: bytes) -> bool:
    return suffix == ".wtb"


def read_games(path: Path) -> Iterator[StoredGame]:
    """Yield the games of a .wtb file, with the implied passes, and names if those files are in the folder."""
    base = read(path)
    players, tournaments = (_names_beside(path, suffix) for suffix in NAME_BYTES)
    for game in base.games:
        tags = {"Date": str(base.year)}
        for tag, field, names in (
            ("Event", "tournament", tournaments), ("Black", "black", players), ("White", "white", players),
        ):  # fmt: skip
            if game[field] < len(names):
                tags[tag] = names[game[field]]
        black = int(game["score"])
        outcome = None if black > SQUARES else int(np.sign(2 * black - SQUARES))
        moves, fault = move_texts(game["moves"])
        yield StoredGame("othello", moves, "", outcome, tags, fault)


def move_texts(moves: np.ndarray) -> tuple[list[str], str]:
    """Return a game's moves with its passes, as far as they are legal, and what is wrong with the rest."""
    rules = Game(othello, "othello")
    state, texts = othello.init_state(), list[str]()
    for number in moves[: last_move(moves)]:
        row, column = divmod(int(number), 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            return texts, f"move {len(texts) + 1} is {number}, which is not a square"
        if not othello.legal(state.own, state.opponent) and othello.legal(state.opponent, state.own):
            texts.append(othello.move_text(state, othello.PASS))
            state = othello.apply(state, othello.PASS)
        texts.append("abcdefgh"[column - 1] + str(row))
        try:
            state = rules.apply(state, rules.parse_move(state, texts[-1]))
        except InputError as error:
            return texts, f"move {len(texts)}, {texts[-1]}: {error}"
    return texts, ""


def last_move(moves: np.ndarray) -> int:
    """Return how many moves a game has."""
    ends = np.flatnonzero(moves == 0)
    return int(ends[0]) if len(ends) else len(moves)


def _read_file(path: str | Path) -> tuple[np.ndarray, bytes]:
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    if len(content) < HEADER.itemsize:
        raise InputError(f"{path} is not a WThor file: it has {len(content)} bytes, and the header alone has 16")
    return np.frombuffer(content[: HEADER.itemsize], HEADER)[0], content[HEADER.itemsize :]


def _check_size(path: str | Path, body: bytes, records: int, size: int) -> None:
    if len(body) != records * size:
        raise InputError(
            f"{path} is damaged: its header says {records:,} records of {size} bytes, and there are {len(body):,} bytes"
        )


def _names_beside(path: Path, suffix: str) -> list[str]:
    """Return the names of the only file of that kind in the folder; none if there is no such file."""
    found = sorted(file for file in path.parent.iterdir() if file.suffix.lower() == suffix)
    return read_names(found[0]) if len(found) == 1 else []
