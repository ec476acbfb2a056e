"""Table 1 of the NHB paper: Connect Four, trained with three budgets for a move, against untrained nets.

The NHB paper does not give the budget of its test games. Here it is the same for all cells of a scale and for both
players: the smallest budget of the training columns. The schedules of a scale have the same cost: half the matches
where a move has twice the budget. In each, the first tenth are matches between untrained nets, and consistent states
become examples halfway through.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...games.interface.find import find_game
from ...players.base import Budget
from ..framework import plots
from ..framework.cells import GamesResult, GamesRow, join_seeds, mean_share, read_row
from ..framework.study import Table
from ..framework.text import COLUMNS, interval, percent, spread_of_seeds, table_row
from .best_budget import standings
from .equal_totals import EqualTotals, draw_standings, draw_totals, optimum_text, totals_table
from .schedules import Scale, budget_text, even_schedule, unit

SCALES = {
    "tiny": Scale(
        schedules=(
            even_schedule(Budget(nodes=20), 20, cells=2, paper="0.25 s", hidden_units=10),
            even_schedule(Budget(nodes=40), 10, cells=2, paper="0.5 s", hidden_units=10),
            even_schedule(Budget(nodes=80), 5, cells=2, paper="1 s", hidden_units=10),
        ),
        games=10,
        test=Budget(nodes=20),
        seeds=2,
    ),
    "small": Scale(
        schedules=(
            even_schedule(Budget(nodes=125), 80),
            even_schedule(Budget(nodes=250), 40),
            even_schedule(Budget(nodes=500), 20, paper="0.25 s"),
            even_schedule(Budget(nodes=1000), 10, paper="0.5 s"),
            even_schedule(Budget(nodes=2000), 5, paper="1 s"),
            even_schedule(Budget(nodes=4000), 5, cells=5),
        ),
        games=200,
        test=Budget(nodes=500),
        seeds=3,
    ),
    "paper": Scale(
        schedules=(
            even_schedule(Budget(seconds=0.25), 20, paper="0.25 s"),
            even_schedule(Budget(seconds=0.5), 10, paper="0.5 s"),
            even_schedule(Budget(seconds=1.0), 5, paper="1 s"),
        ),
        games=200,
        test=Budget(seconds=0.25),
    ),
}

LOST_DRAWN_WON = {
    ("0.25 s", 20): "79 11 110  53 9 138  46 13 141  68 18 114  46 12 142"
    "  42 10 148  66 11 123  59 9 132  60 14 126  47 13 140",
    ("0.5 s", 10): "54 14 132  68 12 120  88 13 99  44 12 144  43 9 148"
    "  69 13 118  50 8 142  54 13 133  58 7 135  55 11 134",
    ("1 s", 5): "59 18 123  64 13 123  57 13 130  69 16 115  61 19 120"
    "  47 18 135  84 18 98  77 12 111  62 14 124  61 10 129",
}
"""The NHB paper's table, by move time and number of training matches."""


def paper_rows() -> list[GamesRow]:
    return [
        read_row(series, step * number, cell)
        for (series, step), text in LOST_DRAWN_WON.items()
        for number, cell in enumerate(text.split("  "), 1)
    ]


class Experiment(EqualTotals):
    """Strength after every tenth of the training, for several budgets per training move."""

    paper = paper_rows()
    game = find_game("connect_four")

    def rows(self, results: Sequence[GamesResult]) -> list[GamesRow]:
        series = {schedule.paper: schedule.name for schedule in self.scale.schedules if schedule.paper}
        theirs = {(series[row.series], row.matches): row for row in self.paper}
        return join_seeds(results, theirs)

    def tables(self, rows: Sequence[GamesRow]) -> list[Table]:
        table = [[self.marked(row, row.series), *table_row(row)] for row in rows if row.paper]
        games = f"{self.scale.games} test games at {budget_text(self.scale.test)} a move"
        first = Table(f"Table 1: {games} for every cell{self.scale.seeds_text}", ["a training move", *COLUMNS], table)
        return [first, totals_table(self.scale, rows)]

    def findings(self, rows: Sequence[GamesRow]) -> list[str]:
        compared = [row for row in rows if row.paper]
        best, their_best = (max(found, key=lambda row: row.share) for found in (compared, self.paper))
        theirs = [row.paper for row in compared if row.paper]
        return [
            f"Best cell: {percent(best.share)} wins ({interval(best.low, best.high)}{spread_of_seeds(best)}) after"
            f" {best.matches} matches at {best.series} a move; the NHB paper's best is {percent(their_best.share)}.",
            f"Mean of the {len(compared)} cells: {percent(mean_share(compared))}; of the same cells in the NHB paper:"
            f" {percent(mean_share(theirs))}.",
            optimum_text(standings(self.scale, rows)),
        ]

    def draw(self, rows: Sequence[GamesRow], figure: Any, folder: Path) -> None:
        by_matches, by_total, by_budget = plots.panels(figure, (5.0, 5.0, 3.2))
        for number, schedule in enumerate(self.scale.schedules):
            own, colour = [row for row in rows if row.series == schedule.name], f"C{number}"
            if schedule.paper:
                theirs = [row for row in self.paper if row.series == schedule.paper]
                labels = f"{schedule.name} a move", f"paper, {schedule.paper} a move"
                plots.draw_curve(by_matches, own, theirs, colour, *labels)
        draw_totals(by_total, self.scale, rows)
        draw_standings(by_budget, standings(self.scale, rows))
        what = unit(self.scale.test)
        plots.describe(by_matches, "by training matches, with 95 % intervals", "training matches", 2)
        plots.describe(by_total, "by total training time", f"training matches x {what} a move", 3)
        plots.describe(by_budget, "mean at equal totals", f"{what} a training move", 1)
