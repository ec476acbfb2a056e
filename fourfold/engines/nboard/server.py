"""The NBoard server: our player as an engine."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from ...errors import InputError
from ...games.interface.game import Game
from ...players.base import MOST, Analyst, Budget, Decision, Player, Searcher
from ...records import ggf
from ...records.moves_between import with_move
from ..background_search import BackgroundSearch
from ..identity import NAME
from . import protocol


class NBoardServer:
    """Answers the lines of one client; searches run in a thread, so that `ping`, which ends them, is received."""

    def __init__(self, game: Game, player: Player, seed: int, write: Callable[[str], None]):
        """Take the function that writes a line to the client."""
        self.game, self.player = game, player
        self.states = [game.init_state()]
        self.budget = player.budget if isinstance(player, Searcher) else None
        self.search = BackgroundSearch(player)
        self._write, self._writing = write, threading.Lock()
        player.new_game(seed)
        self.commands: dict[str, Callable[[str], None]] = {
            "nboard": lambda _: self.say(f"set myname {NAME}"),
            "set": self.set_variable,
            "move": self.play,
            "hint": self.hint,
            "go": lambda _: self.begin(self.choose),
            "ping": lambda number: self.say(f"pong {number}"),
            "learn": lambda _: self.say("learned"),
        }

    def answer(self, lines: Iterable[str]) -> None:
        """Execute the lines until one is quit, or they end; every line first ends a search."""
        for text in lines:
            command, _, rest = text.strip().partition(" ")
            self.search.halt()
            if command == "quit":
                break
            self.execute(command, rest.strip())
        self.search.halt()

    def execute(self, command: str, rest: str) -> None:
        """Execute one command; an unknown one is ignored, as the protocol requires, and errors are shown."""
        try:
            self.commands.get(command, lambda _: None)(rest)
        except InputError as error:
            self.say(f"status {error}")

    def say(self, line: str) -> None:
        with self._writing:
            self._write(line)

    def set_variable(self, text: str) -> None:
        name, _, value = text.partition(" ")
        if name == "game":
            self.states = ggf.parse(self.game, value)
        elif name == "depth":
            self.set_depth(value.strip())

    def set_depth(self, text: str) -> None:
        """Search to this depth from here on, within the player's other limits."""
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise InputError(f"depth {text[:40]!r} is not a whole number")
        if self.budget:
            depth = min(max(int(text), 1), int(MOST["depth"]))
            self.budget = Budget(depth, self.budget.nodes, self.budget.seconds)

    def play(self, text: str) -> None:
        square = text.partition("/")[0].strip().lower()
        self.states = with_move(self.game, self.states, self.states[-1].player, "pass" if square == "pa" else square)

    def hint(self, text: str) -> None:
        count = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 1
        self.begin(self.advise, max(count, 1))

    def begin(self, task: Callable[..., None], *arguments: Any) -> None:
        """Start a search in the position, unless the game is over."""
        if not self.game.moves(self.states[-1]):
            raise InputError("the game is over")
        if self.budget and isinstance(self.player, Searcher):
            self.player.limit(self.budget)
        self.search.begin(self.attempt, task, self.states, *arguments)

    def attempt(self, task: Callable[..., None], *arguments: Any) -> None:
        """Execute a task; errors are shown."""
        self.say(f"status {NAME} is thinking")
        try:
            task(*arguments)
            self.say("status")
        except Exception as error:
            self.say(f"status {type(error).__name__}: {error}")

    def choose(self, states: list[Any]) -> None:
        """Announce a move; the client plays it, or another one."""
        *history, state = states
        begun = time.perf_counter()
        decision = self.player.choose(state, history)
        seconds = time.perf_counter() - begun
        self.say(f"nodestats {decision.nodes} {seconds:.2f}")
        self.say(protocol.choice_text(self.squares(state, decision)[0], decision, seconds))

    def advise(self, states: list[Any], count: int) -> None:
        """Report the values of the best moves."""
        *history, state = states
        if isinstance(self.player, Analyst):
            decisions = self.player.analyse(state, history).moves[:count]
        else:
            decisions = [self.player.choose(state, history)]
        for decision in decisions:
            self.say(protocol.hint_text(self.squares(state, decision), decision))

    def squares(self, state: Any, decision: Decision) -> list[str]:
        return [protocol.square_text(text) for text in self.game.line_text(state, decision.line)]
