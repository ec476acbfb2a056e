"""The patterns to which a net with a frame for each move listens most, to be drawn on the board.

A context through the square of a move adds to the inputs of the hidden units, and these to the move's score. Its
influence is what it adds, with all hidden units taken as linear, beyond the mean of the contexts in the same place.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import bind
from ...data.proven_positions import ProvenPosition
from ...evaluators import frame_net
from ...games.interface.game import Game
from ...learn.context import move_kernels
from ...learn.context.move_training import see_positions
from ...search.squares import FILLED, View

RAREST = 3
"""A pattern must occur so often."""


class Pattern(NamedTuple):
    """What is on the squares of a context through the square of a move, and one position with it."""

    influence: float
    """On the move's score."""
    times: int
    board: np.ndarray
    """The squares as the side to move sees them."""
    context: list[int]
    """Its squares."""
    move: int
    """The square that the move fills."""


class Found(NamedTuple):
    """The same before means are known."""

    slot: int
    added: float
    times: int
    position: int
    context: int
    move: int


def find_patterns(weights: Any, game: Game, data: Sequence[ProvenPosition]) -> list[Pattern]:
    """Return the patterns in these positions, those that speak most for a move first."""
    net, kernels = frame_net.prepare(weights), bind(move_kernels, game=game.module, jit=False)
    view = View(weights.views.astype(np.int64), int(weights.layout[1]))
    examples, memory = see_positions(kernels, view, game, data), frame_net.make_memory(net)
    found: dict[Any, Found] = {}
    for position in range(len(data)):
        frame_net.detect(net, examples.squares[position], memory)
        first, last = examples.first_moves[position : position + 2]
        for square, change in examples.changed[examples.first_changes[first] : examples.first_changes[last]]:
            if change == FILLED:
                note_contexts(net, memory, position, int(square), found)
    means = mean_by_slot(found.values())
    patterns = [
        Pattern(
            each.added - means[each.slot], each.times, examples.squares[each.position],
            [int(square) for square in net.contexts.squares[each.context] if square >= 0], each.move,
        )
        for each in found.values() if each.times >= RAREST
    ]  # fmt: skip
    return sorted(patterns, key=lambda pattern: -pattern.influence)


def note_contexts(net: Any, memory: Any, position: int, square: int, found: dict[Any, Found]) -> None:
    """Count the contexts through a square that a move fills, by their slot, detectors and inputs."""
    contexts, width = net.contexts, memory.said.shape[1]
    for context, slot in contexts.links[contexts.first[square] : contexts.first[square + 1]].tolist():
        if memory.chosen[context, 0] < 0:
            continue
        key = slot, memory.chosen[context].tobytes(), memory.inputs[context].tobytes()
        if key in found:
            found[key] = found[key]._replace(times=found[key].times + 1)
        else:
            heard = net.hidden[:, slot * width : (slot + 1) * width] @ memory.said[context]
            found[key] = Found(slot, float(net.output @ heard), 1, position, context, square)


def mean_by_slot(found: Any) -> dict[int, float]:
    """Return what contexts add on average, by slot."""
    sums: dict[int, np.ndarray] = {}
    for each in found:
        sums[each.slot] = sums.get(each.slot, np.zeros(2)) + np.array([each.added * each.times, each.times])
    return {slot: float(total / count) for slot, (total, count) in sums.items()}


def draw_pattern(axes: Any, pattern: Pattern, places: Sequence[tuple[int, int]]) -> None:
    """Draw a pattern on its board: the context framed, own stones full, the opponent's hollow, the move a cross."""
    for square, (row, column) in enumerate(places):
        inside = square in pattern.context
        axes.add_patch(_box(column, row, "#ffe9a8" if inside else "white"))
        if pattern.board[square]:
            fill = "black" if pattern.board[square] > 0 else "white"
            alpha = 1.0 if inside else 0.25
            axes.scatter(column, row, s=26, facecolor=fill, edgecolor="black", alpha=alpha, zorder=2)
    row, column = places[pattern.move]
    axes.scatter(column, row, s=26, marker="x", color="C3", zorder=3)
    rows, columns = zip(*places, strict=True)
    axes.set_xlim(min(columns) - 0.6, max(columns) + 0.6)
    axes.set_ylim(min(rows) - 0.6, max(rows) + 0.6)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title(f"{pattern.influence:+.2f}, {pattern.times} times", fontsize=7)


def _box(column: int, row: int, colour: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((column - 0.5, row - 0.5), 1.0, 1.0, facecolor=colour, edgecolor="#bbbbbb", linewidth=0.5)
