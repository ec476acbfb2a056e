"""The expert-moves paper's figures for its networks: tables II to VI."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PaperFigure:
    """A figure of a table."""

    table: int
    net: str
    column: str
    """The set or the encoding that it is about; `accuracy` in the last two tables."""
    percent: float
    time: float | None = None
    """Prediction time per position on their GPU, in 10^-4 s."""


def _figures(table: int, columns: str, text: str) -> list[PaperFigure]:
    """Return the figures of rows that have a column each."""
    rows = []
    for line in text.strip().splitlines():
        net, *numbers = line.split()
        rows += [PaperFigure(table, net, column, float(n)) for column, n in zip(columns.split(), numbers, strict=True)]
    return rows


def _timed(table: int, text: str) -> list[PaperFigure]:
    """Return the figures of rows with an accuracy and a time."""
    lines = (line.split() for line in text.strip().splitlines())
    return [PaperFigure(table, net, "accuracy", float(percent), float(time)) for net, percent, time in lines]


PAPER = [
    *_figures(
        2,
        "original original-s unique unique-s",
        """
conv4 55.1 56.9 55.9 57.2
conv6 57.2 58.7 57.9 59.1
conv8 58.1 60.1 58.9 60.5
""",
    ),
    *_figures(
        3,
        "pieces ones vmoves",
        """
conv4 57.2 57.3 57.3
conv6 59.2 59.1 59.0
conv8 60.5 60.6 59.0
""",
    ),
    *_figures(
        4,
        "pieces ones vmoves",
        """
conv4 99.95 99.95 100.0
conv6 99.99 99.99 100.0
conv8 99.99 99.99 100.0
""",
    ),
    *_timed(
        5,
        """
conv8          60.5  1.6
conv8-dropout  58.8  1.6
conv8-bn       62.7  1.9
bagging        64.0 19.4
""",
    ),
    *_timed(
        6,
        """
conv8-bn       62.7  1.9
resnet-32      57.4  1.0
resnet-32-np   59.2  1.0
resnet-32-np-p 59.5  1.0
resnet-56      58.3  1.8
resnet-56-np   60.1  1.8
resnet-56-np-p 60.5  1.8
densenet-40    59.9  4.8
densenet-100   61.9 37.2
widenet-40-4   62.2  9.4
""",
    ),
]
FIGURES = {(row.table, row.net, row.column): row for row in PAPER}
