"""The hyperbolic tangent, fast enough for the hidden units of a net inside a search."""

import numpy as np

FUSED_MULTIPLY_ADD = True
NO_ALLOCATION = True
CLAMP = np.float32(5.2)
"""Where the rational function reaches 1: arguments are limited to this."""


def clamp(x):
    return np.clip(x, -CLAMP, CLAMP)


def compiled_clamp(x):
    return min(max(x, -CLAMP), CLAMP)


def fast_tanh(x):
    """Return tanh(x) to within 6e-5, by the best rational function of its form: exp would not vectorise."""
    x = clamp(x)
    square = x * x
    above = np.float32(80.3674) + square * (np.float32(8.12262) + square * np.float32(0.051094))
    below = np.float32(80.3862) + square * (np.float32(34.8647) + square)
    return x * above / below
