"""Squares of Connect Four as sets of bits: those that would complete a line, and those that may be filled next."""

from ..bits import U
from ..games.connect_four import BOTTOM, FULL

SQUARES = 42
COLUMN_MASKS = tuple(U(0b0111111 << 7 * column) for column in range(7))


def open_squares(stones):
    """Return the lowest empty square of every column that is not full."""
    return (stones + BOTTOM) & FULL


def winning_squares(own, stones):
    """Return the empty squares, playable now or not, that would complete a line of own stones."""
    found = own << U(1) & own << U(2) & own << U(3)  # a column is filled from below
    found |= completed(own, U(7))
    found |= completed(own, U(6))
    found |= completed(own, U(8))
    return found & (FULL ^ stones)


def completed(own, step):
    """Return the squares that have the three others of a line in one direction: at either end, or between them."""
    pairs = own << step & own << step + step
    found = pairs & own << step + step + step | pairs & own >> step
    pairs = own >> step & own >> step + step
    return found | pairs & own << step | pairs & own >> step + step + step


def safe_squares(own, stones):
    """Return the squares that can be filled without losing immediately; an immediate win must not be possible."""
    squares = open_squares(stones)
    threats = winning_squares(own ^ stones, stones)
    forced = squares & threats
    if forced:
        if forced & (forced - U(1)):
            return U(0)  # two threats: only one can be met
        squares = forced
    return squares & ~(threats >> U(1))  # nor below a square that the opponent waits for


def has_two(threats, squares):
    """Return whether there are threats to win on two open squares, or on an open square and the one above it."""
    now = threats & squares
    return now != U(0) and (now & (now - U(1)) | now << U(1) & threats) != U(0)
