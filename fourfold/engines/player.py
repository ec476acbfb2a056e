"""Another program as a player."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Protocol, TypeVar

from ..errors import Forfeit, InputError
from ..games.interface.game import Game
from ..players.base import Budget, Decision, check_turn, parse_budget

TIMEOUT = 60.0
"""Seconds that an engine's answer may take beyond those it is given to think."""


Answer = TypeVar("Answer")


class Client(Protocol):
    """A running engine and the protocol by which it is asked."""

    def new_game(self, seed: int) -> None:
        """Tell the engine that a new game begins."""

    def choose(self, states: list[Any], budget: Budget | None) -> Decision:
        """Return its decision in the last of states, the game so far."""

    def close(self) -> None:
        """End it."""


PROTOCOLS = {
    "hub": "hub.client:HubClient",
    "gtp": "gtp.client:GtpClient",
    "nboard": "nboard.client:NBoardClient",
    "gnubg": "gnubg.client:GnubgClient",
}
"""The client of each protocol, loaded when it is needed. A new protocol is one more entry."""


def find_client(protocol: str) -> Callable[[Game, str, float], Client]:
    """Return the client class of a protocol."""
    if protocol not in PROTOCOLS:
        raise InputError(f"no protocol named {protocol!r}; choose from {', '.join(PROTOCOLS)}")
    module, _, client = PROTOCOLS[protocol].partition(":")
    found: Callable[[Game, str, float], Client] = getattr(import_module(f".{module}", __package__), client)
    return found


class EnginePlayer:
    """Lets a program choose; the program is started once and plays one game after another."""

    def __init__(self, game: Game, command: str, protocol: str, budget: Budget | None = None, timeout: float = TIMEOUT):
        """Start the program. Without a budget it decides for itself how long to think."""
        client = find_client(protocol)
        if not 0 < timeout <= 1e6:
            raise InputError(f"timeout={timeout:g} must be above 0 and at most 1e6 seconds")
        self.name = "engine"
        self.game = game
        self.budget = budget
        self._start = partial(client, game, command, timeout)
        self.client: Client = self._start()
        self.has_failed = False

    def new_game(self, seed: int) -> None:
        """Start a new game; a program that failed in the last one is restarted."""
        if self.has_failed:
            self.client, self.has_failed = self._start(), False
        self._ask(self.client.new_game, seed)

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        check_turn(self.game, state, self.game.possible_moves(state))
        return self._ask(self.client.choose, [*history, state], self.budget)

    def _ask(self, question: Callable[..., Answer], *arguments: Any) -> Answer:
        try:
            return question(*arguments)
        except Forfeit:
            self.has_failed = True
            raise

    def close(self) -> None:
        """End the program."""
        self.client.close()


def from_options(game: Game, options: dict[str, str], seed: int) -> EnginePlayer:
    """Return a program as a player; without depth=, nodes= and seconds= it decides how long to think."""
    limits = {name: value for name, value in options.items() if name not in ("cmd", "protocol", "timeout")}
    try:
        timeout = float(options.get("timeout", TIMEOUT))
    except ValueError:
        raise InputError("the timeout of an engine must be a number of seconds") from None
    budget = parse_budget(limits) if limits else None
    return EnginePlayer(game, options.get("cmd", ""), options.get("protocol", ""), budget, timeout)
