"""Examples as a net learns them: what it sees of states, and what they are worth."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Examples(NamedTuple):
    """A table of examples, a row each."""

    keys: np.ndarray
    """What tells states apart."""
    kinds: np.ndarray
    """PLAYED, CONSISTENT or PROVEN (`search/examples.py`)."""
    values: np.ndarray
    """From the side to move's view: -1 lost, 1 won."""
    inputs: np.ndarray
    """[example, variable]"""

    def count(self, kind: int) -> int:
        return int((self.kinds == kind).sum())

    def where(self, chosen: np.ndarray) -> "Examples":
        """Return the examples that a mask, or an array of row numbers, chooses."""
        return Examples(*(column[chosen] for column in self))

    def sample(self, most: int, rng: np.random.Generator) -> "Examples":
        """Return at most so many of the examples, by chance."""
        return self if len(self.keys) <= most else self.where(rng.choice(len(self.keys), most, replace=False))

    def with_symmetries(self, symmetries: Sequence[Sequence[int]]) -> "Examples":
        """Return each example as often as the game has symmetries, once in each of their views."""
        inputs = np.concatenate([self.inputs[:, list(places)] for places in symmetries])
        times = len(symmetries)
        return Examples(np.tile(self.keys, times), np.tile(self.kinds, times), np.tile(self.values, times), inputs)


def merge(parts: Sequence[Examples]) -> Examples:
    """Return the examples of all parts, one for every state: the best founded, of equals the first."""
    joined = Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    order = np.lexsort((-joined.kinds.astype(np.int64), joined.keys))
    keys = joined.keys[order]
    first = np.append(True, keys[1:] != keys[:-1])
    return joined.where(order[first[: len(order)]])
