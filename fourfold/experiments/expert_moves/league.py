"""A round robin of the Othello League's one-ply players, from the openings of Runarsson and Lucas.

These are the opponents of the expert-moves paper, section VI. A pair of players meets from every opening with
both colours; a player's score is that of all its games, a draw counting half.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from ...data import data_folder
from ...evaluators import league_files, ntuple
from ...games.interface.find import find_game
from ...matches.match import pair_seeds
from ...matches.openings import Opening, openings
from ...matches.statistics import PairScores, effective_games, wilson
from ...parallel.ordered_map import Workers
from ...players.greedy import GreedyDuels
from ..framework import plots
from ..framework.study import DataStudy, IndependentStudy, Report, Table
from ..framework.text import interval, percent
from ..framework.winning_rates import WinningRate

OPENINGS = "othello/openings.txt"
SOURCE = "github.com/wjaskowski/mastering-2048, cevo-games"


class Entrant(NamedTuple):
    """A player of the league."""

    file: str
    score: float
    """In per cent, in the reference: a league of 182,000 games, from all thousand openings."""


PLAYERS = {
    "CoCMAES-4+2x2": Entrant("JaskowskiSzubert2015CoCMAES-4+2x2.player", 81.7),
    "GECCO": Entrant("Manning2010GECCO.player", 72.8),
    "IPrefN": Entrant("RunnarsonLucas2014IPrefN.player", 68.1),
    "CTDL": Entrant("SzubertJaskowskiKrawiec2013CTDL.player", 64.8),
    "Nash70": Entrant("Manning2010Nash70.player", 59.5),
    "Burrow": Entrant("Burrow2011ETDL.player", 58.5),
    "TCIAG2": Entrant("Manning2010TCIAG2.player", 58.4),
    "TCIAG1": Entrant("Manning2010TCIAG1.player", 58.1),
    "ETDL": Entrant("SzubertJaskowskiKrawiec2013ETDL.player", 51.1),
    "SWH": Entrant("SWH.wpc", 32.9),
    "LR06": Entrant("LR06.wpc", 25.0),
    "SJK09": Entrant("SJK09.wpc", 24.9),
    "SJK11": Entrant("SJK11.wpc", 24.4),
    "IPref1": Entrant("RunnarsonLucas2014IPref1.player", 19.9),
}
FILES = {name: f"othello/players/{entrant.file}" for name, entrant in PLAYERS.items()}


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    openings: int
    """Of the thousand."""


SCALES = {"tiny": Scale(2), "small": Scale(100), "paper": Scale(1000)}


class PairCell(NamedTuple):
    """Two players that meet."""

    first: str
    second: str


class PairResult(NamedTuple):
    """The results of two players, from the first one's view."""

    first: str
    second: str
    wins: int
    draws: int
    losses: int
    squares: float
    """The sum of the squared scores of openings, each the mean of its two games."""

    def turned(self) -> "PairResult":
        """Return the same results from the second one's view."""
        pairs = (self.wins + self.draws + self.losses) // 2
        squares = pairs - (2 * self.wins + self.draws) / 2 + self.squares  # of one less each
        return PairResult(self.second, self.first, self.losses, self.draws, self.wins, squares)


@dataclass(frozen=True)
class PlayerRow:
    """All games of a player, its score with the 95 % interval, and that of the reference."""

    player: str
    score: float
    low: float
    high: float
    wins: int
    draws: int
    losses: int
    against: dict[str, float]
    """Its score by opponent."""
    paper: float


@dataclass(frozen=True)
class PaperPlayer:
    player: str
    score: float


