"""What the games of a match add up to."""

import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ..records.record import FAILURE, FORFEIT, Record
from .statistics import PairScores, Sprt, effective_games, elo, wilson

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
    pairs: int
    sprt: dict[str, Any] | None
    """Settings, log-likelihood ratio, bounds and verdict (`elo0`, `elo1` or None) of the sequential test."""
    records: Sequence[Record] = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self) if item.name != "records"}


class Tally:
    """The pairs of a match so far and what they add up to."""

    def __init__(self, sprt: Sprt | None = None):
        self.sprt = sprt
        self.records: list[Record] = []
        self.outcomes: Counter[int] = Counter()
        self.scores = PairScores()
        self.seen: set[tuple[str, ...]] = set()

    def add(self, pair: Pair) -> None:
        self.records += pair
        if any(record.is_failure for record in pair):
            return
        outcomes = (pair[0].outcome, -pair[1].outcome)
        self.outcomes.update(outcomes)
        self.scores.add(0.5 + sum(outcomes) / 4.0)
        self.seen.update(_identity(record) for record in pair)

    @property
    def verdict(self) -> str | None:
        return self.sprt.verdict(self.scores, len(self.seen)) if self.sprt else None

    def result(self) -> MatchResult:
        score, distinct = self.scores.mean, len(self.seen)
        low, high = wilson(score, effective_games(self.scores, distinct))
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
            pairs=self.scores.pairs,
            sprt=self._test(),
            records=self.records,
        )

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
