"""How well a policy ranks moves: those of positions with exact scores, or those that experts have played."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..data.connect_four.labelled_positions import NO_MOVE


@dataclass(frozen=True)
class Accuracy:
    """The accuracy of a policy's rankings; shares are from 0 to 1."""

    positions: int
    top: list[float]
    """How often the best move is in the top 1, 2, ...; of several best moves the most central one counts."""
    average_rank: float
    """Of that move; ties share the mean of their ranks."""
    any_best: float
    """How often the first move is one of the best."""
    keeps_result: float
    """How often it has the same result as the best move."""
    only_best: float | None
    """How often the best move is first where there is only one; None if there is no such position."""
    any_best_of_some: float | None
    """How often the first move is one of the best where some moves are not; None if there is no such position."""

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


STAGES = ((1, 15), (16, 30), (31, 45), (46, 60))
"""First and last move of the stages of an Othello game, as in the expert-moves paper."""
MOST_RANKS = 20


@dataclass(frozen=True)
class Prediction:
    """The ranks of the moves that were played, whether or not they were best."""

    positions: int
    top: list[float]
    """How often the move played is in the top 1, 2, ..."""
    average_rank: float

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "any_best": None, "keeps_result": None}


def measure_played(ranks: np.ndarray) -> Prediction:
    """Return the statistics of ranks, from 0."""
    top = [float(np.mean(ranks < place)) for place in range(1, MOST_RANKS + 1)]
    return Prediction(len(ranks), top, float(np.mean(ranks)) + 1.0)


def by_stage(ranks: np.ndarray, empty: np.ndarray) -> list[tuple[int, float]]:
    """Return how many moves there are in each of the STAGES, and which share of them has rank 0."""
    number = 61 - empty
    parts = [ranks[(first <= number) & (number <= last)] for first, last in STAGES]
    return [(len(part), float(np.mean(part == 0)) if len(part) else 0.0) for part in parts]


def measure(preferences: np.ndarray, scores: np.ndarray, best: np.ndarray) -> Accuracy:
    """Return the accuracy of preferences, [position, move], where best is the move to find."""
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
    """Return the rank, from 1, of one move of every row; ties share the mean of their ranks."""
    own = liked[np.arange(len(liked)), moves][:, None]
    return 1.0 + (liked > own).sum(axis=1) + ((liked == own).sum(axis=1) - 1) / 2
