"""Positions in which a net ranks the best move last, and what they have in common.

The context paper reports about 1 % of them and asks why. The labels are exact, so every position can be put into
classes: by the stage of the game, the result and its distance, the number of best moves, the threats, and the column of
the best move.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from ...data.connect_four.labelled_positions import Positions, best_columns
from ...learn.ranking_accuracy import are_moves, ranks
from ...players.perfect import plies_to_end
from ...solve.threats import open_squares, winning_squares

STAGES = (18, 24, 30)
"""In stones: where a stage begins."""
DISTANCES = (6, 12, 20)
"""In plies to the end of the game: where a distance begins."""

Classes = dict[str, list[int]]
"""By name, how many positions there are, and in how many of them the best move is ranked last."""


def is_last(liked: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Return where the best move, the most central one of several, is ranked last of at least two moves."""
    moves = are_moves(scores).sum(axis=1)
    return (ranks(liked, best_columns(scores)) >= moves) & (moves > 1)


def classify(data: Positions, last: np.ndarray) -> Classes:
    """Return how many positions there are in each class, and in how many of them the best move is ranked last."""
    return {name: [int(rows.sum()), int((rows & last).sum())] for name, rows in _classes(data)}


def _classes(data: Positions) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the name of each class, and which positions are in it."""
    best, stones = data.scores.max(axis=1), np.bitwise_count(data.stones).astype(int)
    yield "all", np.ones(len(data), bool)
    yield from _ranges("stones", stones, STAGES)
    for name, sign in (("wins", 1), ("draws", 0), ("loses", -1)):
        yield f"result: {name}", np.sign(best) == sign
    plies = np.array([plies_to_end(int(score), int(played)) for score, played in zip(best, stones, strict=True)])
    for name, rows in _ranges("plies to the end", plies, DISTANCES):
        yield name, rows & (best != 0)
    count = (data.scores == best[:, None]).sum(axis=1)
    moves = are_moves(data.scores).sum(axis=1)
    yield "best moves: one", count == 1
    yield "best moves: several", (count > 1) & (count < moves)
    yield "best moves: all", (count == moves) & (moves > 1)
    yield from _threats(data)
    aside = np.abs(best_columns(data.scores) - 3)
    for name, distance in (("4", 0), ("3 or 5", 1), ("2 or 6", 2), ("1 or 7", 3)):
        yield f"best column: {name}", aside == distance


def _ranges(name: str, values: np.ndarray, bounds: tuple[int, ...]) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the values below the first bound, between two, and from the last on."""
    yield f"{name}: below {bounds[0]}", values < bounds[0]
    for low, high in pairwise(bounds):
        yield f"{name}: {low} to {high - 1}", (low <= values) & (values < high)
    yield f"{name}: {bounds[-1]} or more", values >= bounds[-1]


def _threats(data: Positions) -> Iterator[tuple[str, np.ndarray]]:
    """Yield positions by who would win on which squares; nobody can win at once in them unless a threat was made."""
    pairs = list(zip(data.own, data.stones, strict=True))
    ours = np.array([winning_squares(own, stones) for own, stones in pairs], np.uint64)
    theirs = np.array([winning_squares(own ^ stones, stones) for own, stones in pairs], np.uint64)
    now = np.array([open_squares(stones) for _, stones in pairs], np.uint64)
    forced = (theirs & now) != 0
    yield "threats: one to be met now", forced
    yield "threats: of the side to move, later", ~forced & (ours != 0) & (theirs == 0)
    yield "threats: of the opponent, later", ~forced & (ours == 0) & (theirs != 0)
    yield "threats: of both, later", ~forced & (ours != 0) & (theirs != 0)
    yield "threats: none", ~forced & (ours == 0) & (theirs == 0)
