"""Table 2 of the NHB paper under all readings: how long its players thought, and what a random heuristic is.

The NHB paper says neither. A random heuristic is either a net with random weights or a random number for every state,
in the first training matches as in the test games. Nets train with each budget per move and are tested with each; both
players of a match have the same. Beside that stands the explanation: from which stage of the game the examples of the
trained nets come, from which source, and how well the nets know them.
"""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ...games.interface.find import find_game
from ...learn.nhb.one_net import OneNet
from ...matches.match import match
from ...matches.tally import MatchResult
from ...parallel.ordered_map import Workers
from ...players.base import Budget
from ..framework import plots
from ..framework.cells import GamesResult, GamesRow, join_seeds, mean_share
from ..framework.study import Report, Study, Table
from ..framework.text import mean_and_deviation, percent
from .examples_by_stage import SOURCES, STAGES, StageExamples, add_up, examine, stage_text
from .random_values import FromRandomValues
from .schedules import TrainingSchedule, learn, run_folder
from .table_2 import CHECKPOINTS, HEURISTICS, NHB, paper_rows

NETS, NUMBERS = "random nets", "random numbers"
OPPONENTS = {NETS: "untrained", NUMBERS: "random"}
"""The evaluators of the test games' opponents."""
LEARNERS: dict[str, type[OneNet]] = {NETS: OneNet, NUMBERS: FromRandomValues}


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    nodes: tuple[int, ...]
    """Budgets per move, in training and in test games."""
    checkpoints: tuple[int, ...]
    """Training matches after which nets are tested."""
    games: int
    """For every cell."""
    cycles: int
    """Of matches from which examples are examined at each checkpoint."""
    seeds: int = 3
    changes: dict[str, Any] = field(default_factory=dict)
    """Of the recipe."""

    def schedule(self, nodes: int) -> TrainingSchedule:
        return TrainingSchedule(Budget(nodes=nodes), self.checkpoints, changes=self.changes)


BUDGETS = (200, 2_000, 20_000)
SCALES = {
    "tiny": Scale((10, 20), (30, 40), 4, 1, seeds=2, changes={"hidden_units": 10, "consistent_after": 20}),
    "small": Scale(BUDGETS, (50, 100, 300, 600), 100, 2),
    "paper": Scale(BUDGETS, CHECKPOINTS, 100, 2),
}


class Cell(NamedTuple):
    """What is to be measured: test games, or the examples of a trained net."""

    seed: int
    reading: str
    heuristic: str
    training: int | None
    """Nodes per training move; None if nothing is trained."""
    matches: int | None
    test: int | None
    """Nodes per move of a test game; None: examples are examined."""


class Result(NamedTuple):
    """A measured cell."""

    seed: int
    reading: str
    heuristic: str
    training: int | None
    matches: int | None
    test: int | None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    hidden_units: int | None = None
    seconds: float | None = None
    """Training time, from the first match on."""
    stages: Sequence[dict[str, Any]] = ()
    """The examples, each a StageExamples."""


@dataclass(frozen=True)
class SweepRow:
    """Test games of all seeds together."""

    reading: str
    heuristic: str
    training: int | None
    test: int
    games: GamesRow


@dataclass(frozen=True)
class ExamplesRow:
    """Examples of all seeds together, of one stage and source."""

    reading: str
    training: int
    matches: int
    found: dict[str, Any]
    """A StageExamples."""

    @property
    def sums(self) -> StageExamples:
        return StageExamples(**self.found)


