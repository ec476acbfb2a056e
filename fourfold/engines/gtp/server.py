"""The GTP server: our player as an engine."""

import math
import time
from collections.abc import Callable, Iterable
from typing import Any

from ...errors import InputError
from ...games.interface.game import Game
from ...players.base import Budget, Player, Searcher
from ...records.moves_between import can_only_pass, with_turn
from ..identity import NAME, VERSION
from ..limits import Level
from . import protocol
from .clock import Clock
from .game import Command, GtpGame


class GtpServer:
    """Answers the lines of one client; GTP sends nothing during a search, so it needs no thread."""

    def __init__(self, game: Game, player: Player, seed: int, write: Callable[[str], None]):
        """Take the function that writes a line to the client."""
        self.game, self.player, self.seed = game, player, seed
        self.own = self.level = player.budget if isinstance(player, Searcher) else None
        self.clocks: dict[int, Clock] = {}
        self.position = GtpGame(game)
        self._write = write
        self.commands: dict[str, Command] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: NAME,
            "version": lambda _: VERSION,
            "known_command": lambda arguments: str("".join(arguments[:1]) in self.commands).lower(),
            "list_commands": lambda _: "\n".join(self.commands),
            "quit": lambda _: "",
            **self.position.commands,
            "clear_board": self.new_game,
            "genmove": self.make_move,
            "reg_genmove": lambda arguments: self.choose(arguments)[1],
            "time_settings": self.set_clocks,
            "time_left": self.set_clock,
            "set_random_seed": self.set_seed,
            protocol.LEVEL: self.set_level,
        }

    def answer(self, lines: Iterable[str]) -> None:
        """Execute the lines until one is quit, or they end."""
        for text in lines:
            line = protocol.parse_line(text)
            if line:
                self.execute(line)
                if line.command == "quit":
                    break

    def execute(self, line: protocol.Line) -> None:
        """Answer one command; one that fails changes nothing."""
        command = self.commands.get(line.command)
        try:
            if command is None:
                raise InputError("unknown command")
            self._write(protocol.answer(line.number, command(line.arguments)))
        except InputError as error:
            self._write(protocol.refusal(line.number, str(error)))

    def new_game(self, _: list[str]) -> str:
        self.position.clear()
        self.player.new_game(self.seed)
        self.clocks = {side: Clock(clock.main, clock.period, clock.moves) for side, clock in self.clocks.items()}
        return ""

    def set_seed(self, arguments: list[str]) -> str:
        seed = "".join(arguments[:1])
        if not (seed.isascii() and seed.isdigit() and len(seed) < 20):
            raise InputError("syntax error: a seed is a whole number")
        self.seed = int(seed)
        self.player.new_game(self.seed)
        return ""

    def make_move(self, arguments: list[str]) -> str:
        self.position.states, text = self.choose(arguments)
        return text

    def choose(self, arguments: list[str]) -> tuple[list[Any], str]:
        """Return the states of the game after the player's move for a colour, and this move."""
        side = protocol.parse_side("".join(arguments[:1]))
        states = with_turn(self.game, self.position.states, side)
        move = self.game.pass_move if can_only_pass(self.game, states[-1]) else self.think(states)
        return [*states, self.game.apply(states[-1], move)], protocol.move_text(self.game, states[-1], move)

    def think(self, states: list[Any]) -> int:
        """Return the player's move in the last of states; any exception becomes an answer to the client."""
        *history, state = states
        begun = time.perf_counter()
        budget = self.budget(state.player)
        try:
            if budget and isinstance(self.player, Searcher):
                self.player.limit(budget)
            decision = self.player.choose(state, history)
        except InputError:
            raise
        except Exception as error:
            raise InputError(f"{type(error).__name__}: {error}") from error
        if state.player in self.clocks:
            self.clocks[state.player].spend(time.perf_counter() - begun)
        return decision.move

    def budget(self, side: int) -> Budget | None:
        """Return the budget of a move of side: that of the level, with at most the seconds of the clock."""
        seconds = self.clocks[side].seconds() if side in self.clocks else None
        if self.level is None or seconds is None:
            return self.level
        return Budget(self.level.depth, self.level.nodes, min(seconds, self.level.seconds or seconds))

    def set_clocks(self, arguments: list[str]) -> str:
        main, period, moves = _numbers(arguments, 3)
        self.clocks = {side: Clock(main, period, int(moves)) for side in (1, -1)}
        return ""

    def set_clock(self, arguments: list[str]) -> str:
        side = protocol.parse_side("".join(arguments[:1]))
        seconds, moves = _numbers(arguments[1:], 2)
        self.clocks.setdefault(side, Clock(seconds, 0.0, 0)).set_left(seconds, int(moves))
        return ""

    def set_level(self, arguments: list[str]) -> str:
        """Apply these limits to all further moves; without any, the player's own."""
        limits = {name: value for name, _, value in (text.partition("=") for text in arguments)}
        if not limits.keys() <= {"depth", "nodes", "move-time"}:
            raise InputError("syntax error: limits are depth=, nodes= and move-time=")
        self.level = Level().and_also(limits).budget(self.own)
        return ""


def _numbers(arguments: list[str], count: int) -> list[float]:
    """Return the arguments as count non-negative numbers."""
    try:
        numbers = [float(text) for text in arguments[:count]]
    except ValueError:
        numbers = []
    if len(numbers) < count or not all(0 <= number < math.inf for number in numbers):
        raise InputError(f"syntax error: {count} non-negative numbers are needed")
    return numbers
