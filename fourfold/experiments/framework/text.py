"""Shares and rows as people read them."""

from collections.abc import Sequence

from .cells import Row

COLUMNS = [">T", ">L", ">D", ">W", ">wins", ">95 % interval", ">by seed", ">paper: L", ">D", ">W", ">wins"]
"""T: training matches; L, D, W: test games lost, drawn and won, of all seeds."""


def percent(share: float) -> str:
    return f"{100.0 * share:.1f} %"


def interval(row: Row) -> str:
    return f"{100.0 * row.low:.1f} to {100.0 * row.high:.1f}"


def score_interval(row: Row) -> str:
    low, high = row.score_bounds
    return f"{100.0 * low:.1f} to {100.0 * high:.1f}"


def range_of_seeds(row: Row) -> str:
    """Return the smallest and the largest share of a seed; nothing if there is but one."""
    if len(row.by_seed) < 2:
        return ""
    return f"{100.0 * min(row.by_seed):.1f} to {100.0 * max(row.by_seed):.1f}"


def table_row(row: Row) -> list[str]:
    """Return a row of a table under COLUMNS."""
    paper = row.paper
    theirs = [*map(str, (paper.losses, paper.draws, paper.wins)), percent(paper.share)] if paper else [""] * 4
    ours = [str(row.matches or "-"), *map(str, (row.losses, row.draws, row.wins)), percent(row.share)]
    return [*ours, interval(row), range_of_seeds(row), *theirs]


def listed(items: Sequence[str]) -> str:
    """Return items as a list in a sentence."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
