"""The context paper's tables for other games: nets that see contexts against plain nets of as many weights.

The contexts are found by the rules alone (`learn/context/goals.py`), the positions are labelled by proof, those of
Connect Four by the solver. Each run has its own halves of the positions, one to learn from and one for the test. All
best moves are to be found; of several, the one that is ranked highest counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...data import proven_positions
from ...data.proven_positions import ProvenPosition
from ...games.interface.find import find_game
from ...games.interface.game import Game
from ...learn import proven_positions as proofs
from ...learn.context.learner import ContextLearner
from ...learn.context.move_training import count_learned
from ...learn.ranking_accuracy import measure_chance, measure_positions
from ...parallel.ordered_map import Workers
from ...players.policy import Policy
from ...solve import labels
from ..framework.plots import show_percent
from ..framework.study import IndependentStudy, Report, Table
from ..framework.text import percent

CONTEXTS, PLAIN = "M4", "N"
"""The two that are compared: they have as many weights."""
SYSTEMS = ("M1", CONTEXTS, PLAIN, "N50")
CHANCE = "chance"
CONNECT_FOUR = "connect_four"


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    runs: int
    steps: int
    """Positions that a net is shown, at most."""
    nodes: int
    """Of a proof."""
    positions: dict[str, int] = field(default_factory=dict)
    """By game: half of them to learn from."""


SCALES = {
    "tiny": Scale(1, 60, 20_000, {"tic_tac_toe": 40, "hex:size=3": 40}),
    "small": Scale(
        3, 200_000, 100_000, {"tic_tac_toe": 400, CONNECT_FOUR: 6000, "gomoku:size=7": 2400, "hex:size=5": 6000}
    ),
    "paper": Scale(
        10, 15_000_000, 1_000_000,
        {"tic_tac_toe": 400, CONNECT_FOUR: 30_000, "gomoku:size=7": 30_000, "hex:size=5": 30_000},
    ),
}  # fmt: skip
MOST_EPOCHS = 1000


class GameCell(NamedTuple):
    """What is to be measured."""

    game: str
    system: str
    run: int


@dataclass(frozen=True, kw_only=True)
class GameMeasures:
    """How well the moves of a game are ranked, on test positions unless it says otherwise."""

    weights: int
    """That are learned."""
    any_best: float
    """How often the first move is one of the best."""
    only_best: float
    """The same where a single one is."""
    keeps_result: float
    average_rank: float
    training_any_best: float
    epochs: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class GameResult(GameMeasures):
    """The measures of one run."""

    game: str
    system: str
    run: int


@dataclass(frozen=True, kw_only=True)
class GameRow(GameMeasures):
    """The means of all runs."""

    game: str
    system: str
    deviation: float
    """The standard deviation of a run, of any_best."""
    rank_deviation: float
    runs: int


class Experiment(IndependentStudy):
    """Every system on every game."""

    result = GameResult

    def systems(self, game: str) -> tuple[str, ...]:
        """Return what is compared on a game."""
        return (*SYSTEMS, CHANCE)

    def cells(self) -> list[GameCell]:
        runs = range(self.scale.runs)
        return [
            GameCell(game, system, run)
            for game in self.scale.positions
            for run in runs
            for system in self.systems(game)
        ]

    def prepare(self, folder: Path, workers: Workers, report: Report) -> None:
        """Make the positions of all games."""
        for number, (spec, count) in enumerate(self.scale.positions.items()):
            path = file_of(folder, spec)
            if not path.exists():
                for done in self._label(path, spec, count, workers):
                    report((number + done / count) / len(self.scale.positions), f"labelling {spec}")

    def _label(self, path: Path, spec: str, count: int, workers: Workers) -> Any:
        if spec == CONNECT_FOUR:
            return labels.collect(path, count, seed=self.seed, workers=workers)
        return proofs.collect(path, find_game(spec), count, seed=self.seed, nodes=self.scale.nodes, workers=workers)

    def measure(self, cell: GameCell, folder: Path, workers: Workers, report: Report) -> GameResult:
        game = find_game(cell.game)
        training, test = self._halves(game, folder, cell.run)
        if cell.system == CHANCE:
            known, seen = measure_chance(test), measure_chance(training)
            weights, shown, seconds = 0, 0, 0.0
        else:
            out = folder_of(folder, cell)
            learner = self.make_learner(cell, training, out)
            learner.fit(game, lambda reached: report(reached.share, cell.system))
            policy, last = Policy(str(out), game), learner.metrics_[-1]
            known, seen = (measure_positions(policy, game, part) for part in (test, training))
            weights, shown, seconds = self.count_weights(learner.weights_), last.epoch, last.seconds
        return GameResult(
            game=cell.game, system=cell.system, run=cell.run, weights=weights, any_best=known.any_best,
            only_best=known.only_best or 0.0, keeps_result=known.keeps_result, average_rank=known.average_rank,
            training_any_best=seen.any_best, epochs=shown, seconds=seconds,
        )  # fmt: skip

    def make_learner(self, cell: GameCell, training: list[ProvenPosition], out: Path) -> ContextLearner:
        return ContextLearner(data=training, system=cell.system, **self.terms(cell, training), out=out)

    def terms(self, cell: GameCell, training: list[ProvenPosition]) -> dict[str, Any]:
        """Return the seed of a cell, and the most epochs."""
        epochs = min(self.scale.steps // len(training), MOST_EPOCHS)
        return {"seed": 1000 * self.seed + cell.run, "epochs": epochs}

    def count_weights(self, weights: Any) -> int:
        """Return how many weights of a net are learned."""
        return count_learned(weights)

    def _halves(self, game: Game, folder: Path, run: int) -> tuple[list[ProvenPosition], list[ProvenPosition]]:
        """Return the positions of a run, to learn from and for the test."""
        positions = proven_positions.read(game, file_of(folder, game.spec))
        order = np.random.default_rng([self.seed, run, 7]).permutation(len(positions))
        half = len(positions) // 2
        return [positions[place] for place in order[:half]], [positions[place] for place in order[half:]]

    def rows(self, results: Sequence[GameResult]) -> list[GameRow]:
        keys = dict.fromkeys((result.game, result.system) for result in results)
        return [join([result for result in results if (result.game, result.system) == key]) for key in keys]

    def tables(self, rows: Sequence[GameRow]) -> list[Table]:
        columns = [
            "system", ">weights", ">one of the best is first", ">where one is best", ">keeps the result",
            ">average rank", ">first, in training", ">epochs", ">time",
        ]  # fmt: skip
        return [
            Table(
                f"{spec}: {rows[0].runs} runs, {count - count // 2:,} test positions; ± is the deviation of a run",
                columns,
                [table_row(row) for row in rows if row.game == spec],
            )
            for spec, count in self.scale.positions.items()
        ]

    def findings(self, rows: Sequence[GameRow]) -> list[str]:
        found = {(row.game, row.system): row for row in rows}
        said = []
        for spec in self.scale.positions:
            ours, plain, chance = (found[spec, system] for system in (CONTEXTS, PLAIN, CHANCE))
            said.append(
                f"{spec}: contexts rank one of the best moves first in {ours.any_best:.1%} of the test positions"
                f" ({ours.weights:,} weights), a plain net in {plain.any_best:.1%} ({plain.weights:,} weights), chance"
                f" in {chance.any_best:.1%}."
            )
        return said

    def draw(self, rows: Sequence[GameRow], figure: Any, folder: Path) -> None:
        figure.set_size_inches(9.0, 4.4)
        self.draw_shares(rows, figure.subplots())

    def draw_shares(self, rows: Sequence[GameRow], axes: Any) -> None:
        """Draw how often one of the best moves is ranked first, by game and system."""
        games, systems = list(self.scale.positions), list(dict.fromkeys(row.system for row in rows))
        width = 0.8 / len(systems)
        for number, system in enumerate(systems):
            found = [row for row in rows if row.system == system]
            places = [games.index(row.game) + (number - (len(systems) - 1) / 2) * width for row in found]
            spread = [row.deviation for row in found]
            axes.bar(places, [row.any_best for row in found], width, yerr=spread, capsize=1.5, label=system)
        axes.set_xticks(range(len(games)), games)
        axes.set_ylim(0.0, 1.0)
        show_percent(axes.yaxis)
        axes.set_title("one of the best moves is ranked first, in test positions", fontsize=10)
        axes.grid(alpha=0.3, axis="y")
        axes.set_axisbelow(True)
        axes.legend(fontsize=8, frameon=False, ncols=len(systems))


def file_of(folder: Path, spec: str) -> Path:
    """Return the file of a game's positions."""
    return folder / f"{find_game(spec).file_name}.jsonl"


