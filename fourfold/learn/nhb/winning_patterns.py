"""Patterns that end a game: small sets of variables with signs that tell lost states from all others.

They are found in examples, without knowledge of the game. Starting from a lost state and one of its literals (a
variable and its sign), the most informative literal is added until all states that match are lost; if that holds for
other examples too, it is a pattern. In Connect Four these are the lines of four; in Othello, where no few discs decide,
there are hardly any.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

PRECISION = 0.95
"""The share of lost states among those that match a pattern."""
LEAST = 8
"""How many lost states must match it, in each half of the examples."""
LARGEST = 6
TRIES = 1500


class Patterns(NamedTuple):
    """The patterns found."""

    variables: list[np.ndarray]
    """The variables of each pattern."""
    counts: np.ndarray
    """How many examples of the second half match it."""
    explained: float
    """The share of lost states that match any of them."""


def find_patterns(
    inputs: np.ndarray, lost: np.ndarray, symmetries: Sequence[Sequence[int]], rng: np.random.Generator
) -> Patterns:
    """Return patterns grown in one half of the examples and confirmed in the other."""
    variables = inputs.shape[1]
    inputs = np.concatenate([inputs[:, list(places)] for places in symmetries])
    lost = np.tile(lost, len(symmetries))
    literals, half = np.hstack([inputs > 0, inputs < 0]), rng.random(len(inputs)) < 0.5
    checks, check_lost = literals[~half], lost[~half]
    literals, lost = literals[half], lost[half]
    unexplained, explained = lost.copy(), np.zeros(len(checks), bool)
    found: dict[tuple[int, ...], int] = {}
    for _ in range(TRIES):
        rows = np.flatnonzero(unexplained)
        if not len(rows):
            break
        pattern = grow(literals, lost, int(rng.choice(rows)), rng)
        shown = checks[:, pattern].all(axis=1)
        if pattern and shown.sum() >= LEAST and check_lost[shown].mean() >= PRECISION:
            found[tuple(sorted(pattern))] = int(shown.sum())
            unexplained &= ~literals[:, pattern].all(axis=1)
            explained |= shown
    share = float((explained & check_lost).sum() / max(check_lost.sum(), 1))
    return Patterns([np.array(pattern) % variables for pattern in found], np.array(list(found.values())), share)


def grow(literals: np.ndarray, lost: np.ndarray, row: int, rng: np.random.Generator) -> list[int]:
    """Return literals of a lost row that hardly any state matches unless it is lost; none if that takes too many."""
    own = np.flatnonzero(literals[row])
    if not len(own):
        return []
    pattern = [int(rng.choice(own))]
    shown = literals[:, pattern[0]]
    table, is_lost = literals[np.ix_(shown, own)].astype(np.float32), lost[shown].astype(np.float32)
    while is_lost.mean() < PRECISION:
        showing, losing = table.sum(axis=0), is_lost @ table
        gain = losing * np.log(np.maximum(losing, 1.0) / np.maximum(showing, 1.0) / is_lost.mean())  # as in FOIL
        best = int(np.where(losing >= LEAST, gain, -1.0).argmax())
        if len(pattern) == LARGEST or losing[best] < LEAST or gain[best] < 1e-6:
            return []
        pattern.append(int(own[best]))
        kept = table[:, best] > 0
        table, is_lost = table[kept], is_lost[kept]
    return prune(pattern, literals, lost) if is_lost.sum() >= LEAST else []


def prune(pattern: list[int], literals: np.ndarray, lost: np.ndarray) -> list[int]:
    """Return the pattern without redundant literals."""
    for literal in list(pattern):
        rest = [other for other in pattern if other != literal]
        if rest and lost[literals[:, rest].all(axis=1)].mean() >= PRECISION:
            pattern = rest
    return pattern
