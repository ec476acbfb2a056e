"""How strong evolved draughts champions are: by the genetic algorithm of the evolved-draughts paper, and by ours.

Section III.D of the evolved-draughts paper describes these measurements, but its sections IV and V, results and
evaluation, are headings alone. Here each has figures: the mean of several seeds, and their standard deviation.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...games.interface.find import find_game
from ...learn.evolve.learner import EvolveLearner, Generation, champion_path
from ...matches.match import match
from ...matches.tally import MatchResult
from ...parallel.ordered_map import Workers
from ..framework.cells import GamesCell, GamesResult, GamesRow, join_seeds
from ..framework.plots import name_axes
from ..framework.study import Report, Study, Table
from ..framework.text import interval, mean_and_deviation, percent
from .evolutions import OPENINGS, evolve, meet_nets, net_of, read_generations, run_folder, untrained_nets
from .observations import MEASURES, ORIGINS, Evolution, ObservedRow, observe

GENETIC = "paper"
RECIPES = (GENETIC, "best")
MATERIAL = "material"
AT_THE_END = {
    "random": "a random player",
    "untrained": "untrained nets of the same form",
    "half": "the champion of half the generations",
    "mcts": "pure MCTS, equal time",
    "mcts-ept": "MCTS-EPT with the same net, equal time",
    "ept against mcts": "MCTS-EPT with its net against pure MCTS, equal time",
}
"""Opponents of the last champion, besides `material`, which every tested champion meets."""
OTHER_METHODS = {"outcome": "a net fitted to outcomes", "nhb": "an NHB net"}
"""The included nets that learned draughts in other ways, which it meets as well."""
OPPONENTS = {**AT_THE_END, **OTHER_METHODS}
OBSERVED = "observed"
"""In place of an opponent: what the generations show."""
KINDS = ("elite", "crossover", "mutated")


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    generations: int
    ply: int
    """Search depth of the evolved-draughts paper's algorithm; `best` evolves, and all are tested, at test_ply."""
    test_ply: int
    checkpoints: tuple[int, ...]
    """Generations whose champions are tested."""
    games: int
    """For every cell."""
    timed_games: int
    """For cells with equal time."""
    seconds: float
    """Per move in these."""
    seeds: int = 1


SCALES = {
    "tiny": Scale(4, 1, 1, (0, 4), 4, 2, 0.001),
    "small": Scale(200, 6, 4, (0, 5, 10, 25, 50, 100, 150, 200), 200, 60, 0.01, seeds=3),
    "paper": Scale(200, 6, 6, (0, 5, 10, 25, 50, 75, 100, 125, 150, 175, 200), 1000, 200, 0.1, seeds=5),
}


class ChampionResult(NamedTuple):
    """A measured cell: test games, or what the generations show."""

    seed: int
    series: str
    matches: int | None
    """Generations."""
    wins: int
    draws: int
    losses: int
    hidden_units: int | None = None
    """None; from version 0.1.0."""
    seconds: float | None = None
    observed: dict[str, float] | None = None


