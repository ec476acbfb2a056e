"""Table 2 of the NHB paper: Reversi against a random heuristic, beside two hand-made heuristics.

The NHB paper gives no budget per move. Here it is the same for training and test games and for all players; at the
scale `paper`, the smallest of its Connect Four table.
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
from ..framework.cells import GamesCell, GamesResult, GamesRow, GamesScore, join_seeds, mean_share, read_row
from ..framework.study import Report, Table
from ..framework.text import COLUMNS, interval, percent, spread_of_seeds, table_row
from .schedules import Scale, ScheduledStudy, TrainingSchedule, budget_option, budget_text, learn, run_folder

NHB = "NHB"
HEURISTICS = ("piece-advantage", "positional")
OPPONENT = "random"
CHECKPOINTS = (50, 100, 150, 200, 250, 300, 350, 400, 550, 600)

SCALES = {
    "tiny": Scale(
        (TrainingSchedule(Budget(nodes=20), (50, 100), changes={"hidden_units": 10}),), 4, Budget(nodes=20), seeds=2
    ),
    "small": Scale((TrainingSchedule(Budget(nodes=500), CHECKPOINTS),), 100, Budget(nodes=500), seeds=3),
    "paper": Scale((TrainingSchedule(Budget(seconds=0.25), CHECKPOINTS),), 100, Budget(seconds=0.25)),
}

LOST_DRAWN_WON = (
    "36 5 59  24 4 72  39 2 59  36 0 64  30 6 64  41 4 55  38 5 57  42 2 56  39 2 59  36 3 61  53 3 44  26 2 72"
)
"""The NHB paper's table: after each number of training matches, then piece-advantage and positional."""


def paper_rows() -> list[GamesRow]:
    places = [*((NHB, matches) for matches in CHECKPOINTS), *((name, None) for name in HEURISTICS)]
    return [read_row(*place, cell) for place, cell in zip(places, LOST_DRAWN_WON.split("  "), strict=True)]


class Experiment(ScheduledStudy):
    """Strength during training, against opponents with a random value for every state."""

    result = GamesResult
    paper = paper_rows()
    game = find_game("othello")

    @property
    def schedule(self) -> TrainingSchedule:
        return self.scale.schedules[0]

    def cells(self) -> list[GamesCell]:
        trained = [(NHB, matches) for matches in self.schedule.checkpoints]
        places = [*trained, *((name, None) for name in HEURISTICS)]
        return [GamesCell(seed, *place) for seed in self.seeds for place in places]

    def measure(self, cell: GamesCell, folder: Path, workers: Workers, report: Report) -> GamesResult:
        if cell.matches is None:
            return GamesResult(*cell, *self._test(cell.series, cell, workers, report))
        part = self.scale.training_share(self.schedule, cell.matches)
        learner = learn(
            self.schedule, cell.matches, self.game, cell.seed, folder, workers,
            lambda share, text: report(part * share, text),
        )  # fmt: skip
        score = self._test(
            str(run_folder(folder, cell.seed, self.schedule, cell.matches)), cell, workers,
            lambda share, text: report(part + (1.0 - part) * share, text),
        )  # fmt: skip
        last = learner.metrics_[-1]
        return GamesResult(*cell, *score, hidden_units=last.hidden_units, seconds=last.seconds)

    def _test(self, evaluator: str, cell: GamesCell, workers: Workers, report: Report) -> GamesScore:
        """Return the score of a player with this evaluator; every pair of games has a new opponent."""
        player = f"alphabeta:{budget_option(self.scale.test)},eval="
        place = cell.series if cell.matches is None else f"{cell.series}, {cell.matches} matches"

        def update(done: int, wanted: int, result: MatchResult) -> None:
            report(done / wanted, f"{place}: test games")

        report(0.0, f"{place}: test games")
        found = match(
            player + evaluator, player + OPPONENT, self.game,
            games=self.scale.games, openings=None, seed=cell.seed, workers=workers, progress=update,
        )  # fmt: skip
        return GamesScore(found.wins, found.draws, found.losses)

    def rows(self, results: Sequence[GamesResult]) -> list[GamesRow]:
        return join_seeds(results, {(row.series, row.matches): row for row in self.paper})

    def tables(self, rows: Sequence[GamesRow]) -> list[Table]:
        games = f"{self.scale.games} test games for every cell at {budget_text(self.scale.test)} a move"
        table = [[self.marked(row, row.series), *table_row(row)] for row in rows]
        title = f"Table 2: {games} against eval={OPPONENT}{self.scale.seeds_text}"
        return [Table(title, ["heuristic", *COLUMNS], table)]

    def findings(self, rows: Sequence[GamesRow]) -> list[str]:
        ours, theirs = ([row for row in found if row.series == NHB] for found in (rows, self.paper))
        best, their_best = (max(found, key=lambda row: row.share) for found in (ours, theirs))
        same = [row.paper for row in ours if row.paper]
        made = [f"{row.series} {percent(row.share)} (paper {percent(row.paper.share)})" for row in rows
                if row.series != NHB and row.paper]  # fmt: skip
        return [
            f"Best of {NHB}: {percent(best.share)} wins ({interval(best.low, best.high)}{spread_of_seeds(best)}) after"
            f" {best.matches} matches; the NHB paper's best is {percent(their_best.share)}.",
            f"Mean of its {len(ours)} cells: {percent(mean_share(ours))}; of the same cells in the NHB paper:"
            f" {percent(mean_share(same))}.",
            f"The heuristics that people made: {', '.join(made)}.",
        ]

    def draw(self, rows: Sequence[GamesRow], figure: Any, folder: Path) -> None:
        (axes,) = plots.panels(figure, (7.5,))
        ours, theirs = ([row for row in found if row.series == NHB] for found in (rows, self.paper))
        label = f"{NHB}, {budget_text(self.schedule.budget)} a move"
        plots.draw_curve(axes, ours, theirs, "C0", label, f"{NHB}, paper")
        for row in rows:
            if row.series != NHB and row.paper:
                draw_level(axes, row, f"C{1 + HEURISTICS.index(row.series)}")
        title = f"Reversi against eval={OPPONENT}, with 95 % intervals"
        plots.describe(axes, title, "training matches", 3)


def draw_level(axes: Any, row: GamesRow, colour: str) -> None:
    """Draw a level that does not depend on training: ours as a line with its interval, the NHB paper's dotted."""
    axes.axhline(row.share, color=colour, label=row.series)
    axes.axhspan(row.low, row.high, color=colour, alpha=0.1, linewidth=0)
    if row.paper:
        axes.axhline(row.paper.share, color=colour, linestyle=":", label=f"{row.series}, paper")
