"""What networks that predict moves can do, as rows beside the paper's figures."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...evaluators.torch_othello.architectures import ARCHITECTURES
from ...matches.statistics import wilson
from ..framework.text import percent
from .paper_tables_2_to_6 import FIGURES

BAGGING, BAGGED = "bagging", "conv8-bn"
"""Several networks together, and of which kind."""


class Result(NamedTuple):
    """What a network can do; shares are from 0 to 1."""

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
    """Of one core, to predict a position in batches of 256."""
    parameters: int
    examples: int
    """That it has learned from, each as often as it came."""
    seconds: float


@dataclass(frozen=True)
class Row:
    """A result with the 95 % interval of its accuracy on Unique-S, and what the paper has for that."""

    net: str
    set_name: str
    encoding: str
    original: float
    unique: float
    legal: float
    among_legal: float
    tested: int
    microseconds: float
    parameters: int
    examples: int
    seconds: float
    low: float = field(init=False)
    high: float = field(init=False)
    paper: float | None = field(init=False)

    def __post_init__(self) -> None:
        values = *wilson(self.unique, self.tested), paper_accuracy(self)
        for name, value in zip(("low", "high", "paper"), values, strict=True):
            object.__setattr__(self, name, value)


def paper_accuracy(row: Row) -> float | None:
    """Return what the paper has for a network on Unique-S; None for other sets."""
    keys = [(3, row.net, row.encoding), *((table, row.net, "accuracy") for table in (5, 6))]
    figures = [FIGURES[key].percent / 100.0 for key in keys if key in FIGURES]
    return figures[0] if figures and row.set_name == "unique-s" else None


def title(net: str) -> str:
    return ARCHITECTURES[net].title if net in ARCHITECTURES else f"{ARCHITECTURES[BAGGED].title}+bagging"


def beside(
    table: int, rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """Return columns and rows in which the paper's figure stands behind each of ours."""
    columns = ["architecture", *(column for name in names for column in (f">{name}", ">paper"))]
    places = 2 if table == 4 else 1
    body = []
    for net, shares in rows:
        pairs = zip(shares, (FIGURES[table, net, name].percent for name in names), strict=True)
        figures = [f"{value:.{places}f} %" for ours, theirs in pairs for value in (100.0 * ours, theirs)]
        body.append([title(net), *figures])
    return columns, body


def timed(table: int, rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """Return columns and rows with accuracies and times."""
    columns = ["architecture", ">accuracy", ">95 % interval", ">paper", ">of legal moves", ">parameters",
               ">µs a position", ">paper's card"]  # fmt: skip
    body = []
    for row in rows:
        theirs = FIGURES[table, row.net, "accuracy"]
        body.append([
            title(row.net), percent(row.unique), f"{100.0 * row.low:.1f} to {100.0 * row.high:.1f}",
            f"{theirs.percent:.1f} %", percent(row.among_legal), f"{row.parameters:,}", f"{row.microseconds:,.0f}",
            f"{100.0 * (theirs.time or 0.0):,.0f}",
        ])  # fmt: skip
    return columns, body


def draw_accuracies(rows: Sequence[Row], figure: Any) -> None:
    """Draw the accuracy of every row, and the paper's, into a figure of matplotlib."""
    figure.set_size_inches(7.5, 5.2)
    axes, places = figure.subplots(), range(len(rows))
    errors = [[row.unique - row.low for row in rows], [row.high - row.unique for row in rows]]
    axes.errorbar([row.unique for row in rows], places, xerr=errors, fmt="o", markersize=4, label="ours, 95 % interval")
    axes.plot([row.paper for row in rows], places, "s", color="C1", markerfacecolor="none", label="paper")
    axes.set_yticks(places, [title(row.net) for row in rows])
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(lambda value, _: f"{100.0 * value:.0f} %")
    axes.set_xlabel("moves of the test set of Unique-S that are predicted")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, frameon=False)
