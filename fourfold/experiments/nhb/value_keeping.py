"""How often Connect Four players keep the value of a position, according to a perfect solver.

The tables of the NHB paper leave that open: how good its nets are, independent of the opponent. The solver is bitbully
(pip install bitbully). Positions come from random play, without an immediate win; in each, some moves keep its value,
be it a win, a draw or a loss, and others do not, so that there is always a choice.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...games.interface.find import find_game
from ...games.interface.game import Game
from ...matches.openings import random_state
from ...matches.statistics import wilson
from ...parallel.ordered_map import Workers
from ...players.specs import player
from ..framework.bitbully import bitbully_scores
from ..framework.plots import draw_by_name
from ..framework.study import Report, Study, Table
from ..framework.text import interval, percent

PLIES = range(8, 31)
EVALUATORS = ("nhb", "zero", "untrained")
ANY_MOVE = "any move"
"""The share of moves that keep the value: the score of a random player."""

Solver = Callable[[Game, Any], dict[int, int]]
"""Returns what each legal move is worth to the side to move: -1, 0 or 1."""


class Position(NamedTuple):
    state: Any
    keeping: set[int]
    """The moves that keep its value."""


def positions(game: Game, solve: Solver, seed: int) -> Iterator[Position]:
    """Yield distinct positions in which a move can be right or wrong."""
    rng, seen = np.random.default_rng(seed), set()
    while True:
        state = random_state(game, int(rng.choice(PLIES)), rng)
        if state in seen or any(game.outcome(child) == -1 for _, child in game.expand(state)):
            continue
        seen.add(state)
        values = solve(game, state)
        keeping = {move for move, value in values.items() if value == max(values.values())}
        if len(keeping) < len(values):
            yield Position(state, keeping)


def bitbully_solver() -> Solver:
    scores = bitbully_scores()

    def solve(game: Game, state: Any) -> dict[int, int]:
        return {column: int(np.sign(score)) for column, score in scores(game, state).items()}

    return solve


def share_kept(spec: str, game: Game, asked: Sequence[Position]) -> float:
    """Return how often the player of spec keeps the value; every position is a new game."""
    chosen = player(spec, game)
    kept = 0
    for number, (state, keeping) in enumerate(asked):
        chosen.new_game(number)
        kept += chosen.choose(state).move in keeping
    return kept / len(asked)


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    positions: int
    nodes: int
    """For a move."""


SCALES = {"tiny": Scale(20, 100), "small": Scale(2000, 500), "paper": Scale(20_000, 500)}


class KeptValues(NamedTuple):
    """How often a player keeps the value of a position, with the 95 % interval."""

    evaluator: str
    positions: int
    share: float
    low: float
    high: float


class Experiment(Study):
    """Players with different evaluators, in the same positions."""

    result = KeptValues
    game = find_game("connect_four")

    def __init__(self, scale: Scale, seed: int):
        super().__init__(scale, seed)
        self.solve = bitbully_solver()

    def cells(self) -> list[str]:
        return [ANY_MOVE, *EVALUATORS]

    @cached_property
    def positions(self) -> list[Position]:
        return list(islice(positions(self.game, self.solve, self.seed), self.scale.positions))

    def measure(self, cell: str, folder: Path, workers: Workers, report: Report) -> KeptValues:
        report(0.0, cell)
        share = self._share_kept(cell)
        return KeptValues(cell, len(self.positions), share, *wilson(share, len(self.positions)))

    def _share_kept(self, name: str) -> float:
        if name == ANY_MOVE:
            return float(np.mean([len(keeping) / len(self.game.moves(state)) for state, keeping in self.positions]))
        return share_kept(f"alphabeta:nodes={self.scale.nodes},eval={name}", self.game, self.positions)

    def tables(self, rows: Sequence[KeptValues]) -> list[Table]:
        title = f"The value is kept in {rows[0].positions:,} positions, {self.scale.nodes} nodes a move"
        table = [[row.evaluator, percent(row.share), interval(row.low, row.high)] for row in rows]
        return [Table(title, ["evaluator", ">kept", ">95 % interval"], table)]

    def findings(self, rows: Sequence[KeptValues]) -> list[str]:
        best = max(rows, key=lambda row: row.share)
        return [f"{best.evaluator} keeps the value most often, in {percent(best.share)} of the positions."]

    def draw(self, rows: Sequence[KeptValues], figure: Any, folder: Path) -> None:
        draw_by_name(figure, [row.evaluator for row in rows], rows, "positions whose value is kept")
