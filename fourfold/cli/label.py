"""The command `data GAME --positions N`: training positions with the exact scores of their moves."""

from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..errors import InputError
from ..parallel.ordered_map import Workers
from ..players.describe import plural
from ..solve import labels
from ..solve.solver import GAME
from .match import Rate
from .output import Show, stoppable
from .validate import given_game


def run(
    game_spec: str, count: int, plies: str | None, out: str | None, seed: int, workers: Workers, show: Show
) -> None:
    game = given_game(game_spec)
    if game.shipped_name != GAME:
        raise InputError(f"exact scores exist for {GAME} only, not for {game.name}")
    if not out:
        raise InputError("--out is missing; give the file to write, such as --out positions.jsonl")
    if not Path(out).parent.is_dir():
        raise InputError(f"--out {out}: there is no folder {Path(out).parent}")
    columns = TextColumn("labelling"), BarColumn(), MofNCompleteColumn(), Rate("positions"), TimeRemainingColumn()
    with Progress(*columns, console=show.progress, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("labelling", total=count)

        def work() -> None:
            steps = labels.collect(out, count, seed=seed, plies=given_plies(plies), workers=workers)
            for number, done in enumerate(steps):
                if number == 0:
                    show.note(where_kept(out, done))
                bar.update(task, completed=done)

        stoppable(show, work)
    show.line(f"{count:,} positions written to {out}")
    show.line(f"to train on them: fourfold train context {GAME} --system S4 --data {out}")
    show.result({"out": out, "positions": count, "seed": seed})


def where_kept(out: str, done: int) -> str:
    """Return where unfinished work is kept; printed first, since a kill leaves no time for it."""
    begun = labels.begun_file(out)
    if done:
        return f"{begun} has {plural(done, 'position')} already: going on from there"
    return f"positions are kept in {begun} until all are there; if interrupted, repeat the command to resume"


def given_plies(text: str | None) -> range:
    """Return the plies of `A-B`."""
    if text is None:
        return labels.PLIES
    first, dash, last = text.partition("-")
    if not (dash and first.isdigit() and last.isdigit() and 0 <= int(first) <= int(last) <= labels.LAST_PLY):
        raise InputError(f"--plies {text} is not a range; give one such as 6-36, up to {labels.LAST_PLY}")
    return range(int(first), int(last) + 1)
