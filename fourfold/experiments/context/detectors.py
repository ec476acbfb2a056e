"""Section V.A of the context paper: other detectors, more than two sorts at once, and all best moves as targets.

All systems have about as many weights, so that what is compared is what they see; S4 is that of the context paper. D5
and D6 are new: what is above a context, and whom the order of moves favours (`evaluators/connect_four/contexts.py`). A
second table says what the positions have in common in which the best move is ranked last.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...evaluators.connect_four.context_net import units_for
from ...learn.context.column_training import ALL, ONE
from ...parallel.ordered_map import Workers
from ..framework.plots import show_percent
from ..framework.study import Report, Table
from ..framework.text import percent
from .column_study import COLUMNS, ColumnResult, ColumnRow, ColumnScale, ColumnStudy, join_systems, table_row

REFERENCE = "S4"
SORTS = (
    "D1", "D1+D2", "D1+D3", "D1+D4", "D1+D5", "D1+D6", "D1+D4+D5", "D1+D4+D6", "D1+D2+D3+D4", "D1+D2+D3+D4+D5+D6"
)  # fmt: skip
WITH_ALL_TARGETS = ("D1+D4", "D1+D2+D3+D4+D5+D6")
"""These learn a second time, with all best moves as targets."""


SCALES = {
    "tiny": ColumnScale(1, 60, 2, 2000),
    "small": ColumnScale(3, 10_000, 300, 4000),
    "paper": ColumnScale(10, 15_000, 5000, 4000),
}


class SystemCell(NamedTuple):
    """What is to be measured."""

    run: int
    system: str
    targets: str

    @property
    def name(self) -> str:
        return self.system if self.targets == ONE else f"{self.system} {ALL}"


class Experiment(ColumnStudy):
    """Every system on the same positions, run by run."""

    def cells(self) -> list[SystemCell]:
        chosen = [(system, ONE) for system in (REFERENCE, *SORTS)] + [(system, ALL) for system in WITH_ALL_TARGETS]
        return [SystemCell(run, *system) for run in range(self.scale.runs) for system in chosen]

    def measure(self, cell: SystemCell, folder: Path, workers: Workers, report: Report) -> ColumnResult:
        settings: dict[str, Any] = {"targets": cell.targets, "epochs": self.scale.epochs}
        if cell.system != REFERENCE:
            settings["units"] = units_for(self.scale.weights, cell.system.split("+"))
        return self.train(cell.name, cell.run, folder, system=cell.system, **settings)[0]

    def rows(self, results: Sequence[ColumnResult]) -> list[ColumnRow]:
        return join_systems(results)

    def tables(self, rows: Sequence[ColumnRow]) -> list[Table]:
        count = f"{rows[0].runs} runs of {self.scale.positions:,} positions"
        found = {row.system: row for row in rows}
        compared = [found[system] for system in (REFERENCE, best_of(rows).system) if system in found]
        said = [[row.system, *map(percent, (row.last, row.last_any_best, row.last_keeps))] for row in rows]
        return [
            Table(f"Systems of about {self.scale.weights:,} weights, and S4; {count}, as many test positions", COLUMNS,
                  [table_row(row) for row in rows]),
            Table("Test positions in which the best move is ranked last, and what the first move is worth there",
                  ["system", ">share", ">it is another best move", ">it keeps the result"], said),
            Table("What they have in common: how often the best move is ranked last, by class of position",
                  ["class", ">of all positions", *(f">{row.system}" for row in compared)], class_rows(compared)),
        ]  # fmt: skip

    def findings(self, rows: Sequence[ColumnRow]) -> list[str]:
        best, found = best_of(rows), {row.system: row for row in rows}
        reference = found[REFERENCE]
        said = [
            f"With one target {best.system} finds most best moves, {percent(best.best)}; S4 {percent(reference.best)}."
        ]
        for system in WITH_ALL_TARGETS:
            one, several = found[system], found[f"{system} {ALL}"]
            said.append(
                f"{system}: with all best moves as targets instead of one, any best move is first in"
                f" {percent(several.any_best)} instead of {percent(one.any_best)}, and other best moves have a mean"
                f" rank of {several.others_rank:.2f} instead of {one.others_rank:.2f}."
            )
        most = max(likely_classes(reference), key=lambda pair: pair[1], default=None)
        if most:
            said.append(
                f"S4 ranks the best move last in {percent(reference.last)} of the positions, most often, by the"
                f" classes, in “{most[0]}”: {percent(most[1])}."
            )
        return said

    def draw(self, rows: Sequence[ColumnRow], figure: Any, folder: Path) -> None:
        figure.set_size_inches(9.0, 4.8)
        axes, places = figure.subplots(), np.arange(len(rows))
        for shift, name, label in ((-0.2, "only_best", "where one is best"), (0.2, "any_best", "any best move")):
            shares, spread = [getattr(row, name) for row in rows], [row.deviations[name] for row in rows]
            axes.barh(places + shift, shares, 0.4, xerr=spread, capsize=2, label=label)
        axes.set_yticks(places, [row.system for row in rows])
        axes.invert_yaxis()
        axes.set_xlim(0.0, 1.0)
        show_percent(axes.xaxis)
        axes.set_title("the move ranked first, in test positions", fontsize=10)
        axes.grid(alpha=0.3, axis="x")
        axes.set_axisbelow(True)
        axes.legend(fontsize=8, frameon=False)


def best_of(rows: Sequence[ColumnRow]) -> ColumnRow:
    """Return the system that finds most best moves, of those with one target."""
    return max((row for row in rows if not row.system.endswith(ALL)), key=lambda row: row.best)


def class_rows(rows: Sequence[ColumnRow]) -> list[list[str]]:
    """Return how often the best move is ranked last in each class."""
    everything = rows[0].classes["all"][0]
    return [
        [name, percent(count / everything),
         *(percent(row.classes[name][1] / count) if count else "" for row in rows)]
        for name, (count, _) in rows[0].classes.items()
    ]  # fmt: skip


def likely_classes(row: ColumnRow) -> list[tuple[str, float]]:
    """Return the classes with at least a hundredth of the positions, and how often the best move is last there."""
    enough = row.classes["all"][0] / 100
    return [(name, last / count) for name, (count, last) in row.classes.items() if count >= enough]
