"""Tables II to VI of the expert-moves paper: how well networks predict the moves of Othello experts.

They compare training sets, encodings, legal moves, dropout, normalisation and bagging, and skip connections. All
networks of a scale see the same number of examples. Needs torch and the WThor database.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ...data import data_folder
from ...data.othello import splits
from ...data.othello.expert_moves import BASE, SOURCE, ExpertMoves, read_folder
from ...data.othello.prediction_quality import quality
from ...data.othello.splits import MoveSet, Split
from ...evaluators.torch_othello import predictor
from ...evaluators.torch_othello.architectures import ARCHITECTURES
from ...evaluators.torch_othello.predictor import Predictor
from ...evaluators.torch_othello.torch_import import import_torch
from ...games.interface.find import find_game
from ...learn.network.learner import NetworkLearner
from ...learn.network.schedule import Mark, sample
from ...parallel.ordered_map import Workers
from ...storage.array_files import MODEL
from ..framework.study import DataStudy, Report, Table
from .network_rows import BAGGED, BAGGING, NetworkResult, NetworkRow, beside, draw_accuracies, timed, title
from .paper_tables_2_to_6 import PAPER

SETS = ("original", "original-s", "unique", "unique-s")
ENCODINGS = ("pieces", "ones", "vmoves")
BASIC = ("conv4", "conv6", "conv8")
HELPED = ("conv8-dropout", "conv8-bn", BAGGING)
"""The rows of Table V after Conv8."""
SKIPPING = tuple(name for name, each in ARCHITECTURES.items() if each.file in ("residual", "dense"))
CURVE = 2000
"""The most examples of each test set for the learning curves."""
TIMED = 1024
"""The most positions for timing a prediction."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    examples: int | None
    """Training examples; None: the whole set."""
    epochs: int | None
    """None: those of the expert-moves paper, which depend on the set."""
    batch: int = 512
    rate: float = 0.1
    schedule: str = "halving"
    width: float = 1.0
    """Multiplies the number of feature maps."""
    bag: int = 10
    tested: int = 1_000_000
    """Examples of each test set."""
    precision: str = "fp32"
    every: int = 2000


SCALES = {
    "tiny": Scale(64, 1, 32, 0.03, "one-cycle", width=0.125, bag=2, tested=64),
    "small": Scale(60_000, 1, 128, 0.03, "one-cycle", width=0.5, tested=10_000, precision="bf16", every=500),
    "paper": Scale(None, None),
}


class NetworkCell(NamedTuple):
    """A network, or several for bagging, and its training set."""

    net: str
    set_name: str
    encoding: str


