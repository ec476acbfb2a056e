"""The GTP client: asks another program for moves."""

import tempfile
from typing import Any

from ...errors import InputError
from ...games.interface.game import Game
from ...players.base import Budget, Decision
from ...records import ggf
from ...records.moves_between import SIDES, moves_between
from ..limits import level_arguments
from ..process import Program
from . import protocol


class GtpClient:
    """Drives one engine through any number of games; its board is tracked, so that only new moves are sent."""

    def __init__(self, game: Game, command: str, timeout: float):
        """Start the engine; timeout is how many seconds an answer may take beyond its thinking time."""
        protocol.check_game(game)
        self.game = game
        self.program = Program(command, "quit", timeout)
        self.commands = set(self._ask("list_commands").split())
        self.start, self.moves = game.init_state(), list[int]()
        self.budget: Budget | None = None
        self._greet()

    def _greet(self) -> None:
        self._ask_if_known("set_game", protocol.title(self.game))
        self._ask_if_known("boardsize", len(self.game.board(self.start)))
        self._set_up(self.start)

    def new_game(self, seed: int) -> None:
        self._ask_if_known("set_random_seed", seed)
        self._set_up(self.game.init_state())

    def choose(self, states: list[Any], budget: Budget | None) -> Decision:
        """Return the engine's decision in the last of states; without a budget the engine decides how long to think."""
        state = states[-1]
        self._follow(states)
        self._limit(state, budget)
        seconds = budget.seconds if budget and budget.seconds else 0.0
        move = self._move(state, self._ask("genmove", _colour(state), seconds=seconds))
        self.moves.append(move)
        return Decision(move, 0.0, None, 0, 0, [move])

    def _follow(self, states: list[Any]) -> None:
        """Bring the engine's board to the last of states: by its new moves, if possible."""
        start, moves = moves_between(self.game, states)
        if start != self.start or moves[: len(self.moves)] != self.moves:
            self._set_up(start)
        line = states[-1 - len(moves) :]
        for state, move in list(zip(line, moves, strict=False))[len(self.moves) :]:
            self._ask("play", _colour(state), protocol.move_text(self.game, state, move))
        self.moves = moves

    def _move(self, state: Any, text: str) -> int:
        try:
            return self.game.parse_move(state, text)
        except InputError as error:
            raise self.program.failure(f"played {text!r} in {self.game.text(state)!r}: {error}") from None

    def _set_up(self, state: Any) -> None:
        """Set up state on the engine's board."""
        if state == self.game.init_state():
            self._ask("clear_board")
        elif "setboard" in self.commands:
            self._ask("setboard", self.game.text(state))
        elif "loadsgf" in self.commands and self.game.shipped_name == "othello":
            self._load(state)
        else:
            text = self.game.text(state)
            raise self.program.failure(f"cannot set up the position {text!r}: it supports neither setboard nor loadsgf")
        self.start, self.moves = state, []

    def _load(self, state: Any) -> None:
        """Let the engine load state from a file: Edax recognises GGF by the suffix."""
        with tempfile.NamedTemporaryFile("w", suffix=".ggf") as file:
            file.write(ggf.text(self.game, [state]) + "\n")
            file.flush()
            self._ask("loadsgf", file.name)

    def _limit(self, state: Any, budget: Budget | None) -> None:
        """Send the budget to the engine: by our own command if it has it, else as a clock for every single move."""
        limits = [f"{name}={limit}" for name, limit in level_arguments(budget).items()] if budget else []
        if protocol.LEVEL in self.commands:
            if budget != self.budget:
                self._ask(protocol.LEVEL, *limits)
        elif budget:
            if budget.depth or budget.nodes or "time_settings" not in self.commands:
                raise self.program.failure(
                    f"cannot be given {' '.join(limits)} over GTP; put its own options into cmd="
                )
            if budget != self.budget:
                self._ask("time_settings", 0, f"{budget.seconds:g}", 1)
            self._ask_if_known("time_left", _colour(state), f"{budget.seconds:g}", 1)
        self.budget = budget

    def close(self) -> None:
        self.program.close()

    def _ask_if_known(self, *words: object) -> None:
        if words[0] in self.commands:
            self._ask(*words)

    def _ask(self, *words: object, seconds: float = 0.0) -> str:
        """Return the answer to a command; output before it is ignored."""
        question = " ".join(map(str, words))
        self.program.send(question)
        answer: list[str] = []
        for line in self.program.answer(question, seconds):
            if answer and not line:
                break
            if answer or line.startswith(("=", "?")):
                answer.append(line)
        text = "\n".join([answer[0][1:].strip(), *answer[1:]]).strip()
        if answer[0].startswith("?"):
            raise self.program.failure(f"rejected {question!r}: {text or 'no reason given'}")
        return text


def _colour(state: Any) -> str:
    return SIDES[state.player]
