"""How well a policy ranks the moves of positions whose moves have exact scores."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .data.positions import NO_MOVE


@dataclass(frozen=True)
class Accuracy:
    """What a policy's rankings come to; shares from 0 to 1."""

    positions: int
    top: list[float]
    """How often the best move is among the first one, two, ...; of several best moves the one nearest to the centre."""
    average_rank: float
    """Of that move; equal ones share the mean of their ranks."""
    any_best: float
    """How often the first move is one of the best."""
    keeps_result: float
    """How often it wins, draws or loses as the best one does."""
    only_best: float | None
    """How often the best move is first where there is but one; None if there is no such position."""
    any_best_of_some: float | None
    """How often the first move is one of the best where some moves are not; None if there is no such position."""

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def measure(preferences: np.ndarray, scores: np.ndarray, best: np.ndarray) -> Accuracy:
    """Return the accuracy of preferences, [position, move], where best is the move that is to be found."""
    rows, legal = np.arange(len(scores)), scores != NO_MOVE
    liked = np.where(legal, preferences, -np.inf)
    found = ranks(liked, best)
    first, highest = liked.argmax(axis=1), scores.max(axis=1)
    hits, count = scores[rows, first] == highest, (scores == highest[:, None]).sum(axis=1)
    return Accuracy(
        len(scores),
        [float(np.mean(found <= place)) for place in range(1, scores.shape[1] + 1)],
        float(np.mean(found)),
        float(np.mean(hits)),
        float(np.mean(np.sign(scores[rows, first]) == np.sign(highest))),
        _mean(hits[count == 1]),
        _mean(hits[count < legal.sum(axis=1)]),
    )


def _mean(hits: np.ndarray) -> float | None:
    return float(np.mean(hits)) if len(hits) else None


def ranks(liked: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """Return the rank, from 1, of one move of every row; moves that are liked equally share the mean of their ranks."""
    own = liked[np.arange(len(liked)), moves][:, None]
    return 1.0 + (liked > own).sum(axis=1) + ((liked == own).sum(axis=1) - 1) / 2
