"""The Hub server: our player as an engine."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from ...errors import InputError
from ...games.interface.game import Game
from ...players.base import UNLIMITED, Budget, Decision, Player, Searcher
from ..background_search import BackgroundSearch
from ..identity import AUTHOR, NAME, VERSION
from ..limits import Level
from . import protocol

READINGS = ("auto", "straight", "turned")
"""The orientation of the board of `pos`: as in PDN, or rotated with colours swapped while its moves are not."""
DURING_SEARCH = ("ping", "stop", "ponder-hit")
"""Commands that do not end a running search."""


class HubServer:
    """Answers the lines of one client after another; searches run in a thread, so that `stop` is received."""

    def __init__(self, game: Game, player: Player, seed: int, write: Callable[[str], None]):
        """Take the function that writes a line to the client."""
        self.game, self.player, self.seed = game, player, seed
        self.own = player.budget if isinstance(player, Searcher) else None
        self.reading = READINGS[0]
        self.states = [game.init_state()]
        self.level = Level()
        self.search = BackgroundSearch(player)
        self.seconds_after_hit: float | None = None
        self._write, self._writing = write, threading.Lock()
        self.commands: dict[str, Callable[[dict[str, str]], None]] = {
            "hub": self.introduce,
            "set-param": self.set_parameter,
            "init": lambda _: self.say("ready"),
            "new-game": self.new_game,
            "pos": self.set_position,
            "level": self.set_level,
            "go": self.go,
            "stop": lambda _: self.search.halt(),
            "ponder-hit": self.ponder_hit,
            "ping": lambda _: self.say("pong"),
        }

    def answer(self, lines: Iterable[str]) -> None:
        """Execute the lines until one is quit, or they end."""
        for text in lines:
            line = protocol.parse_line(text)
            if line.command not in DURING_SEARCH:
                self.search.halt()
            if line.command == "quit":
                break
            self.execute(line)
        self.search.halt()

    def execute(self, line: protocol.Line) -> None:
        """Execute one command; one that fails is reported to the client, and changes nothing."""
        command = self.commands.get(line.command)
        try:
            if command is None:
                raise InputError(f"unknown command {line.command[:40]!r}" if line.command else "no command")
            command(line.arguments)
        except InputError as error:
            self.report_error(str(error))

    def say(self, command: str, arguments: dict[str, object] | None = None) -> None:
        with self._writing:
            self._write(protocol.write_line(command, arguments))

    def report_error(self, message: str) -> None:
        self.say("error", {"message": message})

    def introduce(self, _: dict[str, str]) -> None:
        self.say("id", {"name": NAME, "version": VERSION, "author": AUTHOR})
        self.say("param", {"name": "variant", "value": protocol.VARIANT, "type": "enum", "values": protocol.VARIANT})
        self.say("param", {"name": "seed", "value": self.seed, "type": "int", "min": 0, "max": 2**32 - 1})
        self.say("param", {"name": "board", "value": self.reading, "type": "enum", "values": " ".join(READINGS)})
        self.say("wait")

    def set_parameter(self, arguments: dict[str, str]) -> None:
        name, value = arguments.get("name", ""), arguments.get("value", "")
        if name == "seed" and value.isascii() and value.isdigit() and len(value) < 20:
            self.seed = int(value)
            self.player.new_game(self.seed)
        elif name == "board" and value in READINGS:
            self.reading = value
        elif name != "variant" or value != protocol.VARIANT:
            raise InputError(f"parameter {name[:40]!r} cannot be {value[:40]!r}")

    def new_game(self, _: dict[str, str]) -> None:
        self.player.new_game(self.seed)

    def set_position(self, arguments: dict[str, str]) -> None:
        text = arguments.get("pos") or protocol.position_text(self.game.init_state())
        self.states = self.read_game(text, arguments.get("moves", "").split())
        self.level = Level()

    def read_game(self, text: str, moves: list[str]) -> list[Any]:
        """Return the states of a position and the moves after it.

        Some clients (pydraughts is one) let White begin every game. They turn the board of `pos` round and swap the
        colours, but number the squares of moves as PDN does. Such a board is known by moves that fit no other reading;
        and before the first move, by all men standing at home with White to move.
        """
        readings = {"straight": [text], "turned": [protocol.turned(text)]}.get(
            self.reading, [text, protocol.turned(text)]
        )
        if self.reading == "auto" and not moves and text == protocol.position_text(self.game.init_state(-1)):
            readings.reverse()
        try:
            return self.follow(readings[0], moves)
        except InputError:
            for other in readings[1:] if moves else ():
                try:
                    return self.follow(other, moves)
                except InputError:
                    continue
            raise

    def follow(self, text: str, moves: list[str]) -> list[Any]:
        states = [protocol.parse_position(self.game, text)]
        for move in moves:
            states.append(self.game.apply(states[-1], protocol.parse_move(self.game, states[-1], move)))
        return states

    def set_level(self, arguments: dict[str, str]) -> None:
        self.level = self.level.and_also(arguments)

    def go(self, arguments: dict[str, str]) -> None:
        """Begin to search; a level applies to one search, as in Scan."""
        budget, self.level = self.level.budget(self.own), Level()
        self.seconds_after_hit = None
        if not self.game.possible_moves(self.states[-1]):
            self.report_error("the game is over in this position")
            self.say("done")
            return
        if budget and "ponder" in arguments and budget.seconds:
            self.seconds_after_hit = budget.seconds
            budget = Budget(budget.depth, budget.nodes, UNLIMITED.seconds)
        self.search.begin(self.think, self.states, budget)

    def think(self, states: list[Any], budget: Budget | None) -> None:
        """Search, and report the result to the client; whatever happens, the client receives `done`."""
        *history, state = states
        begun = time.perf_counter()
        try:
            if budget and isinstance(self.player, Searcher):
                self.player.limit(budget)
            decision = self.player.choose(state, history)
        except Exception as error:
            self.report_error(f"{type(error).__name__}: {error}")
            self.say("done")
            return
        texts = protocol.line_texts(self.game, state, decision.line)
        if decision.nodes:
            self.say("info", info(decision, texts, time.perf_counter() - begun))
        self.say("done", {"move": texts[0], **({"ponder": texts[1]} if len(texts) > 1 else {})})

    def ponder_hit(self, _: dict[str, str]) -> None:
        """Start the clock: the expected move has been played."""
        if self.seconds_after_hit is not None:
            self.search.halt_after(self.seconds_after_hit)


def info(decision: Decision, texts: list[str], seconds: float) -> dict[str, object]:
    """Return the report of a search: the score in men, the speed in millions of nodes per second."""
    return {
        "depth": decision.depth,
        "score": f"{protocol.score(decision):.2f}",
        "nodes": decision.nodes,
        "time": f"{seconds:.3f}",
        "nps": f"{decision.nodes / max(seconds, 1e-6) / 1e6:.3f}",
        "pv": " ".join(texts),
    }
