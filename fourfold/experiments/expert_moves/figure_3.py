"""Figure 3 of Liskowski, Jaśkowski and Krawiec: which moves of experts a policy predicts, by stage of the game.

    python -m fourfold.experiments.prediction_stages MODEL FOLDER PLOT.svg

FOLDER is one of .wtb files; the examples are of the test set of Unique-S. Moves of a game are numbered from 1; the
paper's numbers are larger by 4.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...data.othello import expert_moves, splits
from ...data.othello.expert_moves import ExpertMoves
from ...errors import InputError
from ...evaluators.torch_othello.encodings import legal_squares
from ...games.interface.find import find_game
from ...learn.network.schedule import sample
from ...learn.ranking_accuracy import ranks
from ...players import policy as policies
from ...players.policy import RanksMoves
from ..framework import plots

EXAMPLES = 50_000
NUMBERS, MOST_MOVES = 61, 34
"""More than the number of any move, and than any position is known to have legal ones."""
AT_ONCE = 4096


class Stages(NamedTuple):
    """What was predicted, all of it [number of the move, number of legal moves]."""

    counts: np.ndarray
    hits: dict[int, np.ndarray]
    """By k: how often the expert's move is among the k that the policy likes best."""

    def shares(self, k: int, axis: int | None = None) -> np.ndarray:
        """Return the accuracy, of all numbers of legal moves with axis 1, of all moves with axis 0; nan without any."""
        hits, counts = (array if axis is None else array.sum(axis=axis) for array in (self.hits[k], self.counts))
        return np.where(counts > 0, hits / np.maximum(counts, 1), np.nan)


def stages(policy: RanksMoves, moves: ExpertMoves, ks: Sequence[int] = (1, 3)) -> Stages:
    """Return how well a policy predicts moves, stage by stage."""
    counts, hits = (np.zeros((NUMBERS, MOST_MOVES), np.int64) for _ in range(2))
    by_k = {k: hits.copy() for k in ks}
    for start in range(0, moves.size, AT_ONCE):
        part = moves.at(np.arange(start, min(start + AT_ONCE, moves.size)))
        is_legal = legal_squares(part.own, part.opponent)
        liked = np.where(is_legal, policy.preferences(part.own, part.opponent), -np.inf)
        found = ranks(liked, part.square)
        places = 61 - part.empty, np.minimum(is_legal.sum(axis=1), MOST_MOVES - 1)
        np.add.at(counts, places, 1)
        for k in ks:
            np.add.at(by_k[k], places, found <= k)
    return Stages(counts, by_k)


def draw(found: Stages, figure: Any) -> None:
    """Draw, for each k, a map of the accuracy; below, its mean by the move's number and by the number of legal ones."""
    figure.set_size_inches(5.0 * len(found.hits), 7.0)
    above, below = figure.subfigures(2, 1)
    maps = above.subplots(1, len(found.hits), squeeze=False)[0]
    for axes, k in zip(maps, found.hits, strict=True):
        shown = axes.pcolormesh(100.0 * found.shares(k).T, vmin=0.0, vmax=100.0, cmap="viridis")
        axes.set(
            title=f"among the first {k}" if k > 1 else "first", xlabel="move", ylabel="legal moves", xlim=(1, NUMBERS)
        )
    above.colorbar(shown, ax=list(maps), label="predicted, %")
    for axes, name, axis in zip(below.subplots(1, 2), ("move", "legal moves"), (1, 0), strict=True):
        for k in found.hits:
            axes.plot(100.0 * found.shares(k, axis), marker=".", label=f"top {k}")
        axes.set(xlabel=name, ylabel="predicted, %", ylim=(0.0, 101.0))
        axes.grid(alpha=0.3)
        axes.legend(fontsize=8, frameon=False)


def tell(found: Stages) -> list[str]:
    """Return lines with the accuracy of every ten moves."""
    lines = []
    for first in range(1, NUMBERS, 10):
        rows = slice(first, first + 10)
        count = max(int(found.counts[rows].sum()), 1)
        shares = ", ".join(f"top {k} {hits[rows].sum() / count:.1%}" for k, hits in found.hits.items())
        lines.append(f"moves {first:2d} to {first + 9}: {shares}, of {count:,}")
    return lines


def main(arguments: list[str]) -> None:
    if len(arguments) != 3:
        raise InputError("three arguments are needed: a model, a folder of .wtb files and a .svg file to draw")
    model, folder, plot = arguments
    plots.check_file(plot)
    policy = policies.load(model, find_game("othello"))
    split = splits.paper_split(expert_moves.read_folder(folder).moves, "unique-s")
    found = stages(policy, sample(split.tests["paper"], EXAMPLES))
    print("\n".join(tell(found)))
    plots.write(Path(plot), lambda figure: draw(found, figure))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except InputError as error:
        sys.exit(str(error))
