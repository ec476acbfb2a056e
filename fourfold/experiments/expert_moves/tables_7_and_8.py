"""Does a better predictor of expert moves play better? Section VI.B and C of the expert-moves paper.

Tables VII and VIII and figure 4: winning rates against the one-ply players of the League and against a search of depth
1, from openings with both colours, of a predictor and of nets trained on fewer moves or on other sets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ...data import data_folder
from ...data.othello.expert_moves import BASE, FIRST
from ...games.interface.find import find_game
from ...matches.openings import openings
from ...parallel.ordered_map import Workers
from ...players import policy, specs
from ...spec import quote
from ..framework.linear_fit import LinearFit, fit_line
from ..framework.plots import bounds, name_axes, show_percent
from ..framework.study import DataStudy, IndependentStudy, Report, Table
from ..framework.text import listed, percent
from ..framework.winning_rates import WinningRate, play, rate
from . import predictors
from .league import FILES, OPENINGS, SOURCE
from .paper_tables_2_to_6 import FIGURES
from .paper_tables_7_to_9 import R2, SLOPES, TABLE_VII, TABLE_VIII
from .predictors import MODEL, SEARCH, Training

BEST = "CoCMAES-4+2x2"
DEPTH_ONE = "depth 1"
SETS = ("original", "unique", "unique-s")
"""Of the expert-moves paper's four; original-s equals original for a net that is invariant under symmetry."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    openings: int
    """Of the thousand."""
    moves: tuple[int, ...]
    """The training moves of the nets in figure 4."""
    passes: float
    """Passes over them."""
    set_examples: int
    """How many moves each net of table VIII sees, whatever the size of its set."""
    net: dict[str, int] = field(default_factory=dict)
    """Sizes of the nets, where they differ from those of `fourfold train policy`."""
    model: str = MODEL
    opponent: str = SEARCH


SCALES = {
    "tiny": Scale(2, (300, 1000), 2.0, 2000, {"width": 8, "units": 4, "heads": 2}),
    "small": Scale(50, (20_000, 60_000, 200_000), 6.0, 1_200_000),
    "paper": Scale(1000, (20_000, 60_000, 200_000, 600_000, 2_000_000), 12.0, 24_000_000),
}


class PredictorCell(NamedTuple):
    """A predictor and its opponent."""

    net: str
    opponent: str


class PredictorResult(NamedTuple):
    """The result of a predictor against an opponent."""

    net: str
    opponent: str
    moves: int | None
    """Its training moves, if known."""
    positions: int
    """On which its accuracy was measured."""
    accuracy: float
    is_held_out: bool
    points: list[int]
    """Of each opening, 0 to 4."""


@dataclass(frozen=True)
class PredictorRow:
    """A predictor: its accuracy on held-out games, and its winning rates."""

    net: str
    moves: int | None
    positions: int
    accuracy: float
    is_held_out: bool
    average: WinningRate
    """Against all players of the League."""
    best: WinningRate
    """Against the best of them."""
    search: WinningRate
    """Against a search of depth 1."""
    against: dict[str, float]
    """Winning rates by opponent."""


