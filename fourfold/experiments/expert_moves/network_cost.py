"""What the networks of Othello cost here, and what the paper's schedule would.

    python -m fourfold.experiments.network_cost [NET ...]

Seconds are those of one core, which other work does not stretch. Boards are random.
"""

import sys
import time
from collections.abc import Callable
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

SECONDS, BATCH = 4.0, 128
"""For each figure; a batch, for that of 512 of the largest network would need most of the memory."""
PAPER_EXAMPLES = {"unique": 3_660_310, "unique-s": 37_068_103}
"""To learn from, an epoch."""


class Cost(NamedTuple):
    parameters: int
    speed: float
    """Examples learned from in a second."""
    microseconds: float
    """To predict a position, in batches of 256."""

    def hours(self, set_name: str) -> float:
        """Return what the paper's epochs on a set would take on one core."""
        return EPOCHS[set_name] * PAPER_EXAMPLES[set_name] / self.speed / 3600.0


def random_moves(count: int, seed: int = 0) -> ExpertMoves:
    """Return boards with any discs, and any moves."""
    rng = np.random.default_rng(seed)
    own, others = rng.integers(2**64, size=(2, count), dtype=np.uint64)
    return ExpertMoves(own, others & ~own, rng.choice(SQUARES, count).astype(np.uint8))


def cost(net: str, precision: str = "fp32", width: float = 1.0, seconds: float = SECONDS, batch: int = BATCH) -> Cost:
    """Return what a network costs, measured for so many seconds each in learning and predicting."""
    import_torch().set_num_threads(1)
    moves = random_moves(batch)
    settings = Settings(net=net, width=width, precision=precision, batch=batch, epochs=1_000_000, rate=1e-4)
    lessons = Split(MoveSet(moves, np.arange(0, 8 * batch, 8, dtype=np.uint32)), {})
    course = Schedule(Lesson(lessons, None, settings, 0), settings)
    learned = rate(lambda: course.learn(), seconds) * batch
    predictor, boards = Predictor([course.member]), random_moves(256)
    predicted = rate(lambda: predictor.outputs(boards.own, boards.opponent), seconds) * 256
    return Cost(sum(each.numel() for each in course.net.parameters()), learned, 1e6 / predicted)


def rate(act: Callable[[], Any], seconds: float) -> float:
    """Return how often in a second of the processor this can be done, the first time aside."""
    act()
    count, begun = 0, time.process_time()
    while count == 0 or time.process_time() - begun < seconds:
        act()
        count += 1
    return count / (time.process_time() - begun)


def main(names: list[str]) -> None:
    print("| network | parameters | examples/s | in bf16 | predicted in | 24 epochs of Unique | 6 of Unique-S |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name in names or ARCHITECTURES:
        plain, half = cost(name), cost(name, "bf16")
        print(
            f"| {ARCHITECTURES[name].title} | {plain.parameters:,} | {plain.speed:,.0f} | {half.speed:,.0f} |"
            f" {plain.microseconds:,.0f} µs | {half.hours('unique'):,.0f} h | {half.hours('unique-s'):,.0f} h |",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