def folder_of(folder: Path, cell: GameCell) -> Path:
    """Return the run folder of a cell's net."""
    return folder / f"{find_game(cell.game).file_name}-{cell.system}-{cell.run}"


def join(results: Sequence[GameResult]) -> GameRow:
    """Return the means of all runs."""
    runs = {each.name: np.array([getattr(result, each.name) for result in results]) for each in fields(GameMeasures)}
    means: dict[str, Any] = {name: float(values.mean()) for name, values in runs.items()}
    means["weights"] = results[0].weights
    return GameRow(
        game=results[0].game, system=results[0].system, runs=len(results), deviation=deviation(runs["any_best"]),
        rank_deviation=deviation(runs["average_rank"]), **means,
    )  # fmt: skip


def deviation(values: np.ndarray) -> float:
    return float(values.std(ddof=len(values) > 1))


def table_row(row: GameRow) -> list[str]:
    trained = row.system != CHANCE
    return [
        row.system, f"{row.weights:,}" if trained else "", f"{percent(row.any_best)} ± {100 * row.deviation:.1f}",
        percent(row.only_best), percent(row.keeps_result), f"{row.average_rank:.3f} ± {row.rank_deviation:.3f}",
        percent(row.training_any_best), f"{row.epochs:.0f}" if trained else "",
        f"{row.seconds:.0f} s" if trained else "",
    ]  # fmt: skip
