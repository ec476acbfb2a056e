"""Training examples: the inputs of states, and their values."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Examples(NamedTuple):
    """A table of examples, a row each."""

    keys: np.ndarray
    """Hash keys of the states."""
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
        """Return a random sample of at most this many examples."""
        return self if len(self.keys) <= most else self.where(rng.choice(len(self.keys), most, replace=False))

    def in_views(self, symmetries: Sequence[Sequence[int]], views: int, rng: np.random.Generator) -> "Examples":
        """Return this many symmetric copies of each example: itself and randomly chosen ones."""
        if min(views, len(symmetries)) == 1:
            return self
        others = rng.random((len(self.keys), len(symmetries) - 1)).argsort(axis=1)[:, : views - 1] + 1
        places = np.array(symmetries)[np.pad(others, ((0, 0), (1, 0)))]
        inputs = np.take_along_axis(self.inputs[:, None, :], places, axis=2).reshape(-1, self.inputs.shape[1])
        times = places.shape[1]
        return Examples(
            np.repeat(self.keys, times), np.repeat(self.kinds, times), np.repeat(self.values, times), inputs
        )


def merge(parts: Sequence[Examples]) -> Examples:
    """Return the examples of all parts, one per state: the best founded one, or the first of equals."""
    joined = Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    order = np.lexsort((-joined.kinds.astype(np.int64), joined.keys))
    keys = joined.keys[order]
    first = np.append(True, keys[1:] != keys[:-1])
    return joined.where(order[first[: len(order)]])


def average(parts: Sequence[Examples]) -> Examples:
    """Return the examples of all parts, one per state, with the mean of its values."""
    joined = Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    _, first, places, counts = np.unique(joined.keys, return_index=True, return_inverse=True, return_counts=True)
    values = np.bincount(places, joined.values, len(first)) / counts
    return joined.where(first)._replace(values=values.astype(joined.values.dtype))