class Experiment(IndependentStudy, DataStudy):
    """A round robin; every pair of players is a cell."""

    result = PairResult
    data = Path()
    paper = tuple(PaperPlayer(name, entrant.score / 100.0) for name, entrant in PLAYERS.items())

    def find_data(self, given: str | None) -> None:
        self.data = data_folder.find([OPENINGS, *FILES.values()], given, SOURCE)

    def cells(self) -> list[PairCell]:
        return [PairCell(*pair) for pair in combinations(PLAYERS, 2)]

    def prepare(self, folder: Path, workers: Workers, report: Report) -> None:
        """Check that all files can be read before any game is played."""
        self.openings()
        for name in PLAYERS:
            self.weights(name)

    def measure(self, cell: PairCell, folder: Path, workers: Workers, report: Report) -> PairResult:
        first, second = self.weights(cell.first), self.weights(cell.second)
        duels = GreedyDuels(find_game("othello"), ntuple)
        pairs = [
            play_pair(duels, first, second, opening.state, pair_seeds(self.seed, number))
            for number, opening in enumerate(self.openings())
        ]
        outcomes = [outcome for pair in pairs for outcome in pair]
        squares = sum((0.5 + sum(pair) / 4.0) ** 2 for pair in pairs)
        return PairResult(*cell, outcomes.count(1), outcomes.count(0), outcomes.count(-1), squares)

    def openings(self) -> list[Opening]:
        return openings(find_game("othello"), str(self.data / OPENINGS), self.scale.openings, self.seed)

    def weights(self, name: str) -> ntuple.Weights:
        return league_files.load_evaluator(str(self.data / FILES[name]), find_game("othello")).make_weights(0)

    def rows(self, results: Sequence[PairResult]) -> list[PlayerRow]:
        """Return a row for each player, the best first."""
        both = [*results, *(result.turned() for result in results)]
        rows = [join([result for result in both if result.first == name]) for name in PLAYERS]
        return sorted(rows, key=lambda row: -row.score)

    def tables(self, rows: Sequence[PlayerRow]) -> list[Table]:
        games = rows[0].wins + rows[0].draws + rows[0].losses
        title = f"{len(rows) * games // 2:,} games, {games:,} of each player, from {self.scale.openings:,} openings"
        columns = ["player", ">won", ">drawn", ">lost", ">score", ">95 % interval", ">reference", ">difference"]
        table = [
            [row.player, *map(str, (row.wins, row.draws, row.losses)), percent(row.score),
             interval(row.low, row.high), percent(row.paper),
             f"{100.0 * (row.score - row.paper):+.1f}"]
            for row in rows
        ]  # fmt: skip
        return [Table(title, columns, table)]

    def findings(self, rows: Sequence[PlayerRow]) -> list[str]:
        farthest = max(rows, key=lambda row: abs(row.score - row.paper))
        inside = sum(row.low <= row.paper <= row.high for row in rows)
        return [
            f"The score farthest from the reference is {farthest.player}'s, by"
            f" {100.0 * (farthest.score - farthest.paper):+.1f} points; {inside} of {len(rows)} intervals contain the"
            " reference."
        ]

    def draw(self, rows: Sequence[PlayerRow], figure: Any, folder: Path) -> None:
        shares = [WinningRate(row.score, row.low, row.high) for row in rows]
        below = f"score in {rows[0].wins + rows[0].draws + rows[0].losses:,} games"
        names, reference = [row.player for row in rows], [row.paper for row in rows]
        plots.draw_by_name(figure, names, shares, below, reference, "reference")


def play_pair(duels: GreedyDuels, first: Any, second: Any, state: Any, seeds: tuple[int, int]) -> tuple[int, int]:
    """Return the outcomes for first of two games from state: in one it is to move, in the other second is."""
    return (
        duels.play(first, second, state, seeds).outcome,
        -duels.play(second, first, state, seeds[::-1]).outcome,
    )


def join(results: Sequence[PairResult]) -> PlayerRow:
    """Return all games of a player, who is the first in each of the results."""
    wins, draws, losses = (sum(getattr(result, name) for result in results) for name in ("wins", "draws", "losses"))
    games, name = wins + draws + losses, results[0].first
    scores = PairScores(games // 2, (wins + draws / 2) / 2, sum(result.squares for result in results))
    low, high = wilson(scores.mean, effective_games(scores, games))
    against = {result.second: score(result) for result in results}
    return PlayerRow(name, scores.mean, low, high, wins, draws, losses, against, PLAYERS[name].score / 100.0)


def score(result: PairResult) -> float:
    return (result.wins + result.draws / 2) / (result.wins + result.draws + result.losses)
