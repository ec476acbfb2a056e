"""The referee: the one place outside kernels where a game ends, by rules, repetition, move cap or forfeit."""

from collections.abc import Iterable
from copy import copy
from typing import Any, NamedTuple

from ..binding.hashing import canonical
from ..errors import Forfeit
from ..games.interface.game import Game
from ..players.base import Player, check_legal
from ..records.record import FAILURE, FORFEIT, Record
from ..rules import ONGOING
from .dice import PAIRED, Dice, dice_of
from .openings import Opening

RULES, REPETITION, MOVE_CAP = "rules", "repetition", "move cap"


class Ending(NamedTuple):
    """How a game ended."""

    outcome: int
    """1, 0 or -1 for the side to move."""
    reason: str


class Referee:
    """Watches a game: its states and moves so far, who is to move, and whether it is over.

    A position that occurs for the game.repetition-th time is a draw, and so is a game of max_plies moves by the
    players; what falls by chance is a move of the record, but not theirs.
    """

    def __init__(self, game: Game, states: Iterable[Any], max_plies: int | None = None, side: int = 1):
        """Start with the states so far, of which the last is the current one; side is to move in the first of them."""
        self.game, self.max_plies = game, max_plies
        self.states: list[Any] = []
        self.sides: list[int] = []
        """Who is to move in each state: 1, the first player, or -1. Before a roll, it is who moves after it."""
        self.positions: list[tuple[int, str]] = []
        """What repetition compares, if the game has that rule."""
        self.texts: list[str] = []
        """The moves that were made, and what fell by chance."""
        self.rolls: list[bool] = []
        """Which of them fell by chance."""
        for state in states:
            self._put(state, self.side if self.states else side)

    def copy(self) -> "Referee":
        """Return a copy of the game, to be continued."""
        other = copy(self)
        for name in LISTS:
            setattr(other, name, getattr(self, name).copy())
        return other

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def side(self) -> int:
        """Who is to move, or will be after the roll: 1, the first player, or -1."""
        return self.sides[-1]

    @property
    def history(self) -> list[Any]:
        """The states before this one."""
        return self.states[:-1]

    def chances(self) -> list[tuple[int, float]]:
        """Return (outcome, probability) of what may happen by chance; nothing if a player is to move."""
        return self.game.chances(self.state)

    def move(self, move: int) -> None:
        """Make a legal move, or let an outcome of chance happen."""
        self.rolls.append(bool(self.chances()))
        self.texts.append(self.game.move_text(self.state, move))
        self._put(self.game.apply(self.state, move), self.side)

    def roll(self, dice: Dice) -> None:
        """Let chance decide, where it does."""
        self.move(dice.draw(self.chances(), sum(self.rolls)))

    def take_back(self, plies: int) -> None:
        for name in LISTS:
            del getattr(self, name)[-plies:]

    def ending(self) -> Ending | None:
        """Return how the game has ended; None if it is not over."""
        outcome = self.game.outcome(self.state)
        if outcome != ONGOING:
            return Ending(outcome, RULES)
        if self.positions and self.positions.count(self.positions[-1]) >= self.game.repetition:
            return Ending(0, REPETITION)
        return Ending(0, MOVE_CAP) if len(self.texts) - sum(self.rolls) == self.max_plies else None

    def points(self) -> int | None:
        """Return by how many points the first player has won; None if the game has no points.

        A game that is drawn by repetition or at its move cap is worth nothing, whatever the last state shows.
        """
        if not self.game.most_points:
            return None
        return self.side * self.game.points(self.state) if self.game.outcome(self.state) != ONGOING else 0

    def _put(self, state: Any, side: int) -> None:
        """Add a state; side moved before it, or is to move in it if it is the first."""
        if self.states and not self.game.moves_again(self.state, state):
            side = -side
        self.states.append(state)
        self.sides.append(side)
        if self.game.repetition:
            self.positions.append((side, canonical(self.game.position(state))))


LISTS = ("states", "sides", "positions", "texts", "rolls")
"""What a referee keeps of every state or move, in lists that grow and shrink together."""


def play_game(
    game: Game,
    first: Player,
    second: Player,
    opening: Opening,
    seeds: tuple[int, int] = (0, 1),
    max_plies: int | None = None,
    dice: str = PAIRED,
) -> Record:
    """Return the record of one game between first, who moves first in the initial state, and second.

    Each player has its own seed, since two random players would otherwise play alike. What falls by chance follows from
    both. A player that forfeits (an engine that crashes, an illegal move) loses all the points that a game can cost;
    any other error makes the game void.
    """
    states = opening.states(game)
    side = 1 if opening.is_first_to_move(game) else -1
    referee = Referee(game, states, max_plies, side * game.sides(states)[-1])
    ending = _play(referee, {1: first, -1: second}, {1: seeds[0], -1: seeds[1]}, dice_of(seeds, dice))
    return Record(
        game=game.spec,
        first=first.name,
        second=second.name,
        opening=opening.text(game),
        opening_moves=opening.move_texts,
        moves=referee.texts,
        outcome=ending.outcome,
        reason=ending.reason,
        seeds=list(seeds),
        points=_points(referee, ending),
    )


def _play(referee: Referee, players: dict[int, Player], seeds: dict[int, int], dice: Dice) -> Ending:
    """Play the game to its end; return how it ended for side 1."""
    side = 1
    try:
        for side, player in players.items():
            player.new_game(seeds[side])
        ending = None
        while ending is None:
            side = referee.side
            if referee.chances():
                referee.roll(dice)
            else:
                referee.move(_legal_choice(referee, players[side]))
            ending = referee.ending()
        return Ending(referee.side * ending.outcome, ending.reason)
    except Forfeit as error:
        return Ending(-side, f"{FORFEIT}{error}")
    except Exception as error:
        return Ending(0, f"{FAILURE}{type(error).__name__}: {error}, in {referee.game.text(referee.state)!r}")


def _points(referee: Referee, ending: Ending) -> int | None:
    """Return by how many points the first player has won a game; None if it has no points, or is void."""
    if ending.reason.startswith(FAILURE):
        return None
    if ending.reason.startswith(FORFEIT):
        return ending.outcome * referee.game.most_points or None
    return referee.points()


def _legal_choice(referee: Referee, player: Player) -> int:
    move = player.choose(referee.state, referee.history).move
    check_legal(referee.game, referee.state, move, player.name)
    return move
