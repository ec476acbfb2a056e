"""Examples in random order, pass after pass: the same ones wherever a run was interrupted."""

from functools import lru_cache

import numpy as np


def shuffled_passes(size: int, start: int, stop: int, seed: tuple[int, ...]) -> np.ndarray:
    """Return the numbers, below size, of the examples from start to stop over all passes, each in its own order."""
    passes = range(start // size, (stop - 1) // size + 1)
    order = np.concatenate([_shuffled(size, *seed, each) for each in passes])
    return order[start - passes[0] * size : stop - passes[0] * size]


@lru_cache(maxsize=2)
def _shuffled(size: int, *seed: int) -> np.ndarray:
    """Return the numbers below size in random order; cached, since that of a pass is needed many times."""
    return np.random.default_rng(seed).permutation(size)
