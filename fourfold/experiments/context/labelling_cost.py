"""What it costs to score all moves of a Connect Four position, by the number of its stones.

The context paper learns from such positions. They come from random play, without an immediate win or an
opening book.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ...parallel.ordered_map import Workers
from ...solve.book import Book
from ...solve.labels import TABLE_BITS
from ...solve.solver import Solver
from ..framework.plots import draw_costs
from ..framework.study import Report, Study, Table
from .random_positions import random_positions


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    first: int
    """The fewest stones that a position has."""
    positions: int
    """Scored for each number of stones; fewer if the seconds run out."""
    seconds: float
    last: int = 36


SCALES = {"tiny": Scale(26, 10, 0.5), "small": Scale(6, 200, 20.0), "paper": Scale(6, 2000, 200.0)}


class LabellingCost(NamedTuple):
    stones: int
    positions: int
    milliseconds: float
    """Mean time for all moves of a position."""


class Experiment(Study):
    """A cell for each number of stones."""

    result = LabellingCost

    def cells(self) -> list[int]:
        return list(range(self.scale.first, self.scale.last + 1))

    @cached_property
    def solver(self) -> Solver:
        solver = Solver(bits=TABLE_BITS, book=Book())
        solver.forget()  # the system hands out its memory now, and kernels are compiled, before the clock runs
        solver.scores(random_positions(1, self.scale.last, self.seed)[0])
        return solver

    def measure(self, cell: int, folder: Path, workers: Workers, report: Report) -> LabellingCost:
        report(0.0, f"{cell} stones")
        states = random_positions(self.scale.positions, cell, self.seed)
        return LabellingCost(cell, *cost(self.solver, states, self.scale.seconds))

    def is_timed(self, row: LabellingCost) -> bool:
        return True

    def tables(self, rows: Sequence[LabellingCost]) -> list[Table]:
        table = [[self.marked(row, str(row.stones)), f"{row.milliseconds:,.2f}", str(row.positions)] for row in rows]
        return [Table("Scoring all moves of a position", [">stones", ">ms", ">mean of"], table)]

    def findings(self, rows: Sequence[LabellingCost]) -> list[str]:
        first, last = rows[0], rows[-1]
        return [
            f"A position of {first.stones} stones takes {first.milliseconds:,.2f} ms, one of {last.stones} stones"
            f" {last.milliseconds:,.2f} ms."
        ]

    def draw(self, rows: Sequence[LabellingCost], figure: Any, folder: Path) -> None:
        names = [f"{row.stones} stones" for row in rows]
        draw_costs(figure, names, {"milliseconds a position": [row.milliseconds for row in rows]})


def cost(solver: Solver, states: Sequence[Any], seconds: float) -> tuple[int, float]:
    """Return how many states were scored in time, and the milliseconds per state."""
    done, begun = 0, time.perf_counter()
    while done == 0 or (done < len(states) and time.perf_counter() - begun < seconds):
        solver.scores(states[done])
        done += 1
    return done, 1e3 * (time.perf_counter() - begun) / done
