"""What the networks of the expert-moves paper cost here, and what its schedule would.

Times are CPU seconds of one core, so other work hardly affects them. Boards are random.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...data.othello.expert_moves import ExpertMoves
from ...data.othello.splits import MoveSet, Split
from ...evaluators.torch_othello.architectures import ARCHITECTURES
from ...evaluators.torch_othello.encodings import SQUARES
from ...evaluators.torch_othello.predictor import Predictor
from ...evaluators.torch_othello.torch_import import import_torch
from ...learn.network.learner import EPOCHS
from ...learn.network.schedule import Lesson, Schedule, Settings
from ...parallel.ordered_map import Workers
from ..framework.plots import draw_costs
from ..framework.study import Report, Study, Table

PAPER_EXAMPLES = {"unique": 3_660_310, "unique-s": 37_068_103}
"""Examples per epoch."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    seconds: float
    """For each figure."""
    batch: int = 128
    """The expert-moves paper has 512, for which the largest network would need 9.5 GB."""
    width: float = 1.0
    """Multiplies the number of feature maps."""


SCALES = {"tiny": Scale(0.02, 16, 0.125), "small": Scale(4.0), "paper": Scale(30.0)}


class NetworkCost(NamedTuple):
    net: str
    parameters: int
    speed: float
    """Training examples per second."""
    half_speed: float
    """The same in bf16."""
    microseconds: float
    """To predict a position, in batches of 256."""

    def hours(self, set_name: str) -> float:
        """Return the hours that the expert-moves paper's epochs on a set would take on one core, in bf16."""
        return EPOCHS[set_name] * PAPER_EXAMPLES[set_name] / self.half_speed / 3600.0


class Experiment(Study):
    """A cell for each architecture."""

    result = NetworkCost

    def __init__(self, scale: Scale, seed: int):
        super().__init__(scale, seed)
        import_torch()

    def cells(self) -> list[str]:
        return list(ARCHITECTURES)

    def measure(self, cell: str, folder: Path, workers: Workers, report: Report) -> NetworkCost:
        report(0.0, ARCHITECTURES[cell].title)
        return cost(cell, self.scale)

    def is_timed(self, row: NetworkCost) -> bool:
        return True

    def tables(self, rows: Sequence[NetworkCost]) -> list[Table]:
        columns = [">parameters", ">examples/s", ">in bf16", ">predicted in", ">24 epochs of Unique", ">6 of Unique-S"]
        table = [
            [self.marked(row, ARCHITECTURES[row.net].title), f"{row.parameters:,}", f"{row.speed:,.0f}",
             f"{row.half_speed:,.0f}", f"{row.microseconds:,.0f} µs",
             f"{row.hours('unique'):,.0f} h", f"{row.hours('unique-s'):,.0f} h"]
            for row in rows
        ]  # fmt: skip
        return [Table(f"One core, batches of {self.scale.batch}", ["network", *columns], table)]

    def findings(self, rows: Sequence[NetworkCost]) -> list[str]:
        slowest = min(rows, key=lambda row: row.half_speed)
        return [
            f"The expert-moves paper's schedule takes longest with {ARCHITECTURES[slowest.net].title}:"
            f" {slowest.hours('unique-s'):,.0f} hours for Unique-S."
        ]

    def draw(self, rows: Sequence[NetworkCost], figure: Any, folder: Path) -> None:
        speeds, times = [row.speed for row in rows], [row.microseconds for row in rows]
        costs = {"training examples per second": speeds, "microseconds to predict a position": times}
        draw_costs(figure, [ARCHITECTURES[row.net].title for row in rows], costs)


def random_moves(count: int, seed: int = 0) -> ExpertMoves:
    """Return random boards and moves."""
    rng = np.random.default_rng(seed)
    own, others = rng.integers(2**64, size=(2, count), dtype=np.uint64)
    return ExpertMoves(own, others & ~own, rng.choice(SQUARES, count).astype(np.uint8), np.ones(count, np.int8))


def cost(net: str, scale: Scale) -> NetworkCost:
    """Return the cost of a network."""
    import_torch().set_num_threads(1)
    plain, half = one_batch_schedule(net, scale, "fp32"), one_batch_schedule(net, scale, "bf16")
    speed, half_speed = (rate(schedule.learn, scale.seconds) * scale.batch for schedule in (plain, half))
    predictor, boards = Predictor([plain.member]), random_moves(256)
    predicted = rate(lambda: predictor.outputs(boards.states), scale.seconds) * 256
    parameters = sum(each.numel() for each in plain.net.parameters())
    return NetworkCost(net, parameters, speed, half_speed, 1e6 / predicted)


def one_batch_schedule(net: str, scale: Scale, precision: str) -> Schedule:
    """Return a network that trains on one batch again and again."""
    settings = Settings(net=net, width=scale.width, precision=precision, batch=scale.batch, epochs=1_000_000, rate=1e-4)
    lessons = Split(MoveSet(random_moves(scale.batch), np.arange(0, 8 * scale.batch, 8, dtype=np.uint32)), {})
    return Schedule(Lesson(lessons, None, settings, 0), settings)


def rate(act: Callable[[], Any], seconds: float) -> float:
    """Return how often this can be done per CPU second, after a first call."""
    act()
    count, begun = 0, time.process_time()
    while count == 0 or time.process_time() - begun < seconds:
        act()
        count += 1
    return count / (time.process_time() - begun)
