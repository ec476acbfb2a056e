"""Recently replayed games: the next request usually has the same moves, or one or two more."""

from collections import OrderedDict
from threading import Lock

from ..errors import InputError
from ..games.interface.game import Game
from ..matches.session import Session

KEPT = 256
"""The size of the cache; states are shared."""
LOOK_BACK = 2
"""How many more moves a request may have than a cached game: the person's, and the reply."""
Line = tuple[str, str, tuple[str, ...]]


class Replays:
    """Replays games, with a cache that only saves time."""

    def __init__(self, most: int = KEPT):
        self.most = most
        self.known: OrderedDict[Line, Session] = OrderedDict()
        self.lock = Lock()

    def session(self, game: Game, start: str, moves: list[str]) -> Session:
        """Return the game after moves from start, empty for the initial position; it must not be modified."""
        session = self._begun(game, start, moves)
        if len(session.texts) == len(moves):
            return session
        played = session.copy()
        for number in range(len(session.texts), len(moves)):
            play(played, number + 1, moves[number])
        self._keep((game.spec, start, tuple(moves)), played)
        return played

    def _begun(self, game: Game, start: str, moves: list[str]) -> Session:
        """Return the longest cached part of a game, or its start."""
        with self.lock:
            for count in range(len(moves), max(len(moves) - LOOK_BACK, 0) - 1, -1):
                line = game.spec, start, tuple(moves[:count])
                if line in self.known:
                    self.known.move_to_end(line)
                    return self.known[line]
        return Session(game, game.parse(start) if start else game.init_state(), start, None)

    def _keep(self, line: Line, session: Session) -> None:
        with self.lock:
            self.known[line] = session
            while len(self.known) > self.most:
                self.known.popitem(last=False)


def play(session: Session, number: int, text: str) -> None:
    """Make the move text, the number-th of its line."""
    if session.outcome() is not None:
        raise InputError(f"move {number}: the game is over before {text!r}")
    try:
        session.move(session.game.parse_move(session.state, text))
    except InputError as error:
        raise InputError(f"move {number}: {error}") from None
