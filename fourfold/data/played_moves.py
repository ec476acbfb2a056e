"""Moves that strong players have chosen: from files of games in any format, and from the folders of matches."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import field_types
from ..binding.state_columns import Columns, columns_of, take
from ..errors import InputError, MoveError
from ..games.interface.game import Game
from ..parallel import interrupts
from ..records import detect
from ..records.detect import Format
from ..records.stored_game import StoredGame
from ..spec import name_of
from ..storage.run_folder import METRICS


class PlayedMoves(NamedTuple):
    """States, and the move that a player chose in each."""

    states: Columns
    played: np.ndarray
    game: np.ndarray
    """The number of the game that each was made in."""

    @property
    def size(self) -> int:
        return len(self.played)

    @property
    def games(self) -> int:
        """How many games they are from."""
        return len(np.unique(self.game))

    def at(self, places: np.ndarray | slice) -> "PlayedMoves":
        """Return those at some places, or where places is true."""
        return PlayedMoves(take(self.states, places), self.played[places], self.game[places])


class PlayedGames(NamedTuple):
    """The moves of the legal games of files, in their order."""

    moves: PlayedMoves
    is_wanted: np.ndarray
    """Whether each is a move of somebody whose moves are wanted."""
    faults: list[str]
    """Games that were left out, and why."""

    @property
    def wanted(self) -> PlayedMoves:
        return self.moves.at(self.is_wanted)


class Chooser(NamedTuple):
    """Whose moves are wanted."""

    name: str = ""
    """Part of the player's name, in any case; empty: anybody."""
    winners: bool = False
    """Whether the moves of those who lost are left out, and games whose result is unknown."""

    def wants(self, stored: StoredGame, side: int) -> bool:
        """Return whether the moves of a side, 1 or -1, are wanted: 1 moves first in the initial state."""
        if self.winners and (stored.outcome is None or stored.outcome == -side):
            return False
        return self.name.lower() in stored.tags.get("Black" if side == 1 else "White", "").lower()


ANYBODY = Chooser()


def read_games(paths: Sequence[str | Path], game: Game, chooser: Chooser = ANYBODY) -> PlayedGames:
    """Return the moves of all games of files and folders, and which of them are wanted.

    Illegal games are left out, and damaged files of a folder.
    """
    states, played, wanted, numbers, faults = list[Any](), list[int](), list[bool](), list[int](), list[str]()
    reader, number = _Reader(game), 0
    for where, stored in _stored_games(paths, faults):
        interrupts.check()
        try:
            moves = list(reader.moves(stored, chooser))
        except InputError as error:
            faults.append(f"{where}: {error}")
            continue
        states += [state for state, _, _ in moves]
        played += [move for _, move, _ in moves]
        wanted += [is_wanted for _, _, is_wanted in moves]
        numbers += [number] * len(moves)
        number += 1
    if not any(wanted):
        reason = f": {faults[0]}" if faults else ""
        raise InputError(f"{', '.join(map(str, paths))}: no moves of {game.name} to learn from{reason}")
    columns = columns_of(states, field_types(game.module.State))
    all_moves = PlayedMoves(columns, np.array(played, np.int64), np.array(numbers))
    return PlayedGames(all_moves, np.array(wanted), faults)


def _stored_games(paths: Sequence[str | Path], faults: list[str]) -> Iterator[tuple[str, StoredGame]]:
    """Yield all games, and where they are; add the faults of files that were not named themselves."""
    named = set(map(Path, paths))
    for file in files_in(paths):
        try:
            for place, stored in enumerate(detect.read(file), 1):
                yield f"{file}, game {place}", stored
        except InputError as error:
            if file in named:
                raise
            faults.append(str(error))


def paths_of(data: Any) -> list[Path]:
    """Return the paths in data, which is one, a list of them or None; anything else has none."""
    if data is None or hasattr(data, "_fields"):
        return []
    return [Path(data)] if isinstance(data, str | Path) else [Path(each) for each in data]


def files_in(paths: Sequence[str | Path]) -> list[Path]:
    """Return files as they are, and of each folder all files of games."""
    found: list[Path] = []
    for path in map(Path, paths):
        files = [file for file, _ in games_in(path)] if path.is_dir() else [path]
        if not files:
            raise InputError(f"there are no games in {path}; known formats are {detect.format_names()}")
        found += files
    return found


def games_in(path: Path) -> list[tuple[Path, Format]]:
    """Return the files of games in a folder, or the one file, with their formats; not the metrics of a run."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    files = [file for file in files if file.is_file() and file.name != METRICS]
    return [(file, found) for file in files if (found := detect.known_format(file))]


def name_of_game(spec: str) -> str:
    """Return the name of a game, with its options, by the spec in a record, which may be the path of a file."""
    path = name_of(spec)
    return Path(path).stem + spec[len(path) :]


class _Reader:
    """Replays games, and remembers what a move in a state led to: games have many positions in common."""

    def __init__(self, game: Game):
        self.game, self.first = game, game.init_state()
        self.known: dict[tuple[Any, str], tuple[int, Any]] = {}
        self.remembers = None not in field_types(game.module.State)

    def moves(self, stored: StoredGame, chooser: Chooser) -> Iterator[tuple[Any, int, bool]]:
        """Yield the states of a game, the moves that players chose in them, and whether these are wanted."""
        if stored.fault:
            raise InputError(stored.fault)
        if name_of_game(stored.game) != self.game.name:
            raise InputError(f"it is a game of {stored.game}, not of {self.game.name}")
        state = self.game.parse(stored.opening) if stored.opening else self.first
        side = 1 if getattr(state, "player", None) == getattr(self.first, "player", None) else -1
        for number, text in enumerate(stored.moves, 1):
            move, after = self._step(state, text, number)
            if number > stored.given and not self.game.chances(state):
                yield state, move, chooser.wants(stored, side)
            side = side if self.game.moves_again(state, after) else -side
            state = after

    def _step(self, state: Any, text: str, number: int) -> tuple[int, Any]:
        """Return the number-th move of a game and the state after it."""
        if not self.remembers:
            return self._made(state, text, number)
        if (state, text) not in self.known:
            self.known[state, text] = self._made(state, text, number)
        return self.known[state, text]

    def _made(self, state: Any, text: str, number: int) -> tuple[int, Any]:
        if self.game.outcome(state) in (-1, 1):
            raise MoveError(number, f"the game is over before {text}")
        try:
            move = self.game.parse_move(state, text)
        except InputError as error:
            raise MoveError(number, str(error)) from None
        return move, self.game.apply(state, move)
