"""The command `warm`: compile in advance what players and commands need, or delete it."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..binding import compiler
from ..binding.bind import bind
from ..binding.compiler import quietly
from ..evaluators.find import evaluator_names
from ..games.interface.find import find_game, game_names
from ..games.interface.game import Game
from ..parallel.ordered_map import ordered_map, worker_count
from ..players.compile_ahead import compile_player
from ..players.describe import plural
from ..search import perft, playout
from .output import Show
from .validate import given_game

COLUMNS = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()


class Job(NamedTuple):
    """Something to compile: of a game, perft, playouts, or the search with an evaluator."""

    game: str
    part: str

    @property
    def name(self) -> str:
        return f"{Path(self.game).stem} {self.part}"


def clean(show: Show) -> None:
    files = compiler.clear_cache()
    show.line(f"{plural(files, 'compiled file')} deleted from {compiler.cache_folder()}")
    show.result({"deleted": files})


def run(game_specs: list[str], show: Show) -> None:
    games = [given_game(spec) for spec in game_specs or game_names()]
    jobs = [job for game in games for job in compile_jobs(game)]
    start = time.perf_counter()
    with Progress(*COLUMNS, console=show.progress, transient=True, disable=not show.progress.is_terminal) as progress:
        task = progress.add_task("", total=len(jobs))
        for job in jobs_done(jobs):
            progress.update(task, description=job.name, advance=1)
    seconds = time.perf_counter() - start
    show.line(f"{plural(len(games), 'game')} ready in {seconds:.1f} s; compiled code is in {compiler.cache_folder()}")
    show.result({"games": [game.name for game in games], "kernels": [job.name for job in jobs], "seconds": seconds})


def compile_jobs(game: Game) -> list[Job]:
    """Return all that is worth compiling ahead for a game."""
    return [Job(game.spec, part) for part in ("perft", "playouts", *evaluator_names(game))]


def jobs_done(jobs: list[Job]) -> Iterator[Job]:
    """Compile all jobs, several at once in processes, and yield each when it is done."""
    yield from ordered_map(compile_job, jobs, min(worker_count(None), len(jobs)))


def compile_job(job: Job) -> Job:
    game = find_game(job.game)
    with quietly():
        if job.part == "perft":
            bind(perft, game=game.module).perft(game.init_state(), 1)
        elif job.part == "playouts":
            bind(playout, game=game.module).playouts(game.init_state(), 1, 1, np.random.default_rng(0))
        else:
            compile_player(game.spec, f"alphabeta:nodes=1,eval={job.part}")
    return job
