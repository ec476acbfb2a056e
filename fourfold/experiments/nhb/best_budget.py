"""The best budget per move for a fixed total of training: few matches with long searches, or many with short ones.

The NHB paper left it for future work. Schedules are compared at equal totals, matches times budget.
"""

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from ..framework.cells import GamesRow, mean_share
from .schedules import Scale, amount


class Standing(NamedTuple):
    """The mean result of a budget over the totals that all schedules reach."""

    series: str
    amount: float
    """Nodes or seconds per move."""
    share: float
    error: float | None
    """The standard error, from the means of the seeds; None for a single seed."""


def total(scale: Scale, row: GamesRow) -> float:
    """Return the cost of a row's training: its matches times the budget per move."""
    return scale.schedule(row.series).total(row.matches or 0)


def common_totals(scale: Scale) -> list[float]:
    """Return the totals at which all schedules have a checkpoint."""
    reached = [{schedule.total(matches) for matches in schedule.checkpoints} for schedule in scale.schedules]
    return sorted(set.intersection(*reached))


def standings(scale: Scale, rows: Sequence[GamesRow]) -> list[Standing]:
    """Return the standing of every schedule, in order."""
    totals = set(common_totals(scale))
    compared = [row for row in rows if total(scale, row) in totals]
    return [_standing(schedule.name, amount(schedule.budget), compared) for schedule in scale.schedules]


def _standing(series: str, move: float, compared: Sequence[GamesRow]) -> Standing:
    own = [row for row in compared if row.series == series]
    by_seed = [statistics.fmean(shares) for shares in zip(*(row.by_seed for row in own), strict=True)]
    error = statistics.stdev(by_seed) / math.sqrt(len(by_seed)) if len(by_seed) > 1 else None
    return Standing(series, move, mean_share(own), error)


def best_at_each_total(scale: Scale, rows: Sequence[GamesRow]) -> list[GamesRow]:
    """Return the row with the most wins at each common total."""
    return [
        max((row for row in rows if total(scale, row) == level), key=lambda row: row.share)
        for level in common_totals(scale)
    ]
