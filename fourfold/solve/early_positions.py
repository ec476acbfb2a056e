"""All Connect Four positions after a number of plies, as arrays: a position and its mirror image are one."""

from typing import NamedTuple

import numpy as np

from ..bits import U
from .threats import COLUMN_MASKS


class Positions(NamedTuple):
    """Positions in the order of their keys, so that neighbours resemble each other."""

    own: np.ndarray
    """Stones of the side to move."""
    stones: np.ndarray

    @property
    def keys(self) -> np.ndarray:
        return self.own + self.stones


def positions(plies: int) -> Positions:
    """Return all positions after this number of plies in which the game is not over."""
    found = Positions(np.zeros(1, np.uint64), np.zeros(1, np.uint64))
    for _ in range(plies):
        found = distinct([after(found, column)[1] for column in range(7)])
    return found


def after(before: Positions, column: int) -> tuple[np.ndarray, Positions]:
    """Return where a stone in this column goes on without winning, and the positions after it."""
    square = before.stones + U(1 << 7 * column) & COLUMN_MASKS[column]
    child = Positions(before.own ^ before.stones, before.stones | square)
    goes_on = (square != 0) & ~has_four(child.own ^ child.stones)
    return goes_on, Positions(child.own[goes_on], child.stones[goes_on])


def wins_at_once(before: Positions) -> np.ndarray:
    """Return where the side to move can win with its next stone."""
    found = np.zeros(len(before.own), bool)
    for column in range(7):
        square = before.stones + U(1 << 7 * column) & COLUMN_MASKS[column]
        found |= (square != 0) & has_four(before.own | square)
    return found


def distinct(parts: list[Positions]) -> Positions:
    """Return the positions of all parts, one of each mirror pair, once."""
    own, stones = (np.concatenate(each) for each in zip(*parts, strict=True))
    mirrored_own, mirrored_stones = mirrored(own), mirrored(stones)
    is_lower = mirrored_own + mirrored_stones < own + stones
    own, stones = np.where(is_lower, mirrored_own, own), np.where(is_lower, mirrored_stones, stones)
    _, first = np.unique(own + stones, return_index=True)
    return Positions(own[first], stones[first])


def canonical_keys(all_positions: Positions) -> np.ndarray:
    """Return numbers that positions share only with their mirror images."""
    keys = all_positions.keys
    return np.minimum(keys, mirrored(keys))


def mirrored(squares: np.ndarray) -> np.ndarray:
    """Return squares with the columns in reverse order."""
    found = np.zeros_like(squares)
    for column in range(7):
        found |= (squares >> U(7 * column) & U(0b1111111)) << U(7 * (6 - column))
    return found


def has_four(stones: np.ndarray) -> np.ndarray:
    """Return where stones contain four in a row."""
    found = np.zeros(len(stones), bool)
    for step in (1, 6, 7, 8):
        pairs = stones & stones >> U(step)
        found |= (pairs & pairs >> U(2 * step)) != 0
    return found
