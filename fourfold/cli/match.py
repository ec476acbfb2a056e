"""The command `match`: a progress bar while games are played, then a summary."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from ..errors import InputError
from ..games.interface.game import Game
from ..matches.match import match
from ..matches.statistics import Sprt
from ..matches.tally import MatchResult
from ..players.describe import plural
from ..players.specs import parse_spec
from ..records import record
from .output import Show, compiling_shown, stoppable
from .validate import given_game

FEW_DISTINCT = 0.8
"""A warning is printed if fewer games than this share are distinct."""


def run(a: str, b: str, game_spec: str, sprt: str | None, record_file: str | None, show: Show, **settings: Any) -> None:
    game = given_game(game_spec)
    for spec in (a, b):
        parse_spec(spec)
    if record_file:
        check_record_file(Path(record_file), game)
    test = parse_sprt(sprt) if sprt else None
    with Progress(*COLUMNS, console=show.progress, transient=True, disable=not show.progress.is_terminal) as bar:
        task = bar.add_task("starting", total=settings["games"])

        def update(done: int, total: int, result: MatchResult) -> None:
            bar.update(task, completed=done, total=total, description=running_score(result))

        with silent_workers(), compiling_shown(bar, task):
            result = stoppable(show, match, a, b, game, sprt=test, progress=update, **settings)
    if record_file:
        record.write(record_file, result.records, game)
    for line in summary(a, b, game, result):
        show.line(line)
    show.result(result.to_json())


@contextmanager
def silent_workers() -> Iterator[None]:
    """Keep worker processes from repeating the warnings of this one."""
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore"
    try:
        yield
    finally:
        del os.environ["PYTHONWARNINGS"]
        if before is not None:
            os.environ["PYTHONWARNINGS"] = before


class Rate(ProgressColumn):
    """Units per second."""

    def __init__(self, things: str = "games"):
        super().__init__()
        self.things = things

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.3g} {self.things}/s" if task.speed else "")


COLUMNS = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn()


def check_record_file(path: Path, game: Game) -> None:
    """Raise InputError for a file that cannot be written, before the match is played."""
    if path.suffix not in record.WRITERS:
        raise InputError(f"--records {path} must end in {', '.join(record.WRITERS)}")
    if path.suffix == ".pdn" and game.shipped_name != "draughts":
        raise InputError(f"PDN is for draughts, not for {game.name}; use a .txt or .jsonl file")
    if not path.parent.is_dir():
        raise InputError(f"--records {path}: there is no folder {path.parent}")


def parse_sprt(text: str) -> Sprt:
    """Return the sequential test of two Elo differences, such as `0,20`."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise InputError(f"--sprt {text} is not valid; give two Elo differences, such as --sprt 0,20") from None
    return Sprt(elo0, elo1)


def running_score(result: MatchResult) -> str:
    return f"+{result.wins} ={result.draws} -{result.losses}  {result.score:.1%}"


def summary(a: str, b: str, game: Game, result: MatchResult) -> list[str]:
    """Return the summary of a match."""
    lines = [
        f"A: {a}",
        f"B: {b}",
        f"{plural(result.games, 'game')} of {game.name}, {result.distinct:,} of them distinct:"
        f" A won {result.wins:,}, drew {result.draws:,}, lost {result.losses:,}",
        f"score {result.score:.1%} (95 % interval: {result.low:.1%} to {result.high:.1%})",
        f"Elo {elo_text(result.elo, result.score)} (95 % interval: {elo_text(result.elo_low, result.low)}"
        f" to {elo_text(result.elo_high, result.high)})",
        *points_lines(result),
        verdict(result),
    ]
    if result.sprt:
        lines.append(test_text(result.sprt))
    if result.distinct < FEW_DISTINCT * result.games:
        lines.append(
            f"Warning: only {result.distinct:,} of {result.games:,} games are distinct, and repeated games add no"
            " information. Use longer openings, such as --openings random:8."
        )
    return lines


def points_lines(result: MatchResult) -> list[str]:
    """Return the mean points a game, in a game that has them."""
    if result.points is None:
        return []
    interval = f"95 % interval: {result.points_low:+.3g} to {result.points_high:+.3g}"
    return [f"points {result.points:+.3g} a game ({interval})"]


def elo_text(elo: float | None, score: float) -> str:
    """Return an Elo difference with its sign; a score of 0 or 1 makes it infinite."""
    return f"{elo:+.0f}" if elo is not None else "+infinity" if score > 0.5 else "-infinity"


def verdict(result: MatchResult) -> str:
    """Return who is stronger, if the interval shows it."""
    if result.low > 0.5:
        return "A is stronger."
    if result.high < 0.5:
        return "B is stronger."
    return "No significant difference; play more games."


def test_text(sprt: dict[str, Any]) -> str:
    accepted = sprt["verdict"]
    ratio = f"log-likelihood ratio {sprt['llr']:.2f} within {sprt['lower']:.2f} to {sprt['upper']:.2f}"
    if accepted is None:
        return f"The sequential test is undecided: {ratio}."
    rejected = "elo1" if accepted == "elo0" else "elo0"
    return f"The sequential test accepts a difference of {sprt[accepted]:+g} Elo rather than {sprt[rejected]:+g}."
