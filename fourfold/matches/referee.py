"""The referee: the one place outside kernels where a game ends, by rules, repetition, move cap or forfeit."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..binding.hashing import canonical
from ..errors import Forfeit
from ..games.interface.game import Game
from ..players.base import Player, check_legal
from ..records.record import FAILURE, FORFEIT, Record
from ..rules import ONGOING
from .openings import Opening

RULES, REPETITION, MOVE_CAP = "rules", "repetition", "move cap"


class Ending(NamedTuple):
    """How a game ended."""

    outcome: int
    """1, 0 or -1 for the side to move."""
    reason: str


class Referee:
    """Watches a game: its states and moves so far, and whether it is over.

    A position that occurs for the game.repetition-th time is a draw, and so is a game of max_plies moves.
    """

    def __init__(self, game: Game, states: Iterable[Any], max_plies: int | None = None):
        """Start with the states so far, of which the last is the current one."""
        self.game, self.max_plies = game, max_plies
        self.states: list[Any] = []
        self.positions: list[str] = []
        """What repetition compares, if the game has that rule."""
        self.texts: list[str] = []
        """The moves that were made."""
        for state in states:
            self._put(state)

    def copy(self) -> "Referee":
        """Return a copy of the game, to be continued."""
        other = Referee(self.game, (), self.max_plies)
        other.states, other.positions, other.texts = self.states.copy(), self.positions.copy(), self.texts.copy()
        return other

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def history(self) -> list[Any]:
        """The states before this one."""
        return self.states[:-1]

    def move(self, move: int) -> None:
        """Make a legal move."""
        self.texts.append(self.game.move_text(self.state, move))
        self._put(self.game.apply(self.state, move))

    def take_back(self, plies: int) -> None:
        del self.states[-plies:], self.positions[-plies:], self.texts[-plies:]

    def ending(self) -> Ending | None:
        """Return how the game has ended; None if it is not over."""
        outcome = self.game.outcome(self.state)
        if outcome != ONGOING:
            return Ending(outcome, RULES)
        if self.positions and self.positions.count(self.positions[-1]) >= self.game.repetition:
            return Ending(0, REPETITION)
        return Ending(0, MOVE_CAP) if len(self.texts) == self.max_plies else None

    def _put(self, state: Any) -> None:
        self.states.append(state)
        if self.game.repetition:
            self.positions.append(canonical(self.game.position(state)))


def play_game(
    game: Game,
    first: Player,
    second: Player,
    opening: Opening,
    seeds: tuple[int, int] = (0, 1),
    max_plies: int | None = None,
) -> Record:
    """Return the record of one game between first, who moves first in the initial state, and second.

    Each player has its own seed, since two random players would otherwise play alike. A player that forfeits (an engine
    that crashes, an illegal move) loses; any other error makes the game void.
    """
    referee = Referee(game, opening.states(game), max_plies)
    side = 1 if opening.is_first_to_move(game) else -1
    outcome, reason = _play(referee, {1: first, -1: second}, side, {1: seeds[0], -1: seeds[1]})
    text, moves = opening.text(game), opening.move_texts
    return Record(game.spec, first.name, second.name, text, moves, referee.texts, outcome, reason, list(seeds))


def _play(referee: Referee, players: dict[int, Player], side: int, seeds: dict[int, int]) -> Ending:
    """Play the game to its end, players alternating; return how it ended for side 1."""
    mover = 1
    try:
        for mover, player in players.items():
            player.new_game(seeds[mover])
        mover, ending = side, None
        while ending is None:
            referee.move(_legal_choice(referee, players[mover]))
            mover, ending = -mover, referee.ending()
        return Ending(mover * ending.outcome, ending.reason)
    except Forfeit as error:
        return Ending(-mover, f"{FORFEIT}{error}")
    except Exception as error:
        return Ending(0, f"{FAILURE}{type(error).__name__}: {error}, in {referee.game.text(referee.state)!r}")


def _legal_choice(referee: Referee, player: Player) -> int:
    move = player.choose(referee.state, referee.history).move
    check_legal(referee.game, referee.state, move, player.name)
    return move
