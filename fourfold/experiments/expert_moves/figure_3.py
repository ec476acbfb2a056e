"""Figure 3 of the expert-moves paper: how well a policy predicts expert moves, by stage of the game.

The examples are from the test set of Unique-S. Moves are numbered from 1; the expert-moves paper's numbers are larger
by 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...data import data_folder
from ...data.othello import splits
from ...data.othello.expert_moves import BASE, SOURCE, ExpertMoves, read_folder
from ...evaluators.torch_othello.encodings import legal_squares
from ...games.interface.find import find_game
from ...learn.network.schedule import sample
from ...learn.ranking_accuracy import ranks
from ...parallel.ordered_map import Workers
from ...players import policy as policies
from ...players.policy import RanksMoves
from ..framework.plots import name_axes
from ..framework.study import DataStudy, Report, Table
from ..framework.text import percent
from .predictors import MODEL

NUMBERS, MOST_MOVES = 61, 34
"""Upper bounds of the number of a move, and of the legal moves of a position."""
TOP = (1, 3)
"""A move counts as predicted if it is among the policy's top 1, or top 3."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    examples: int
    model: str = MODEL


SCALES = {"tiny": Scale(1000), "small": Scale(50_000), "paper": Scale(1_000_000)}


class StageResult(NamedTuple):
    """The predictions of one move number, by the number of legal moves from 0 on."""

    number: int
    counts: list[int]
    hits: list[list[int]]
    """How often the expert's move is among the first, for each of TOP."""


class Experiment(DataStudy):
    """A cell for each move number."""

    result = StageResult
    data = Path()

    def find_data(self, given: str | None) -> None:
        self.policy = policies.load(self.scale.model, find_game("othello"))
        self.data = data_folder.find([BASE], given, SOURCE) / BASE

    def cells(self) -> range:
        return range(1, NUMBERS)

    @cached_property
    def moves(self) -> ExpertMoves:
        split = splits.paper_split(read_folder(self.data).moves, "unique-s", self.seed)
        return sample(split.tests["paper"], self.scale.examples)

    def measure(self, cell: int, folder: Path, workers: Workers, report: Report) -> StageResult:
        report(0.0, f"move {cell}")
        return predict_stage(self.policy, self.moves, cell)

    def tables(self, rows: Sequence[StageResult]) -> list[Table]:
        """Return a table of every ten moves."""
        tens = [rows[first : first + 10] for first in range(0, len(rows), 10)]
        table = [
            [f"{ten[0].number} to {ten[-1].number}", f"{count(ten):,}", *map(percent, total_shares(ten))]
            for ten in tens
        ]
        title = f"Moves of experts that {self.scale.model} predicts"
        return [Table(title, [">moves", ">of them", *(f">top {k}" for k in TOP)], table)]

    def findings(self, rows: Sequence[StageResult]) -> list[str]:
        first, among = total_shares(rows)
        return [
            f"Of {count(rows):,} moves {percent(first)} are ranked first, {percent(among)} among the first {TOP[-1]}."
        ]

    def draw(self, rows: Sequence[StageResult], figure: Any, folder: Path) -> None:
        """Draw maps of the accuracy and, below, its mean by move number and by the number of legal moves."""
        figure.set_size_inches(5.0 * len(TOP), 7.0)
        above, below = figure.subfigures(2, 1)
        draw_maps(above, rows)
        for axes, name, axis in zip(below.subplots(1, 2), ("move", "legal moves"), (1, 0), strict=True):
            for place, k in enumerate(TOP):
                shares = 100.0 * shares_of(rows, place, axis)
                axes.plot(np.arange(len(shares)) + axis, shares, marker=".", label=f"top {k}")
            axes.set_ylim(0.0, 101.0)
            name_axes(axes, name, "predicted, %")


def predict_stage(policy: RanksMoves, moves: ExpertMoves, number: int) -> StageResult:
    """Return how well a policy predicts the moves with this number."""
    part = moves.at(np.flatnonzero(61 - moves.empty == number))
    is_legal = legal_squares(part.own, part.opponent)
    liked = np.where(is_legal, policy.rank(part.states).table(is_legal.shape[1]), -np.inf)
    found, places = ranks(liked, part.square), np.minimum(is_legal.sum(axis=1), MOST_MOVES - 1)
    hits = [np.bincount(places[found <= k], minlength=MOST_MOVES).tolist() for k in TOP]
    return StageResult(number, np.bincount(places, minlength=MOST_MOVES).tolist(), hits)


def count(rows: Sequence[StageResult]) -> int:
    return sum(sum(row.counts) for row in rows)


def total_shares(rows: Sequence[StageResult]) -> list[float]:
    """Return the accuracy for each of TOP, 0 if there are no moves."""
    return [sum(sum(row.hits[place]) for row in rows) / max(count(rows), 1) for place in range(len(TOP))]


def shares_of(rows: Sequence[StageResult], place: int, axis: int | None = None) -> np.ndarray:
    """Return the accuracy [move, legal moves], of all numbers of legal moves with axis 1, of all moves with axis 0.

    It is that for TOP[place], and nan where there are no moves.
    """
    arrays = np.array([row.hits[place] for row in rows]), np.array([row.counts for row in rows])
    hits, counts = (array if axis is None else array.sum(axis=axis) for array in arrays)
    return np.where(counts > 0, hits / np.maximum(counts, 1), np.nan)


def draw_maps(figure: Any, rows: Sequence[StageResult]) -> None:
    """Draw a map of the accuracy for each of TOP, by move and number of legal moves."""
    maps = figure.subplots(1, len(TOP), squeeze=False)[0]
    edges = np.arange(1, len(rows) + 2), np.arange(MOST_MOVES + 1)
    for place, (axes, k) in enumerate(zip(maps, TOP, strict=True)):
        shown = axes.pcolormesh(*edges, 100.0 * shares_of(rows, place).T, vmin=0.0, vmax=100.0, cmap="viridis")
        axes.set(title=f"among the first {k}" if k > 1 else "first", xlabel="move", ylabel="legal moves")
    figure.colorbar(shown, ax=list(maps), label="predicted, %")
