"""The marks of an exam: where a player errs, by the stage of the game and by what positions are worth.

The result of a position is at stake where some move has another one than the best: a win or a draw can be thrown away.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...matches.statistics import interval_by_game
from ..ranking_accuracy import Marks, mark, score_table
from .questions import Question

STAGES, LEAST = 6, 20
"""How many parts of the game there are at most, and about how many questions each has at least."""
RESULTS = {"won": 1, "drawn": 0, "lost": -1}


class Share(NamedTuple):
    """A share with its 95 % interval."""

    share: float
    low: float
    high: float


class Marked(NamedTuple):
    """How some questions were answered; a share is None where it has no questions."""

    positions: int
    best: Share | None
    """Of moves that are one of the best: the fastest win, a draw, or the slowest loss."""
    keeps_result: float | None
    at_stake: int
    """Questions whose result was at stake."""
    kept: Share | None
    """Of these, those whose result was kept."""
    chance: float | None
    """Of these, those of which random moves would keep the result."""

    @property
    def mistakes(self) -> Share | None:
        """Of those at stake, the questions whose result was thrown away."""
        return self.kept and Share(1.0 - self.kept.share, 1.0 - self.kept.high, 1.0 - self.kept.low)

    def to_json(self) -> dict[str, Any]:
        """Return plain numbers, by the names that `accuracy` has for them."""
        best, kept = (share or (None, None, None) for share in (self.best, self.kept))
        return {
            "positions": self.positions,
            **dict(zip(("any_best", "any_best_low", "any_best_high"), best, strict=True)),
            "keeps_result": self.keeps_result,
            "at_stake": self.at_stake,
            **dict(zip(("keeps_result_of_some", "low", "high"), kept, strict=True)),
            "chance": self.chance,
        }


class Stage(NamedTuple):
    """A part of the game, by the plies before a move."""

    first: int
    last: int
    marked: Marked

    @property
    def name(self) -> str:
        return f"{self.first} to {self.last}" if self.first < self.last else f"{self.first}"


class Report(NamedTuple):
    """The marks of an exam."""

    whole: Marked
    stages: list[Stage]
    """None if plies are not known."""
    by_result: dict[str, Marked]
    """For positions that are won, drawn or lost for the side to move."""

    def to_json(self) -> dict[str, Any]:
        return {
            **self.whole.to_json(),
            "stages": [{"first": each.first, "last": each.last, **each.marked.to_json()} for each in self.stages],
            "worth": {name: marked.to_json() for name, marked in self.by_result.items()},
        }


def report(questions: Sequence[Question], moves: Sequence[int]) -> Report:
    """Return the marks of the moves that were chosen, one in each question."""
    first = [question.position.moves.index(move) for question, move in zip(questions, moves, strict=True)]
    marks = mark(np.array(first), score_table([question.position for question in questions]))
    games = np.array([question.game for question in questions])

    def where(is_in: np.ndarray) -> Marked:
        return marked(marks.at(is_in), games[is_in])

    by_result = {name: where(marks.result == result) for name, result in RESULTS.items()}
    return Report(where(np.ones(len(games), bool)), _stages(questions, where), by_result)


def marked(marks: Marks, games: np.ndarray) -> Marked:
    """Return the shares of some marks, of positions from these games."""
    stake = marks.is_at_stake
    count = int(np.count_nonzero(stake))
    return Marked(
        len(games),
        _share(marks.is_best, games),
        float(np.mean(marks.keeps)) if len(games) else None,
        count,
        _share(marks.keeps[stake], games[stake]),
        float(np.mean(marks.keeping_moves[stake] / marks.moves[stake])) if count else None,
    )


def _share(is_hit: np.ndarray, games: np.ndarray) -> Share | None:
    if not len(is_hit):
        return None
    return Share(float(np.mean(is_hit)), *interval_by_game(is_hit, games))


def _stages(questions: Sequence[Question], where: Callable[[np.ndarray], Marked]) -> list[Stage]:
    """Return parts of the game with about as many questions each: some games are ten times as long as others."""
    plies = np.array([-1 if question.ply is None else question.ply for question in questions])
    if plies.min() < 0:
        return []
    count = max(1, min(STAGES, len(plies) // LEAST))
    starts = np.unique(np.sort(plies)[[len(plies) * stage // count for stage in range(count)]])
    stage_of = np.searchsorted(starts, plies, "right")
    parts = [stage_of == stage for stage in range(1, len(starts) + 1)]
    return [Stage(int(plies[is_in].min()), int(plies[is_in].max()), where(is_in)) for is_in in parts]
