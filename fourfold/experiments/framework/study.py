"""What an experiment is: cells to be measured, and the rows, tables, findings and plot that their results give."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from ...parallel.ordered_map import Workers

Report = Callable[[float, str], None]
"""Called with the share of a cell that is done, and what is being done."""


BY_CLOCK = " *"
"""Marks a row that cannot be reproduced exactly."""


class Table(NamedTuple):
    """A table for people; a column whose name begins with `>` is set to the right."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class Study(ABC):
    """An experiment.

    A module of an experiment has the class Experiment, which is one of these, and SCALES: by name, the sizes that it
    comes in, which are dataclasses. Cells, results and rows are named tuples or dataclasses.
    """

    result: ClassVar[type[Any]]
    """The class of the results, whose fields are the keys of cells.jsonl."""
    paper: Sequence[Any] = ()
    """The figures of the paper, as rows."""

    def __init__(self, scale: Any, seed: int):
        self.scale = scale
        self.seed = seed

    def config(self) -> dict[str, Any]:
        """Return the settings that a run folder keeps: with others it is another experiment."""
        return asdict(self.scale)

    @abstractmethod
    def cells(self) -> Sequence[Any]:
        """Return all that is to be measured, in this order."""

    @abstractmethod
    def measure(self, cell: Any, folder: Path, workers: Workers, report: Report) -> Any:
        """Return the result of a cell; whatever it leaves in folder lets a killed one go on."""

    def rows(self, results: Sequence[Any]) -> Sequence[Any]:
        """Return the rows of all results, which are their own rows unless something is to be added."""
        return results

    def is_timed(self, row: Any) -> bool:
        """Return whether a row rests on a clock, so that doing the same again gives another one.

        By default it does if a player of the scale thinks by the clock.
        """
        return any("seconds=" in value for value in asdict(self.scale).values() if isinstance(value, str))

    def marked(self, row: Any, name: str) -> str:
        """Return the name of a row in a table, with a mark if the row cannot be reproduced."""
        return name + BY_CLOCK * self.is_timed(row)

    @abstractmethod
    def tables(self, rows: Sequence[Any]) -> list[Table]:
        """Return the rows as tables, beside the paper's figures; `marked` names them."""

    @abstractmethod
    def findings(self, rows: Sequence[Any]) -> list[str]:
        """Return what the rows say, in a few sentences."""

    @abstractmethod
    def draw(self, rows: Sequence[Any], figure: Any, folder: Path) -> None:
        """Draw the rows into a figure of matplotlib; folder is the run folder of the experiment."""


class IndependentStudy(Study):
    """An experiment whose cells have nothing to do with one another, so that each may have a core of its own."""

    @abstractmethod
    def prepare(self, folder: Path, workers: Workers, report: Report) -> None:
        """Make what all cells need."""


class DataStudy(Study):
    """An experiment on files that do not come with Fourfold."""

    @abstractmethod
    def find_data(self, given: str | None) -> None:
        """Look for the files in the folder that is given, or where they should be; raise InputError without them."""
