"""Plots of experiments: shares with their intervals, ours filled and the published ones hollow."""

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Protocol

from ...errors import InputError
from .cells import GamesRow

HEIGHT = 4.6
"""In inches."""
SALT = "fourfold"
"""Makes the ids that matplotlib writes into an SVG deterministic."""
METADATA: dict[str, dict[str, None]] = {".svg": {"Date": None}, ".png": {}}
"""Metadata to leave out, by file suffix, since it differs from one drawing to the next."""


class Share(Protocol):
    """A share with its 95 % interval."""

    @property
    def share(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


def check_file(path: str | Path) -> None:
    """Raise InputError if no plot can be written to path, before any work is done."""
    if Path(path).suffix.lower() not in METADATA:
        raise InputError(f"{path} is not a .png or .svg file")
    if not has_matplotlib():
        raise InputError("a plot needs matplotlib; run pip install 'fourfold[plot]'")
    if not Path(path).parent.is_dir():
        raise InputError(f"{path}: there is no folder {Path(path).parent}")


def has_matplotlib() -> bool:
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def render(draw: Callable[[Any], None], suffix: str = ".svg") -> bytes:
    """Return the file of the figure that draw makes of an empty one: the same bytes for the same figure."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure, file = Figure(layout="constrained"), BytesIO()
    draw(figure)
    with rc_context({"svg.hashsalt": SALT}):  # without a salt an SVG has random ids
        figure.savefig(file, format=suffix[1:].lower(), dpi=150, metadata=METADATA[suffix.lower()])
    return file.getvalue()


def panels(figure: Any, widths: Sequence[float]) -> list[Any]:
    """Return the axes of a row of panels, this wide in inches, with the share of wins as y axis."""
    figure.set_size_inches(sum(widths), HEIGHT)
    row = figure.subplots(1, len(widths), width_ratios=widths, sharey=True, squeeze=False)[0]
    for axes in row:
        axes.grid(alpha=0.3)
        show_percent(axes.yaxis)
    row[0].set_ylabel("test games won")
    return list(row)


def describe(axes: Any, title: str, below: str, columns: int) -> None:
    """Write the title and x label of a panel, with the legend below, where it hides nothing."""
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(below)
    axes.legend(fontsize=8, frameon=False, ncols=columns, loc="upper center", bbox_to_anchor=(0.5, -0.14))


def name_axes(axes: Any, below: str, beside: str = "", title: str = "") -> None:
    """Write the title and labels of a panel, with the legend inside."""
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(below)
    axes.set_ylabel(beside)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, frameon=False)


def show_percent(axis: Any) -> None:
    axis.set_major_formatter(lambda share, _: f"{100 * share:.4g} %")


def draw_line(axes: Any, places: Sequence[float], rows: Sequence[Share], **style: Any) -> None:
    axes.plot(places, [row.share for row in rows], marker="o", markersize=4, **style)


def draw_band(axes: Any, places: Sequence[float], rows: Sequence[Share], color: str) -> None:
    """Draw the intervals of rows as a band."""
    low, high = [row.low for row in rows], [row.high for row in rows]
    axes.fill_between(places, low, high, color=color, alpha=0.13, linewidth=0)


def draw_points(axes: Any, places: Sequence[float], shares: Sequence[float | None], **style: Any) -> None:
    """Draw published shares as hollow points."""
    axes.plot(places, shares, linestyle="", marker="s", markersize=5, markerfacecolor="none", **style)


def draw_curve(
    axes: Any, ours: Sequence[GamesRow], theirs: Sequence[GamesRow], color: str, label: str, paper_label: str
) -> None:
    """Draw shares of wins by training matches: ours as a line with its band, the published ones as points."""
    our_places, their_places = ([row.matches or 0 for row in rows] for rows in (ours, theirs))
    draw_band(axes, our_places, ours, color)
    draw_line(axes, our_places, ours, color=color, label=label)
    draw_points(axes, their_places, [row.share for row in theirs], color=color, label=paper_label)


def bounds(found: Sequence[Share]) -> list[list[float]]:
    """Return the lengths of intervals below and above, as matplotlib's error bars need them."""
    return [[each.share - each.low for each in found], [each.high - each.share for each in found]]


def draw_by_name(
    figure: Any, names: Sequence[str], ours: Sequence[Share], below: str, paper: Sequence[float | None] = (),
    paper_label: str = "paper",
) -> None:  # fmt: skip
    """Draw a share with its interval for each name, one below the other, and the published share if there is one."""
    figure.set_size_inches(7.5, HEIGHT)
    axes, places = figure.subplots(), range(len(names))
    shares = [each.share for each in ours]
    axes.errorbar(shares, places, xerr=bounds(ours), fmt="o", markersize=4, label="ours, 95 % interval")
    if paper:
        axes.plot(paper, places, "s", color="C1", markerfacecolor="none", label=paper_label)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    show_percent(axes.xaxis)
    name_axes(axes, below)


def draw_costs(figure: Any, names: Sequence[str], costs: Mapping[str, Sequence[float]]) -> None:
    """Draw a panel of bars for each kind of cost, on a logarithmic scale, a bar for each name."""
    figure.set_size_inches(5.0 * len(costs), max(HEIGHT, 0.3 * len(names)))
    row = figure.subplots(1, len(costs), sharey=True, squeeze=False)[0]
    for axes, (kind, values) in zip(row, costs.items(), strict=True):
        axes.barh(range(len(names)), values)
        axes.set_yticks(range(len(names)), names)
        axes.set_xscale("log")
        axes.set_xlabel(kind)
        axes.grid(alpha=0.3, axis="x")
        axes.set_axisbelow(True)
    axes.invert_yaxis()
