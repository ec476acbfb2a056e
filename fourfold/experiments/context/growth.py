"""Section V.D of the context paper: a net that grows while it learns, against nets of a fixed architecture.

The net that grows takes the time it needs, up to a limit. The others get as much (time is counted in work, not by a
clock, so that it can be repeated) and are kept by the same validation positions: S4; S4's detectors and all sorts of
detectors, each with as many hidden units as make about as many weights; and the architecture that has grown, learned
from the start.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...evaluators.connect_four import context_net
from ...evaluators.connect_four.contexts import DETECTORS
from ...learn.context.growth import GrowingTraining, architecture, part_name
from ...learn.context.learner import GROW
from ...parallel.ordered_map import Workers
from ..framework.plots import show_percent
from ..framework.study import Report, Table
from ..framework.text import percent
from .column_study import COLUMNS, ColumnResult, ColumnRow, ColumnScale, ColumnStudy, join_systems, table_row

SAME = "as grown"
WIDE_S4, EVERYTHING = "D1+D4", context_net.BETWEEN.join(DETECTORS)

MOST_EPOCHS = 1_000_000
"""The time ends learning."""


SCALES = {
    "tiny": ColumnScale(1, 60, 3, 800),
    "small": ColumnScale(3, 10_000, 1500, 4000),
    "paper": ColumnScale(10, 15_000, 10_000, 4000),
}


class RunCell(NamedTuple):
    """What is to be measured: all systems on the positions of a run, since what has grown decides on the others."""

    run: int


@dataclass(frozen=True, kw_only=True)
class RunResult:
    """The measures of a run."""

    run: int
    systems: list[dict[str, Any]]
    architecture: str
    """What has grown."""
    stages: list[dict[str, Any]]
    """How it has grown."""


@dataclass(frozen=True, kw_only=True)
class GrowthRow(ColumnRow):
    """The means of all runs with a system, and what has grown in each."""

    architectures: list[str]
    stages: list[list[dict[str, Any]]]


class Experiment(ColumnStudy):
    """The net that grows, then the others, run by run."""

    result = RunResult

    def cells(self) -> list[RunCell]:
        return [RunCell(run) for run in range(self.scale.runs)]

    def measure(self, cell: RunCell, folder: Path, workers: Workers, report: Report) -> RunResult:
        start = context_net.random_weights("S4", 0)
        most = self.scale.epochs * context_net.work_of(start) * self.scale.positions
        first, learner = self.train(
            GROW, cell.run, folder, system=GROW, weights=self.scale.weights, work=most, epochs=MOST_EPOCHS
        )
        grown, training = learner.weights_, learner.training
        assert isinstance(training, GrowingTraining)
        sorts, units = context_net.stored_sorts(grown), len(grown.hidden_biases)
        count = context_net.count_weights(grown)
        rivals: list[tuple[str, dict[str, Any]]] = [
            ("S4", {"system": "S4"}),
            (WIDE_S4, {"system": WIDE_S4, "units": context_net.units_for(count, WIDE_S4.split("+"))}),
            (EVERYTHING, {"system": EVERYTHING, "units": context_net.units_for(count, DETECTORS)}),
            (SAME, {"system": context_net.BETWEEN.join(sorts), "units": units}),
        ]
        found = [first]
        for name, settings in rivals:
            found.append(self.train(name, cell.run, folder, **settings, work=training.work, epochs=MOST_EPOCHS)[0])
        return RunResult(
            run=cell.run,
            systems=[asdict(result) for result in found],
            architecture=architecture(grown),
            stages=[stage._asdict() for stage in training.stages],
        )

    def rows(self, results: Sequence[RunResult]) -> list[GrowthRow]:
        rows = join_systems(ColumnResult(**system) for result in results for system in result.systems)
        shapes, stages = [result.architecture for result in results], [result.stages for result in results]
        return [
            GrowthRow(**vars(row), architectures=shapes if row.system == GROW else [],
                      stages=stages if row.system == GROW else [])
            for row in rows
        ]  # fmt: skip

    def tables(self, rows: Sequence[GrowthRow]) -> list[Table]:
        grown = rows[0]
        return [
            Table(
                f"As much time for each: {grown.runs} runs of {self.scale.positions:,} positions, as many for the test",
                COLUMNS,
                [table_row(row) for row in rows],
            ),
            *(
                Table(
                    f"Run {run}: {grown.architectures[run]}",
                    ["added", ">epochs", ">weights", ">error in validation", "kept"],
                    [stage_row(stage) for stage in stages],
                )
                for run, stages in enumerate(grown.stages)
            ),
        ]

    def findings(self, rows: Sequence[GrowthRow]) -> list[str]:
        grown, rivals = rows[0], sorted(rows[1:], key=lambda row: -row.any_best)
        others = ", ".join(f"{row.system} in {percent(row.any_best)} ({row.weights:,.0f} weights)" for row in rivals)
        parts = [stage for stages in grown.stages for stage in stages[1:]]
        kept = sum(stage["is_kept"] for stage in parts)
        return [
            f"The net that grows ranks a best move first in {percent(grown.any_best)} of the test positions"
            f" ({grown.weights:,.0f} weights); with as much time {others}.",
            f"Of {len(parts)} parts that were tried, {kept} were kept.",
        ]

    def draw(self, rows: Sequence[GrowthRow], figure: Any, folder: Path) -> None:
        figure.set_size_inches(10.0, 4.4)
        errors, shares = figure.subplots(1, 2)
        for run, stages in enumerate(rows[0].stages):
            epochs = np.cumsum([stage["epochs"] for stage in stages])
            kept = [place for place, stage in enumerate(stages) if stage["is_kept"]]
            found = [stage["error"] for stage in stages]
            errors.plot(epochs[kept], [found[place] for place in kept], color=f"C{run}", label=f"run {run}")
            errors.scatter(epochs, found, s=12, color=f"C{run}", alpha=0.5)
            for place in kept:
                errors.annotate(part_name(stages[place]["part"]), (epochs[place], found[place]), fontsize=7)
        errors.set_title("error in validation at the end of each stage; lines join what was kept", fontsize=9)
        errors.set_xlabel("epochs")
        errors.legend(fontsize=8, frameon=False)
        places = np.arange(len(rows))
        spread = [row.deviations["any_best"] for row in rows]
        shares.barh(places, [row.any_best for row in rows], 0.6, xerr=spread, capsize=2)
        shares.set_yticks(places, [f"{row.system}\n{row.weights:,.0f} weights" for row in rows], fontsize=8)
        shares.invert_yaxis()
        shares.set_xlim(0.0, 1.0)
        show_percent(shares.xaxis)
        shares.set_title("any best move is first, after as much time", fontsize=9)


def stage_row(stage: dict[str, Any]) -> list[str]:
    kept = "yes" if stage["is_kept"] else "no"
    return [part_name(stage["part"]), str(stage["epochs"]), f"{stage['weights']:,}", f"{stage['error']:.4f}", kept]
