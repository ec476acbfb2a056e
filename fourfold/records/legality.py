"""What a file of games contains: how many games, which of them are legal, and how they ended."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import InputError, MoveError
from ..games.interface.find import game_in_file
from ..games.interface.game import Game
from .stored_game import StoredGame

RESULT_NAMES = {1: "first won", 0: "drawn", -1: "second won", None: "unknown"}


class Fault(NamedTuple):
    """Why a game is not legal."""

    game: int
    """Its number in the file, from 1."""
    move: int | None
    """The number of its first illegal move, from 1; None if there is no such move."""
    reason: str


class LegalGame(NamedTuple):
    """A game that is legal from its first move to its last."""

    rules: Game
    stored: StoredGame
    start: Any
    """The state it starts from."""
    last: Any
    """The state in which it ends."""


@dataclass
class Inspection:
    """The totals of the games examined so far."""

    games: int = 0
    legal: int = 0
    moves: int = 0
    """Of the legal games."""
    set_up: int = 0
    """Games that start from a set-up position."""
    results: Counter[int | None] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    def add(self, stored: StoredGame, examined: LegalGame | Fault) -> None:
        self.games += 1
        self.set_up += bool(stored.opening)
        self.results[stored.outcome] += 1
        if isinstance(examined, Fault):
            self.faults.append(examined)
        else:
            self.legal += 1
            self.moves += len(stored.moves)

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "legal": self.legal,
            "moves": self.moves,
            "set_up": self.set_up,
            "results": {name: self.results[outcome] for outcome, name in RESULT_NAMES.items()},
            "illegal": [fault._asdict() for fault in self.faults],
        }


def inspect(games: Iterable[StoredGame], rules: Game | None = None) -> Inspection:
    """Return the totals of games, replayed by rules, or each by the rules of the game it names."""
    inspection = Inspection()
    for number, stored in enumerate(games, 1):
        inspection.add(stored, examine(stored, number, rules))
    return inspection


def examine(stored: StoredGame, number: int, rules: Game | None = None) -> LegalGame | Fault:
    """Return the game, replayed to its end; or what is wrong with it, the number-th of its file."""
    if stored.fault:
        return Fault(number, None, stored.fault)
    try:
        rules = rules or game_in_file(stored.game)
        start = rules.parse(stored.opening) if stored.opening else rules.init_state()
        return LegalGame(rules, stored, start, rules.replay(stored.moves, start)[-1])
    except MoveError as error:
        return Fault(number, error.move, error.reason)
    except InputError as error:
        return Fault(number, None, str(error))
