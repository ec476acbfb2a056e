"""What an evaluator makes of the moves of a position after the best reply to each: two plies, and no deeper."""

import math
from typing import Any

from ..evaluators.find import find_evaluator
from ..games.interface.game import Game
from .alphabeta import AlphaBetaPlayer
from .base import Budget

PLIES = 2
SURE = 0.9999
"""The value of a result that is seen; others are smaller."""


class ReplyValues:
    """Values all moves of a position."""

    def __init__(self, game: Game, evaluator: str):
        self.player = AlphaBetaPlayer(game, find_evaluator(evaluator, game), Budget(depth=PLIES))

    def of(self, state: Any) -> dict[int, float]:
        """Return what each move is worth, in logits: atanh of the value, half the log of the odds to win."""
        moves = self.player.analyse(state).moves
        return {each.move: math.atanh(min(max(each.value, -SURE), SURE)) for each in moves}