class Experiment(Study):
    """Both readings and all budgets, and the examples that nets learn from."""

    result = Result
    paper = paper_rows()
    game = find_game("othello")
    scale: Scale

    def cells(self) -> list[Cell]:
        return [
            Cell(seed, reading, *place)
            for seed in range(self.seed, self.seed + self.scale.seeds)
            for reading in OPPONENTS
            for place in self._places()
        ]

    def _places(self) -> Iterator[tuple[str, int | None, int | None, int | None]]:
        """Yield heuristic, training nodes, matches and test nodes."""
        for training in self.scale.nodes:
            for matches in self.scale.checkpoints:
                yield from ((NHB, training, matches, test) for test in (None, *self.scale.nodes))
        for name in HEURISTICS:
            yield from ((name, None, None, test) for test in self.scale.nodes)

    def measure(self, cell: Cell, folder: Path, workers: Workers, report: Report) -> Result:
        if cell.training is None or cell.matches is None:
            return Result(*cell, *self._test(cell, cell.heuristic, workers, report))
        nets, schedule = folder / cell.reading.replace(" ", "-"), self.scale.schedule(cell.training)
        if cell.test is not None:  # the net was trained for the cell in which its examples are examined
            net = run_folder(nets, cell.seed, schedule, cell.matches)
            return Result(*cell, *self._test(cell, str(net), workers, report))
        kind = LEARNERS[cell.reading]
        learner = learn(schedule, cell.matches, self.game, cell.seed, nets, workers, report, kind)
        last, stages = learner.metrics_[-1], [each._asdict() for each in examine(learner, self.scale.cycles)]
        return Result(*cell, hidden_units=last.hidden_units, seconds=last.seconds, stages=stages)

    def _test(self, cell: Cell, evaluator: str, workers: Workers, report: Report) -> tuple[int, int, int]:
        """Return the games won, drawn and lost; every pair of games has a new opponent."""
        player = f"alphabeta:nodes={cell.test},eval="
        text = f"{cell.heuristic}, {cell.matches or 'no'} matches, against {cell.reading}: {cell.test} nodes a move"

        def update(done: int, wanted: int, result: MatchResult) -> None:
            report(done / wanted, text)

        report(0.0, text)
        found = match(
            player + evaluator, player + OPPONENTS[cell.reading], self.game,
            games=self.scale.games, openings=None, seed=cell.seed, workers=workers, progress=update,
        )  # fmt: skip
        return found.wins, found.draws, found.losses

    def rows(self, results: Sequence[Result]) -> list[SweepRow | ExamplesRow]:
        theirs = {(row.series, row.matches): row for row in self.paper}
        tested: dict[tuple[str, str, int | None, int], list[GamesResult]] = {}
        examined: dict[tuple[str, int, int], list[list[StageExamples]]] = {}
        for each in results:
            if each.test is None:
                stages = [StageExamples(**stage) for stage in each.stages]
                examined.setdefault((each.reading, each.training or 0, each.matches or 0), []).append(stages)
            else:
                games = GamesResult(each.seed, each.heuristic, each.matches, each.wins, each.draws, each.losses)
                tested.setdefault((each.reading, each.heuristic, each.training, each.test), []).append(games)
        swept = [SweepRow(*key, row) for key, found in tested.items() for row in join_seeds(found, theirs)]
        sums = [ExamplesRow(*key, each._asdict()) for key, found in examined.items() for each in add_up(found)]
        return [*swept, *sums]

    def tables(self, rows: Sequence[SweepRow | ExamplesRow]) -> list[Table]:
        swept, examples = split(rows)
        return [
            *(self._means(reading, swept) for reading in OPPONENTS),
            self._by_matches(swept),
            *(self._examples(reading, examples) for reading in OPPONENTS),
        ]

    def _means(self, reading: str, swept: Sequence[SweepRow]) -> Table:
        """Return the table of mean wins by budgets."""
        table = []
        for heuristic, training in self._players():
            shares = [by_seed(swept, reading, heuristic, training, test) for test in self.scale.nodes]
            name = f"{heuristic}, trained at {training:,}" if training else heuristic
            paper = mean_share(row for row in self.paper if row.series == heuristic)
            table.append([name, *(mean_and_deviation(share) for share in shares), percent(paper)])
        title = (
            f"Wins against {reading}, mean of {len(self.scale.checkpoints)} checkpoints ± deviation of"
            f" {self.scale.seeds} seeds, {self.scale.games} games a cell"
        )
        return Table(title, ["nodes a move", *(f">tested at {nodes:,}" for nodes in self.scale.nodes), ">paper"], table)

    def _players(self) -> list[tuple[str, int | None]]:
        return [*((NHB, nodes) for nodes in self.scale.nodes), *((name, None) for name in HEURISTICS)]

    def _by_matches(self, swept: Sequence[SweepRow]) -> Table:
        """Return the table of Table 2's own rows, where test games have the budget of training."""
        names = [(reading, nodes) for reading in OPPONENTS for nodes in self.scale.nodes]
        share = {(row.reading, row.test, row.games.matches): percent(row.games.share) for row in same_budget(swept)}
        theirs = {row.matches: percent(row.share) for row in self.paper if row.series == NHB}
        table = [
            [str(matches), *(share[*name, matches] for name in names), theirs.get(matches, "")]
            for matches in self.scale.checkpoints
        ]
        columns = [">matches", *(f">{reading}, {nodes:,}" for reading, nodes in names), ">paper"]
        return Table("Wins after training matches, trained and tested with the same nodes a move", columns, table)

    def _examples(self, reading: str, examples: Sequence[ExamplesRow]) -> Table:
        last = self.scale.checkpoints[-1]
        own = [row for row in examples if row.reading == reading and row.matches == last]
        table = []
        for nodes in self.scale.nodes:
            for stage in range(STAGES):
                sums = {row.sums.source: row.sums for row in own if row.training == nodes and row.sums.stage == stage}
                table.append([f"{nodes:,}", stage_text(stage), *source_texts(sums)])
        sources = SOURCES.values()
        columns = [*(f">{source}" for source in sources), *(f">error, {source}" for source in sources)]
        title = (
            f"Examples a match after {last} matches, the first between {reading}; the net's root mean squared error, in"
            " brackets that of saying 0; and how often it agrees with the winner on played states"
        )
        return Table(title, [">nodes a move", ">discs", *columns, ">winner"], table)

    def findings(self, rows: Sequence[SweepRow | ExamplesRow]) -> list[str]:
        swept, examples = split(rows)
        theirs = percent(mean_share(row for row in self.paper if row.series == NHB))
        return [
            *(f"{self._best(reading, swept)}; the NHB paper's mean is {theirs}." for reading in OPPONENTS),
            *(self._origin(nodes, examples) for nodes in self.scale.nodes),
        ]

    def _best(self, reading: str, swept: Sequence[SweepRow]) -> str:
        places = [(training, test) for training in self.scale.nodes for test in self.scale.nodes]
        shares = {place: by_seed(swept, reading, NHB, *place) for place in places}
        training, test = max(shares, key=lambda place: statistics.fmean(shares[place]))
        wins = mean_and_deviation(shares[training, test])
        return f"Against {reading} {NHB} wins most, {wins}, trained at {training:,} nodes and tested at {test:,}"

    def _origin(self, nodes: int, examples: Sequence[ExamplesRow]) -> str:
        """Return where the examples of the last checkpoint come from, both readings together."""
        last = self.scale.checkpoints[-1]
        sums = [row.sums for row in examples if row.training == nodes and row.matches == last]
        count = sum(each.examples for each in sums)
        late = sum(each.examples for each in sums if each.stage == STAGES - 1)
        played = sum(each.examples for each in sums if each.source == SOURCES[1])
        return (
            f"At {nodes:,} nodes {percent(late / count)} of the examples are from the last stage,"
            f" {stage_text(STAGES - 1)} discs, and {percent(played / count)} are states of the match itself."
        )

    def draw(self, rows: Sequence[SweepRow | ExamplesRow], figure: Any, folder: Path) -> None:
        swept, _ = split(rows)
        theirs = [row for row in self.paper if row.series == NHB]
        for axes, reading in zip(plots.panels(figure, (5.0, 5.0)), OPPONENTS, strict=True):
            for number, nodes in enumerate(self.scale.nodes):
                own = [row.games for row in same_budget(swept) if (row.reading, row.test) == (reading, nodes)]
                places = [row.matches or 0 for row in own]
                plots.draw_band(axes, places, own, f"C{number}")
                plots.draw_line(axes, places, own, color=f"C{number}", label=f"{nodes:,} nodes a move")
            places, shares = [row.matches or 0 for row in theirs], [row.share for row in theirs]
            plots.draw_points(axes, places, shares, color="black", label="paper")
            plots.describe(axes, f"Reversi against {reading}, with 95 % intervals", "training matches", 2)


