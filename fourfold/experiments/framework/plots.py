"""Plots of experiments: shares of wins with their intervals, ours as lines and the paper's as hollow points."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...errors import InputError
from .cells import Row

HEIGHT = 4.6
"""In inches."""


def check_file(path: str | Path) -> None:
    """Raise InputError if no plot can be written to path, before the work for it is done."""
    if Path(path).suffix.lower() not in (".png", ".svg"):
        raise InputError(f"{path}: a plot is a .png or .svg file")
    if not has_matplotlib():
        raise InputError("a plot needs matplotlib: pip install 'fourfold[plot]'")
    if not Path(path).parent.is_dir():
        raise InputError(f"{path}: there is no folder {Path(path).parent}")


def has_matplotlib() -> bool:
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def write(path: str | Path, draw: Callable[[Any], None]) -> None:
    """Write the figure that draw makes of an empty one."""
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    draw(figure)
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def panels(figure: Any, widths: Sequence[float]) -> list[Any]:
    """Return the axes of a row of panels, this wide in inches, with the share of wins upwards."""
    figure.set_size_inches(sum(widths), HEIGHT)
    row = figure.subplots(1, len(widths), width_ratios=widths, sharey=True, squeeze=False)[0]
    for axes in row:
        axes.grid(alpha=0.3)
        axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.4g} %")
    row[0].set_ylabel("test games won")
    return list(row)


def describe(axes: Any, title: str, below: str, columns: int) -> None:
    """Write what a panel shows above and below it, and under that the legend, where it hides nothing."""
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(below)
    axes.legend(fontsize=8, frameon=False, ncols=columns, loc="upper center", bbox_to_anchor=(0.5, -0.14))


def draw_line(axes: Any, places: Sequence[float], rows: Sequence[Row], **style: Any) -> None:
    axes.plot(places, [row.share for row in rows], marker="o", markersize=4, **style)


def draw_band(axes: Any, places: Sequence[float], rows: Sequence[Row], color: str) -> None:
    """Draw the intervals of rows as a band."""
    low, high = [row.low for row in rows], [row.high for row in rows]
    axes.fill_between(places, low, high, color=color, alpha=0.13, linewidth=0)


def draw_points(axes: Any, places: Sequence[float], rows: Sequence[Row], **style: Any) -> None:
    """Draw the shares of rows as hollow points."""
    shares = [row.share for row in rows]
    axes.plot(places, shares, linestyle="", marker="s", markersize=5, markerfacecolor="none", **style)