class Experiment(Study):
    """Two evolutions, their learning curves, and matches of their last champions."""

    result = ChampionResult
    game = find_game("draughts")

    def cells(self) -> list[GamesCell]:
        """Return those of version 0.1.0 first, so that its run folders go on."""
        last = self.scale.generations
        places = [(MATERIAL, generation) for generation in self.scale.checkpoints]
        places += [(opponent, last) for opponent in AT_THE_END]
        return self._with_seeds(places) + self._with_seeds([(name, last) for name in (*OTHER_METHODS, OBSERVED)])

    def _with_seeds(self, places: list[tuple[str, int]]) -> list[GamesCell]:
        return [
            GamesCell(seed, f"{recipe}: {opponent}", generation)
            for seed in range(self.seed, self.seed + self.scale.seeds)
            for recipe in RECIPES
            for opponent, generation in places
        ]

    def measure(self, cell: GamesCell, folder: Path, workers: Workers, report: Report) -> ChampionResult:
        recipe, opponent = cell.series.split(": ")
        run, generation = run_folder(folder, recipe, cell.seed), cell.matches or 0
        learner = self._evolve(recipe, cell.seed, run, workers, report)
        seconds = round(sum(each.seconds for each in learner.metrics_[: generation + 1]), 3)
        net = net_of(champion_path(run, generation))
        if opponent == OBSERVED:
            observed = observe(Evolution(learner.metrics_[: generation + 1], net, self.game))
            return ChampionResult(*cell, 0, 0, 0, seconds=seconds, observed=observed)
        if opponent == "untrained":
            rivals = untrained_nets(learner, self.scale.games // 2)
            outcomes = meet_nets(learner, net, rivals, self.scale.test_ply, workers)
        else:
            outcomes = self._meet(opponent, run, generation, cell.seed, workers, report)
        return ChampionResult(*cell, *outcomes, seconds=seconds)

    def _evolve(self, recipe: str, seed: int, run: Path, workers: Workers, report: Report) -> EvolveLearner:
        """Return the finished learner of a recipe; if its run is complete, it is only read."""
        ply = self.scale.ply if recipe == "paper" else self.scale.test_ply
        learner = EvolveLearner(
            recipe=recipe, seed=seed, workers=workers, out=run,
            generations=self.scale.generations, player=f"alphabeta:depth={ply}",
        )  # fmt: skip

        return evolve(learner, self.game, lambda share, text: report(0.9 * share, f"{recipe}: {text}"))

    def _meet(
        self, opponent: str, run: Path, generation: int, seed: int, workers: Workers, report: Report
    ) -> tuple[int, int, int]:
        """Return the games that the champion of a generation won, drew and lost."""

        def update(done: int, wanted: int, result: MatchResult) -> None:
            report(0.9 + 0.1 * done / wanted, f"{run.name}, generation {generation}: test games, {opponent}")

        games = self.scale.timed_games if is_timed(opponent) else self.scale.games
        players = self._players(opponent, champion_path(run, generation), champion_path(run, generation // 2))
        found = match(*players, self.game, games=games, openings=OPENINGS, seed=seed, workers=workers, progress=update)
        return found.wins, found.draws, found.losses

    def _players(self, opponent: str, champion: Path, half: Path) -> tuple[str, str]:
        """Return the specs of the champion and of its opponent."""
        depth, seconds = f"depth={self.scale.test_ply}", f"seconds={self.scale.seconds:g}"
        by_depth, by_time = (f"alphabeta:{limit},eval={champion}" for limit in (depth, seconds))
        early = f"mcts:{seconds},eval={champion},cut=6"
        return {
            MATERIAL: (by_depth, f"alphabeta:{depth},eval=material"),
            "random": (by_depth, "random"),
            "half": (by_depth, f"alphabeta:{depth},eval={half}"),
            "mcts": (by_time, f"mcts:{seconds}"),
            "mcts-ept": (by_time, early),
            "ept against mcts": (early, f"mcts:{seconds}"),
            **{name: (by_depth, f"alphabeta:{depth},eval={name}") for name in OTHER_METHODS},
        }[opponent]

    def rows(self, results: Sequence[ChampionResult]) -> list[GamesRow | ObservedRow]:
        games = [GamesResult(*result[:-1]) for result in results if result.observed is None]
        return [*join_seeds(games, {}), *self._observed(results)]

    def _observed(self, results: Sequence[ChampionResult]) -> list[ObservedRow]:
        rows = []
        for recipe in RECIPES:
            found = [each.observed for each in results if each.observed and each.series == f"{recipe}: {OBSERVED}"]
            rows += [
                ObservedRow(measure.section, recipe, what, tuple(each[what] for each in found))
                for what, measure in MEASURES.items()
                if found and (recipe == GENETIC or measure.section != ORIGINS)
            ]
        return rows

    def is_timed(self, row: GamesRow | ObservedRow) -> bool:
        if isinstance(row, ObservedRow):
            return MEASURES[row.what].is_timed
        return is_timed(row.series.split(": ")[1])

    def tables(self, rows: Sequence[GamesRow | ObservedRow]) -> list[Table]:
        games = f"{self.scale.games} games a cell, both at {self.scale.test_ply} plies"
        curve = [row for row in games_rows(rows) if row.series.endswith(MATERIAL)]
        end = [row for row in games_rows(rows) if not row.series.endswith(MATERIAL)]
        columns = [">generation", ">won", ">drawn", ">lost", ">score", ">95 % interval", ">by seed"]
        return [
            Table(
                f"Champions against pure material, {games}", ["evolution", *columns, ">evolved in"],
                [[row.series.split(":")[0], *_cells(row), f"{row.seconds:,.0f} s"] for row in curve],
            ),
            Table(
                f"Last champions, {games}; by time {self.scale.timed_games} games at {self.scale.seconds:g} s a move",
                ["evolution", "opponent", *columns],
                [[row.series.split(": ")[0], self._opponent(row), *_cells(row)] for row in end],
            ),
            self._observations(rows),
        ]  # fmt: skip

    def _opponent(self, row: GamesRow) -> str:
        return self.marked(row, OPPONENTS[row.series.split(": ")[1]])

    def _observations(self, rows: Sequence[GamesRow | ObservedRow]) -> Table:
        """Return a row for every measure and a column for every evolution."""
        found = {(row.what, row.evolution): row for row in rows if isinstance(row, ObservedRow)}
        table = []
        for what, measure in MEASURES.items():
            texts = [found[what, name].text if (what, name) in found else "" for name in RECIPES]
            table.append([measure.section, self.marked(found[what, GENETIC], what), *texts])
        title = "Sections IV and V" + f", mean ± deviation of {self.scale.seeds} seeds" * (self.scale.seeds > 1)
        return Table(title, ["section", "measured", *(f">{name}" for name in RECIPES)], table)

    def findings(self, rows: Sequence[GamesRow | ObservedRow]) -> list[str]:
        last = self.scale.generations
        found = {row.series: row for row in games_rows(rows) if row.matches == last}
        by_recipe = [[found[f"{recipe}: {name}"] for name in (MATERIAL, "untrained", "random")] for recipe in RECIPES]
        return [
            f"After {last} generations the champion of the recipe `{recipe}` scores"
            f" {mean_and_deviation(material.score_by_seed)} ({interval(*material.score_bounds)}) against pure material,"
            f" {mean_and_deviation(untrained.score_by_seed)} against untrained nets and"
            f" {mean_and_deviation(random.score_by_seed)} against random moves."
            for recipe, (material, untrained, random) in zip(RECIPES, by_recipe, strict=True)
        ]

    def _generations(self, folder: Path, recipe: str) -> list[Generation]:
        """Return the metrics of the generations: the run folder may have more of them by now."""
        return read_generations(run_folder(folder, recipe, self.seed))[: self.scale.generations + 1]

    def draw(self, rows: Sequence[GamesRow | ObservedRow], figure: Any, folder: Path) -> None:
        figure.set_size_inches(10.0, 7.0)
        (curve, kinds), (plies, time) = figure.subplots(2, 2)
        for number, recipe in enumerate(RECIPES):
            colour, own = f"C{number}", [row for row in games_rows(rows) if row.series == f"{recipe}: {MATERIAL}"]
            places = [row.matches or 0 for row in own]
            low, high = zip(*(row.score_bounds for row in own), strict=True)
            curve.fill_between(places, low, high, color=colour, alpha=0.13, linewidth=0)
            curve.plot(places, [row.score for row in own], color=colour, marker="o", markersize=4, label=recipe)
            generations = self._generations(folder, recipe)
            plies.plot([each.plies for each in generations], color=colour, label=recipe)
            time.plot(np.cumsum([each.cpu_seconds for each in generations]), color=colour, label=recipe)
        curve.axhline(0.5, color="grey", linewidth=0.8)
        name_axes(curve, "generation", "score", f"Champion against pure material, {self.scale.test_ply} plies")
        name_axes(plies, "generation", "plies", "Length of a game")
        name_axes(time, "generation", "CPU seconds", "Work")
        counts = Counter(each.kind for each in self._generations(folder, "paper"))
        kinds.bar(KINDS, [counts[kind] for kind in KINDS], color="C0")
        kinds.set_title("How the champions of `paper` came about", fontsize=10)
        kinds.set_ylabel("generations")


def is_timed(opponent: str) -> bool:
    """Return whether games against an opponent are played with equal time."""
    return "mcts" in opponent


def _cells(row: GamesRow) -> list[str]:
    games = map(str, (row.matches, row.wins, row.draws, row.losses))
    return [*games, percent(row.score), interval(*row.score_bounds), mean_and_deviation(row.score_by_seed)]


def games_rows(rows: Sequence[GamesRow | ObservedRow]) -> list[GamesRow]:
    return [row for row in rows if isinstance(row, GamesRow)]
