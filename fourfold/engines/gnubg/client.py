"""The client of GNU Backgammon: asks it for plays."""

import shutil
from typing import Any

from ...errors import InputError
from ...games.interface.game import Game
from ...players.base import Budget, Decision
from ..process import Program
from . import protocol

PROGRAM = "gnubg"
USUAL_PLACE = "/usr/games/gnubg"
"""Where Debian has it, which is not on everybody's PATH."""
OPTIONS = "--tty --quiet --no-rc"
"""A terminal, no sounds, and no settings of its own."""


class GnubgClient:
    """Drives one GNU Backgammon through any number of games; every request contains its position and dice."""

    def __init__(self, game: Game, command: str, timeout: float):
        """Start the program; timeout is how many seconds an answer may take."""
        protocol.check_game(game)
        self.game = game
        self.program = Program(f"{command or find_program()} {OPTIONS}", "quit", timeout)
        self.questions = 0
        self.depth = 0
        for line in protocol.GREETING:
            self.program.send(line)
        self._ask("0")

    def new_game(self, seed: int) -> None:
        """Do nothing: its play depends on nothing but the position and the dice."""

    def choose(self, states: list[Any], budget: Budget | None) -> Decision:
        """Return its decision in the last of states. It is not asked where there is no choice."""
        state = states[-1]
        self._set_depth(budget)
        only, *others = self.game.moves(state)
        if not others:
            return Decision(only, 0.0, None, 0, 0, [only])
        self.program.send(f"set gnubgid {self.game.text(state)}")
        choice = self._choice(self._ask(protocol.BEST))
        try:
            move = self.game.parse_move(state, choice.play)
        except InputError as error:
            raise self.program.failure(f"played {choice.play!r} in {self.game.text(state)!r}: {error}") from None
        return Decision(move, choice.value, None, self.depth, 0, [move])

    def _choice(self, answer: str) -> protocol.Choice:
        try:
            return protocol.parse_choice(answer)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise self.program.failure(f"answered {answer[:80]!r}, which is no play: {error}") from None

    def _set_depth(self, budget: Budget | None) -> None:
        """Tell the program how deep to look: a depth of 1 is what it calls 0 plies."""
        limit = budget or Budget(depth=1)
        if limit.depth is None or limit.nodes or limit.seconds:
            raise self.program.failure("can be given depth= and no other limit")
        if limit.depth != self.depth:
            self.depth = limit.depth
            self.program.send(protocol.plies_command(self.depth - 1))

    def _ask(self, expression: str) -> str:
        """Return the value of a Python expression, as JSON; output before it belongs to earlier requests."""
        self.questions += 1
        question = protocol.question(self.questions, expression)
        self.program.send(question)
        for line in self.program.answer(question):
            if (answer := protocol.answer_of(line, self.questions)) is not None:
                return answer
        raise AssertionError("unreachable: an answer that never ends is a failure")

    def close(self) -> None:
        self.program.close()


def find_program() -> str:
    """Return where GNU Backgammon is installed."""
    found = shutil.which(PROGRAM) or shutil.which(USUAL_PLACE)
    if not found:
        raise InputError("GNU Backgammon is not installed (Debian: apt install gnubg); give its place by cmd=")
    return found
