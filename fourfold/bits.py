"""Bitboards: sets of squares as bits of a uint64; and counts from 0 to 15 at 32 places, four bits each, in two words.

Of these, places 0 to 15 are in the low word, 16 to 31 in the high one.

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


def nth(squares, n):
    """Return the number, 0 to 63, of the set bit that has n set bits below it: the last place with no more below."""
    at = 0
    for width in (32, 16, 8, 4, 2, 1):
        further = at + width
        at = further if popcount(squares & ((U(1) << U(further)) - U(1))) <= n else at
    return at


NIBBLE = U(15)
FIRST_BITS = U(0x1111111111111111)


def count_at(low, high, place):
    """Return the count at a place."""
    word = low if place < 16 else high
    return np.int64(word >> U(4 * (place & 15)) & NIBBLE)


def shift_one(low, high, before, after):
    """Return both words with one less at the place before, whose count must not be 0, and one more at after."""
    if before < 16:
        low -= U(1) << U(4 * before)
    else:
        high -= U(1) << U(4 * (before - 16))
    if after < 16:
        low += U(1) << U(4 * after)
    else:
        high += U(1) << U(4 * (after - 16))
    return low, high


def places_with_any(low, high):
    """Return the places whose count is not 0, as bits."""
    low |= low >> U(1)
    high |= high >> U(1)
    return gather(low | low >> U(2)) | gather(high | high >> U(2)) << U(16)


def places_with_two(low, high):
    """Return the places whose count is at least two, as bits."""
    return gather(low >> U(1) | low >> U(2) | low >> U(3)) | gather(high >> U(1) | high >> U(2) | high >> U(3)) << U(16)


def gather(word):
    """Return the first bit of each of the sixteen counts, side by side."""
    word &= FIRST_BITS
    word = (word | word >> U(3)) & U(0x0303030303030303)
    word = (word | word >> U(6)) & U(0x000F000F000F000F)
    word = (word | word >> U(12)) & U(0x000000FF000000FF)
    return (word | word >> U(24)) & U(0xFFFF)


def mirrored(bits):
    """Return 32 bits in reverse order."""
    bits = (bits & U(0x55555555)) << U(1) | bits >> U(1) & U(0x55555555)
    bits = (bits & U(0x33333333)) << U(2) | bits >> U(2) & U(0x33333333)
    bits = (bits & U(0x0F0F0F0F)) << U(4) | bits >> U(4) & U(0x0F0F0F0F)
    bits = (bits & U(0x00FF00FF)) << U(8) | bits >> U(8) & U(0x00FF00FF)
    return (bits & U(0x0000FFFF)) << U(16) | bits >> U(16)