def split(rows: Sequence[SweepRow | ExamplesRow]) -> tuple[list[SweepRow], list[ExamplesRow]]:
    return [row for row in rows if isinstance(row, SweepRow)], [row for row in rows if isinstance(row, ExamplesRow)]


def same_budget(swept: Sequence[SweepRow]) -> list[SweepRow]:
    """Return the rows whose test games have the budget of training."""
    return [row for row in swept if row.training == row.test]


def by_seed(
    swept: Sequence[SweepRow], reading: str, heuristic: str, training: int | None, test: int
) -> list[float]:  # fmt: skip
    """Return the mean share of wins over all checkpoints, for each seed."""
    place = reading, heuristic, training, test
    own = [row.games for row in swept if (row.reading, row.heuristic, row.training, row.test) == place]
    return [statistics.fmean(shares) for shares in zip(*(row.by_seed for row in own), strict=True)]


def source_texts(sums: dict[str, StageExamples]) -> list[str]:
    """Return the cells of a stage: examples a match and errors by source, and how often the winner is right."""
    counts = [f"{sums[source].a_match:,.1f}" for source in SOURCES.values()]
    errors = [error_text(sums[source]) for source in SOURCES.values()]
    right = sums[SOURCES[1]].right_share
    return [*counts, *errors, "" if right is None else percent(right)]


def error_text(sums: StageExamples) -> str:
    return "" if sums.error is None else f"{sums.error:.2f} ({sums.error_of_nothing:.2f})"
