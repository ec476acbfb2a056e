"""The NBoard client: asks another program for moves."""

from typing import Any

from ...errors import InputError
from ...games import othello
from ...games.interface.game import Game
from ...players.base import Budget, Decision
from ...records import ggf
from ..process import Program, count_of
from . import protocol


class NBoardClient:
    """Drives one engine through any number of games."""

    def __init__(self, game: Game, command: str, timeout: float):
        """Start the engine; timeout is how many seconds an answer may take beyond its thinking time."""
        protocol.check_game(game)
        self.game = game
        self.program = Program(command, "quit", timeout)
        self.pings = 0
        self.depth = 0
        self.program.send(f"nboard {protocol.VERSION}")
        self._synchronise()

    def new_game(self, seed: int) -> None:
        """Do nothing: every request contains its whole game, and the protocol has no seed."""

    def choose(self, states: list[Any], budget: Budget | None) -> Decision:
        """Return the engine's decision in the last of states. Engines are not asked about a pass."""
        if self.game.moves(states[-1]) == [othello.PASS]:
            return Decision(othello.PASS, 0.0, None, 0, 0, [othello.PASS])
        self._set_depth(budget)
        self.program.send(f"set game {ggf.text(self.game, states)}")
        self._synchronise()
        self.program.send("go")
        nodes = 0
        for line in self.program.answer("go"):
            if line.startswith("nodestats "):
                nodes = count_of(line.removeprefix("nodestats ").partition(" ")[0])
            if line.startswith(protocol.MOVE):
                break
        return self._decision(states[-1], protocol.parse_choice(line), nodes)

    def _decision(self, state: Any, choice: protocol.Choice, nodes: int) -> Decision:
        try:
            move = self.game.parse_move(state, choice.square)
        except InputError as error:
            raise self.program.failure(f"played {choice.square!r} in {self.game.text(state)!r}: {error}") from None
        return Decision(move, choice.value, None, self.depth, nodes, [move])

    def _set_depth(self, budget: Budget | None) -> None:
        """Tell the engine how deep to search: the only limit of the protocol, and required."""
        if budget is None or budget.depth is None or budget.nodes or budget.seconds:
            raise self.program.failure("needs depth= and no other limit with protocol=nboard")
        if budget.depth != self.depth:
            self.depth = budget.depth
            self.program.send(f"set depth {self.depth}")

    def _synchronise(self) -> None:
        """Wait for the answer to a ping: all output before it belongs to earlier requests."""
        self.pings += 1
        question, answer = f"ping {self.pings}", f"pong {self.pings}"
        self.program.send(question)
        for line in self.program.answer(question):
            if line == answer:
                return

    def close(self) -> None:
        self.program.close()
