"""Table 2 of Ghignone and Cancelliere: Reversi against a random heuristic, beside two heuristics that people made.

The paper names no budget for a move. Here it is one for training and test games, and for all players; on the scale of
the paper the smallest of its Connect Four table.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...games.interface.find import find_game
from ...matches.match import match
from ...matches.tally import MatchResult
from ...parallel.ordered_map import Workers
from ...players.base import Budget
from ..framework import plots
from ..framework.cells import Cell, Result, Row, Score, join_seeds, mean_share, read_row
from ..framework.reproduce import Table
from ..framework.text import COLUMNS, interval, percent, range_of_seeds, table_row
from .schedules import Course, Report, Scale, budget_option, budget_text, learn, run_folder

NHB = "NHB"
HEURISTICS = ("piece-advantage", "positional")
OPPONENT = "random"
CHECKPOINTS = (50, 100, 150, 200, 250, 300, 350, 400, 550, 600)

SCALES = {
    "tiny": Scale((Course(Budget(nodes=20), (50, 100), changes={"hidden_units": 10}),), 4, Budget(nodes=20), seeds=2),
    "small": Scale((Course(Budget(nodes=500), CHECKPOINTS),), 100, Budget(nodes=500), seeds=3),
    "paper": Scale((Course(Budget(seconds=0.25), CHECKPOINTS),), 100, Budget(seconds=0.25)),
}

LOST_DRAWN_WON = (
    "36 5 59  24 4 72  39 2 59  36 0 64  30 6 64  41 4 55  38 5 57  42 2 56  39 2 59  36 3 61  53 3 44  26 2 72"
)
"""The paper's table: after each number of training matches, then piece-advantage and positional."""


def paper_rows() -> list[Row]:
    places = [*((NHB, matches) for matches in CHECKPOINTS), *((name, None) for name in HEURISTICS)]
    return [read_row(*place, cell) for place, cell in zip(places, LOST_DRAWN_WON.split("  "), strict=True)]


class Experiment:
    """Strength along a training, against opponents that see a random value in every state."""

    def __init__(self, scale: Scale, seed: int):
        self.scale = scale
        self.seed = seed
        self.course = scale.courses[0]
        self.game = find_game("othello")
        self.paper = paper_rows()

    def cells(self) -> list[Cell]:
        trained = [(NHB, matches) for matches in self.course.checkpoints]
        places = [*trained, *((name, None) for name in HEURISTICS)]
        return [Cell(seed, *place) for seed in range(self.seed, self.seed + self.scale.seeds) for place in places]

    def measure(self, cell: Cell, folder: Path, workers: Workers, report: Report) -> Result:
        if cell.matches is None:
            return Result(*cell, *self._test(cell.series, cell, workers, report))
        part = self.scale.training_share(self.course, cell.matches)
        apprentice = learn(
            self.course, cell.matches, self.game, cell.seed, folder, workers,
            lambda share, text: report(part * share, text),
        )  # fmt: skip
        score = self._test(
            str(run_folder(folder, cell.seed, self.course, cell.matches)), cell, workers,
            lambda share, text: report(part + (1.0 - part) * share, text),
        )  # fmt: skip
        last = apprentice.metrics_[-1]
        return Result(*cell, *score, hidden_units=last.hidden_units, seconds=last.seconds)

    def _test(self, evaluator: str, cell: Cell, workers: Workers, report: Report) -> Score:
        """Return the score of a player with this evaluator; a pair of games has an opponent of its own."""
        player = f"alphabeta:{budget_option(self.scale.test)},eval="
        place = cell.series if cell.matches is None else f"{cell.series}, {cell.matches} matches"

        def update(done: int, wanted: int, result: MatchResult) -> None:
            report(done / wanted, f"{place}: test games")

        report(0.0, f"{place}: test games")
        found = match(
            player + evaluator, player + OPPONENT, self.game,
            games=self.scale.games, openings=None, seed=cell.seed, workers=workers, progress=update,
        )  # fmt: skip
        return Score(found.wins, found.draws, found.losses)

    def rows(self, results: Sequence[Result]) -> list[Row]:
        return join_seeds(results, {(row.series, row.matches): row for row in self.paper})

    def tables(self, rows: Sequence[Row]) -> list[Table]:
        games = f"{self.scale.games} test games for every cell at {budget_text(self.scale.test)} a move"
        seeds = f", {self.scale.seeds} seeds" if self.scale.seeds > 1 else ""
        table = [[row.series, *table_row(row)] for row in rows]
        return [Table(f"Table 2: {games} against eval={OPPONENT}{seeds}", ["heuristic", *COLUMNS], table)]

    def findings(self, rows: Sequence[Row]) -> list[str]:
        ours, theirs = ([row for row in found if row.series == NHB] for found in (rows, self.paper))
        best, their_best = (max(found, key=lambda row: row.share) for found in (ours, theirs))
        same = [row.paper for row in ours if row.paper]
        seeds = f"; by seed {range_of_seeds(best)}" if len(best.by_seed) > 1 else ""
        made = [f"{row.series} {percent(row.share)} (paper {percent(row.paper.share)})" for row in rows
                if row.series != NHB and row.paper]  # fmt: skip
        return [
            f"Best of {NHB}: {percent(best.share)} wins ({interval(best)}{seeds}) after {best.matches} matches; the"
            f" paper's best is {percent(their_best.share)}.",
            f"Mean of its {len(ours)} cells: {percent(mean_share(ours))}; of the same cells in the paper:"
            f" {percent(mean_share(same))}.",
            f"The heuristics that people made: {', '.join(made)}.",
        ]

    def draw(self, rows: Sequence[Row], figure: Any, folder: Path) -> None:
        (axes,) = plots.panels(figure, (7.5,))
        ours, theirs = ([row for row in found if row.series == NHB] for found in (rows, self.paper))
        label = f"{NHB}, {budget_text(self.course.budget)} a move"
        our_places, their_places = ([row.matches or 0 for row in found] for found in (ours, theirs))
        plots.draw_band(axes, our_places, ours, "C0")
        plots.draw_line(axes, our_places, ours, color="C0", label=label)
        plots.draw_points(axes, their_places, theirs, color="C0", label=f"{NHB}, paper")
        for row in rows:
            if row.series != NHB and row.paper:
                draw_level(axes, row, f"C{1 + HEURISTICS.index(row.series)}")
        title = f"Reversi against eval={OPPONENT}, with 95 % intervals"
        plots.describe(axes, title, "training matches", 3)


def draw_level(axes: Any, row: Row, colour: str) -> None:
    """Draw what does not depend on training: ours as a line with its interval, the paper's dotted."""
    axes.axhline(row.share, color=colour, label=row.series)
    axes.axhspan(row.low, row.high, color=colour, alpha=0.1, linewidth=0)
    if row.paper:
        axes.axhline(row.paper.share, color=colour, linestyle=":", label=f"{row.series}, paper")
