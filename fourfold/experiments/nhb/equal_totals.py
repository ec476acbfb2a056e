"""Nets trained with several budgets per move, compared after equal totals of training: matches times budget."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...games.interface.game import Game
from ...learn.nhb.one_net import OneNet
from ...parallel.ordered_map import Workers
from ..framework.cells import GamesCell, GamesResult, GamesRow, GamesScore
from ..framework.plots import draw_line
from ..framework.study import Report, Table
from ..framework.text import listed, percent
from .best_budget import Standing, best_at_each_total, standings, total
from .schedules import Scale, ScheduledStudy, learn, unit
from .untrained_opponents import score_against_untrained

WINS = "Wins after the same total of training, by the budget of a training move"


class EqualTotals(ScheduledStudy):
    """Strength at every checkpoint of every schedule."""

    result = GamesResult
    game: Game

    def cells(self) -> list[GamesCell]:
        return [
            GamesCell(seed, schedule.name, matches)
            for seed in self.seeds
            for schedule in self.scale.schedules
            for matches in schedule.checkpoints
        ]

    def measure(self, cell: GamesCell, folder: Path, workers: Workers, report: Report) -> GamesResult:
        scale, schedule, matches = self.scale, self.scale.schedule(cell.series), cell.matches or 0
        part = scale.training_share(schedule, matches)
        learner = learn(
            schedule, matches, self.game, cell.seed, folder, workers, lambda share, text: report(share * part, text)
        )

        def update(share: float) -> None:
            report(part + (1.0 - part) * share, f"{schedule.name}, {matches} matches: test games")

        score = self.score(learner, cell, workers, update)
        last = learner.metrics_[-1]
        return GamesResult(*cell, *score, hidden_units=last.hidden_units, seconds=last.seconds)

    def score(
        self, learner: OneNet, cell: GamesCell, workers: Workers, report: Callable[[float], None]
    ) -> GamesScore:  # fmt: skip
        """Return how the test games of a trained net ended: here against untrained nets."""
        return score_against_untrained(
            learner.weights_, self.game, self.scale.games, self.scale.test, cell.seed, workers, report
        )


def totals_table(scale: Scale, rows: Sequence[GamesRow], title: str = WINS) -> Table:
    """Return the table of wins by total and budget."""
    totals = sorted({total(scale, row) for row in rows})
    share = {(row.series, total(scale, row)): percent(row.share) for row in rows}
    names = [schedule.name for schedule in scale.schedules]
    table = [[f"{level:,g}", *(share.get((name, level), "") for name in names)] for level in totals]
    table.append(["mean", *(percent(standing.share) for standing in standings(scale, rows))])
    return Table(title, [f"matches x {unit(scale.test)}", *(f">{name}" for name in names)], table)


def draw_totals(axes: Any, scale: Scale, rows: Sequence[GamesRow]) -> None:
    """Draw the wins of every schedule by total, and mark the best at each."""
    for number, schedule in enumerate(scale.schedules):
        own = [row for row in rows if row.series == schedule.name]
        draw_line(axes, [total(scale, row) for row in own], own, color=f"C{number}", label=schedule.name)
    best = best_at_each_total(scale, rows)
    places, shares = [total(scale, row) for row in best], [row.share for row in best]
    axes.plot(places, shares, "k*", markersize=10, zorder=3, label="best at this total")


def draw_standings(axes: Any, found: Sequence[Standing]) -> None:
    """Draw the mean of every budget, and mark the best."""
    best = max(found, key=lambda standing: standing.share)
    moves, shares = [standing.amount for standing in found], [standing.share for standing in found]
    errors = [standing.error or 0.0 for standing in found]
    axes.errorbar(moves, shares, yerr=errors, fmt="o-", markersize=4, capsize=3, label="with standard error")
    axes.plot([best.amount], [best.share], "k*", markersize=10, zorder=3, label=f"best: {best.series}")
    axes.set_xscale("log", base=2)
    axes.set_xticks(moves, [f"{move:g}" for move in moves])


def optimum_text(found: Sequence[Standing]) -> str:
    """Return which budget is best at equal totals, and the results of the others."""
    ranked = sorted(found, key=lambda standing: -standing.share)
    texts = [standing_text(standing) for standing in ranked]
    best = f"At equal totals of training a budget of {ranked[0].series} a move is best"
    return f"{best}: {texts[0]}; then {listed(texts[1:])}."


def standing_text(standing: Standing) -> str:
    error = "" if standing.error is None else f" (standard error {100.0 * standing.error:.1f})"
    return f"{standing.series} {percent(standing.share)}{error}"
