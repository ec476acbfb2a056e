"""A predictor of expert moves against search, and helped by it: section VI.D and E of the expert-moves paper.

Table IX: its winning rates against searches of depth 1 to 5, from openings with both colours, how many expert moves
these searches choose, and their time per move. Figure 5: what the predictor gains if the deepest search replaces it in
one stage of the game. The expert-moves paper's search is Edax; ours is not.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...data import data_folder
from ...data.othello.expert_moves import BASE, FIRST, ExpertMoves, read_folder
from ...data.othello.expert_moves import SOURCE as BASE_SOURCE
from ...data.othello.splits import held_out_games
from ...games.interface.find import find_game
from ...games.othello import State
from ...learn.ranking_accuracy import STAGES
from ...matches.openings import openings
from ...parallel.ordered_map import Workers
from ...players import policy, specs
from ...players.base import Player
from ...spec import quote
from ..framework.plots import HEIGHT, bounds, name_axes, show_percent
from ..framework.study import DataStudy, IndependentStudy, Report, Table
from ..framework.text import percent
from ..framework.winning_rates import WinningRate, gain, play, rate
from . import predictors
from .league import OPENINGS
from .paper_tables_7_to_9 import TABLE_IX, PaperSearch
from .predictors import MODEL, SEARCH, SPLIT

DEPTHS = tuple(row.depth for row in TABLE_IX)
HELPER = max(DEPTHS)
"""The depth of the search that replaces the predictor in a stage."""
ALONE, PREDICTION = "alone", "prediction"
NO_MOVES = ExpertMoves(*np.zeros((4, 0), np.uint64))
HYBRIDS = tuple(f"{first}-{last}" for first, last in STAGES)


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    openings: int
    """Of the thousand."""
    moves: int
    """Expert moves for the searches to find."""
    model: str = MODEL
    opponent: str = SEARCH


SCALES = {"tiny": Scale(2, 20), "small": Scale(50, 1000), "paper": Scale(1000, 20_000)}


class SearchCell(NamedTuple):
    """What to measure about the search of a depth; depth 0 is the predictor itself."""

    task: str
    """ALONE: the predictor plays it; a stage: with help in that stage; PREDICTION: which moves it chooses."""
    depth: int


class SearchResult(NamedTuple):
    task: str
    depth: int
    points: list[int]
    """The predictor's points in each opening, 0 to 4."""
    moves: int = 0
    """Expert moves to find."""
    accuracy: float = 0.0
    """The share of them that are chosen."""
    seconds: float = 0.0
    """Time per move."""


@dataclass(frozen=True)
class SearchRow:
    """The search of a depth, or the predictor as depth 0, which does not play against itself."""

    depth: int
    rate: WinningRate | None
    """Of the predictor against it."""
    accuracy: float
    moves: int
    seconds: float
    hybrids: dict[str, WinningRate]
    """Winning rates of the predictor with help, by stage."""
    gains: dict[str, WinningRate]
    """The difference from the rates without help."""
    paper: PaperSearch | None


