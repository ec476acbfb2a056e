"""A game in progress: its states and moves so far, its end, and its record."""

from copy import copy
from typing import Any

from ..errors import InputError
from ..games.interface.game import Game
from .dice import Dice
from .referee import REPETITION, Referee


class Session:
    """A game between a person and the computer, from its starting position."""

    def __init__(self, game: Game, start: Any, position: str, human: int | None, enters_dice: bool = False):
        """Start from start, which position describes. The person moves first (0), second (1) or not at all (None).

        A person who enters_dice says what falls by chance, for both sides.
        """
        self.game, self.position, self.human, self.enters_dice = game, position, human, enters_dice
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
        """The moves that were made, and what fell by chance."""
        return self.referee.texts

    @property
    def turn(self) -> int:
        """Whose turn it is, or will be after the roll: 0 for the side that was to move at the start, else 1."""
        return 0 if self.referee.side == 1 else 1

    def chances(self) -> list[tuple[int, float]]:
        """Return (outcome, probability) of what may happen by chance now; nothing if a player is to move."""
        return self.referee.chances()

    def roll(self, dice: Dice) -> None:
        """Let chance decide, where it does."""
        self.referee.roll(dice)

    def is_persons_turn(self) -> bool:
        """Return whether the person is to choose a move, or was when the game ended."""
        return self.human == self.turn and not self.chances()

    def points(self) -> int | None:
        """Return by how many points the side that was to move at the start is ahead; None in a game without points."""
        return self.referee.side * self.game.points(self.state) if self.game.most_points else None

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
        """Go back to the person's last choice, without a person to the last move; return whether there was one.

        Moves of the other side since then are taken back with it, and so is what fell by chance.
        """
        choices = [ply for ply in range(len(self.texts)) if self._is_persons_choice(ply)]
        if not choices:
            return False
        self.referee.take_back(len(self.texts) - choices[-1])
        return True

    def _is_persons_choice(self, ply: int) -> bool:
        """Return whether the person chose the move of a ply, or said what fell; without a person every ply counts."""
        if self.human is None:
            return True
        if self.referee.rolls[ply]:
            return self.enters_dice
        return self.referee.sides[ply] == (1, -1)[self.human]

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
        """Return the game for programs; outcome and points are those of the side that moved first, or null."""
        outcome = self.outcome()
        return {
            "game": self.game.spec,
            "human": None if self.human is None else ("first", "second")[self.human],
            "position": self.position,
            "moves": self.texts,
            "reached": self.position_text(),
            "outcome": None if outcome is None else self.referee.side * outcome,
            "points": self.points(),
        }
