"""How well a policy ranks moves: those of positions with exact scores, or those that experts have played."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..binding.bind import field_types
from ..binding.state_columns import Columns, columns_of
from ..data.connect_four.labelled_positions import NO_MOVE
from ..data.proven_positions import ProvenPosition
from ..evaluators.move_ranking import Ranking
from ..games.interface.game import Game


@dataclass(frozen=True)
class Accuracy:
    """The accuracy of a policy's rankings; shares are from 0 to 1."""

    positions: int
    top: list[float]
    """How often the best move is in the top 1, 2, ...; of several best moves the most central one counts in Connect
    Four, in other games the one that is ranked highest."""
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
    keeps_result_of_some: float | None = None
    """How often it has the same result as the best move where some moves do not; None if there is no such position."""

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
    average_rank: float | None
    """None if only the first place is known."""

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "any_best": None, "keeps_result": None}


def measure_played(ranks: np.ndarray) -> Prediction:
    """Return the statistics of ranks, from 0."""
    top = [float(np.mean(ranks < place)) for place in range(1, MOST_RANKS + 1)]
    return Prediction(len(ranks), top, float(np.mean(ranks)) + 1.0)


def measure_first(is_first: np.ndarray) -> Prediction:
    """Return the statistics of moves of which only is known whether they are ranked first."""
    return Prediction(len(is_first), [float(np.mean(is_first))], None)


def by_stage(ranks: np.ndarray, empty: np.ndarray) -> list[tuple[int, float]]:
    """Return how many moves there are in each of the STAGES, and which share of them has rank 0."""
    number = 61 - empty
    parts = [ranks[(first <= number) & (number <= last)] for first, last in STAGES]
    return [(len(part), float(np.mean(part == 0)) if len(part) else 0.0) for part in parts]


def measure(preferences: np.ndarray, scores: np.ndarray, best: np.ndarray | None) -> Accuracy:
    """Return the accuracy of preferences, [position, move], where best is the move to find.

    With None it is the best move that is ranked highest. Scores that are NO_MOVE or negative infinity are no moves.
    """
    liked = np.where(are_moves(scores), preferences, -np.inf)
    found = highest_ranks(liked, scores) if best is None else ranks(liked, best)
    marks = mark(liked.argmax(axis=1), scores)
    return Accuracy(
        len(scores),
        [float(np.mean(found <= place)) for place in range(1, scores.shape[1] + 1)],
        float(np.mean(found)),
        float(np.mean(marks.is_best)),
        float(np.mean(marks.keeps)),
        _mean(marks.is_best[marks.best_moves == 1]),
        _mean(marks.is_best[marks.best_moves < marks.moves]),
        _mean(marks.keeps[marks.is_at_stake]),
    )


class Marks(NamedTuple):
    """What a move in each of several positions is worth, as arrays."""

    is_best: np.ndarray
    """Whether it is one of the best."""
    keeps: np.ndarray
    """Whether it has the same result as the best."""
    result: np.ndarray
    """That result: 1, 0 or -1."""
    moves: np.ndarray
    """How many moves there are,"""
    best_moves: np.ndarray
    """how many of them are best,"""
    keeping_moves: np.ndarray
    """and how many have the same result as the best."""

    @property
    def is_at_stake(self) -> np.ndarray:
        """Whether some move has another result than the best."""
        return self.keeping_moves < self.moves

    def at(self, places: np.ndarray) -> "Marks":
        return Marks(*(column[places] for column in self))


def mark(first: np.ndarray, scores: np.ndarray) -> Marks:
    """Return the marks of one move of each row of scores, by its place."""
    highest, legal = scores.max(axis=1), are_moves(scores)
    chosen, result = scores[np.arange(len(scores)), first], np.sign(highest)
    is_best, keeps = scores == highest[:, None], legal & (np.sign(scores) == result[:, None])
    return Marks(
        chosen == highest,
        np.sign(chosen) == result,
        result.astype(int),
        legal.sum(axis=1),
        is_best.sum(axis=1),
        keeps.sum(axis=1),
    )


def are_moves(scores: np.ndarray) -> np.ndarray:
    return (scores != NO_MOVE) & (scores > -np.inf)


def score_table(positions: Sequence[ProvenPosition]) -> np.ndarray:
    """Return the scores of positions, [position, move]; negative infinity where there is no move."""
    scores = np.full((len(positions), max(len(position.moves) for position in positions)), -np.inf)
    for row, position in enumerate(positions):
        scores[row, : len(position.moves)] = position.scores
    return scores


class Ranks(Protocol):
    """Whatever ranks the moves of states."""

    def rank(self, states: Columns, /) -> Ranking: ...


def measure_positions(ranker: Ranks, game: Game, positions: Sequence[ProvenPosition]) -> Accuracy:
    """Return how well a ranker ranks the moves of these positions."""
    ranking = ranker.rank(columns_of([position.state for position in positions], field_types(game.module.State)))
    scores = score_table(positions)
    preferences = np.full_like(scores, -np.inf)
    for row, position in enumerate(positions):
        liked = dict(zip(*ranking.of(row), strict=True))
        preferences[row, : len(position.moves)] = [liked[move] for move in position.moves]
    return measure(preferences, scores, None)


def measure_chance(positions: Sequence[ProvenPosition]) -> Accuracy:
    """Return the expected accuracy of rankings at random."""
    counts, moves = np.array([(len(best_moves(each)), len(each.moves)) for each in positions]).T
    shares = counts / moves
    keeps = [np.mean(np.sign(each.scores) == np.sign(each.scores.max())) for each in positions]
    top = [float(np.mean([_within(place, n, count) for n, count in zip(moves, counts, strict=True)]))
           for place in range(1, moves.max() + 1)]  # fmt: skip
    rank = float(np.mean((moves + 1) / (counts + 1)))
    return Accuracy(
        len(positions), top, rank, float(shares.mean()), float(np.mean(keeps)), _mean(shares[counts == 1]),
        _mean(shares[counts < moves]),
    )  # fmt: skip


def _within(place: int, moves: int, best: int) -> float:
    """Return how likely one of the best moves is among the first of so many in random order."""
    return 1.0 - comb(moves - best, place) / comb(moves, place) if place <= moves else 1.0


def best_moves(position: ProvenPosition) -> np.ndarray:
    """Return the places of the best moves of a position."""
    return np.flatnonzero(position.scores == position.scores.max())


def _mean(hits: np.ndarray) -> float | None:
    return float(np.mean(hits)) if len(hits) else None


def ranks(liked: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """Return the rank, from 1, of one move of every row; ties share the mean of their ranks."""
    own = liked[np.arange(len(liked)), moves][:, None]
    return 1.0 + (liked > own).sum(axis=1) + ((liked == own).sum(axis=1) - 1) / 2


def places(top: list[float]) -> str:
    """Return how often a move has which rank, in words."""
    names = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")
    shares = [high - low for low, high in zip([0.0, *top], top, strict=False)]
    return ", ".join(f"{name} {share:.1%}" for name, share in zip(names, shares, strict=False))


def highest_ranks(liked: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Return the rank, from 1, of the best move that is ranked highest; ties with others count half."""
    is_best = scores == scores.max(axis=1, keepdims=True)
    own = np.where(is_best, liked, -np.inf).max(axis=1, keepdims=True)
    others = ~is_best & (liked > -np.inf)
    return 1.0 + ((liked > own) & others).sum(axis=1) + ((liked == own) & others).sum(axis=1) / 2
