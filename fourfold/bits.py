"""Bitboards: sets of squares as bits of a uint64.

Every constant is wrapped, `U(1)`: Numba turns `uint64 & 1` into int64 and `uint64 + int64` into float64. A function
`compiled_NAME` replaces NAME in compiled kernels.
"""

import numpy as np

U = np.uint64


def popcount(squares):
    """Return how many bits are set."""
    return int(squares).bit_count()


def compiled_popcount(squares):
    """LLVM turns this loop into one instruction; Numba does not support bit_count."""
    count = 0
    while squares:
        squares &= squares - U(1)
        count += 1
    return count


def lowest(squares):
    """Return the lowest set bit; squares must not be empty."""
    return squares & (~squares + U(1))


def index(square):
    """Return the number, 0 to 63, of the only bit set in square."""
    return popcount(square - U(1))
