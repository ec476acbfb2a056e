"""The command `data GAME --positions N`: training positions with the exact scores of their moves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..data.collection import begun_file
from ..errors import InputError
from ..games.interface.game import Game
from ..learn import proven_positions
from ..learn.proven_positions import NODES, Tally
from ..parallel.ordered_map import Workers
from ..players.describe import plural
from ..solve import labels
from ..solve.solver import GAME
from .match import Rate
from .output import Show, stoppable
from .validate import given_game, given_plies


def run(
    game_spec: str,
    count: int,
    plies: str | None,
    evenly: bool,
    nodes: int | None,
    out: str | None,
    seed: int,
    workers: Workers,
    show: Show,
) -> None:
    game = given_game(game_spec)
    if not out:
        raise InputError("--out is missing; give the file to write, such as --out positions.jsonl")
    if not Path(out).parent.is_dir():
        raise InputError(f"--out {out}: there is no folder {Path(out).parent}")
    if game.shipped_name == GAME:
        if nodes is not None:
            raise InputError(f"{GAME} has a solver, which needs no --nodes")
        wanted = given_plies(plies, labels.LAST_PLY) if plies else labels.PLIES
        steps = labels.collect(out, count, seed=seed, plies=wanted, evenly=evenly, workers=workers)
        label(out, count, steps, show)
        told, known = [f"{count:,} positions written to {out}"], {"out": out, "positions": count, "seed": seed}
    else:
        if plies is not None or evenly:
            option = "--evenly" if plies is None else "--plies"
            raise InputError(f"{option} is for {GAME}; positions of {game.name} are proven from the end of games")
        told, known = prove(game, count, nodes or NODES, out, seed, workers, show)
    for line in told:
        show.line(line)
    system = " --system S4" if game.shipped_name == GAME else ""
    show.line(f"to train on them: fourfold train context {game.spec}{system} --data {out}")
    show.result(known)


def prove(
    game: Game, count: int, nodes: int, out: str, seed: int, workers: Workers, show: Show
) -> tuple[list[str], dict[str, Any]]:
    """Write proven positions; return what to tell of them, as lines and as JSON."""
    tally = Tally()
    label(out, count, proven_positions.collect(out, game, count, tally, seed=seed, nodes=nodes, workers=workers), show)
    lines = [
        f"{count:,} positions from {tally.games:,} games written to {out}",
        f"not proven within {nodes:,} nodes, and left out: {plural(tally.unproven, 'position')}",
    ]
    known = {"out": out, "positions": count, "seed": seed, "game": game.name, "nodes": nodes, **tally.to_json()}
    return lines, known


def label(out: str, count: int, steps: Iterator[int], show: Show) -> None:
    """Show how far the work of steps is, which yield how many positions there are."""
    columns = TextColumn("labelling"), BarColumn(), MofNCompleteColumn(), Rate("positions"), TimeRemainingColumn()
    with Progress(*columns, console=show.progress, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("labelling", total=count)

        def work() -> None:
            for number, done in enumerate(steps):
                if number == 0:
                    show.note(where_kept(out, done))
                bar.update(task, completed=done)

        stoppable(show, work)


def where_kept(out: str, done: int) -> str:
    """Return where unfinished work is kept; printed first, since a kill leaves no time for it."""
    begun = begun_file(out)
    if done:
        return f"{begun} has {plural(done, 'position')} already: going on from there"
    return f"positions are kept in {begun} until all are there; if interrupted, repeat the command to resume"
