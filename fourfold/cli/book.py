"""The command `book`: an opening book of Connect Four, made by searching positions ply by ply."""

from pathlib import Path

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from ..errors import InputError
from ..parallel.ordered_map import Workers
from ..solve import make_book
from ..solve.solver import GAME
from .output import Show, stoppable
from .validate import given_game


def run(game_spec: str, plies: int, best_plies: int, out: str, workers: Workers, show: Show) -> None:
    game = given_game(game_spec)
    if game.shipped_name != GAME:
        raise InputError(f"the solver is for {GAME} only, not for {game.name}")
    if not Path(out).parent.is_dir():
        raise InputError(f"--out {out}: there is no folder {Path(out).parent}")
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=show.progress, disable=not show.progress.is_terminal) as bar:
        tasks: dict[int, TaskID] = {}

        def work() -> None:
            for step in make_book.make(out, plies, best_plies, workers=workers):
                if step.ply not in tasks:
                    tasks[step.ply] = bar.add_task(f"positions of ply {step.ply}")
                bar.update(tasks[step.ply], completed=step.known, total=step.wanted)

        stoppable(show, work)
    further = f", and of the lines of best play up to ply {best_plies}" if best_plies > plies else ""
    show.line(f"the scores of all positions up to ply {plies}{further} are in {out}")
    show.result({"out": out, "plies": plies, "best_plies": max(plies, best_plies)})
