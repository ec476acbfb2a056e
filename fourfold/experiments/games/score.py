"""What the score that a state shows is worth to a learner: as an input of its net, and as what the net foretells.

Kalah's variables have the score, the difference of the stores, and nothing else tells it; Othello's have not, but it is
the sum of the discs that they show. A small file beside this one takes it away from the one and gives it to the other.
All nets learn from equally many matches and meet the same opponent from the same openings; budgets are nodes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ...games.interface.find import find_game
from ...games.interface.game import Game
from ...learn.outcome.learner import OutcomeLearner
from ...matches.match import match
from ...matches.statistics import PairScores, mean_interval
from ...matches.tally import MatchResult
from ...parallel.ordered_map import Workers
from ...players.aim import POINTS, WIN
from ..framework.plots import draw_by_name
from ..framework.study import Report, Study, Table
from ..framework.text import percent
from ..framework.winning_rates import WinningRate, gain, rate

HERE = Path(__file__).parent
GAMES = {
    ("kalah", False): str(HERE / "kalah_without_score.py"),
    ("kalah", True): "kalah",
    ("othello", False): "othello",
    ("othello", True): str(HERE / "othello_with_score.py"),
}
"""By name, and whether nets see the score."""
WAYS = ((WIN, WIN), (POINTS, POINTS), (POINTS, WIN))
"""What nets learn, and what is then played for."""
OPENINGS = "random:6"


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    first_matches: int
    rounds: int
    matches: int
    """Of each later round of training."""
    nodes: int
    """A move in these matches."""
    test_nodes: int
    opponent: str
    games: int
    """For each net; as many openings as half of them, others with each seed."""
    seeds: int


SCALES = {
    "tiny": Scale(2, 1, 2, 2, 2, "alphabeta:nodes=2,eval=points", 2, 2),
    "small": Scale(1000, 5, 800, 100, 200, "mcts:sims=400", 200, 3),
    "paper": Scale(6000, 10, 4000, 200, 400, "mcts:sims=2000", 1000, 5),
}


class Cell(NamedTuple):
    game: str
    sees_score: bool
    target: str
    aim: str
    seed: int


class Result(NamedTuple):
    """The test games of a net."""

    game: str
    sees_score: bool
    target: str
    aim: str
    seed: int
    wins: int
    draws: int
    losses: int
    pairs: list[int]
    """Of each opening, in two games: 2 for a win, 1 for a draw."""
    margins: list[int]
    """Of each opening, in two games: by how many points the net won."""


@dataclass(frozen=True)
class Points:
    """The mean points a game, or a difference of two, with its 95 % interval."""

    mean: float
    low: float
    high: float

    def text(self) -> str:
        return f"{self.mean:+.1f} ({self.low:+.1f} to {self.high:+.1f})"


@dataclass(frozen=True)
class Worth:
    """What nets of all seeds reach, or by how much more than others do."""

    score: WinningRate
    points: Points
    by_seed: tuple[float, ...]
    """The score with every seed."""


@dataclass(frozen=True)
class Row:
    game: str
    sees_score: bool
    target: str
    aim: str
    games: int
    reached: Worth
    by_input: Worth | None
    """The gain over nets that do not see the score."""
    by_target: Worth | None
    """The gain of nets that learn points over those that learn to win."""


class Experiment(Study):
    """Nets with and without the score, that learn to win or points, on two games."""

    result = Result

    def cells(self) -> list[Cell]:
        seeds = range(self.seed, self.seed + self.scale.seeds)
        return [Cell(*game, *way, seed) for seed in seeds for game in GAMES for way in WAYS]

    def measure(self, cell: Cell, folder: Path, workers: Workers, report: Report) -> Result:
        game = find_game(GAMES[cell.game, cell.sees_score])
        run = folder / f"{game.file_name}-{cell.target}-{cell.seed}"
        self._train(cell, game, run, workers, report)

        def update(done: int, wanted: int, found: MatchResult) -> None:
            report(0.7 + 0.3 * done / wanted, f"{run.name}: test games, {percent(found.score)}")

        player = f"alphabeta:nodes={self.scale.test_nodes},eval={run},aim={cell.aim}"
        found = match(
            player, self.scale.opponent, game, self.scale.games, OPENINGS, cell.seed, workers, progress=update
        )
        pairs = list(zip(found.records[::2], found.records[1::2], strict=True))
        return Result(
            *cell, found.wins, found.draws, found.losses, [2 + one.outcome - two.outcome for one, two in pairs],
            [(one.points or 0) - (two.points or 0) for one, two in pairs],
        )  # fmt: skip

    def _train(self, cell: Cell, game: Game, run: Path, workers: Workers, report: Report) -> None:
        """Train the net of a run, unless the cell of another aim has done so."""
        scale = self.scale
        learner = OutcomeLearner(
            seed=cell.seed, workers=workers, out=run, target=cell.target, nodes=scale.nodes, rounds=scale.rounds,
            first_matches=scale.first_matches, matches=scale.matches,
        )  # fmt: skip
        learner.fit(game, lambda reached: report(0.7 * reached.share, f"{run.name}: {reached.text}"))

    def rows(self, results: Sequence[Result]) -> list[Row]:
        groups: dict[tuple[str, bool, str, str], list[Result]] = {}
        for result in results:
            groups.setdefault(result[:4], []).append(result)
        return [make_row(key, groups) for key in groups]

    def tables(self, rows: Sequence[Row]) -> list[Table]:
        scale = self.scale
        matches = scale.first_matches + scale.rounds * scale.matches
        title = (
            f"Nets that learned from {matches:,} matches, {scale.test_nodes} nodes a move, against {scale.opponent}:"
            f" {scale.seeds} seeds, {scale.seeds * scale.games} games a row"
        )
        names = ["game", "inputs", "learns", "plays for"]
        reached = ["score", "95 % interval", "by seed", "points a game"]
        gained = ["what", "score, in percentage points", "by seed", "points a game"]
        return [
            Table(title, [*names, *(f">{name}" for name in reached)], [self._reached(row) for row in rows]),
            Table("What is gained, from the same openings", [*names, gained[0], *(f">{name}" for name in gained[1:])],
                  [line for row in rows for line in gains(row)]),
        ]  # fmt: skip

    def _reached(self, row: Row) -> list[str]:
        found = row.reached
        seeds = ", ".join(f"{100 * share:.1f}" for share in found.by_seed)
        game, *others = names_of(row)
        return [
            self.marked(row, game), *others, percent(found.score.share), found.score.interval(), seeds,
            found.points.text(),
        ]  # fmt: skip

    def findings(self, rows: Sequence[Row]) -> list[str]:
        games = dict.fromkeys(row.game for row in rows)
        return [sentence for game in games for sentence in tell([row for row in rows if row.game == game])]

    def draw(self, rows: Sequence[Row], figure: Any, folder: Path) -> None:
        names = [", ".join(names_of(row)) for row in rows]
        draw_by_name(figure, names, [row.reached.score for row in rows], f"score against {self.scale.opponent}")


def make_row(key: tuple[str, bool, str, str], groups: dict[tuple[str, bool, str, str], list[Result]]) -> Row:
    game, sees_score, target, aim = key
    own, most = groups[key], find_game(game).most_points
    blind, winning = groups.get((game, False, target, aim)), groups.get((game, sees_score, WIN, WIN))
    return Row(
        *key, 2 * sum(len(result.pairs) for result in own), reached_by(own, most),
        gained_over(blind, own, most) if sees_score and blind else None,
        gained_over(winning, own, most) if target == POINTS and winning else None,
    )  # fmt: skip


def reached_by(group: Sequence[Result], most: int) -> Worth:
    """Return what nets reach in games that can be won by this many points at most."""
    pairs = [pair for result in group for pair in result.pairs]
    margins = [margin for result in group for margin in result.margins]
    return Worth(rate(pairs), mean_points(margins, most), tuple(rate(result.pairs).share for result in group))


def gained_over(before: Sequence[Result], group: Sequence[Result], most: int) -> Worth:
    """Return how much more the nets of a group reach than those before, from the same openings; seed by seed."""
    seeds = list(zip(group, before, strict=True))
    pairs = [pair for new, old in seeds for pair in zip(new.pairs, old.pairs, strict=True)]
    margins = [one - two for new, old in seeds for one, two in zip(new.margins, old.margins, strict=True)]
    score = gain([new for new, _ in pairs], [old for _, old in pairs])
    return Worth(score, mean_points(margins, 2 * most), tuple(gain(new.pairs, old.pairs).share for new, old in seeds))


def mean_points(margins: Sequence[int], most: int) -> Points:
    """Return the mean points a game of openings, each played twice."""
    scores = PairScores()
    for margin in margins:
        scores.add(margin / 2)
    return Points(scores.mean, *mean_interval(scores, 2 * len(margins), most))


def names_of(row: Row) -> list[str]:
    return [row.game, "board and score" if row.sees_score else "board", row.target, row.aim]


def gains(row: Row) -> list[list[str]]:
    """Return the lines of the table of gains."""
    found = [("score as input", row.by_input), ("points as target", row.by_target)]
    return [[*names_of(row), what, *gain_texts(worth)] for what, worth in found if worth]


def gain_texts(worth: Worth) -> list[str]:
    return [worth.score.points(), ", ".join(f"{100 * each:+.1f}" for each in worth.by_seed), worth.points.text()]


def tell(rows: Sequence[Row]) -> list[str]:
    """Return what the score is worth in a game, as input and as target."""
    inputs, targets = ([worth for worth in found if worth] for found in
                       ([row.by_input for row in rows], [row.by_target for row in rows]))  # fmt: skip
    told = [("the score as input", inputs), ("points as target", targets)]
    return [f"{rows[0].game}, {what}: {sum_up(found)}." for what, found in told if found]


def sum_up(found: Sequence[Worth]) -> str:
    scores, points = [100 * worth.score.share for worth in found], [worth.points.mean for worth in found]
    return (
        f"{min(scores):+.1f} to {max(scores):+.1f} percentage points, {min(points):+.1f} to {max(points):+.1f} points a"
        f" game; more or fewer games are won, clearly and with every seed, in {sum(map(is_clear, found))} of"
        f" {len(found)} comparisons"
    )


def is_clear(worth: Worth) -> bool:
    """Return whether all of the score's interval, and every seed, are on one side of 0."""
    bounds = worth.score.low, worth.score.high, *worth.by_seed
    return min(bounds) > 0.0 or max(bounds) < 0.0
