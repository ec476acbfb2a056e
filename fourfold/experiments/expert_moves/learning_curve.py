"""How a predictor of expert moves has learned: its accuracy on the test sets on the way.

    python -m fourfold.experiments.policy_learning RUN PLOT.svg

RUN is the folder of `fourfold train policy`, whose teachers and members follow each other, or `fourfold train network`.
"""

import sys
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError
from ...storage import run_folder
from ..framework import plots

COLOURS = {"paper": "#4c72b0", "unique": "#dd8452", "games": "#55a868"}
MILLION = 1e6


class Mark(NamedTuple):
    """How good a net was at a point of its way."""

    learner: str
    place: float
    shares: dict[str, float]
    """Moves ranked first, by test set."""


def read_marks(folder: Path) -> list[Mark]:
    """Return the course of a run: by parts for a pattern net, by millions of examples for a network."""
    lines = run_folder.read_lines(folder / run_folder.METRICS).values
    try:
        marks = [_mark(number, line) for number, line in enumerate(lines, 1)]
    except (KeyError, TypeError, AttributeError):
        marks = []
    if not marks:
        raise InputError(f"{folder} is no run of `fourfold train policy` or `fourfold train network` with tests")
    return marks


def _mark(number: int, line: dict[str, Any]) -> Mark:
    if "learner" in line:
        return Mark(line["learner"], number, line["tests"])
    shares = {name: quality["among_legal"] for name, quality in line["tests"].items()}
    return Mark("", line["examples"] / MILLION, shares)


def draw(marks: list[Mark], figure: Any) -> None:
    """Draw a curve for each test set, broken wherever another net begins."""
    axes = plots.panels(figure, [8.0])[0]
    names = [name for name in COLOURS if name in marks[0].shares]
    learners = list(dict.fromkeys(mark.learner for mark in marks))
    for learner in learners:
        own = [mark for mark in marks if mark.learner == learner]
        for name in names:
            label = name if learner == learners[0] else None
            axes.plot([m.place for m in own], [m.shares[name] for m in own], color=COLOURS[name], label=label)
        if learner:
            axes.axvline(own[0].place, color="#999999", linewidth=0.6)
            axes.annotate(learner, (own[0].place, 1.0), (3, -9), ("data", "axes fraction"), "offset points", fontsize=8)
    axes.set_ylabel("moves ranked first")
    title = f"How the {'pattern net' if learners[0] else 'network'} learned"
    plots.describe(axes, title, "parts of the run" if learners[0] else "millions of examples", len(names))


def main(folder: str, plot: str) -> None:
    plots.check_file(plot)
    marks = read_marks(Path(folder))
    plots.write(plot, lambda figure: draw(marks, figure))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except (InputError, TypeError) as error:
        sys.exit(f"error: {error}" if isinstance(error, InputError) else str(__doc__))
