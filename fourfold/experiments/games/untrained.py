"""Which player that knows nothing but the rules is best at equal time, on every game: the first opponent of people.

All candidates meet plain tree search in a few quick games; then the two best of them meet with the time that counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ...games.interface.find import find_game, game_names
from ...games.interface.game import Game
from ...matches.match import match
from ...matches.tally import MatchResult
from ...parallel.ordered_map import Workers
from ...players.untrained import best_untrained, untrained_players
from ..framework.study import IndependentStudy, Report, Table
from ..framework.text import percent

EXAMPLES = ("examples/dots_and_boxes.py", "examples/pig.py", "examples/ghost.py")
"""Games of users, as files below the folder in which the experiment is started."""
HEAT_SHARE = 0.2
"""Of the time for a move, in the quick games; and of the progress shown."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    seconds: float
    """A move."""
    games: int
    """Between the two best."""
    heat_games: int
    """Of each candidate against plain tree search."""
    only: tuple[str, ...] = ()
    """The games; empty: all that are included, and the examples."""


SCALES = {
    "tiny": Scale(0.002, 4, 2, ("tic_tac_toe", "kalah")),
    "small": Scale(0.1, 60, 20),
    "paper": Scale(1.0, 200, 60),
}


class Cell(NamedTuple):
    game: str


class Result(NamedTuple):
    """A match between the two best candidates of a game."""

    game: str
    first: str
    """The one that did best in the quick games."""
    second: str
    heats: dict[str, float]
    """The score of every candidate against plain tree search in these."""
    wins: int
    draws: int
    losses: int
    score: float
    """Of the first."""
    low: float
    high: float
    is_default: bool
    """Whether the better of the two is the one that Fourfold takes for the best."""


class Experiment(IndependentStudy):
    """The candidates of every game against each other."""

    result = Result

    def cells(self) -> list[Cell]:
        return [Cell(game) for game in self.scale.only or (*game_names(), *EXAMPLES)]

    def is_timed(self, row: Any) -> bool:
        return True

    def measure(self, cell: Cell, folder: Path, workers: Workers, report: Report) -> Result:
        game = find_game(cell.game)
        heats = self._heats(game, workers, lambda share, text: report(HEAT_SHARE * share, f"{cell.game}, {text}"))
        budget = f"seconds={self.scale.seconds:g}"
        first, second = sorted(heats, key=lambda words: -heats[words])[:2]

        def update(done: int, games: int, so_far: MatchResult) -> None:
            text = f"{cell.game}, {first} against {second}: {percent(so_far.score)}"
            report(HEAT_SHARE + (1.0 - HEAT_SHARE) * done / games, text)

        players = untrained_players(game, budget)
        found = match(players[first], players[second], game, self.scale.games, seed=self.seed, workers=workers,
                      progress=update)  # fmt: skip
        better = first if found.score >= 0.5 else second
        is_default = players[better] == best_untrained(game, budget)
        return Result(
            cell.game, first, second, heats, found.wins, found.draws, found.losses, found.score, found.low, found.high,
            is_default,
        )  # fmt: skip

    def _heats(self, game: Game, workers: Workers, report: Report) -> dict[str, float]:
        """Return the score of every candidate against the first in quick games; that of the first is one half."""
        players = untrained_players(game, f"seconds={HEAT_SHARE * self.scale.seconds:g}")
        plain, *others = players
        heats = {plain: 0.5}
        for place, name in enumerate(others):
            report(place / len(others), f"{name} against {plain}")
            found = match(players[name], players[plain], game, self.scale.heat_games, seed=self.seed, workers=workers)
            heats[name] = found.score
        return heats

    def tables(self, rows: Sequence[Result]) -> list[Table]:
        names = list(dict.fromkeys(name for row in rows for name in row.heats))
        lines = [
            [
                row.game,
                *(percent(row.heats[name]) if name in row.heats else "" for name in names),
                f"{row.first} against {row.second}",
                f"{percent(row.score)} ({100 * row.low:.0f} to {100 * row.high:.0f})",
            ]
            for row in rows
        ]
        heats = [f">{name}, {HEAT_SHARE * self.scale.seconds:g} s" for name in names]
        title = (
            f"{self.scale.heat_games} games of every candidate against plain tree search, then"
            f" {self.scale.games} games of the two best, {self.scale.seconds:g} s a move"
        )
        return [Table(title, ["game", *heats, "the two best", "score of the first"], lines)]

    def findings(self, rows: Sequence[Result]) -> list[str]:
        other = [row.game for row in rows if not row.is_default]
        told = f"The better of the two is the default on {len(rows) - len(other)} of {len(rows)} games."
        return [told, *([f"It is not on {', '.join(other)}."] if other else [])]

    def draw(self, rows: Sequence[Result], figure: Any, folder: Path) -> None:
        figure.set_size_inches(8, 1 + 0.4 * len(rows))
        axes = figure.subplots()
        scores = [row.score for row in rows]
        spans = [[row.score - row.low for row in rows], [row.high - row.score for row in rows]]
        axes.errorbar(scores, range(len(rows)), xerr=spans, fmt="o", capsize=3)
        axes.axvline(0.5, color="grey", linewidth=1)
        axes.set_yticks(range(len(rows)), [f"{row.game}\n{row.first} against {row.second}" for row in rows])
        axes.set_xlim(-0.02, 1.02)
        axes.set_xlabel(f"score of the first, {self.scale.seconds:g} s a move")
