"""Ways of learning side by side: how strong each player is after so many minutes of training on the same cores.

Every learner trains for the same time, on one core, from the rules alone; of its model copies are kept on the way. Then
each copy, in the player that usually makes the most of it, plays the best untrained player of the game at equal time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError
from ...evaluators import weights_file
from ...games.interface.find import find_game
from ...games.interface.game import Game
from ...learn.find import find_learner
from ...learn.learner import Learner, check_game
from ...matches.match import match
from ...parallel.ordered_map import Workers
from ...players.model_players import kinds_of, player_spec
from ...players.untrained import best_untrained
from ..framework.study import IndependentStudy, Report, Table
from ..framework.text import percent

METHODS = ("nhb", "evolve", "outcome", "alphazero", "descent")
TRAINING = 0.8
"""The share of a cell's time that training takes, roughly."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    games: tuple[str, ...]
    minutes: float
    """Of training for each learner, on one core."""
    shares: tuple[float, ...]
    """Parts of the time after which a copy of the model is kept."""
    seconds: float
    """A move in the test games."""
    test_games: int


SHARES = (0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0)
SCALES = {
    "tiny": Scale(("tic_tac_toe",), 0.02, (0.1, 1.0), 0.002, 4),
    "small": Scale(("connect_four", "breakthrough", "othello"), 10.0, SHARES, 0.05, 60),
    "paper": Scale(("connect_four", "breakthrough", "othello", "hex:size=7", "kalah"), 30.0, SHARES, 0.05, 200),
}


class Cell(NamedTuple):
    game: str
    method: str


class Reached(NamedTuple):
    """How strong a player is after some training."""

    minutes: float
    score: float
    low: float
    high: float


class Course(NamedTuple):
    """What a learner reached, step by step, or why it does not fit."""

    game: str
    method: str
    opponent: str
    reached: list[dict[str, float]]
    """Each a Reached."""
    reason: str = ""


class Experiment(IndependentStudy):
    """Every learner on every game, each with the same time."""

    result = Course

    def cells(self) -> list[Cell]:
        return [Cell(game, method) for game in self.scale.games for method in METHODS]

    def is_timed(self, row: Any) -> bool:
        return True

    def measure(self, cell: Cell, folder: Path, workers: Workers, report: Report) -> Course:
        game, kind = find_game(cell.game), find_learner(cell.method)
        name, budget = f"{game.file_name}-{cell.method}", f"seconds={self.scale.seconds:g}"
        learner = kind(
            seed=self.seed, workers=workers, out=folder / name, minutes=self.scale.minutes, **kind.endless(game)
        )
        opponent = best_untrained(game, budget)
        try:
            check_game(learner, game)
        except InputError as error:
            return Course(*cell, "", [], str(error))
        copies = folder / f"{name}-copies"
        copies.mkdir(exist_ok=True)
        self._train(learner, game, copies, lambda share, text: report(TRAINING * share, f"{name}: {text}"))
        reached = list[dict[str, float]]()
        for share in self.scale.shares:
            report(TRAINING + (1.0 - TRAINING) * share, f"{name}: test games after {percent(share)} of the time")
            path = copy_path(copies, share)
            model = weights_file.load(str(path))
            player = player_spec(kinds_of(model.evaluator, game)[0], str(path), self.scale.seconds)
            found = match(
                player, opponent, game, self.scale.test_games, seed=self.seed, workers=workers,
                out=copies / f"{share:g}-test",
            )  # fmt: skip
            point = Reached(model.notes["minutes"], found.score, found.low, found.high)
            reached.append(point._asdict())
        return Course(*cell, opponent, reached)

    def _train(self, learner: Learner, game: Game, copies: Path, report: Report) -> None:
        """Train, or go on where training was interrupted, and keep copies of the model on the way."""
        steps = learner.steps(game, is_measured=False)
        for reached in steps:
            report(reached.share, reached.text)
            self._keep(learner, reached.share, copies)
        self._keep(learner, 1.0, copies)

    def _keep(self, learner: Learner, done: float, copies: Path) -> None:
        for share in self.scale.shares:
            path = copy_path(copies, share)
            if share <= done and not path.exists():
                model = learner.model()
                minutes = round(learner.seconds_spent() / 60.0, 3)  # a step may end long after the share of the time
                weights_file.save_model(path, model._replace(notes={**model.notes, "minutes": minutes}))

    def tables(self, rows: Sequence[Course]) -> list[Table]:
        return [self._table(game, rows) for game in dict.fromkeys(row.game for row in rows)]

    def _table(self, game: str, rows: Sequence[Course]) -> Table:
        own = [row for row in rows if row.game == game]
        opponent = next((row.opponent for row in own if row.opponent), "")
        minutes = [f">{share * self.scale.minutes:g} min" for share in self.scale.shares]
        lines = [[self.marked(row, row.method), *row_texts(row, len(minutes))] for row in own]
        title = f"{game}: score against {opponent}, {self.scale.test_games} games, after training on one core"
        return Table(title, ["method", *minutes], lines)

    def findings(self, rows: Sequence[Course]) -> list[str]:
        told = []
        for game in dict.fromkeys(row.game for row in rows):
            courses = [row for row in rows if row.game == game and row.reached]
            if courses:
                best = max(courses, key=lambda row: row.reached[-1]["score"])
                told.append(f"{game}: {best.method} ends highest, at {percent(best.reached[-1]['score'])}.")
        return told

    def draw(self, rows: Sequence[Course], figure: Any, folder: Path) -> None:
        games = list(dict.fromkeys(row.game for row in rows))
        figure.set_size_inches(5 * len(games), 4)
        for axes, game in zip(figure.subplots(1, len(games), squeeze=False)[0], games, strict=True):
            for row in rows:
                if row.game == game and row.reached:
                    draw_course(axes, row)
            axes.axhline(0.5, color="grey", linewidth=1)
            axes.set_ylim(-0.02, 1.02)
            axes.set_title(game)
            axes.set_xlabel("minutes of training on one core")
        figure.axes[0].set_ylabel("score against the best untrained player")
        figure.axes[0].legend()


def draw_course(axes: Any, row: Course) -> None:
    points = [Reached(**each) for each in row.reached]
    below, above = [point.score - point.low for point in points], [point.high - point.score for point in points]
    minutes, scores = [point.minutes for point in points], [point.score for point in points]
    axes.errorbar(minutes, scores, yerr=[below, above], marker="o", capsize=2, linewidth=1.5, label=row.method)


def copy_path(copies: Path, share: float) -> Path:
    return copies / f"{share:g}.safetensors"


def row_texts(row: Course, columns: int) -> list[str]:
    if row.reason:
        return [row.reason, *[""] * (columns - 1)]
    return [f"{percent(each['score'])} ({100 * each['low']:.0f} to {100 * each['high']:.0f})" for each in row.reached]
