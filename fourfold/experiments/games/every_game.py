"""Every method on every game: what learning is worth against the best player that learned nothing, at equal time.

Each learner gets the same few minutes of one core; then its net, in a search, plays the best untrained player of the
game. In a game of chance points are played for, and shown beside the share of games won. Contexts and expert moves need
something to learn from, which takes half of their time, and play without search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError
from ...evaluators import weights_file
from ...games.interface.find import find_game, game_names
from ...games.interface.game import Game
from ...learn.find import find_learner
from ...learn.learner import Learner, Progress, check_game
from ...matches.match import match
from ...matches.tally import MatchResult
from ...parallel.ordered_map import Workers
from ...players.model_players import kinds_of, player_spec
from ...players.untrained import best_untrained
from ...storage.array_files import MODEL
from ..framework.study import IndependentStudy, Report, Table
from ..framework.text import percent
from . import lessons

METHODS = ("outcome", "nhb", "evolve", "context", "policy", "alphazero", "descent")
LESSONS = {"context": lessons.proven_moves, "policy": lessons.expert_games}
"""What those learn from that rank moves, without search."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    minutes: float
    """Of training for each learner, on one core."""
    best_minutes: float
    """For the best learner."""
    seconds: float
    """A move in the test games."""
    test_games: int
    only: tuple[str, ...] = ()
    """The games; empty: all that are included."""

    @property
    def games(self) -> list[str]:
        return list(self.only) or game_names()


SCALES = {
    "tiny": Scale(0.02, 0.02, 0.002, 4, ("tic_tac_toe", "kalah")),
    "small": Scale(2.0, 2.0, 0.05, 40),
    "paper": Scale(5.0, 15.0, 0.05, 200),
}
BEST = "outcome"
"""The learner that was best, or as good as the others, on every game at the small scale."""


class Cell(NamedTuple):
    game: str
    method: str


class Result(NamedTuple):
    """What a learner reached in a game, or why it does not fit."""

    game: str
    method: str
    opponent: str
    minutes: float
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    points: float | None
    """A game, where they are played for."""
    points_low: float | None
    points_high: float | None
    reason: str = ""


class Experiment(IndependentStudy):
    """Every learner on every game, each with the same time."""

    result = Result

    def cells(self) -> list[Cell]:
        return [Cell(game, method) for method in METHODS for game in self.scale.games]

    def is_timed(self, row: Any) -> bool:
        return True

    def measure(self, cell: Cell, folder: Path, workers: Workers, report: Report) -> Result:
        game, kind = find_game(cell.game), find_learner(cell.method)
        run = folder / f"{cell.method}-{game.file_name}"
        try:
            learner = kind(seed=self.seed, workers=workers, out=run, **self._settings(cell, game, run, workers))
            check_game(learner, game)
        except InputError as error:
            return unfit(cell, str(error))
        learn(learner, game, lambda share, text: report(0.7 * share, f"{cell.game}, {cell.method}: {text}"))
        return self._play(cell, game, run, workers, report)

    def _minutes(self, cell: Cell) -> float:
        return self.scale.best_minutes if cell.method == BEST else self.scale.minutes

    def _settings(self, cell: Cell, game: Game, run: Path, workers: Workers) -> dict[str, Any]:
        minutes = self._minutes(cell)
        if cell.method not in LESSONS:
            return {"minutes": minutes, **find_learner(cell.method).endless(game)}
        path = run.with_name(f"{run.name}-lessons")
        return {"minutes": minutes / 2, "data": LESSONS[cell.method](game, path, minutes / 2, self.seed, workers)}

    def _play(self, cell: Cell, game: Game, run: Path, workers: Workers, report: Report) -> Result:
        budget, wanted = f"seconds={self.scale.seconds:g}", self.scale.test_games
        opponent = best_untrained(game, budget)
        plays_for_points = bool(game.most_chances and game.most_points)

        def update(done: int, games: int, so_far: MatchResult) -> None:
            report(0.7 + 0.3 * done / games, f"{cell.game}, {cell.method}: test games, {percent(so_far.score)}")

        kind = kinds_of(weights_file.evaluator_of(run / MODEL), game)[0]
        player, games = player_spec(kind, str(run), self.scale.seconds), run.with_name(f"{run.name}-test")
        found = match(player, opponent, game, wanted, seed=self.seed, workers=workers, out=games, progress=update)
        points = (found.points, found.points_low, found.points_high) if plays_for_points else (None, None, None)
        return Result(
            cell.game, cell.method, opponent, self._minutes(cell), found.wins, found.draws, found.losses, found.score,
            found.low, found.high, *points,
        )  # fmt: skip

    def tables(self, rows: Sequence[Result]) -> list[Table]:
        found = {(row.game, row.method): row for row in rows}
        games = list(dict.fromkeys(row.game for row in rows))
        lines = [[game, *(cell_text(found.get((game, method))) for method in METHODS)] for game in games]
        title = (
            f"Score against the best untrained player, {self.scale.seconds:g} s a move, {self.scale.test_games} games,"
            f" after {self.scale.minutes:g} minutes on one core ({self.scale.best_minutes:g} for the best learner)"
        )
        return [Table(title, ["game", *METHODS], lines)]

    def findings(self, rows: Sequence[Result]) -> list[str]:
        ahead = sorted({row.game for row in rows if is_ahead(row)})
        behind = [game for game in dict.fromkeys(row.game for row in rows) if game not in ahead]
        told = [
            f"Some learner is above one half with its interval on {len(ahead)} games: {', '.join(ahead) or 'none'}."
        ]
        return told + ([f"On the others none is: {', '.join(behind)}."] if behind else [])

    def draw(self, rows: Sequence[Result], figure: Any, folder: Path) -> None:
        games = list(dict.fromkeys(row.game for row in rows))
        figure.set_size_inches(8, 1 + 0.7 * len(games))
        axes = figure.subplots()
        for place, method in enumerate(METHODS):
            own = [row for row in rows if row.method == method and not row.reason]
            heights = [games.index(row.game) + (place - 3) * 0.1 for row in own]
            spans = [[row.score - row.low for row in own], [row.high - row.score for row in own]]
            axes.errorbar([row.score for row in own], heights, xerr=spans, fmt="o", capsize=3, label=method)
        axes.axvline(0.5, color="grey", linewidth=1)
        axes.set_yticks(range(len(games)), games)
        axes.set_xlim(-0.02, 1.02)
        axes.set_xlabel("score against the best untrained player at equal time")
        axes.legend()


def learn(learner: Learner, game: Game, report: Report) -> None:
    """Train, or go on where training was interrupted."""
    learner.fit(game, progress=lambda reached: tell(reached, report))


def tell(reached: Progress, report: Report) -> None:
    report(reached.share, reached.text)


def unfit(cell: Cell, reason: str) -> Result:
    return Result(*cell, "", 0.0, 0, 0, 0, 0.0, 0.0, 0.0, None, None, None, reason)


def is_ahead(row: Result) -> bool:
    """Return whether a learner is better than the untrained player, by points where they are what is played for."""
    if row.reason:
        return False
    return row.low > 0.5 if row.points_low is None else row.points_low > 0.0 or row.low > 0.5


def cell_text(row: Result | None) -> str:
    if row is None:
        return ""
    if row.reason:
        return row.reason
    text = f"{percent(row.score)} ({100 * row.low:.0f} to {100 * row.high:.0f})"
    return text if row.points is None else f"{text}, {row.points:+.2f} points"
