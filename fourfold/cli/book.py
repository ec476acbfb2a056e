"""The command `book`: an opening book of Connect Four, made by searching all positions of a ply."""

from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ..errors import InputError
from ..parallel.ordered_map import Workers
from ..solve import make_book
from ..solve.solver import GAME
from .output import Show, stoppable
from .validate import given_game


def run(game_spec: str, plies: int, out: str, workers: Workers, show: Show) -> None:
    game = given_game(game_spec)
    if game.shipped_name != GAME:
        raise InputError(f"the solver is for {GAME} only, not for {game.name}")
    if not Path(out).parent.is_dir():
        raise InputError(f"--out {out}: there is no folder {Path(out).parent}")
    columns = (
        TextColumn(f"positions of ply {plies}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=show.progress, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("searching", total=None)

        def work() -> None:
            for done, wanted in make_book.make(out, plies, workers=workers):
                bar.update(task, completed=done, total=wanted)

        stoppable(show, work)
    show.line(f"the scores of all positions up to ply {plies} are in {out}")
    show.result({"out": out, "plies": plies})
