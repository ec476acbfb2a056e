"""How long `perfect` takes to answer every position of whole games of Connect Four, and whether it is right.

One side plays perfectly, from the empty board, against players of several kinds; or both play at random. Each position
is a question of its own to one core, with the included book and an empty table: which moves are best, and the scores of
all moves. If bitbully is installed, its scores are compared.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import typed
from ...bits import popcount
from ...games.interface.find import find_game
from ...matches.match import match
from ...parallel.ordered_map import Workers
from ...records.record import Record, replay
from ...solve.solver import GAME, Solver
from ..framework.bitbully import Scores, bitbully_scores, is_installed
from ..framework.study import IndependentStudy, Report, Table

PERFECT, RANDOM = "perfect", "random"
PART = 20
"""How many games a cell has."""


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    opponents: dict[str, int]
    """How many games are played against each; in half of them `perfect` begins."""
    random_games: int
    openings: str | None = None


STRONG = ("mcts:seconds=0.1", "alphabeta:seconds=0.1,eval=nhb")
SCALES = {
    "tiny": Scale({"alphabeta:depth=2": 2}, 2, "random:20"),
    "small": Scale({**dict.fromkeys(STRONG, 80), RANDOM: 40}, 600),
    "paper": Scale({**dict.fromkeys(STRONG, 400), RANDOM: 200}, 2000),
}


class Cell(NamedTuple):
    a: str
    b: str
    games: int
    part: int


class Answers(NamedTuple):
    """What came of the games of a cell, and the times of their positions, in seconds."""

    play: str
    games: int
    begun: int
    """Games that `perfect` began."""
    won: int
    """Of those."""
    stones: list[int]
    """On the board, position by position."""
    best: list[float]
    """The time for the best moves and their score; not asked for in random games."""
    every: list[float]
    """The time for the scores of all moves."""
    wrong: int | None
    """Positions in which bitbully gives other scores; None without it."""


class Summary(NamedTuple):
    """All games of one kind."""

    play: str
    games: int
    begun: int
    won: int
    positions: int
    best_median: float | None
    best_most: float | None
    median: float
    most_of_95: float
    most_of_99: float
    most: float
    wrong: int | None
    most_by_stones: dict[str, float]


class Experiment(IndependentStudy):
    """Games in parts, so that an interrupted experiment loses little."""

    result = Answers

    def cells(self) -> list[Cell]:
        plays = [(PERFECT, opponent, games) for opponent, games in self.scale.opponents.items()]
        plays.append((RANDOM, RANDOM, self.scale.random_games))
        return [
            Cell(a, b, min(PART, games - first), first // PART)
            for a, b, games in plays
            for first in range(0, games, PART)
        ]

    def is_timed(self, row: Any) -> bool:
        return True

    @cached_property
    def solver(self) -> Solver:
        solver = Solver()
        solver.forget()  # the system hands out its memory now, and kernels are compiled, before the clock runs
        solver.compile()
        return solver

    @cached_property
    def judge(self) -> Scores | None:
        return bitbully_scores() if is_installed() else None

    def measure(self, cell: Cell, folder: Path, workers: Workers, report: Report) -> Answers:
        report(0.0, f"{cell.a} against {cell.b}: games")
        seed = self.seed * 10_000 + cell.part
        found = match(cell.a, cell.b, GAME, cell.games, self.scale.openings, seed, 1)
        begun = [record for record in found.records if record.first == PERFECT]
        stones, best, every, wrong = list[int](), list[float](), list[float](), 0
        for number, record in enumerate(found.records):
            report(number / cell.games, f"{cell.a} against {cell.b}: answers")
            for state in positions(record):
                stones.append(popcount(state.stones))
                if cell.a == PERFECT:
                    best.append(self._timed(self.solver.best, state)[0])
                seconds, scores = self._timed(self.solver.scores, state)
                every.append(seconds)
                wrong += self.judge is not None and self.judge(find_game(GAME), state) != scores
        return Answers(
            f"{cell.a} against {cell.b}", len(found.records), len(begun), sum(record.outcome == 1 for record in begun),
            stones, best, every, wrong if self.judge else None,
        )  # fmt: skip

    def _timed(self, ask: Callable[[Any], Any], state: Any) -> tuple[float, Any]:
        """Return how long an answer takes with an empty table, and the answer."""
        self.solver.forget()
        begun = time.perf_counter()
        answer = ask(state)
        return time.perf_counter() - begun, answer

    def rows(self, results: Sequence[Answers]) -> list[Summary]:
        plays = dict.fromkeys(part.play for part in results)
        return [summary([part for part in results if part.play == play]) for play in plays]

    def tables(self, rows: Sequence[Summary]) -> list[Table]:
        columns = ["games", ">positions", ">best: median", ">longest", ">all: median", ">95 % within", ">99 % within",
                   ">longest", ">wrong"]  # fmt: skip
        lines = [
            [
                f"{row.games} {self.marked(row, row.play)}",
                f"{row.positions:,}",
                *(in_words(each) for each in (row.best_median, row.best_most)),
                *(in_words(each) for each in (row.median, row.most_of_95, row.most_of_99, row.most)),
                "" if row.wrong is None else str(row.wrong),
            ]
            for row in rows
        ]
        stones = sorted({int(each) for row in rows for each in row.most_by_stones})
        by_stones = [[str(each), *(in_words(row.most_by_stones.get(str(each))) for row in rows)] for each in stones]
        return [
            Table("Best moves and all scores of every position, one core", columns, lines),
            Table("Longest time for all scores, by stones", [">stones", *(f">{row.play}" for row in rows)], by_stones),
        ]

    def findings(self, rows: Sequence[Summary]) -> list[str]:
        told = [f"{row.play}: won {row.won} of {row.begun} games that it began." for row in rows if row.begun]
        if any(row.wrong is None for row in rows):
            told.append("Nothing was compared with bitbully, which is not installed.")
        return told

    def draw(self, rows: Sequence[Summary], figure: Any, folder: Path) -> None:
        axes = figure.subplots()
        for row in rows:
            stones, seconds = zip(*row.most_by_stones.items(), strict=True)
            axes.plot([int(each) for each in stones], seconds, ".-", label=row.play)
        axes.set_yscale("log")
        axes.set_xlabel("stones on the board")
        axes.set_ylabel("longest time for the scores of all moves, seconds")
        axes.legend()


def positions(record: Record) -> list[Any]:
    """Return the positions of a game in which somebody had to move."""
    first = len(record.opening_moves)
    return [typed(state) for state in replay(record)[first:-1]]


def summary(parts: Sequence[Answers]) -> Summary:
    """Return what parts of the same kind add up to."""
    stones, best, every = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("stones", "best", "every")
    )
    games, begun, won = (sum(getattr(part, name) for part in parts) for name in ("games", "begun", "won"))
    wrong = [part.wrong for part in parts if part.wrong is not None]
    by_stones = {str(n): float(every[stones == n].max()) for n in np.unique(stones)}
    median, most_of_95, most_of_99, most = (float(np.quantile(every, share)) for share in (0.5, 0.95, 0.99, 1.0))
    return Summary(
        play=parts[0].play,
        games=games,
        begun=begun,
        won=won,
        positions=len(every),
        best_median=float(np.median(best)) if len(best) else None,
        best_most=float(best.max()) if len(best) else None,
        median=median,
        most_of_95=most_of_95,
        most_of_99=most_of_99,
        most=most,
        wrong=sum(wrong) if len(wrong) == len(parts) else None,
        most_by_stones=by_stones,
    )


def in_words(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"
