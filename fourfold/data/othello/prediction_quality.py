"""How well outputs predict the moves of experts."""

from typing import NamedTuple

import numpy as np

from ...evaluators.torch_othello.encodings import OUTPUT, SQUARES, legal_squares
from .expert_moves import ExpertMoves


class Quality(NamedTuple):
    """Shares from 0 to 1."""

    accuracy: float
    """How often the highest of all outputs is the expert's move: the expert-moves paper's prediction accuracy."""
    legal: float
    """How often the highest of all outputs is a legal move (Table IV)."""
    among_legal: float
    """How often the highest output of a legal move is the expert's: a player's accuracy."""


def quality(outputs: np.ndarray, moves: ExpertMoves) -> Quality:
    """Return the quality of outputs, [position, output], as predictions of moves."""
    is_legal = legal_squares(moves.own, moves.opponent)[:, SQUARES]
    wanted, first = OUTPUT[moves.square], outputs.argmax(axis=1)
    chosen = np.where(is_legal, outputs, -1.0).argmax(axis=1)
    return Quality(
        float(np.mean(first == wanted)),
        float(np.mean(is_legal[np.arange(len(first)), first])),
        float(np.mean(chosen == wanted)),
    )
