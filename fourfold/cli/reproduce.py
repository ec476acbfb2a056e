"""The command `reproduce`: an experiment cell by cell, then its table beside the published one, and a plot."""

from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from ..experiments.find import EXPERIMENTS, SECTIONS
from ..experiments.framework import plots
from ..experiments.framework.reproduce import PLOT, Reproduction, default_folder, reproduce
from ..experiments.framework.study import BY_CLOCK
from .match import silent_workers
from .output import Show, stoppable

MEMORY_OF_BAR = 1800.0
"""The time left is estimated from this many seconds: a cell may take minutes."""


def show_list(show: Show) -> None:
    """Print the experiments of each paper, and those of none."""
    for paper, title in SECTIONS.items():
        show.line(f"{paper}: {title}", style="bold")
        rows = [[each.name, each.help] for each in EXPERIMENTS if each.paper == paper]
        show.table(["experiment", "what it measures"], rows)
        show.line()
    show.result({"experiments": [{"name": each.name, "paper": each.paper, "help": each.help} for each in EXPERIMENTS]})


def run(name: str, plot_file: str | None, show: Show, **settings: Any) -> None:
    settings["out"] = settings["out"] or default_folder(name, settings["scale"])
    plot = given_plot(plot_file, settings["out"])
    with bar(show) as cells:
        task = cells.add_task("starting", total=None)

        def update(done: float, wanted: int, text: str) -> None:
            cells.update(task, completed=done, total=wanted, description=text)

        with silent_workers():
            found = stoppable(show, reproduce, name, progress=update, plot=plot, **settings)
    tell(found, show)
    show.line(
        f"plot written to {plot}" if plot else "for a plot, run pip install 'fourfold[plot]' and repeat the command"
    )
    show.result(found.to_json())


def given_plot(file: str | None, folder: str | Path) -> Path | None:
    """Return the file of the plot: the given one, or plot.svg in the run folder if matplotlib is installed."""
    if file:
        plots.check_file(file)
        return Path(file)
    return Path(folder) / PLOT if plots.has_matplotlib() else None


def bar(show: Show) -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Pace(), TimeRemainingColumn()
    hidden = not show.progress.is_terminal
    return Progress(
        *columns, console=show.progress, transient=True, disable=hidden, speed_estimate_period=MEMORY_OF_BAR
    )


class Pace(ProgressColumn):
    """Cells per minute, or per hour if there are less than one."""

    def render(self, task: Task) -> Text:
        if not task.speed:
            return Text("")
        minute = 60.0 * task.speed
        return Text(f"{minute:.3g} cells/min" if minute >= 1.0 else f"{60.0 * minute:.3g} cells/h")


def tell(found: Reproduction, show: Show) -> None:
    for title, columns, rows in found.study.tables(found.rows):
        show.line(title, style="bold")
        show.table(columns, rows)
        show.line()
    for sentence in found.study.findings(found.rows):
        show.line(sentence)
    if any(map(found.study.is_timed, found.rows)):
        show.line(f"{BY_CLOCK.strip()} by the clock: not reproducible, since the same command gives other figures")
