"""Whether the error of a net has stopped falling."""

from collections.abc import Sequence

import numpy as np

WINDOW, LEAST_GAIN = 20, 0.002
"""It has when the mean of this many epochs is not this share below that of the previous ones."""


def is_flat(errors: Sequence[float], window: int = WINDOW) -> bool:
    """Return whether the error, epoch by epoch, has stopped falling."""
    if len(errors) < 2 * window:
        return False
    last, before = np.mean(errors[-window:]), np.mean(errors[-2 * window : -window])
    return bool(last > (1.0 - LEAST_GAIN) * before)
