"""A game in progress: its states and moves so far, its end, and its record."""

from copy import copy
from typing import Any

from ..errors import InputError
from ..games.interface.game import Game
from .referee import REPETITION, Referee


class Session:
    """A game between a person and the computer, from its starting position."""

    def __init__(self, game: Game, start: Any, position: str, human: int | None):
        """Start from start, which position describes. The person moves first (0), second (1) or not at all (None)."""
        self.game, self.position, self.human = game, position, human
        self.referee = Referee(game, [start])

    def copy(self) -> "Session":
        """Return a copy of the game, to be continued."""
        other = copy(self)
        other.referee = self.referee.copy()
        return other

    @property
    def states(self) -> list[Any]:
        return self.referee.states

    @property
    def state(self) -> Any:
        return self.referee.state

    @property
    def history(self) -> list[Any]:
        """The states before this one."""
        return self.referee.history

    @property
    def texts(self) -> list[str]:
        """The moves that were made."""
        return self.referee.texts

    def is_persons_turn(self) -> bool:
        return self.human == len(self.texts) % 2

    def side(self) -> str:
        """Return the name of the side to move; empty if the state does not show it."""
        first, second = self.game.style.names
        return {1: first, -1: second}.get(getattr(self.state, "player", 0), "")

    def other_side(self) -> str:
        first, second = self.game.style.names
        return {first: second, second: first}.get(self.side(), "")

    def outcome(self) -> int | None:
        """Return 1, 0 or -1 for the side to move once the game is over, also by repetition."""
        ending = self.referee.ending()
        return ending.outcome if ending else None

    def is_repetition(self) -> bool:
        """Return whether the game has ended by repetition."""
        ending = self.referee.ending()
        return ending is not None and ending.reason == REPETITION

    def move(self, move: int) -> None:
        self.referee.move(move)

    def undo(self) -> bool:
        """Go back to the person's last turn; return whether there was one."""
        plies = 2 if self.is_persons_turn() else 1
        if len(self.texts) < plies:
            return False
        self.referee.take_back(plies)
        return True

    def record(self) -> str:
        """Return the moves as one line, with the position they began in if it was not the initial one."""
        return self.game.join_moves(self.texts) + (f" (from {self.position})" if self.position else "")

    def position_text(self) -> str:
        """Return a text that leads back to this state: the whole line of moves where that is one."""
        moves = self.game.join_moves(self.texts)
        for text in (self.position + moves, f"{self.position} {moves}".strip()):
            try:
                if self.game.parse(text) == self.state:
                    return text
            except InputError:
                continue
        return self.game.text(self.state)

    def to_json(self) -> dict[str, Any]:
        """Return the game for programs; its outcome is that of the side that moved first, or null."""
        outcome = self.outcome()
        sign = 1 if len(self.texts) % 2 == 0 else -1
        return {
            "game": self.game.spec,
            "human": None if self.human is None else ("first", "second")[self.human],
            "position": self.position,
            "moves": self.texts,
            "reached": self.position_text(),
            "outcome": None if outcome is None else sign * outcome,
        }
