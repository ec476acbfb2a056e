"""The command `warm`: compile ahead what players and commands need, or delete all that is compiled."""

import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..binding import bind
from ..evaluators.find import evaluator_names, find_evaluator
from ..games.interface.find import game_names
from ..games.interface.game import Game
from ..players.alphabeta import AlphaBetaPlayer
from ..players.base import Budget
from ..players.describe import plural
from ..search import perft, playout
from .output import Show, interruptible
from .validate import given_game

COLUMNS = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()


class Job(NamedTuple):
    """Something to compile."""

    name: str
    compile: Callable[[], None]


def clean(show: Show) -> None:
    files = bind.clear_cache()
    show.line(f"{plural(files, 'compiled file')} deleted from {bind.cache_folder()}")
    show.result({"deleted": files})


def run(game_specs: list[str], show: Show) -> None:
    games = [given_game(spec) for spec in game_specs or game_names()]
    jobs = [job for game in games for job in compile_jobs(game)]
    start = time.perf_counter()
    with Progress(*COLUMNS, console=show.progress, transient=True, disable=not show.progress.is_terminal) as progress:
        task = progress.add_task("", total=len(jobs))
        for job in jobs:
            progress.update(task, description=job.name)
            interruptible(job.compile)
            progress.advance(task)
    seconds = time.perf_counter() - start
    show.line(f"{plural(len(games), 'game')} ready in {seconds:.1f} s; compiled code is in {bind.cache_folder()}")
    show.result({"games": [game.name for game in games], "kernels": [job.name for job in jobs], "seconds": seconds})


def compile_jobs(game: Game) -> list[Job]:
    """Return a job each for perft, for playouts, and for the search with every evaluator that fits."""
    jobs = [Job(f"{game.name} perft", partial(compile_perft, game))]
    jobs.append(Job(f"{game.name} playouts", partial(compile_playouts, game)))
    for name in evaluator_names(game):
        jobs.append(Job(f"{game.name} {name}", partial(compile_search, game, name)))
    return jobs


def compile_perft(game: Game) -> None:
    bind.bind(perft, game=game.module).perft(game.init_state(), 1)


def compile_playouts(game: Game) -> None:
    bind.bind(playout, game=game.module).playouts(game.init_state(), 1, 1, np.random.default_rng(0))


def compile_search(game: Game, evaluator: str) -> None:
    state = game.init_state()
    AlphaBetaPlayer(game, find_evaluator(evaluator, game), Budget(depth=1)).choose(state, [state])
