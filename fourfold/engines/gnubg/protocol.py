"""What GNU Backgammon is told and how it answers: its own commands on standard input, and its Python interpreter.

A line that begins with `>` is Python. Only what we print ourselves is read: the texts of the program are for people and
translated. A money game without a doubling cube is played, so that gammons and backgammons count two and three.
"""

import json
import math
import re
from typing import NamedTuple

from ...errors import InputError
from ...games.interface.game import Game

MARK = "fourfold"
"""The first word of our own lines, followed by the number of the question."""
GREETING = (
    "set confirm new off", "set display off",
    "set automatic game off", "set automatic roll off", "set automatic move off", "set automatic bearoff off",
    "set player 0 human", "set player 1 human", "set jacoby off", "set cube use off",
    "set evaluation chequerplay evaluation cubeful off", "set evaluation chequerplay evaluation noise 0",
    "new session", ">import json",
)  # fmt: skip
BEST = '[[gnubg.parsemove(best["move"]), best["details"]["probs"][0]] for best in gnubg.hint(1)["hint"]]'


class Choice(NamedTuple):
    """What GNU Backgammon says of its play."""

    play: str
    """In a form that backgammon's `parse_move` reads: `25/20 6/0`."""
    value: float
    """For the side to move, from -1 to 1: how much more often it wins than loses."""


def check_game(game: Game) -> None:
    """Raise InputError for any game but backgammon."""
    if game.shipped_name != "backgammon":
        raise InputError(f"protocol gnubg is for backgammon, not for {game.name}")


def plies_command(plies: int) -> str:
    """Return the command that sets how deep to look: 0 plies value the positions after each play."""
    return f"set evaluation chequerplay evaluation plies {plies}"


def question(number: int, expression: str) -> str:
    """Return the line that asks for the value of a Python expression."""
    return f'>print("{MARK}", {number}, json.dumps({expression}))'


def answer_of(line: str, number: int) -> str | None:
    """Return the answer to a question as JSON; None if the line is none."""
    found = re.fullmatch(rf".*\b{MARK} {number} (.*)", line)
    return found[1] if found else None


def parse_choice(text: str) -> Choice:
    """Return the choice of an answer to BEST; ValueError, TypeError, OverflowError or RecursionError if it is none."""
    (steps, wins), *_ = json.loads(text)
    if not isinstance(wins, float) or not math.isfinite(wins):
        raise ValueError("no probability of winning")
    play = " ".join(f"{int(before)}/{int(after)}" for before, after in steps)
    return Choice(play, min(max(2 * wins - 1, -0.99), 0.99))
