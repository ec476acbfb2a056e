"""The accuracy of move-predicting networks, as rows beside the expert-moves paper's figures."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...evaluators.torch_othello.architectures import ARCHITECTURES
from ...matches.statistics import wilson
from ..framework.plots import draw_by_name
from ..framework.text import interval, percent
from ..framework.winning_rates import WinningRate
from .paper_tables_2_to_6 import FIGURES

BAGGING, BAGGED = "bagging", "conv8-bn"
"""The name of a bag of networks, and the kind of its networks."""


@dataclass(frozen=True)
class NetworkResult:
    """The measures of a network; shares are from 0 to 1."""

    net: str
    set_name: str
    encoding: str
    original: float
    """Accuracy on the test set of Original (Table II)."""
    unique: float
    """Accuracy on the test set of Unique-S (all other tables)."""
    legal: float
    """How often its highest output is a legal move, on Unique-S."""
    among_legal: float
    """Accuracy of the best legal move, on Unique-S."""
    tested: int
    microseconds: float
    """CPU time per position, in batches of 256."""
    parameters: int
    examples: int
    """Training examples, repetitions included."""
    seconds: float


@dataclass(frozen=True)
class NetworkRow(NetworkResult):
    """A result with the 95 % interval of its accuracy on Unique-S, and the expert-moves paper's figure."""

    low: float = field(init=False)
    high: float = field(init=False)
    paper: float | None = field(init=False)

    def __post_init__(self) -> None:
        values = *wilson(self.unique, self.tested), paper_accuracy(self)
        for name, value in zip(("low", "high", "paper"), values, strict=True):
            object.__setattr__(self, name, value)


def paper_accuracy(row: NetworkRow) -> float | None:
    """Return the expert-moves paper's accuracy of a network on Unique-S; None for other sets."""
    keys = [(3, row.net, row.encoding), *((table, row.net, "accuracy") for table in (5, 6))]
    figures = [FIGURES[key].percent / 100.0 for key in keys if key in FIGURES]
    return figures[0] if figures and row.set_name == "unique-s" else None


def title(net: str) -> str:
    return ARCHITECTURES[net].title if net in ARCHITECTURES else f"{ARCHITECTURES[BAGGED].title}+bagging"


def beside(
    table: int, rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """Return columns and rows, each figure followed by the expert-moves paper's."""
    columns = ["architecture", *(column for name in names for column in (f">{name}", ">paper"))]
    places = 2 if table == 4 else 1
    body = []
    for net, shares in rows:
        pairs = zip(shares, (FIGURES[table, net, name].percent for name in names), strict=True)
        figures = [f"{value:.{places}f} %" for ours, theirs in pairs for value in (100.0 * ours, theirs)]
        body.append([title(net), *figures])
    return columns, body


def timed(table: int, rows: Sequence[NetworkRow]) -> tuple[list[str], list[list[str]]]:
    """Return columns and rows with accuracies and times."""
    columns = ["architecture", ">accuracy", ">95 % interval", ">paper", ">of legal moves", ">parameters",
               ">µs a position", ">paper's card"]  # fmt: skip
    body = []
    for row in rows:
        theirs = FIGURES[table, row.net, "accuracy"]
        body.append([
            title(row.net), percent(row.unique), interval(row.low, row.high),
            f"{theirs.percent:.1f} %", percent(row.among_legal), f"{row.parameters:,}", f"{row.microseconds:,.0f}",
            f"{100.0 * (theirs.time or 0.0):,.0f}",
        ])  # fmt: skip
    return columns, body


def draw_accuracies(rows: Sequence[NetworkRow], figure: Any) -> None:
    """Draw the accuracy of every row, and the expert-moves paper's, into a matplotlib figure."""
    names, paper = [title(row.net) for row in rows], [row.paper for row in rows]
    ours = [WinningRate(row.unique, row.low, row.high) for row in rows]
    draw_by_name(figure, names, ours, "moves of the test set of Unique-S that are predicted", paper)
