"""The syntax of NBoard, version 2, the protocol of Chris Welty's program of that name for Othello: moves and values.

The game is always sent as a whole, in GGF. Values are in discs, for the side to move.
"""

import math
import re
from typing import NamedTuple

from ...errors import InputError
from ...games.interface.game import Game
from ...players.base import Decision

VERSION = 2
MOVE = "==="
"""The word that announces a chosen move."""
DISCS = 64
"""A value of 1 in discs."""


class Choice(NamedTuple):
    """What an engine says of its move: `=== F5/1.25/0.3`, and in some engines `=== f5 1.25 0.3`."""

    square: str
    value: float
    """For the side to move, from -1 to 1; 0 if nothing is said."""


def check_game(game: Game) -> None:
    """Raise InputError for any game but Othello."""
    if game.shipped_name != "othello":
        raise InputError(f"protocol nboard is for othello, not for {game.name}")


def choice_text(square: str, decision: Decision, seconds: float) -> str:
    """Return the line that announces a move."""
    return f"{MOVE} {square}/{discs(decision):.2f}/{seconds:.2f}"


def parse_choice(text: str) -> Choice:
    """Return the choice of a line that announces a move; what is not a number counts as 0."""
    square, value, *_ = [*re.split(r"/|\s+", text.removeprefix(MOVE).strip()), "", ""]
    try:
        value_in_discs = float(value)
    except ValueError:
        value_in_discs = 0.0
    if math.isnan(value_in_discs):
        value_in_discs = 0.0
    return Choice(square, min(max(value_in_discs / DISCS, -0.99), 0.99))


def square_text(text: str) -> str:
    """Return a move of ours as NBoard writes it."""
    return "PA" if text == "pass" else text.upper()


def discs(decision: Decision) -> float:
    return decision.value * DISCS


def hint_text(squares: list[str], decision: Decision) -> str:
    """Return the line that reports the value of a move and the moves expected after it."""
    depth = "100%W" if decision.proven is not None else str(decision.depth)
    return f"search {'-'.join(squares)} {discs(decision):.2f} 0 {depth}"
