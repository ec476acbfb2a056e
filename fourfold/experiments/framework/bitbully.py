"""Exact scores of Connect Four moves by bitbully, another program, to compare with (pip install bitbully)."""

from collections.abc import Callable
from typing import Any

from ...errors import InputError
from ...games.interface.game import Game

Scores = Callable[[Game, Any], dict[int, int]]
"""Returns the score of every legal column."""


def is_installed() -> bool:
    from importlib.util import find_spec

    return find_spec("bitbully") is not None


def bitbully_scores() -> Scores:
    """Return bitbully with its book of 12 plies."""
    try:
        from bitbully import BitBully, Board
    except ImportError:
        raise InputError("this needs a perfect solver; run pip install bitbully") from None
    solver = BitBully()

    def scores(game: Game, state: Any) -> dict[int, int]:
        rows = [[".xo".index(letter) for letter in row] for row in game.module.board(state)]
        return {int(column): int(score) for column, score in solver.score_all_moves(Board.from_array(rows)).items()}

    return scores
