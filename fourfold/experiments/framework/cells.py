"""The parts of a table: cells as they are measured, and rows that join the cells of all seeds."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ...matches.statistics import wilson


class GamesCell(NamedTuple):
    """What is to be measured."""

    seed: int
    series: str
    """A column of the table, or a line of the plot: a budget or a heuristic."""
    matches: int | None
    """Training matches; None if nothing is trained."""


class GamesScore(NamedTuple):
    """How the test games of a cell ended."""

    wins: int
    draws: int
    losses: int


class GamesResult(NamedTuple):
    """A measured cell."""

    seed: int
    series: str
    matches: int | None
    wins: int
    draws: int
    losses: int
    hidden_units: int | None = None
    seconds: float | None = None
    """Training time, from the first match on."""


@dataclass(frozen=True)
class GamesRow:
    """The cells of all seeds together, with the 95 % interval of the share of wins."""

    series: str
    matches: int | None
    losses: int
    draws: int
    wins: int
    share: float = field(init=False)
    """Of wins."""
    low: float = field(init=False)
    high: float = field(init=False)
    score: float = field(init=False)
    """A draw counts half."""
    by_seed: tuple[float, ...] = ()
    """The share of wins with every seed."""
    score_by_seed: tuple[float, ...] = ()
    """The same, with a draw as half a win."""
    hidden_units: tuple[int, ...] = ()
    seconds: float | None = None
    """Mean training time over the seeds."""
    paper: "GamesRow | None" = None
    """The published row."""

    def __post_init__(self) -> None:
        share = self.wins / self.games
        values = share, *wilson(share, self.games), share + self.draws / self.games / 2
        for name, value in zip(("share", "low", "high", "score"), values, strict=True):
            object.__setattr__(self, name, value)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score_bounds(self) -> tuple[float, float]:
        """The 95 % interval of the score; slightly too wide if there are draws."""
        return wilson(self.score, self.games)


def read_row(series: str, matches: int | None, text: str) -> GamesRow:
    """Return the row of games lost, drawn and won as a paper prints them."""
    losses, draws, wins = map(int, text.split())
    return GamesRow(series, matches, losses, draws, wins)


def join_seeds(results: Iterable[GamesResult], paper: dict[tuple[str, int | None], GamesRow]) -> list[GamesRow]:
    """Return the rows of results in the order of the first seed; paper has its rows by our series and matches."""
    groups: dict[tuple[str, int | None], list[GamesResult]] = {}
    for result in results:
        groups.setdefault((result.series, result.matches), []).append(result)
    return [_join(group, paper.get(key)) for key, group in groups.items()]


def _join(group: list[GamesResult], paper: GamesRow | None) -> GamesRow:
    games = [result.wins + result.draws + result.losses for result in group]
    seconds = [result.seconds for result in group if result.seconds is not None]
    return GamesRow(
        group[0].series,
        group[0].matches,
        losses=sum(result.losses for result in group),
        draws=sum(result.draws for result in group),
        wins=sum(result.wins for result in group),
        by_seed=tuple(result.wins / count for result, count in zip(group, games, strict=True)),
        score_by_seed=tuple((each.wins + each.draws / 2) / count for each, count in zip(group, games, strict=True)),
        hidden_units=tuple(result.hidden_units for result in group if result.hidden_units is not None),
        seconds=round(statistics.fmean(seconds), 3) if seconds else None,
        paper=paper,
    )


def mean_share(rows: Iterable[GamesRow]) -> float:
    return statistics.fmean(row.share for row in rows)