class Experiment(IndependentStudy, DataStudy):
    """A predictor and searches of five depths."""

    result = SearchResult
    paper = TABLE_IX
    data = Path()
    sample = NO_MOVES

    def find_data(self, given: str | None) -> None:
        self.data = data_folder.find([OPENINGS, f"{BASE}/{FIRST}"], given, BASE_SOURCE)

    def cells(self) -> list[SearchCell]:
        predictions = [SearchCell(PREDICTION, depth) for depth in (0, *DEPTHS)]
        return predictions + [SearchCell(task, depth) for task in (ALONE, *HYBRIDS) for depth in DEPTHS]

    def prepare(self, folder: Path, workers: Workers, report: Report) -> None:
        """Draw the expert moves, after checking that all players can play."""
        game = find_game("othello")
        policy.load(self.scale.model, game)
        openings(game, str(self.data / OPENINGS), 1)
        specs.player(self.player(HYBRIDS[0]), game)
        report(0.0, "reading games")
        moves, _ = held_out_games(read_folder(self.data / BASE), SPLIT)
        order = np.random.default_rng(self.seed).permutation(moves.size)
        self.sample = moves.at(order[: self.scale.moves])

    def player(self, task: str) -> str:
        """Return the spec of the predictor, alone or with help in a stage."""
        alone = predictors.spec(self.scale.model)
        if task == ALONE:
            return alone
        helper = quote(self.search(HELPER))
        return f"hybrid:moves={task},inside={helper},outside={quote(alone)}"

    def search(self, depth: int) -> str:
        return predictors.searcher(self.scale.opponent, depth)

    def measure(self, cell: SearchCell, folder: Path, workers: Workers, report: Report) -> SearchResult:
        if cell.task == PREDICTION:
            chooser = self.search(cell.depth) if cell.depth else self.player(ALONE)
            player = specs.player(chooser, "othello", self.seed)
            return SearchResult(*cell, [], self.sample.size, *predict(player, self.sample))
        path, count = self.data / OPENINGS, self.scale.openings
        return SearchResult(*cell, play(self.player(cell.task), self.search(cell.depth), path, count, self.seed))

    def rows(self, results: Sequence[SearchResult]) -> list[SearchRow]:
        found = {(result.task, result.depth): result for result in results}
        return [self._row(depth, found) for depth in (0, *DEPTHS)]

    def _row(self, depth: int, found: dict[tuple[str, int], SearchResult]) -> SearchRow:
        chosen = found[PREDICTION, depth]
        points = {task: found[task, depth].points for task in (ALONE, *HYBRIDS) if depth}
        return SearchRow(
            depth,
            rate(points[ALONE]) if depth else None,
            chosen.accuracy,
            chosen.moves,
            chosen.seconds,
            {task: rate(points[task]) for task in HYBRIDS if depth},
            {task: gain(points[task], points[ALONE]) for task in HYBRIDS if depth},
            next((row for row in TABLE_IX if row.depth == depth), None),
        )

    def tables(self, rows: Sequence[SearchRow]) -> list[Table]:
        return [self._search_table(rows), self._stage_table(rows[1:])]

    def _search_table(self, rows: Sequence[SearchRow]) -> Table:
        title = (
            f"Table IX: {self.scale.model} in {2 * self.scale.openings:,} games against {self.scale.opponent}, and"
            f" {rows[0].moves:,} experts' moves that these choose; the expert-moves paper's Conv8+BN against Edax"
        )
        columns = [">depth", ">winning rate", ">95 % interval", ">experts' moves", ">ms a move"]
        return Table(title, [*columns, ">paper: rate", ">moves", ">ms"], [self._search_row(row) for row in rows])

    def _search_row(self, row: SearchRow) -> list[str]:
        ours = [percent(row.rate.share), row.rate.interval()] if row.rate else ["", ""]
        name = str(row.depth) if row.depth else self.scale.model
        theirs = row.paper and [percent(row.paper.rate), percent(row.paper.accuracy), milliseconds(row.paper.seconds)]
        return [self.marked(row, name), *ours, percent(row.accuracy), milliseconds(row.seconds), *(theirs or [""] * 3)]

    def _stage_table(self, rows: Sequence[SearchRow]) -> Table:
        title = f"Figure 5: points gained if {self.search(HELPER)} moves in a stage, with 95 % intervals"
        table = [[str(row.depth), *(row.gains[task].points() for task in HYBRIDS)] for row in rows]
        return Table(title, [">against depth", *(f">moves {task}" for task in HYBRIDS)], table)

    def findings(self, rows: Sequence[SearchRow]) -> list[str]:
        most = max(((row, task) for row in rows[1:] for task in HYBRIDS), key=lambda at: at[0].gains[at[1]].share)
        means = {task: float(np.mean([row.gains[task].share for row in rows[1:]])) for task in HYBRIDS}
        return [
            f"Help brings most, {most[0].gains[most[1]].points()} points, in moves {most[1]} against depth"
            f" {most[0].depth}; on the mean of all depths "
            + ", ".join(f"{100.0 * mean:+.1f} in moves {task}" for task, mean in means.items())
            + ".",
            "In the expert-moves paper it brings most against depth 3, and the more the later the stage.",
            f"This search, {self.scale.opponent}, is not the expert-moves paper's: that is Edax 4.3.2.",
        ]

    def draw(self, rows: Sequence[SearchRow], figure: Any, folder: Path) -> None:
        figure.set_size_inches(10.0, HEIGHT)
        rates, gains = figure.subplots(1, 2)
        draw_rates(rates, rows[1:])
        draw_gains(gains, rows[1:])
        beside = "winning rate of the predictor", f"gain by depth {HELPER} in a stage"
        for axes, text in zip((rates, gains), beside, strict=True):
            axes.set_xticks(DEPTHS)
            show_percent(axes.yaxis)
            name_axes(axes, "depth of the opponent", text)


def predict(player: Player, moves: ExpertMoves) -> tuple[float, float]:
    """Return the share of expert moves that a player chooses too, and its seconds per move."""
    states = [State(own, opponent, 1) for own, opponent in zip(moves.own, moves.opponent, strict=True)]
    player.choose(states[0])  # compiles what it needs
    begun = time.perf_counter()
    chosen = [player.choose(state).move for state in states]
    seconds = (time.perf_counter() - begun) / len(states)
    return float(np.mean(np.array(chosen) == moves.square)), seconds


def draw_rates(axes: Any, rows: Sequence[SearchRow]) -> None:
    draw_line(axes, [row.rate for row in rows if row.rate], label="ours", color="C0")
    theirs = [row.paper.rate for row in rows if row.paper]
    axes.plot(DEPTHS, theirs, "s", color="C1", markerfacecolor="none", label="paper, against Edax")


def draw_gains(axes: Any, rows: Sequence[SearchRow]) -> None:
    for number, task in enumerate(HYBRIDS):
        aside = 0.06 * (number - 1.5)  # so that no interval hides another
        draw_line(axes, [row.gains[task] for row in rows], aside, label=f"moves {task}", color=f"C{number}")
    axes.axhline(0.0, color="gray", linewidth=0.8)


def draw_line(axes: Any, found: Sequence[WinningRate], aside: float = 0.0, **style: Any) -> None:
    places = [depth + aside for depth in DEPTHS]
    shares = [each.share for each in found]
    axes.errorbar(places, shares, yerr=bounds(found), marker="o", markersize=4, capsize=2, **style)


def milliseconds(seconds: float) -> str:
    return f"{1000.0 * seconds:.2f}"
