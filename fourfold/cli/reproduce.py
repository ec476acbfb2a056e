"""The command `reproduce`: an experiment cell by cell, then its table beside the paper's, in words and as a plot."""

from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from ..experiments.find import EXPERIMENTS, PAPERS
from ..experiments.framework import plots
from ..experiments.framework.reproduce import Reproduction, reproduce
from .match import silent_workers
from .output import Show, stoppable

PLOT = "plot.svg"
MEMORY_OF_BAR = 1800.0
"""Seconds from whose pace the time left is told: a cell may take minutes."""


def show_list(show: Show) -> None:
    """Print the experiments of each paper."""
    for paper, title in PAPERS.items():
        show.line(f"{paper}: {title}", style="bold")
        rows = [[each.name, each.help] for each in EXPERIMENTS if each.paper == paper]
        show.table(["experiment", "what it measures"], rows)
        show.line()
    show.result({"experiments": [{"name": each.name, "paper": each.paper, "help": each.help} for each in EXPERIMENTS]})


def run(name: str, plot_file: str | None, show: Show, **settings: Any) -> None:
    if plot_file:
        plots.check_file(plot_file)
    with bar(show) as cells:
        task = cells.add_task("starting", total=None)

        def update(done: float, wanted: int, text: str) -> None:
            cells.update(task, completed=done, total=wanted, description=text)

        with silent_workers():
            found = stoppable(show, reproduce, name, progress=update, **settings)
    tell(found, show)
    draw(found, plot_file, show)
    show.result(found.to_json())


def bar(show: Show) -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Pace(), TimeRemainingColumn()
    hidden = not show.progress.is_terminal
    return Progress(
        *columns, console=show.progress, transient=True, disable=hidden, speed_estimate_period=MEMORY_OF_BAR
    )


class Pace(ProgressColumn):
    """How many cells a minute, or an hour if that is none."""

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


def draw(found: Reproduction, plot_file: str | None, show: Show) -> None:
    """Write the plot to the file that is asked for; without one into the run folder, if matplotlib is there."""
    if plot_file is None and not plots.has_matplotlib():
        show.line("for a plot, run pip install 'fourfold[plot]' and repeat the command")
        return
    path = Path(plot_file) if plot_file else found.folder / PLOT
    plots.write(path, lambda figure: found.study.draw(found.rows, figure, found.folder))
    show.line(f"plot written to {path}")
