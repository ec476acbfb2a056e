"""The influence of inheritance methods (section IV.D.3 of the evolved-draughts paper, a heading alone).

The genetic algorithm evolves with crossover and mutation, as published, and without one of them, or without both: a
child that is not crossed, or not mutated, is a copy of its parent, so that all play the same number of games. Without
both there is nothing but selection among the first nets. The recipe `repaired`, which learns more, is treated likewise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...games.interface.find import find_game
from ...learn.evolve.breeder import MOST, SMALLEST
from ...learn.evolve.learner import EvolveLearner, champion_path
from ...matches.match import match
from ...matches.tally import MatchResult
from ...parallel.ordered_map import Workers
from ..framework.cells import GamesCell, GamesResult, GamesRow, join_seeds
from ..framework.plots import name_axes, show_percent
from ..framework.study import Report, Study, Table
from ..framework.text import interval, mean_and_deviation
from .champions import MATERIAL
from .evolutions import OPENINGS, evolve, meet_nets, net_of, run_folder, untrained_nets

BOTH, UNTRAINED = "both", "untrained"
WAYS: dict[str, dict[str, float]] = {
    BOTH: {},
    "mutation": {"threshold": MOST},
    "crossover": {"strength": SMALLEST},
    "neither": {"threshold": MOST, "strength": SMALLEST},
}
"""What is left of inheritance, and the settings of the genetic algorithm: no weight is large enough to be exchanged, or
no mutation large enough to matter."""
OPPONENTS = {
    UNTRAINED: "untrained nets of the same form",
    MATERIAL: "pure material",
    BOTH: "the champion with both ways of inheritance",
}
TRAINING = 0.8
"""The share of evolution in the progress of a cell that evolves."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    generations: dict[str, int]
    """By recipe."""
    ply: int
    """Search depth, in evolution and in test games."""
    games: int
    """For every cell."""
    seeds: int = 3


SCALES = {
    "tiny": Scale({"paper": 2}, 1, 4, seeds=2),
    "small": Scale({"paper": 60, "repaired": 25}, 4, 200),
    "paper": Scale({"paper": 200, "repaired": 115}, 6, 1000, seeds=5),
}


