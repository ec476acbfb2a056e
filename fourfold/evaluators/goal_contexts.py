"""Contexts on any board: the goals of a game, sets of squares that win for whoever holds them, as the context paper has
the lines of four of Connect Four.

Every context has features, by which detectors are chosen, and attributes, which are inputs of the detectors. If there
are a few kinds of goals (lines), the squares of a context are in the order that symmetries and shifts of the board
carry over from one to another, and are inputs themselves. If there are many (connections), they have no order in
common: a context is then described by how many of its squares are own, the opponent's and empty, and one that nobody
can win any more says nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

NO_ALLOCATION = True
EITHER, OWN, OPPONENT = 0, 1, -1
"""Whose goal a context is."""
ATTRIBUTES = 4
COUNTS = 3
MOST_KINDS = 8
"""With more kinds of goals than this they are one kind without order."""


class Contexts(NamedTuple):
    """The contexts of a board as the side to move sees it, as arrays."""

    squares: np.ndarray
    """[context, place]; -1 beyond its last square."""
    sizes: np.ndarray
    owners: np.ndarray
    """EITHER, OWN or OPPONENT."""
    kinds: np.ndarray
    """Feature F2."""
    locations: np.ndarray
    """Feature F3: the same for symmetric contexts only."""
    first: np.ndarray
    """[square]: where the links of a square begin; one more for the end."""
    links: np.ndarray
    """[link, 0 for the context and 1 for its slot]: the contexts through a square, square after square.

    Slots are the inputs of a frame: a kind and the place of the square in the context, or the kind alone."""
    supports: np.ndarray
    """[square, other]: 1 if the other must be filled before the square can be."""
    ordered: int
    deep: int
    """1 if a square may need others, so that the depth of a context is that of its deepest square."""


def make_contexts(
    goals: Sequence[Sequence[int]],
    owners: Sequence[int],
    kinds: Sequence[int],
    locations: Sequence[int],
    supports: np.ndarray,
    ordered: bool,
) -> Contexts:
    """Return the contexts of these goals, whose squares are in order."""
    longest = max(map(len, goals))
    squares = np.array([[*goal, *[-1] * (longest - len(goal))] for goal in goals], np.int64)
    sizes = np.array([len(goal) for goal in goals], np.int64)
    numbers = np.asarray(kinds, np.int64)
    first_slots = np.append(0, np.cumsum([sizes[numbers == kind].max() for kind in range(max(kinds) + 1)]))
    through: list[list[tuple[int, int]]] = [[] for _ in range(len(supports))]
    for context, goal in enumerate(goals):
        for place, square in enumerate(goal):
            slot = first_slots[kinds[context]] + place if ordered else kinds[context]
            through[square].append((context, int(slot)))
    links = [link for square in through for link in square]
    first = np.append(0, np.cumsum([len(square) for square in through]))
    return Contexts(
        squares, sizes, np.asarray(owners, np.int64), numbers, np.asarray(locations, np.int64), first,
        np.array(links, np.int64), np.asarray(supports, np.int64), int(ordered), int(supports.any()),
    )  # fmt: skip


def count_inputs(contexts: Contexts) -> int:
    """Return the number of inputs of a detector: squares, or counts; attributes; and a constant."""
    return (contexts.squares.shape[1] if contexts.ordered else COUNTS) + ATTRIBUTES + 1


def count_slots(contexts: Contexts) -> int:
    return int(contexts.links[:, 1].max()) + 1


def count_depths(contexts: Contexts) -> int:
    """Return how many depths there are, 0 included."""
    deepest = int(contexts.supports.sum(axis=1).max()) + 1
    return (deepest if contexts.deep else contexts.squares.shape[1]) + 1


def read_context(contexts, context, squares, missing, inputs):
    """Write the inputs of a context's detectors; return its depth, or -1 if it says nothing.

    missing has how many stones must be placed until each square is filled.
    """
    size, own, other, depth = contexts.sizes[context], 0, 0, 0
    for place in range(size):
        square = contexts.squares[context, place]
        own += squares[square] > 0
        other += squares[square] < 0
        depth = max(depth, missing[square])
    owner = contexts.owners[context]
    for_own, for_other = owner != OPPONENT and other == 0, owner != OWN and own == 0
    can_be_won = for_own or for_other
    if not contexts.ordered and not can_be_won:
        return -1
    if contexts.ordered:
        n = contexts.squares.shape[1]
        for place in range(n):
            inputs[place] = squares[contexts.squares[context, place]] if place < size else 0.0
    else:
        n = COUNTS
        inputs[0], inputs[1], inputs[2] = own / size, other / size, (size - own - other) / size
    inputs[n] = 1.0 if own + other == 0 else 0.0  # A1
    inputs[n + 1] = 1.0 if can_be_won else 0.0  # A2
    inputs[n + 2] = 1.0 if own + other == size else 0.0  # A3
    inputs[n + 3] = 1.0 if for_own and own > 0 else -1.0 if for_other and other > 0 else 0.0  # A4
    inputs[n + 4] = 1.0
    return depth if contexts.deep else size - own - other


def count_missing(contexts, squares, missing):
    """Write how many stones must be placed until each square is filled."""
    for square in range(missing.size):
        missing[square] = 0
        if squares[square] == 0:
            missing[square] = 1
            if contexts.deep:
                for other in range(missing.size):
                    missing[square] += contexts.supports[square, other] * (squares[other] == 0)
