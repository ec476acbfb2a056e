"""Shares and rows as text."""

import statistics
from collections.abc import Sequence

from .cells import GamesRow

COLUMNS = [">T", ">L", ">D", ">W", ">wins", ">95 % interval", ">by seed", ">paper: L", ">D", ">W", ">wins"]
"""T: training matches; L, D, W: test games lost, drawn and won, of all seeds."""


def percent(share: float) -> str:
    return f"{100.0 * share:.1f} %"


def mean_and_deviation(shares: Sequence[float]) -> str:
    """Return the mean of shares and, if there are several, their standard deviation, in percent."""
    deviation = f" ± {100.0 * statistics.stdev(shares):.1f}" if len(shares) > 1 else ""
    return f"{100.0 * statistics.fmean(shares):.1f}{deviation} %"


def interval(low: float, high: float) -> str:
    """Return the bounds of a share in percent."""
    return f"{100.0 * low:.1f} to {100.0 * high:.1f}"


def range_of_seeds(row: GamesRow) -> str:
    """Return the smallest and the largest share of a seed; empty for a single seed."""
    return interval(min(row.by_seed), max(row.by_seed)) if len(row.by_seed) > 1 else ""


def spread_of_seeds(row: GamesRow) -> str:
    """Return the same as the end of a clause."""
    return f"; by seed {range_of_seeds(row)}" if len(row.by_seed) > 1 else ""


def table_row(row: GamesRow) -> list[str]:
    """Return a row of a table under COLUMNS."""
    paper = row.paper
    theirs = [*map(str, (paper.losses, paper.draws, paper.wins)), percent(paper.share)] if paper else [""] * 4
    ours = [str(row.matches or "-"), *map(str, (row.losses, row.draws, row.wins)), percent(row.share)]
    return [*ours, interval(row.low, row.high), range_of_seeds(row), *theirs]


def listed(items: Sequence[str]) -> str:
    """Return items as a list in a sentence."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
