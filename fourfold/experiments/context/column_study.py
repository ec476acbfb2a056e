"""What experiments with nets that rank the columns of Connect Four have in common: positions, measures and rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ...data.connect_four import labelled_positions as positions
from ...data.connect_four.labelled_positions import Positions, best_columns
from ...evaluators.connect_four.context_net import count_weights
from ...games.interface.find import find_game
from ...learn.context.learner import ContextLearner
from ...learn.ranking_accuracy import are_moves, mark, measure, ranks
from ...parallel.ordered_map import Workers
from ...players.policy import Policy
from ...solve import labels
from ..framework.study import IndependentStudy, Report
from ..framework.text import percent
from .ranked_last import Classes, classify, is_last

POSITIONS = "positions.jsonl"


@dataclass(frozen=True)
class ColumnScale:
    """The size of an experiment."""

    runs: int
    positions: int
    """For training in each run, and as many for testing; no two runs share any."""
    epochs: int
    """At most; what each epoch of a net that grows costs is counted in those of S4."""
    weights: int
    """Of each system, about; the most of a net that grows."""


@dataclass(frozen=True, kw_only=True)
class ColumnMeasures:
    """How well a net ranks the columns of test positions."""

    weights: float
    best: float
    """How often the best move is first; of several the most central one counts."""
    only_best: float
    """The same where there is only one."""
    any_best: float
    """How often the first move is one of the best."""
    keeps_result: float
    average_rank: float
    """Of the best move."""
    others_rank: float
    """Of the other best moves, where there are several but not all are best."""
    last: float
    """How often the best move is ranked last,"""
    last_any_best: float
    """and how often the first move is one of the best nevertheless,"""
    last_keeps: float
    """or keeps the result."""
    epochs: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class ColumnResult(ColumnMeasures):
    """The measures of one run."""

    run: int
    system: str
    classes: Classes


@dataclass(frozen=True, kw_only=True)
class ColumnRow(ColumnMeasures):
    """The means of all runs with a system."""

    system: str
    runs: int
    deviations: dict[str, float]
    """The standard deviation of a run, by measure."""
    classes: Classes
    """The sums."""


class ColumnStudy(IndependentStudy):
    """Nets on the same positions, run by run; scale has runs and positions."""

    result: ClassVar[type[Any]] = ColumnResult

    def prepare(self, folder: Path, workers: Workers, report: Report) -> None:
        """Make the positions for all runs."""
        path, count = folder / POSITIONS, 2 * self.scale.positions * self.scale.runs
        if not path.exists():
            for done in labels.collect(path, count, seed=self.seed, workers=workers):
                report(done / count, "labelling positions")

    def halves(self, folder: Path, run: int) -> tuple[Positions, Positions]:
        """Return the positions of a run, to learn from and for the test; no two runs share any."""
        size = self.scale.positions
        data = positions.read(folder / POSITIONS, 2 * size * run, 2 * size)
        return data.part(0, size), data.part(size, 2 * size)

    def train(self, name: str, run: int, folder: Path, **settings: Any) -> tuple[ColumnResult, ContextLearner]:
        """Return the measures of a system that learned with these settings, and its learner."""
        training, test = self.halves(folder, run)
        out, game = folder / f"{name.replace(' ', '-')}-{run}", find_game("connect_four")
        learner = ContextLearner(data=training, seed=1000 * self.seed + run, out=out, **settings)
        learner.fit(game)
        return rate(name, run, learner, Policy(str(out), game), test), learner


def rate(name: str, run: int, learner: ContextLearner, policy: Policy, test: Positions) -> ColumnResult:
    """Return how well a net ranks the columns of test positions."""
    liked = np.where(are_moves(test.scores), policy.rank(test.states).table(7), -np.inf)
    found, last = measure(liked, test.scores, best_columns(test.scores)), is_last(liked, test.scores)
    marks, epoch = mark(liked.argmax(axis=1), test.scores), learner.metrics_[-1]
    return ColumnResult(
        run=run, system=name, weights=count_weights(learner.weights_), best=found.top[0],
        only_best=found.only_best or 0.0, any_best=found.any_best, keeps_result=found.keeps_result,
        average_rank=found.average_rank, others_rank=rank_others(liked, test.scores), last=float(last.mean()),
        last_any_best=mean(marks.is_best[last]), last_keeps=mean(marks.keeps[last]), epochs=epoch.epoch,
        seconds=epoch.seconds, classes=classify(test, last),
    )  # fmt: skip


def rank_others(liked: np.ndarray, scores: np.ndarray) -> float:
    """Return the mean rank of the best moves but the most central, where several but not all moves are best."""
    is_best, first = scores == scores.max(axis=1, keepdims=True), best_columns(scores)
    rows = (is_best.sum(axis=1) > 1) & (is_best.sum(axis=1) < are_moves(scores).sum(axis=1))
    found = [
        ranks(liked[others], np.full(others.sum(), column))
        for column in range(scores.shape[1])
        if (others := rows & is_best[:, column] & (first != column)).any()
    ]
    return mean(np.concatenate(found)) if found else 0.0


def mean(values: np.ndarray) -> float:
    """Return the mean, 0 if there are none."""
    return float(np.mean(values)) if len(values) else 0.0


def join(results: Sequence[ColumnResult]) -> ColumnRow:
    """Return the means of all runs of a system."""
    runs = {each.name: np.array([getattr(result, each.name) for result in results]) for each in fields(ColumnMeasures)}
    deviations = {name: float(values.std(ddof=len(results) > 1)) for name, values in runs.items()}
    means: dict[str, Any] = {name: float(values.mean()) for name, values in runs.items()}
    classes = {
        name: np.sum([result.classes[name] for result in results], axis=0).tolist() for name in results[0].classes
    }
    return ColumnRow(system=results[0].system, runs=len(results), deviations=deviations, classes=classes, **means)


def join_systems(results: Iterable[ColumnResult]) -> list[ColumnRow]:
    """Return a row for each system."""
    found: dict[str, list[ColumnResult]] = {}
    for result in results:
        found.setdefault(result.system, []).append(result)
    return [join(runs) for runs in found.values()]


COLUMNS = [
    "system", ">weights", ">the best", ">where one is best", ">any best", ">keeps the result", ">average rank",
    ">rank of other best moves", ">last", ">epochs", ">time",
]  # fmt: skip


def table_row(row: ColumnRow) -> list[str]:
    """Return a row of a table under COLUMNS."""

    def shown(name: str) -> str:
        return f"{percent(getattr(row, name))} ± {100 * row.deviations[name]:.1f}"

    return [
        row.system, f"{row.weights:,.0f}", shown("best"), shown("only_best"), shown("any_best"), shown("keeps_result"),
        f"{row.average_rank:.3f}", f"{row.others_rank:.2f}", shown("last"), f"{row.epochs:.0f}", f"{row.seconds:.0f} s",
    ]  # fmt: skip
