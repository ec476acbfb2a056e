"""What the games of a match add up to."""

import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ..records.record import FAILURE, FORFEIT, Record
from .statistics import PairScores, Sprt, effective_games, elo, mean_interval, wilson

Pair = tuple[Record, Record]
"""The two games of an opening: A plays first, then B does."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match from A's view; score and its 95 % interval are in 0..1, Elo is None where infinite."""

    games: int
    distinct: int
    """Games that differ in at least one move: repeated ones tell nothing new, and the interval counts them once."""
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    points: float | None
    """The mean points a game, and their 95 % interval; None in a game without points, or if some are not known."""
    points_low: float | None
    points_high: float | None
    pairs: int
    sprt: dict[str, Any] | None
    """Settings, log-likelihood ratio, bounds and verdict (`elo0`, `elo1` or None) of the sequential test."""
    records: Sequence[Record] = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self) if item.name != "records"}


class Tally:
    """The pairs of a match so far and what they add up to."""

    def __init__(self, sprt: Sprt | None = None, most_points: int = 0):
        """Take the test that ends the match, if there is one, and the most points that a game can be won by."""
        self.sprt, self.most_points = sprt, most_points
        self.records: list[Record] = []
        self.outcomes: Counter[int] = Counter()
        self.scores, self.points = PairScores(), PairScores()
        self.seen: set[tuple[str, ...]] = set()

    def add(self, pair: Pair) -> None:
        self.records += pair
        if any(record.is_failure for record in pair):
            return
        outcomes = (pair[0].outcome, -pair[1].outcome)
        self.outcomes.update(outcomes)
        self.scores.add(0.5 + sum(outcomes) / 4.0)
        self.seen.update(_identity(record) for record in pair)
        if pair[0].points is not None and pair[1].points is not None:
            self.points.add((pair[0].points - pair[1].points) / 2.0)

    @property
    def verdict(self) -> str | None:
        return self.sprt.verdict(self.scores, len(self.seen)) if self.sprt else None

    def result(self) -> MatchResult:
        score, distinct = self.scores.mean, len(self.seen)
        low, high = wilson(score, effective_games(self.scores, distinct))
        points, points_low, points_high = self._mean_points()
        return MatchResult(
            games=sum(self.outcomes.values()),
            distinct=distinct,
            wins=self.outcomes[1],
            draws=self.outcomes[0],
            losses=self.outcomes[-1],
            score=score,
            low=low,
            high=high,
            elo=elo(score),
            elo_low=elo(low),
            elo_high=elo(high),
            points=points,
            points_low=points_low,
            points_high=points_high,
            pairs=self.scores.pairs,
            sprt=self._test(),
            records=self.records,
        )

    def _mean_points(self) -> tuple[float, float, float] | tuple[None, None, None]:
        if not self.most_points or self.points.pairs < self.scores.pairs:  # records of old have no points
            return None, None, None
        return self.points.mean, *mean_interval(self.points, len(self.seen), self.most_points)

    def _test(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        lower, upper = self.sprt.bounds
        ratio = self.sprt.log_likelihood_ratio(self.scores, len(self.seen))
        return {**asdict(self.sprt), "llr": ratio, "lower": lower, "upper": upper, "verdict": self.verdict}


def _identity(record: Record) -> tuple[str, ...]:
    """Return what two games have in common if they are the same."""
    return (record.opening if record.is_set_up else "", *record.opening_moves, *record.moves)


def tell_failures(played: Sequence[Record]) -> None:
    """Warn of games that broke off: how many, and one of them with all that it takes to see it again."""
    for prefix, what in ((FAILURE, "came to nothing"), (FORFEIT, "were lost by forfeit")):
        broken = [record for record in played if record.reason.startswith(prefix)]
        if broken:
            one = broken[0]
            where = f"seeds {one.seeds}, opening {one.opening!r}, after {len(one.moves)} moves"
            reason = one.reason.removeprefix(prefix)
            warnings.warn(f"{len(broken):,} games {what}; the first: {reason} ({where})", stacklevel=3)