class Experiment(Study):
    """Evolutions with each way of inheritance, and matches of their last champions."""

    result = GamesResult
    game = find_game("draughts")
    scale: Scale

    def cells(self) -> list[GamesCell]:
        return [
            GamesCell(seed, f"{recipe}, {way}: {opponent}", generations)
            for seed in range(self.seed, self.seed + self.scale.seeds)
            for recipe, generations in self.scale.generations.items()
            for way in WAYS
            for opponent in OPPONENTS
            if way != opponent
        ]

    def measure(self, cell: GamesCell, folder: Path, workers: Workers, report: Report) -> GamesResult:
        recipe, way, opponent = parts(cell.series)
        learner = self._evolve(recipe, way, cell.seed, folder, workers, report)
        champion, pairs = self._champion(recipe, way, cell.seed, folder), self.scale.games // 2
        if opponent == MATERIAL:
            outcomes = self._meet_material(champion, cell, workers, report)
        else:
            rival = net_of(self._champion(recipe, BOTH, cell.seed, folder))
            rivals = untrained_nets(learner, pairs) if opponent == UNTRAINED else [rival] * pairs
            outcomes = meet_nets(learner, net_of(champion), rivals, self.scale.ply, workers)
        seconds = sum(each.seconds for each in learner.metrics_)
        return GamesResult(*cell, *outcomes, seconds=round(seconds, 3))

    def _champion(self, recipe: str, way: str, seed: int, folder: Path) -> Path:
        return champion_path(run_folder(folder, f"{recipe}-{way}", seed), self.scale.generations[recipe])

    def _evolve(
        self, recipe: str, way: str, seed: int, folder: Path, workers: Workers, report: Report
    ) -> EvolveLearner:  # fmt: skip
        """Return the finished learner; if its run is complete, it is only read."""
        learner = EvolveLearner(
            recipe=recipe, seed=seed, workers=workers, out=run_folder(folder, f"{recipe}-{way}", seed),
            generations=self.scale.generations[recipe], player=f"alphabeta:depth={self.scale.ply}", breeding=WAYS[way],
        )  # fmt: skip
        return evolve(learner, self.game, lambda share, text: report(TRAINING * share, f"{recipe}, {way}: {text}"))

    def _meet_material(
        self, champion: Path, cell: GamesCell, workers: Workers, report: Report
    ) -> tuple[int, int, int]:  # fmt: skip
        """Return the games that a champion won, drew and lost."""

        def update(done: int, wanted: int, result: MatchResult) -> None:
            report(TRAINING + (1.0 - TRAINING) * done / wanted, f"{cell.series}: test games")

        player = f"alphabeta:depth={self.scale.ply},eval="
        found = match(
            f"{player}{champion}", f"{player}{MATERIAL}", self.game,
            games=self.scale.games, openings=OPENINGS, seed=cell.seed, workers=workers, progress=update,
        )  # fmt: skip
        return found.wins, found.draws, found.losses

    def rows(self, results: Sequence[GamesResult]) -> list[GamesRow]:
        return join_seeds(results, {})

    def tables(self, rows: Sequence[GamesRow]) -> list[Table]:
        return [self._table(recipe, generations, rows) for recipe, generations in self.scale.generations.items()]

    def _table(self, recipe: str, generations: int, rows: Sequence[GamesRow]) -> Table:
        found = {row.series: row for row in rows}
        table = [[way, *(score_text(found.get(f"{recipe}, {way}: {name}")) for name in OPPONENTS)] for way in WAYS]
        title = (
            f"`{recipe}`, {generations} generations at {self.scale.ply} plies: score of the last champion, mean ±"
            f" deviation of {self.scale.seeds} seeds (95 % interval of all games), {self.scale.games} games a cell"
        )
        return Table(title, ["inheritance", *(f">{name}" for name in OPPONENTS.values())], table)

    def findings(self, rows: Sequence[GamesRow]) -> list[str]:
        found = {row.series: row for row in rows}
        told = []
        for recipe in self.scale.generations:
            scores = {way: found[f"{recipe}, {way}: {UNTRAINED}"] for way in WAYS}
            best = max(WAYS, key=lambda way: scores[way].score)
            texts = [f"{way} {mean_and_deviation(scores[way].score_by_seed)}" for way in WAYS]
            told.append(f"`{recipe}` against untrained nets: {', '.join(texts)}; {best} is highest.")
        return told

    def draw(self, rows: Sequence[GamesRow], figure: Any, folder: Path) -> None:
        figure.set_size_inches(5.0 * len(self.scale.generations), 4.6)
        found = {row.series: row for row in rows}
        panels = figure.subplots(1, len(self.scale.generations), sharey=True, squeeze=False)[0]
        for axes, recipe in zip(panels, self.scale.generations, strict=True):
            for number, (opponent, name) in enumerate(OPPONENTS.items()):
                own = [(place, found.get(f"{recipe}, {way}: {opponent}")) for place, way in enumerate(WAYS)]
                points = [
                    (place + 0.1 * (number - 1), score) for place, row in own if row for score in row.score_by_seed
                ]
                axes.plot(*zip(*points, strict=True), "o", color=f"C{number}", markersize=4, label=name)
            axes.set_xticks(range(len(WAYS)), WAYS)
            axes.axhline(0.5, color="grey", linewidth=0.8)
            show_percent(axes.yaxis)
            name_axes(axes, "inheritance", "score of a champion, every seed a point", f"`{recipe}`")


def parts(series: str) -> tuple[str, str, str]:
    """Return recipe, way and opponent of a series."""
    recipe, _, rest = series.partition(", ")
    way, _, opponent = rest.partition(": ")
    return recipe, way, opponent


def score_text(row: GamesRow | None) -> str:
    return "" if row is None else f"{mean_and_deviation(row.score_by_seed)} ({interval(*row.score_bounds)})"
