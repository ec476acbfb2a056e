"""Values in a search: integers, so that windows and comparisons are exact.

A heuristic value v in (-1, 1) is v * SCALE, limited to LIMIT. What a result is worth, WIN at most, `aim.py` says.
"""

import numpy as np

SCALE = 1_000_000
WIN = np.int64(SCALE)
LIMIT = np.int64(989_999)
INFINITY = np.int64(2 * SCALE)
NO_LIMIT = 1 << 62
"""An unlimited node budget."""
NO_VALUE, NO_OUTCOME = 1, 2
"""What was not a finite number in a search: an evaluator's value, or a game's outcome."""
UNPROVEN = np.int64(-1)
"""In place of a distance to the end: the value depends on an evaluation."""
SOUND = np.int64(-2)
"""The same, but all evaluations below agree with their search values."""


def heuristic(value, work):
    """Return the integer of an evaluator's value, brought within LIMIT; note in work one that is no finite number."""
    scaled = value * SCALE
    if abs(scaled) <= LIMIT:  # asked first, and not the sign, which a processor cannot guess
        return np.int64(scaled)
    note_value(value, work)
    return LIMIT if scaled > 0.0 else -LIMIT


def note_value(value, work):
    """Note in work, and end the search, if an evaluator's value is NaN or infinite: whoever searches must say so."""
    if not abs(value) < np.inf:
        work.not_finite = work.stop = NO_VALUE


def rounded(value):
    """Return the integer next to a mean of values or a share of WIN."""
    return np.int64(np.floor(value + 0.5))