class Experiment(IndependentStudy, DataStudy):
    """Predictors against the League; each pair is a cell."""

    result = PredictorResult
    paper = TABLE_VII
    data = Path()

    def find_data(self, given: str | None) -> None:
        files = [OPENINGS, *FILES.values(), f"{BASE}/{FIRST}"]
        self.data = data_folder.find(files, given, SOURCE)

    def trainings(self) -> list[Training]:
        """Return the training sets of the nets that the predictor is compared with, grouped by set."""
        scale = self.scale
        parts = [Training(f"{moves:,} moves", "unique-s", moves, round(moves * scale.passes)) for moves in scale.moves]
        return parts + [Training(name, name, None, scale.set_examples) for name in reversed(SETS)]

    def nets(self) -> list[str]:
        return [MODEL, *(training.net for training in self.trainings())]

    def cells(self) -> list[PredictorCell]:
        return [PredictorCell(net, opponent) for net in self.nets() for opponent in (*FILES, DEPTH_ONE)]

    def prepare(self, folder: Path, workers: Workers, report: Report) -> None:
        """Train and measure the nets, after checking that all players can play."""
        policy.load(self.scale.model, find_game("othello"))
        self.check_opponents()
        base, model = self.data / BASE, self.scale.model
        predictors.grade_all(base, model, self.trainings(), folder, self.seed, workers, report, **self.scale.net)

    def check_opponents(self) -> None:
        game = find_game("othello")
        openings(game, str(self.data / OPENINGS), 1)
        for name in (*FILES, DEPTH_ONE):
            specs.player(self.opponent(name), game)

    def opponent(self, name: str) -> str:
        """Return the spec of an opponent."""
        if name == DEPTH_ONE:
            return predictors.searcher(self.scale.opponent, 1)
        return f"greedy:eval={quote(str(self.data / FILES[name]))}"

    def measure(self, cell: PredictorCell, folder: Path, workers: Workers, report: Report) -> PredictorResult:
        model = self.model_of(cell.net, folder)
        opponent, path = self.opponent(cell.opponent), self.data / OPENINGS
        points = play(predictors.spec(model), opponent, path, self.scale.openings, self.seed)
        return PredictorResult(**cell._asdict(), **predictors.read_grade(folder, cell.net)._asdict(), points=points)

    def model_of(self, net: str, folder: Path) -> str | Path:
        """Return the model of a predictor."""
        return self.scale.model if net == MODEL else predictors.folder_of(folder, net)

    def rows(self, results: Sequence[PredictorResult]) -> list[PredictorRow]:
        return [join(self.label(net), [result for result in results if result.net == net]) for net in self.nets()]

    def label(self, net: str) -> str:
        return self.scale.model if net == MODEL else net

    def tables(self, rows: Sequence[PredictorRow]) -> list[Table]:
        return [self.strength_table(rows), self._set_table(rows)]

    def strength_table(self, rows: Sequence[PredictorRow]) -> Table:
        title = f"Table VII and figure 4: {2 * self.scale.openings:,} games against each opponent"
        columns = ["predictor", ">accuracy", ">average", ">95 % interval", f">{BEST}", f">{DEPTH_ONE}"]
        ours = [
            [self.marked(row, row.net), percent(row.accuracy), percent(row.average.share), row.average.interval(),
             percent(row.best.share), percent(row.search.share)]
            for row in rows
        ]  # fmt: skip
        theirs = [
            [f"paper: {row.net}", *map(percent, (row.accuracy, row.average)), "", *map(percent, (row.best, row.search))]
            for row in TABLE_VII
        ]
        return Table(title, columns, ours + theirs)

    def _set_table(self, rows: Sequence[PredictorRow]) -> Table:
        title = f"Table VIII: nets that saw {self.scale.set_examples:,} moves of different sets"
        by_name = {row.net: row for row in rows}
        theirs = [f">paper: {net}" for net in TABLE_VIII]
        columns = ["learned from", ">moves", ">accuracy", ">average", ">95 % interval", *theirs]
        found = [
            [self.marked(row, row.net), f"{row.moves:,}", percent(row.accuracy), percent(row.average.share),
             row.average.interval(), *(percent(rates[row.net]) for rates in TABLE_VIII.values())]
            for row in map(by_name.get, SETS) if row
        ]  # fmt: skip
        return Table(title, columns, found)

    def findings(self, rows: Sequence[PredictorRow]) -> list[str]:
        names = {"average": "the players of the League", "search": f"the search of {DEPTH_ONE}"}
        found = [line_text(lines(rows)[kind], name, kind) for kind, name in names.items()]
        found.append(
            f"The expert-moves paper's {DEPTH_ONE} is Edax; ours is {predictors.searcher(self.scale.opponent, 1)}."
        )
        unknown = [row.net for row in rows if not row.is_held_out]
        if unknown:
            verb = "does" if len(unknown) == 1 else "do"
            found.append(f"{listed(unknown)} {verb} not say that no game that accuracy is measured on was trained on.")
        return found

    def draw(self, rows: Sequence[PredictorRow], figure: Any, folder: Path) -> None:
        figure.set_size_inches(7.5, 4.6)
        axes = figure.subplots()
        for color, (kind, line) in zip(("C3", "C0"), lines(rows).items(), strict=True):
            draw_series(axes, rows, kind, line, color)
        for axis in (axes.xaxis, axes.yaxis):
            show_percent(axis)
        name_axes(axes, "accuracy on games held out", "winning rate")


def join(net: str, results: Sequence[PredictorResult]) -> PredictorRow:
    """Return all games of a predictor."""
    first, points = results[0], {result.opponent: result.points for result in results}
    league = [each for opponent in FILES for each in points[opponent]]
    return PredictorRow(
        net, first.moves, first.positions, first.accuracy, first.is_held_out,
        rate(league), rate(points[BEST]), rate(points[DEPTH_ONE]),
        {opponent: rate(each).share for opponent, each in points.items()},
    )  # fmt: skip


def lines(rows: Sequence[PredictorRow]) -> dict[str, LinearFit | None]:
    """Return the lines of figure 4: winning rates by accuracy."""
    return {
        kind: fit_line([row.accuracy for row in rows], [getattr(row, kind).share for row in rows])
        for kind in ("average", "search")
    }


def line_text(line: LinearFit | None, name: str, kind: str) -> str:
    if line is None:
        return f"Against {name} there is no line to fit: accuracies or winning rates are all the same."
    return (
        f"Against {name}, a point of accuracy brings {line.slope:.2f} points of the winning rate (r2 {line.r2:.3f});"
        f" in the expert-moves paper {SLOPES[kind]} (r2 {R2[kind]})."
    )


def draw_series(axes: Any, rows: Sequence[PredictorRow], kind: str, line: LinearFit | None, color: str) -> None:
    """Draw winning rates by accuracy with their line, and the expert-moves paper's hollow with a dashed one."""
    name = "League" if kind == "average" else DEPTH_ONE
    places, found = [row.accuracy for row in rows], [getattr(row, kind) for row in rows]
    shares = [each.share for each in found]
    axes.errorbar(places, shares, yerr=bounds(found), fmt="o", markersize=4, color=color, label=f"ours, {name}")
    if line:
        ends = [min(places), max(places)]
        axes.plot(ends, [line.at(end) for end in ends], color=color, linewidth=1, alpha=0.6)
    theirs = paper_points(kind)
    axes.plot(
        *zip(*theirs, strict=True), "s", color=color, markerfacecolor="none",
        label=f"paper, {'one-ply players' if kind == 'average' else 'Edax at depth 1'}",
    )  # fmt: skip
    if published := fit_line(*zip(*theirs, strict=True)):
        ends = [min(theirs)[0], max(theirs)[0]]
        axes.plot(ends, [published.at(end) for end in ends], color=color, linewidth=1, linestyle="--", alpha=0.6)


def paper_points(kind: str) -> list[tuple[float, float]]:
    """Return the accuracies and winning rates that the expert-moves paper prints: of table VII, and of II and VIII."""
    points = [(row.accuracy, getattr(row, kind)) for row in TABLE_VII]
    if kind == "average":
        points += [
            (FIGURES[2, net.lower(), name].percent / 100.0, share)
            for net, rates in TABLE_VIII.items()
            for name, share in rates.items()
        ]
    return points
