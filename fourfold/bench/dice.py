"""What it saves that both games of a pair get the same dice: the variance of a pair's points, with and without."""

from collections.abc import Iterator, Sequence

import numpy as np

from ..evaluators.find import trained_names
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..matches.match import match
from ..records.record import Record
from .speed import Measurement

GAME = "backgammon"
GAMES = 2000
"""Of a match; the ratio is then known to about 6 %, with 95 % confidence."""


def rows(game: str = GAME, games: int = GAMES) -> Iterator[Measurement]:
    """Yield a row for every pairing: the variance with the same dice, and what it would be with others in every game.

    The latter follows from the same games, taken one by one: independent ones have no covariance.
    """
    for a, b in pairings(find_game(game)):
        paired, alone = variances(match(a, b, game, games=games, openings=None).records)
        ratio = alone / paired if paired else None
        yield Measurement(f"{a}, {b}", "variance of a pair's points", paired, alone, ratio)


def pairings(game: Game) -> list[tuple[str, str]]:
    """Return random moves against themselves and, for a game with trained nets, the best against these and a search."""
    found = [("random", "random")]
    for net in trained_names(game)[:1]:
        best = f"greedy:eval={net}"
        found += [(best, "random"), (best, f"alphabeta:depth=2,eval={net}")]
    return found


def variances(records: Sequence[Record]) -> tuple[float, float]:
    """Return the variance of the mean points of a pair, for A, and that of two games of different pairs."""
    first = np.array([points(record) for record in records[::2]])
    second = np.array([-points(record) for record in records[1::2]])
    paired, alone = np.var((first + second) / 2.0, ddof=1), (np.var(first, ddof=1) + np.var(second, ddof=1)) / 4.0
    return float(paired), float(alone)


def points(record: Record) -> int:
    """Return the points of the first player; in a game without points, 1 for a win."""
    return record.outcome if record.points is None else record.points
