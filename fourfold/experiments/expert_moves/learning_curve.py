"""The learning curve of a predictor of expert moves: its accuracy on the test sets during training.

The model is the run folder of `fourfold train policy`, whose teachers and members follow each other, or of `fourfold
train network`. Nothing is measured again, so all scales are the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError
from ...parallel.ordered_map import Workers
from ...storage import run_folder
from ..framework import plots
from ..framework.study import Report, Study, Table
from ..framework.text import listed, percent

COLOURS = {"paper": "#4c72b0", "unique": "#dd8452", "games": "#55a868"}
MILLION = 1e6


@dataclass(frozen=True)
class Scale:
    """What the experiment reads."""

    model: str | None = None
    """The run folder."""


SCALES = dict.fromkeys(("tiny", "small", "paper"), Scale())


class CurvePoint(NamedTuple):
    """The accuracy of a net at one point of its training."""

    learner: str
    place: float
    """In parts of the run for a pattern net, in millions of examples for a network."""
    shares: dict[str, float]
    """The share of moves ranked first, by test set."""


class Experiment(Study):
    """A cell for each test during a run; a run that was continued has more of them."""

    result = CurvePoint

    def __init__(self, scale: Scale, seed: int):
        if not scale.model:
            raise InputError("give the folder of a run: --model RUN")
        super().__init__(scale, seed)
        self.points = read_points(Path(scale.model))

    def cells(self) -> range:
        return range(len(self.points))

    def measure(self, cell: int, folder: Path, workers: Workers, report: Report) -> CurvePoint:
        return self.points[cell]

    def tables(self, rows: Sequence[CurvePoint]) -> list[Table]:
        names = list(rows[0].shares)
        table = [[row.learner, f"{row.place:g}", *(percent(row.shares[name]) for name in names)] for row in rows]
        columns = ["net", f">{unit(rows)}", *(f">{name}" for name in names)]
        return [Table(f"Moves ranked first on the test sets: {self.scale.model}", columns, table)]

    def findings(self, rows: Sequence[CurvePoint]) -> list[str]:
        shares = [f"{percent(share)} of the moves of {name}" for name, share in rows[-1].shares.items()]
        return [f"At the end it ranks {listed(shares)} first."]

    def draw(self, rows: Sequence[CurvePoint], figure: Any, folder: Path) -> None:
        """Draw a curve for each test set, with a gap where the next net begins."""
        axes = plots.panels(figure, [8.0])[0]
        names = [name for name in COLOURS if name in rows[0].shares]
        learners = list(dict.fromkeys(row.learner for row in rows))
        for learner in learners:
            own = [row for row in rows if row.learner == learner]
            for name in names:
                label = name if learner == learners[0] else None
                places, shares = [row.place for row in own], [row.shares[name] for row in own]
                axes.plot(places, shares, color=COLOURS[name], label=label)
            if learner:
                mark_learner(axes, learner, own[0].place)
        axes.set_ylabel("moves ranked first")
        plots.describe(axes, f"How the {'pattern net' if learners[0] else 'network'} learned", unit(rows), len(names))


def read_points(folder: Path) -> list[CurvePoint]:
    """Return the learning curve of a run."""
    lines = run_folder.read_lines(folder / run_folder.METRICS).values
    try:
        points = [_point(number, line) for number, line in enumerate(lines, 1)]
    except (KeyError, TypeError, AttributeError):
        points = []
    if not points:
        raise InputError(f"{folder} is not a run of `fourfold train policy` or `fourfold train network` with tests")
    return points


def _point(number: int, line: dict[str, Any]) -> CurvePoint:
    if "learner" in line:
        return CurvePoint(line["learner"], number, line["tests"])
    shares = {name: quality["among_legal"] for name, quality in line["tests"].items()}
    return CurvePoint("", line["examples"] / MILLION, shares)


def unit(rows: Sequence[CurvePoint]) -> str:
    return "parts of the run" if rows[0].learner else "millions of examples"


def mark_learner(axes: Any, learner: str, place: float) -> None:
    axes.axvline(place, color="#999999", linewidth=0.6)
    axes.annotate(learner, (place, 1.0), (3, -9), ("data", "axes fraction"), "offset points", fontsize=8)
