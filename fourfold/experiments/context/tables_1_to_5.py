"""Tables 1 to 5 of the context paper: which move of a Connect Four position nets rank first, without search.

The labels are exact. Measured are how often the best move is ranked first, second, ..., on training and on test
positions, and the ranks of all moves in three hand-made positions. Of several best moves the one nearest to the centre
counts. `best`, which is not from the context paper, needs torch.

S4 and the new system that `model` names have more runs than the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import field_types
from ...binding.state_columns import columns_of
from ...data.connect_four import labelled_positions as positions
from ...data.connect_four.labelled_positions import NO_MOVE, Positions, best_columns
from ...data.proven_positions import ProvenPosition
from ...errors import InputError
from ...games import connect_four
from ...games.interface.find import find_game
from ...games.interface.game import Game
from ...learn.context.learner import ContextLearner, Settings
from ...learn.context.move_training import is_on_moves
from ...learn.ranking_accuracy import Accuracy, measure, ranks
from ...parallel.ordered_map import Workers
from ...players.policy import Policy
from ...solve import labels
from ..framework.plots import show_percent
from ..framework.study import IndependentStudy, Report, Table
from ..framework.text import percent
from .paper_figures import EXAMPLES, PAPER_EXAMPLES, PAPER_TEST, PAPER_TRAINING, PaperSystem

SYSTEMS = ("S1", "S2", "S3", "S4", "N20", "N40", "N60", "C")
BEST = "best"
MOST_RUNS = "S4"
"""The system of the context paper that has as many runs as the new one."""
POSITIONS = "positions.jsonl"


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    runs: int
    positions: int
    """For training in each run, and as many for testing; no two runs share any."""
    epochs: int
    """At most."""
    best_epochs: int = 30
    more_runs: int = 10
    """Of S4 and of the model."""
    model_epochs: int = 400
    """Of the model, at most."""
    model: str = "grow"
    """A system that is not of the context paper: grow, sorts of detectors such as D1+D4+D6, or H1 to H4."""


SCALES = {
    "tiny": Scale(2, 60, 3, 2, 2, 3),
    "small": Scale(3, 15_000, 1000),
    "paper": Scale(10, 15_000, 5000, model_epochs=5000),
}


class SystemCell(NamedTuple):
    """What is to be measured."""

    run: int
    system: str


@dataclass(frozen=True, kw_only=True)
class SystemMeasures:
    """The measures of a system."""

    training: list[float]
    """How often the best move is ranked first, second, ..., on the training positions."""
    training_rank: float
    test: list[float]
    test_rank: float
    only_best: float
    """Where there is a single best move."""
    any_best: float
    keeps_result: float
    random_rank: float
    """The average rank of a random ranking on the test positions."""
    examples: list[list[float]]
    """The ranks of the seven moves in the hand-made positions."""
    epochs: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class SystemResult(SystemMeasures):
    """The measures of one run."""

    run: int
    system: str


@dataclass(frozen=True, kw_only=True)
class SystemRow(SystemMeasures):
    """The means of all runs with a system."""

    system: str
    training_deviations: list[float]
    test_deviations: list[float]
    found: list[int]
    """In how many runs the move ranked first wins, for each hand-made position."""
    runs: int


class Experiment(IndependentStudy):
    """Every system on the same positions, run by run."""

    result = SystemResult
    paper = (*PAPER_TRAINING.values(), *PAPER_TEST.values())

    def __init__(self, scale: Scale, seed: int):
        super().__init__(scale, seed)
        if scale.model in (*SYSTEMS, BEST):
            raise InputError(f"{scale.model} is in the tables already; choose a model that is not, such as grow or H4")
        Settings(data="", system=scale.model)  # before an hour of labelling

    def cells(self) -> list[SystemCell]:
        """Return those of version 0.1.0 first, so that its run folders go on."""
        runs, more = range(self.scale.runs), range(self.scale.runs, self._most())
        cells = [SystemCell(run, system) for run in runs for system in SYSTEMS]
        cells += [SystemCell(run, BEST) for run in runs if find_spec("torch")]
        cells += [SystemCell(run, self.scale.model) for run in runs]
        return cells + [SystemCell(run, system) for run in more for system in (MOST_RUNS, self.scale.model)]

    def _most(self) -> int:
        """Return the number of runs of the systems that have most."""
        return max(self.scale.runs, self.scale.more_runs)

    def prepare(self, folder: Path, workers: Workers, report: Report) -> None:
        """Make the positions for all runs; more of them begin with the same ones."""
        path, count = folder / POSITIONS, 2 * self.scale.positions * self._most()
        if path.exists() and len(path.read_bytes().splitlines()) < count:  # version 0.1.0 had fewer runs
            path.unlink()
        if not path.exists():
            for done in labels.collect(path, count, seed=self.seed, workers=workers):
                report(done / count, "labelling positions")

    def measure(self, cell: SystemCell, folder: Path, workers: Workers, report: Report) -> SystemResult:
        size, out = self.scale.positions, folder / f"{cell.system}-{cell.run}"
        data = positions.read(folder / POSITIONS, 2 * size * cell.run, 2 * size)
        training, test = data.part(0, size), data.part(size, 2 * size)
        learner = self._learner(cell, training, out)
        learner.fit(find_game("connect_four"), lambda reached: report(reached.share, cell.system))
        policy, last = Policy(str(out), find_game("connect_four")), learner.metrics_[-1]
        on_training, on_test = rate(policy, training), rate(policy, test)
        moves = (test.scores != NO_MOVE).sum(axis=1)
        return SystemResult(
            run=cell.run,
            system=cell.system,
            training=places(on_training),
            training_rank=on_training.average_rank,
            test=places(on_test),
            test_rank=on_test.average_rank,
            only_best=on_test.only_best or 0.0,
            any_best=on_test.any_best,
            keeps_result=on_test.keeps_result,
            random_rank=float(np.mean((moves + 1) / 2)),
            examples=[rank_moves(policy, line) for line, _ in EXAMPLES.values()],
            epochs=last.epoch,
            seconds=last.seconds,
        )

    def _learner(self, cell: SystemCell, training: Positions, out: Path) -> Any:
        seed = 1000 * self.seed + cell.run
        if cell.system == BEST:
            batch = min(256, len(training) // 2)
            sizes = {"epochs": self.scale.best_epochs, "batch": batch}
            return ContextLearner(data=training, system=BEST, seed=seed, out=out, workers=1, **sizes)
        epochs = self.scale.model_epochs if cell.system == self.scale.model else self.scale.epochs
        settings = {"system": cell.system, "epochs": epochs, "seed": seed, "out": out}
        if is_on_moves(cell.system):
            game = find_game("connect_four")
            return ContextLearner(data=proven(game, training), **settings)
        return ContextLearner(data=training, **settings)

    def rows(self, results: Sequence[SystemResult]) -> list[SystemRow]:
        systems = dict.fromkeys(result.system for result in results)
        return [join([result for result in results if result.system == system]) for system in systems]

    def tables(self, rows: Sequence[SystemRow]) -> list[Table]:
        runs = sorted({row.runs for row in rows})
        count = f"{' or '.join(map(str, runs))} runs of {self.scale.positions:,} positions"
        names = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th"]
        columns = ["system", *(f">{name}" for name in names), ">average rank", ">paper: 1st", ">average rank"]
        training = [
            [row.system, *fractions(row.training, row.training_deviations), f"{row.training_rank:.3f}",
             *beside(row.system, PAPER_TRAINING)]
            for row in rows
        ]  # fmt: skip
        test = [
            [row.system, *fractions(row.test, row.test_deviations), f"{row.test_rank:.3f}",
             *beside(row.system, PAPER_TEST)]
            for row in rows
        ]  # fmt: skip
        measures = [
            [row.system, str(row.runs), *map(percent, (row.test[0], row.only_best, row.any_best, row.keeps_result)),
             f"{row.epochs:.0f}", f"{row.seconds:.0f} s"]
            for row in rows
        ]  # fmt: skip
        examples = [self._example_table(number, rows) for number in range(len(EXAMPLES))]
        return [
            Table(f"Table 1: training positions, {count}; below, standard deviations", columns, _spread(training)),
            Table(f"Table 2: as many test positions; a blind choice has average rank {rows[0].random_rank:.3f}",
                  columns, _spread(test)),
            Table("Four measures on the test positions, of the move ranked first",
                  ["system", ">runs", ">the best", ">where one is best", ">any best", ">keeps the result", ">epochs",
                   ">time"], measures),
            *examples,
        ]  # fmt: skip

    def _example_table(self, number: int, rows: Sequence[SystemRow]) -> Table:
        figure, (line, winning) = list(EXAMPLES.items())[number]
        wins = " and ".join(str(column) for column in winning)
        table = []
        for row in rows:
            theirs = PAPER_EXAMPLES[number].get(row.system)
            table.append([
                row.system, *(f"{rank:.1f}" for rank in row.examples[number]), f"{row.found[number]} of {row.runs}",
                " ".join(f"{rank:g}" for rank in theirs) if theirs else "",
            ])  # fmt: skip
        title = f"Table {3 + number}: mean ranks in a position after {figure}, {line}; {wins} wins"
        return Table(title, ["system", *(f">move {column}" for column in range(1, 8)), ">found", "paper"], table)

    def findings(self, rows: Sequence[SystemRow]) -> list[str]:
        ours = sorted((row for row in rows if row.system in SYSTEMS), key=lambda row: -row.test[0])
        theirs = sorted(PAPER_TEST, key=lambda system: -PAPER_TEST[system].shares[0])
        said = [
            f"Ranked by the best move on test positions: {', '.join(row.system for row in ours)}; in the context paper:"
            f" {', '.join(theirs)}."
        ]
        for row in rows:
            if row.system in (BEST, self.scale.model):
                said.append(
                    f"Without search `{row.system}` finds the best move in {row.test[0]:.1%}, any best move in"
                    f" {row.any_best:.1%} and keeps the result in {row.keeps_result:.1%} of the test positions;"
                    f" the context paper's best net finds the best move in {PAPER_TEST[theirs[0]].shares[0]:.1%}."
                )
        return said

    def draw(self, rows: Sequence[SystemRow], figure: Any, folder: Path) -> None:
        figure.set_size_inches(10.0, 4.6)
        first, others = figure.subplots(1, 2)
        names, places = [row.system for row in rows], np.arange(len(rows))
        deviations = [row.test_deviations[0] for row in rows]
        first.bar(places - 0.2, [row.test[0] for row in rows], 0.4, yerr=deviations, capsize=2, label="ours")
        theirs = [PAPER_TEST[name].shares[0] if name in PAPER_TEST else np.nan for name in names]
        first.bar(places + 0.2, theirs, 0.4, color="none", edgecolor="black", label="paper")
        first.set_title("the best move is ranked first", fontsize=10)
        others.bar(places - 0.2, [row.any_best for row in rows], 0.4, color="C1", label="any best move")
        others.bar(places + 0.2, [row.keeps_result for row in rows], 0.4, color="C2", label="keeps the result")
        others.set_title("the move ranked first", fontsize=10)
        for axes in (first, others):
            axes.set_xticks(places, names)
            axes.set_ylim(0.0, 1.0)
            show_percent(axes.yaxis)
            axes.grid(alpha=0.3, axis="y")
            axes.set_axisbelow(True)
            axes.legend(fontsize=8, frameon=False, ncols=2, loc="upper left")


def rate(policy: Policy, data: Positions) -> Accuracy:
    return measure(policy.rank(data.states).table(7), data.scores, best_columns(data.scores))


def proven(game: Game, data: Positions) -> list[ProvenPosition]:
    """Return positions as the systems for any game take them."""
    states = [connect_four.State(*state) for state in zip(*data.states, strict=True)]
    found = [(state, game.moves(state), row) for state, row in zip(states, data.scores, strict=True)]
    return [ProvenPosition(state, moves, row[list(moves)]) for state, moves, row in found]


def places(accuracy: Accuracy) -> list[float]:
    """Return how often the best move is ranked first, second, ..."""
    return np.diff([0.0, *accuracy.top]).tolist()


def rank_moves(policy: Policy, line: str) -> list[float]:
    """Return the rank of each of the seven moves after a line; a full column comes last."""
    state = connect_four.parse(line)
    liked = policy.rank(columns_of([state], field_types(connect_four.State))).table(7)
    is_full = [int(state.stones) >> 7 * column + 5 & 1 == 1 for column in range(7)]
    liked[0, is_full] = -np.inf
    return [float(ranks(liked, np.array([column]))[0]) for column in range(7)]


def join(results: Sequence[SystemResult]) -> SystemRow:
    """Return the means of all runs."""

    def runs_of(name: str) -> np.ndarray:
        return np.array([getattr(result, name) for result in results])

    def deviations(name: str) -> list[float]:
        return runs_of(name).std(axis=0, ddof=len(results) > 1).tolist()

    means = {field.name: runs_of(field.name).mean(axis=0).tolist() for field in fields(SystemMeasures)}
    winning = [[column - 1 for column in columns] for _, columns in EXAMPLES.values()]
    found = [
        sum(int(np.argmin(result.examples[number])) in columns for result in results)
        for number, columns in enumerate(winning)
    ]
    return SystemRow(
        system=results[0].system,
        training_deviations=deviations("training"),
        test_deviations=deviations("test"),
        found=found,
        runs=len(results),
        **means,
    )


def fractions(means: Sequence[float], deviations: Sequence[float]) -> list[str]:
    return [f"{share:.4f}\n{deviation:.4f}" for share, deviation in zip(means, deviations, strict=True)]


def beside(system: str, paper: dict[str, PaperSystem]) -> list[str]:
    """Return the context paper's figures for a system."""
    return [f"{paper[system].shares[0]:.4f}", f"{paper[system].average_rank:.3f}"] if system in paper else ["", ""]


def _spread(rows: list[list[str]]) -> list[list[str]]:
    """Return rows with a second line for what is below."""
    return [line for row in rows for line in _two_lines(row)]


def _two_lines(row: list[str]) -> list[list[str]]:
    return [[cell.partition("\n")[0] for cell in row], [cell.partition("\n")[2] for cell in row]]
