"""The commands `train METHOD GAME`: progress while a net learns; the run folder can be played at any time."""

import time
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from ..games.interface.game import Game
from ..learn.learner import Learner, Progress
from ..learn.status import read_status
from ..learn.verdict import judge_run
from .draw_curve import chart, spark
from .match import Rate
from .output import Show, compiling_shown, stoppable
from .validate import given_game

PAUSE = 0.5
"""Seconds between two drawings of the curve: there may be hundreds of steps a second."""


def run(method: str, kind: type[Learner], game_spec: str, show: Show, settings: dict[str, Any]) -> None:
    game = given_game(game_spec)
    settings["out"] = settings["out"] or f"runs/{Path(method).stem}-{game.file_name}"
    learner = kind(**settings)
    if learner.minutes is not None:
        show.note(f"learning ends after {learner.minutes:g} minutes, so it cannot be repeated to the bit")
    learn(game, learner, show)
    folder = Path(settings["out"])
    status = read_status(folder)
    assert status, "it is a run"
    learning = judge_run(folder, status)
    words = learning.words if learning else []
    for line in [*chart(status.curve), *words, *learner.summary(), *learner.advice()]:
        show.line(line)
    show.result({"out": str(learner.out), "learning": learning and learning.to_json(), **learner.result()})


def learn(game: Game, learner: Learner, show: Show) -> None:
    """Run the learner, with a progress bar and a small learning curve."""
    columns = (
        TextColumn("{task.description}"), TextColumn("{task.fields[curve]}"), BarColumn(), MofNCompleteColumn(),
        Rate(learner.amount()[1]), TimeRemainingColumn(),
    )  # fmt: skip
    with Bar(*columns, console=show.progress, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("starting", total=learner.amount()[0], curve="")

        drawn = 0.0

        def update(reached: Progress) -> None:
            nonlocal drawn
            if reached.news:
                show.note(reached.news)
            bar.update(task, completed=reached.done, total=reached.total, description=reached.text)
            if show.progress.is_terminal and time.monotonic() - drawn > PAUSE:
                drawn = time.monotonic()
                bar.update(task, curve=spark(learner.curve_.points))

        with compiling_shown(bar, task):
            stoppable(show, learner.fit, game, update)