class Experiment(DataStudy):
    """Every cell is a training run that can be resumed."""

    result = NetworkResult
    paper = tuple(PAPER)
    data = Path()

    def __init__(self, scale: Scale, seed: int):
        super().__init__(scale, seed)
        self.splits: dict[str, Split] = {}

    def find_data(self, given: str | None) -> None:
        import_torch()
        self.data = data_folder.find([BASE], given, SOURCE) / BASE

    def cells(self) -> list[NetworkCell]:
        """Return all training runs; those in several tables are listed once."""
        sets = [NetworkCell(net, name, "pieces") for name in SETS for net in BASIC]
        encodings = [NetworkCell(net, "unique-s", encoding) for encoding in ENCODINGS[1:] for net in BASIC]
        return sets + encodings + [NetworkCell(net, "unique-s", "pieces") for net in (*HELPED, *SKIPPING)]

    def measure(self, cell: NetworkCell, folder: Path, workers: Workers, report: Report) -> NetworkResult:
        runs = [folder / f"{'-'.join(cell)}{number}" for number in self._numbers(cell)]
        name = f"{title(cell.net)}, {cell.set_name}, {cell.encoding}"
        learned = [
            self._learn(cell, run, workers, share(report, place, len(runs), name)) for place, run in enumerate(runs)
        ]
        model = folder / "-".join(cell) / MODEL
        if len(runs) > 1:
            model.parent.mkdir(exist_ok=True)
            predictor.join([str(run) for run in runs], model)
        members = predictor.load(str(model))
        together = Predictor(members)
        on_original, on_unique = (quality(together.outputs(moves.states), moves) for moves in self.tests.values())
        return NetworkResult(
            *cell, on_original.accuracy, *on_unique[:2], on_unique.among_legal, self.tests["unique-s"].size,
            microseconds(together, self.tests["unique-s"]),
            sum(each.numel() for member in members for each in member.net.parameters()),
            sum(mark.examples for mark in learned), round(sum(mark.seconds for mark in learned), 1),
        )  # fmt: skip

    def _numbers(self, cell: NetworkCell) -> list[str]:
        """Return the suffixes of a cell's run names: several for bagging."""
        return [f"-{number}" for number in range(self.scale.bag)] if cell.net == BAGGING else [""]

    def _learn(self, cell: NetworkCell, run: Path, workers: Workers, report: Callable[[Mark], None]) -> Mark:
        """Return the last mark of one network, stored in its folder."""
        is_bagged = cell.net == BAGGING
        return train(
            self.scale, report, data=self.split(cell.set_name), set_name=cell.set_name, limit=self.scale.examples,
            seed=seed_of(run, self.seed), out=run, workers=workers,
            net=BAGGED if is_bagged else cell.net, encoding=cell.encoding, bootstrap=is_bagged,
        )  # fmt: skip

    @cached_property
    def moves(self) -> ExpertMoves:
        return read_folder(self.data).moves

    @cached_property
    def tests(self) -> dict[str, ExpertMoves]:
        """The test sets of all networks, whatever their training set."""
        sets = {name: splits.paper_split(self.moves, name, self.seed) for name in ("original", "unique-s")}
        return {name: sample(split.tests["paper"], self.scale.tested) for name, split in sets.items()}

    def split(self, name: str) -> Split:
        """Return the training and test examples of a set; the last set is cached."""
        if name not in self.splits:
            tests = {each: MoveSet.of(moves) for each, moves in self.tests.items()}
            self.splits = {name: Split(splits.paper_split(self.moves, name, self.seed).train, tests)}
        return self.splits[name]

    def rows(self, results: Sequence[NetworkResult]) -> list[NetworkRow]:
        return [NetworkRow(**vars(result)) for result in results]

    def tables(self, rows: Sequence[NetworkRow]) -> list[Table]:
        found = {(row.net, row.set_name, row.encoding): row for row in rows}
        seen = f"{rows[0].examples:,} examples each" if self.scale.examples else "the whole of each set"
        width = f", {self.scale.width:g} times the expert-moves paper's feature maps" if self.scale.width != 1.0 else ""
        by_set = [(net, [found[net, name, "pieces"].original for name in SETS]) for net in BASIC]
        by_encoding = [(net, [found[net, "unique-s", each].unique for each in ENCODINGS]) for net in BASIC]
        legal = [(net, [found[net, "unique-s", each].legal for each in ENCODINGS]) for net in BASIC]
        helped, skipping = (
            [found[net, "unique-s", "pieces"] for net in nets] for nets in (("conv8", *HELPED), (BAGGED, *SKIPPING))
        )
        return [
            Table(f"Table II: accuracy by set, on that of Original; {seen}{width}", *beside(2, by_set, SETS)),
            Table("Table III: accuracy by encoding, on Unique-S", *beside(3, by_encoding, ENCODINGS)),
            Table("Table IV: how often the highest output is a legal move", *beside(4, legal, ENCODINGS)),
            Table("Table V: accuracy with dropout, normalisation and bagging", *timed(5, helped)),
            Table("Table VI: accuracy of networks with skip connections", *timed(6, skipping)),
        ]

    def findings(self, rows: Sequence[NetworkRow]) -> list[str]:
        ours = sorted(compared(rows), key=lambda row: -row.unique)
        theirs = sorted(compared(rows), key=lambda row: -(row.paper or 0.0))
        return [
            f"Ranked by accuracy on Unique-S: {', '.join(title(row.net) for row in ours)}.",
            f"In the expert-moves paper: {', '.join(title(row.net) for row in theirs)}.",
        ]

    def draw(self, rows: Sequence[NetworkRow], figure: Any, folder: Path) -> None:
        draw_accuracies(compared(rows), figure)


def train(scale: Scale, report: Callable[[Mark], None], **settings: Any) -> Mark:
    """Return the last mark of a network; what the settings leave open is as in all networks of a scale."""
    learner = NetworkLearner(
        width=scale.width, epochs=scale.epochs, batch=scale.batch, rate=scale.rate, schedule=scale.schedule,
        precision=scale.precision, every=scale.every, tested=min(CURVE, scale.tested), **settings,
    )  # fmt: skip
    return learner.fit(find_game("othello"), lambda _: report(learner.last or learner.metrics_[-1])).metrics_[-1]


def compared(rows: Sequence[NetworkRow]) -> list[NetworkRow]:
    """Return the networks that differ only in their architecture."""
    return [row for row in rows if (row.set_name, row.encoding) == ("unique-s", "pieces")]


def seed_of(run: Path, seed: int) -> int:
    """Return the seed of a run: bagged networks differ; all others start from the same weights if possible."""
    number = run.name.rpartition("-")[2]
    return 1000 * seed + (int(number) + 1 if number.isdigit() else 0)


def share(report: Report, place: int, count: int, name: str) -> Callable[[Mark], None]:
    """Return the function to call with the mark after every batch of a network, one of several of a cell."""
    of = f" {place + 1} of {count}" if count > 1 else ""

    def report_mark(mark: Mark) -> None:
        hours_left = mark.seconds * (1.0 - mark.way) / max(mark.way, 1e-9) / 3600.0
        text = f"{name}{of}: {mark.speed:,.0f} examples/s, {hours_left:.1f} h left of it"
        report((place + mark.way) / count, text)

    return report_mark


def microseconds(together: Predictor, moves: ExpertMoves) -> float:
    """Return the microseconds of CPU time per prediction."""
    torch = import_torch()
    threads, states = torch.get_num_threads(), moves.at(slice(TIMED)).states
    torch.set_num_threads(1)
    together.outputs(states)
    begun = time.process_time()
    together.outputs(states)
    taken = time.process_time() - begun
    torch.set_num_threads(threads)
    return round(1e6 * taken / len(states[0]), 1)
