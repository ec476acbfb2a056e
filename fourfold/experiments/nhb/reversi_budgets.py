"""The best budget per move for a fixed total of training in Reversi, as Table 1 has it for Connect Four.

The NHB paper left it for future work. There are two recipes, each with equal totals: the NHB paper's, whose nets meet
untrained ones; and learning from the outcomes of self-play, by which Reversi is learned here, whose nets meet the
positional heuristic, because against untrained ones they win nearly every game.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ...games.interface.find import find_game
from ...learn.nhb.one_net import OUTCOMES, OneNet
from ...matches.match import match
from ...matches.tally import MatchResult
from ...parallel.ordered_map import Workers
from ...players.base import Budget
from ..framework import plots
from ..framework.cells import GamesCell, GamesResult, GamesRow, GamesScore, join_seeds
from ..framework.study import Table
from .best_budget import Standing, standings
from .equal_totals import EqualTotals, draw_standings, draw_totals, optimum_text, totals_table
from .schedules import Scale, TrainingSchedule, budget_option, budget_text, even_schedule

PAPER, SELF_PLAY = "paper", "self-play"
OPPONENTS = {PAPER: "untrained nets", SELF_PLAY: "positional"}
OPENINGS = "random:8"
"""Of games against the positional heuristic, which would otherwise repeat one game."""


@dataclass(frozen=True)
class RecipeSchedule(TrainingSchedule):
    """A schedule of one of the two recipes."""

    recipe: str = PAPER

    @property
    def name(self) -> str:
        return f"{self.recipe} {budget_text(self.budget)}"


def paper_schedule(nodes: int, step: int, **changes: Any) -> RecipeSchedule:
    """Return ten checkpoints with the NHB paper's recipe."""
    return RecipeSchedule(**vars(even_schedule(Budget(nodes=nodes), step, **changes)))


def self_play_schedule(nodes: int, step: int, cells: int = 5, **changes: Any) -> RecipeSchedule:
    """Return checkpoints with self-play alone, each after one cycle."""
    cycles = {"first_matches": step, "cycle": step, "self_play": step}
    even = even_schedule(Budget(nodes=nodes), step, cells, **{**asdict(OUTCOMES), **cycles, **changes})
    return RecipeSchedule(**vars(even), recipe=SELF_PLAY)


SCALES = {
    "tiny": Scale(
        (
            paper_schedule(20, 10, cells=2, hidden_units=10),
            paper_schedule(40, 5, cells=2, hidden_units=10),
            self_play_schedule(20, 10, cells=2, hidden_units=20, interval=1.0),
            self_play_schedule(40, 5, cells=2, hidden_units=20, interval=1.0),
        ),
        games=4,
        test=Budget(nodes=20),
        seeds=2,
    ),
    "small": Scale(
        (
            *(paper_schedule(125 << double, 320 >> double) for double in range(7)),
            *(self_play_schedule(50 << double, 6400 >> double) for double in range(7)),
        ),
        games=200,
        test=Budget(nodes=500),
        seeds=3,
    ),
    "paper": Scale(
        (
            *(paper_schedule(125 << double, 1280 >> double) for double in range(9)),
            *(self_play_schedule(50 << double, 6400 >> double, cells=10) for double in range(9)),
        ),
        games=400,
        test=Budget(nodes=2000),
        seeds=5,
    ),
}


class Experiment(EqualTotals):
    """Two recipes, each with several budgets per training move."""

    game = find_game("othello")

    def score(
        self, learner: OneNet, cell: GamesCell, workers: Workers, report: Callable[[float], None]
    ) -> GamesScore:  # fmt: skip
        if recipe_of(cell.series) == PAPER:
            return super().score(learner, cell, workers, report)
        player = f"alphabeta:{budget_option(self.scale.test)},eval="

        def update(done: int, wanted: int, result: MatchResult) -> None:
            report(done / wanted)

        found = match(
            f"{player}{learner.out}", f"{player}positional", self.game, games=self.scale.games, openings=OPENINGS,
            seed=cell.seed, workers=workers, progress=update,
        )  # fmt: skip
        return GamesScore(found.wins, found.draws, found.losses)

    def rows(self, results: Sequence[GamesResult]) -> list[GamesRow]:
        return join_seeds(results, {})

    def tables(self, rows: Sequence[GamesRow]) -> list[Table]:
        games = f"{self.scale.games} test games at {budget_text(self.scale.test)} a move{self.scale.seeds_text}"
        return [
            totals_table(self._part(recipe), own_rows(recipe, rows), f"Wins against {opponent}, {games}")
            for recipe, opponent in OPPONENTS.items()
        ]

    def _part(self, recipe: str) -> Scale:
        """Return the scale with the schedules of one recipe: totals of different recipes are not compared."""
        return replace(
            self.scale, schedules=tuple(each for each in self.scale.schedules if recipe_of(each.name) == recipe)
        )

    def _standings(self, recipe: str, rows: Sequence[GamesRow]) -> list[Standing]:
        found = standings(self._part(recipe), own_rows(recipe, rows))
        return [each._replace(series=each.series.removeprefix(f"{recipe} ")) for each in found]

    def findings(self, rows: Sequence[GamesRow]) -> list[str]:
        return [
            f"Recipe `{recipe}`, against {opponent}: {optimum_text(self._standings(recipe, rows))}"
            for recipe, opponent in OPPONENTS.items()
        ]

    def draw(self, rows: Sequence[GamesRow], figure: Any, folder: Path) -> None:
        axes = plots.panels(figure, (5.0, 3.2) * len(OPPONENTS))
        for number, (recipe, opponent) in enumerate(OPPONENTS.items()):
            by_total, by_budget = axes[2 * number : 2 * number + 2]
            part, own = self._part(recipe), own_rows(recipe, rows)
            draw_totals(by_total, part, own)
            draw_standings(by_budget, self._standings(recipe, rows))
            plots.describe(by_total, f"{recipe}, against {opponent}", "training matches x nodes a move", 2)
            plots.describe(by_budget, "mean at equal totals", "nodes a training move", 1)


def recipe_of(series: str) -> str:
    return series.partition(" ")[0]


def own_rows(recipe: str, rows: Sequence[GamesRow]) -> list[GamesRow]:
    return [row for row in rows if recipe_of(row.series) == recipe]
