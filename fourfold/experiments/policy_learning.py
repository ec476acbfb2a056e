"""How a pattern net has learned: its accuracy on the test sets, part by part, of teachers and members.

    python -m fourfold.experiments.policy_learning RUN PLOT.svg

RUN is the folder of `fourfold train policy`.
"""

import sys
from pathlib import Path
from typing import Any

from .. import runs
from ..errors import InputError
from . import chart

COLOURS = {"paper": "#4c72b0", "unique": "#dd8452", "games": "#55a868"}


def draw(parts: list[dict[str, Any]], figure: Any) -> None:
    """Draw a curve for each test set, broken wherever another net begins."""
    axes = chart.panels(figure, [8.0])[0]
    places = list(range(1, len(parts) + 1))
    learners = list(dict.fromkeys(part["learner"] for part in parts))
    for learner in learners:
        numbers = [at for at, part in zip(places, parts, strict=True) if part["learner"] == learner]
        for name, color in COLOURS.items():
            shares = [parts[at - 1]["tests"][name] for at in numbers]
            axes.plot(numbers, shares, color=color, label=name if learner == learners[0] else None)
        axes.axvline(numbers[0], color="#999999", linewidth=0.6)
        axes.annotate(learner, (numbers[0], 1.0), (3, -9), ("data", "axes fraction"), "offset points", fontsize=8)
    axes.set_ylabel("moves ranked first")
    chart.describe(axes, "How the pattern net learned", "parts of the run", len(COLOURS))


def main(folder: str, plot: str) -> None:
    chart.check_file(plot)
    parts = runs.read_lines(Path(folder) / runs.METRICS).values
    if not parts or not all(isinstance(part, dict) and part.get("tests") for part in parts):
        raise InputError(f"{folder} is no run of `fourfold train policy` with tests")
    chart.write(plot, lambda figure: draw(parts, figure))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except (InputError, TypeError) as error:
        sys.exit(f"error: {error}" if isinstance(error, InputError) else str(__doc__))
