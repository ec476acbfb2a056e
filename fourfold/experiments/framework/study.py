"""The contract of an experiment: cells to measure, and the rows, tables, findings and plot made from the results."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from ...parallel.ordered_map import Workers

Report = Callable[[float, str], None]
"""Called with the progress of a cell, from 0 to 1, and the current task."""


BY_CLOCK = " *"
"""Marks a row that cannot be reproduced exactly."""


class Table(NamedTuple):
    """A table to print; a column whose name begins with `>` is right-aligned."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class Study(ABC):
    """An experiment.

    The module of an experiment has a subclass Experiment, and SCALES: its sizes by name, which are dataclasses. Cells,
    results and rows are named tuples or dataclasses.
    """

    result: ClassVar[type[Any]]
    """The class of the results, whose fields are the keys of cells.jsonl."""
    paper: Sequence[Any] = ()
    """The published figures, as rows."""

    def __init__(self, scale: Any, seed: int):
        self.scale = scale
        self.seed = seed

    def config(self) -> dict[str, Any]:
        """Return the settings stored in the run folder, which resumes only with the same ones."""
        return asdict(self.scale)

    @abstractmethod
    def cells(self) -> Sequence[Any]:
        """Return all cells, in the order in which they are measured."""

    @abstractmethod
    def measure(self, cell: Any, folder: Path, workers: Workers, report: Report) -> Any:
        """Return the result of a cell; it may keep files in folder to resume from."""

    def rows(self, results: Sequence[Any]) -> Sequence[Any]:
        """Return the rows of all results; by default the results themselves."""
        return results

    def is_timed(self, row: Any) -> bool:
        """Return whether a row depends on a clock, so that repeating it gives another result.

        By default it does if a player of the scale has a budget in seconds.
        """
        return any("seconds=" in value for value in asdict(self.scale).values() if isinstance(value, str))

    def marked(self, row: Any, name: str) -> str:
        """Return the name of a row in a table, with a mark if the row cannot be reproduced."""
        return name + BY_CLOCK * self.is_timed(row)

    @abstractmethod
    def tables(self, rows: Sequence[Any]) -> list[Table]:
        """Return the rows as tables, beside the published figures; `marked` names them."""

    @abstractmethod
    def findings(self, rows: Sequence[Any]) -> list[str]:
        """Return what the rows say, in a few sentences."""

    @abstractmethod
    def draw(self, rows: Sequence[Any], figure: Any, folder: Path) -> None:
        """Draw the rows into a matplotlib figure; folder is the run folder of the experiment."""


class IndependentStudy(Study):
    """An experiment with independent cells, each of which may run on its own core."""

    def prepare(self, folder: Path, workers: Workers, report: Report) -> None:
        """Prepare what all cells need; by default nothing."""


class DataStudy(Study):
    """An experiment on data that is not included with Fourfold."""

    @abstractmethod
    def find_data(self, given: str | None) -> None:
        """Look for the files in the given folder, or the default one; raise InputError if they are missing."""
