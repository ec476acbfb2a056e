"""Sections V.B and V.C of the context paper: contexts that the program defines from the rules and the goal, and a
second level that joins those which share a square, on several games; on Connect Four against the hand-made ones.

M1 and M4 have one level, H1 and H4 two; all learn all best moves. In Connect Four S4 does so too, with the contexts,
features and frames of `evaluators/connect_four/contexts.py`. The plot also shows the patterns to which the detectors of
M4 make it listen most.
"""

from collections.abc import Sequence
from math import isqrt
from pathlib import Path
from typing import Any

import numpy as np

from ...data.connect_four.labelled_positions import NO_MOVE, Positions
from ...data.proven_positions import ProvenPosition
from ...evaluators.connect_four import context_net
from ...evaluators.weights_file import load
from ...games.interface.find import find_game
from ...learn.context.column_training import ALL
from ...learn.context.learner import ContextLearner
from ..framework.text import percent
from . import games
from .games import CHANCE, CONNECT_FOUR, GameCell, GameRow, folder_of
from .patterns import draw_pattern, find_patterns

HAND_MADE = "S4"
SYSTEMS = ("M1", "M4", "H1", "H4")
SCALES = {
    "tiny": games.Scale(1, 60, 20_000, {"tic_tac_toe": 40}),
    "small": games.SCALES["small"],
    "paper": games.SCALES["paper"],
}
SHOWN, DRAWN = 400, 5
"""Test positions in which patterns are looked for; and how many patterns are drawn that speak for a move, and against
it."""


class Experiment(games.Experiment):
    """Every system on every game, and the hand-made contexts on Connect Four."""

    def systems(self, game: str) -> tuple[str, ...]:
        return (*((HAND_MADE,) if game == CONNECT_FOUR else ()), *SYSTEMS, CHANCE)

    def make_learner(self, cell: GameCell, training: list[ProvenPosition], out: Path) -> ContextLearner:
        if cell.system != HAND_MADE:
            return super().make_learner(cell, training, out)
        data, terms = columns_of_positions(training), self.terms(cell, training)
        return ContextLearner(data=data, system=HAND_MADE, targets=ALL, **terms, out=out)

    def count_weights(self, weights: Any) -> int:
        if isinstance(weights, context_net.Weights):
            return context_net.count_weights(weights)
        return super().count_weights(weights)

    def findings(self, rows: Sequence[GameRow]) -> list[str]:
        found = {(row.game, row.system): row for row in rows}
        said = []
        for spec in self.scale.positions:
            first, second = found[spec, "M4"], found[spec, "H4"]
            hand = found.get((spec, HAND_MADE))
            said.append(
                f"{spec}: one of the best moves is first in {percent(first.any_best)} with one level and in"
                f" {percent(second.any_best)} with two"
                + (f", and in {percent(hand.any_best)} with the hand-made contexts." if hand else ".")
            )
        return said

    def draw(self, rows: Sequence[GameRow], figure: Any, folder: Path) -> None:
        figure.set_size_inches(10.0, 8.0)
        grid = figure.add_gridspec(3, DRAWN, height_ratios=(2.2, 1.0, 1.0))
        shares = figure.add_subplot(grid[0, :])
        self.draw_shares(rows, shares)
        spec = CONNECT_FOUR if CONNECT_FOUR in self.scale.positions else next(iter(self.scale.positions))
        shares.set_xlabel(
            f"below, {spec}: patterns that speak most for a move (cross) in M4, or most against it; own stones: full",
            fontsize=8,
        )
        game = find_game(spec)
        _, test = self._halves(game, folder, 0)
        weights = load(str(folder_of(folder, GameCell(spec, "M4", 0)))).weights
        patterns = find_patterns(weights, game, test[:SHOWN])
        side = isqrt(game.variables)
        places = game.places or tuple(divmod(square, side) for square in range(game.variables))
        for row, some in ((1, patterns[:DRAWN]), (2, patterns[::-1][:DRAWN])):
            for column, pattern in enumerate(some):
                draw_pattern(figure.add_subplot(grid[row, column]), pattern, places)


def columns_of_positions(data: Sequence[ProvenPosition]) -> Positions:
    """Return positions of Connect Four with the scores of their columns."""
    scores = np.full((len(data), 7), NO_MOVE, np.float32)
    for row, position in enumerate(data):
        scores[row, list(position.moves)] = position.scores
    own, stones = (np.array([getattr(each.state, name) for each in data], np.uint64) for name in ("own", "stones"))
    return Positions(own, stones, scores)
