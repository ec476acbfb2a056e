"""The Hub client: asks another program for moves."""

from typing import Any

from ...errors import InputError
from ...games.interface.game import Game
from ...players.base import Budget, Decision
from ...records.moves_between import moves_between
from ..limits import level_arguments
from ..process import Program, count_of
from . import protocol


class HubClient:
    """Drives one engine through any number of games."""

    def __init__(self, game: Game, command: str, timeout: float):
        """Start the engine; timeout is how many seconds an answer may take beyond its thinking time."""
        protocol.check_game(game)
        self.game = game
        self.program = Program(command, "quit", timeout)
        self.parameters: dict[str, dict[str, str]] = {}
        self._greet()

    def _greet(self) -> None:
        self._send("hub")
        for line in self._answers("hub", "wait"):
            if line.command == "param":
                self.parameters[line.arguments.get("name", "")] = line.arguments
        self._choose_variant()
        if "board" in self.parameters:  # of our own engine
            self._set("board", "straight")
        self._send("init")
        self._answers("init", "ready")

    def _choose_variant(self) -> None:
        """Ask for English draughts, if the engine has several variants."""
        variant = self.parameters.get("variant", {"value": protocol.VARIANT})
        if variant.get("value") == protocol.VARIANT:
            return
        if protocol.VARIANT not in variant.get("values", "").split():
            raise self.program.failure("does not play English draughts")
        self._set("variant", protocol.VARIANT)

    def new_game(self, seed: int) -> None:
        if "seed" in self.parameters:
            self._set("seed", seed)
        self._send("new-game")

    def choose(self, states: list[Any], budget: Budget | None) -> Decision:
        """Return the engine's decision in the last of states; without a budget the engine decides how long to think."""
        start, moves = moves_between(self.game, states)
        line = {"moves": " ".join(protocol.line_texts(self.game, start, moves))} if moves else {}
        self._send("pos", {"pos": protocol.position_text(start), **line})
        if budget:
            self._send("level", level_arguments(budget))
        self._send("go", {"think": None})
        info: dict[str, str] = {}
        seconds = budget.seconds if budget and budget.seconds else 0.0
        for line_found in (answers := self._answers("go", "done", seconds)):
            if line_found.command == "info":
                info |= line_found.arguments
        return self._decision(states[-1], answers[-1].arguments.get("move", ""), info)

    def _decision(self, state: Any, text: str, info: dict[str, str]) -> Decision:
        try:
            move = protocol.parse_move(self.game, state, text)
        except InputError as error:
            raise self.program.failure(f"played {text!r} in {self.game.text(state)!r}: {error}") from None
        value, proven = protocol.parse_score(info.get("score", "0"))
        return Decision(move, value, proven, count_of(info.get("depth", "")), count_of(info.get("nodes", "")), [move])

    def close(self) -> None:
        self.program.close()

    def _set(self, name: str, value: object) -> None:
        self._send("set-param", {"name": name, "value": value})

    def _send(self, command: str, arguments: dict[str, object] | None = None) -> None:
        self.program.send(protocol.write_line(command, arguments))

    def _answers(self, question: str, last: str, seconds: float = 0.0) -> list[protocol.Line]:
        """Return the lines up to the last one of the answer."""
        lines: list[protocol.Line] = []
        for text in self.program.answer(question, seconds):
            lines.append(protocol.parse_line(text))
            if lines[-1].command == "error":
                raise self.program.failure(f"says: {lines[-1].arguments.get('message', 'error')}")
            if lines[-1].command == last:
                break
        return lines
