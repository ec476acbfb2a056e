"""Boards as inputs of networks, and moves as their outputs."""

import numpy as np

from ...binding.state_columns import Columns
from ...games import othello

ENCODINGS = {"pieces": 2, "ones": 3, "vmoves": 3, "side": 3}
"""The number of planes: own and opponent's discs, and for some one of ones, of legal moves, or of ones for Black."""
CENTRE = (27, 28, 35, 36)
"""The squares that are filled at the start."""
SQUARES = np.array([square for square in range(64) if square not in CENTRE])
"""Of the 60 outputs."""
OUTPUTS = len(SQUARES)
OUTPUT = np.full(64, -1)
"""Of a square; none of the centre."""
OUTPUT[SQUARES] = np.arange(OUTPUTS)
FULL = ~np.uint64(0)
"""All squares."""


def encode(states: Columns, encoding: str) -> np.ndarray:
    """Return planes of 0 and 1, [position, channel, row, column]."""
    own, opponent, side = states
    boards = [own, opponent]
    if encoding == "ones":
        boards.append(np.full_like(own, FULL))
    elif encoding == "side":
        boards.append(np.where(side > 0, FULL, np.uint64(0)))
    elif encoding == "vmoves":
        boards.append(othello.legal(own, opponent))
    return squares(np.stack(boards, axis=1)).reshape(len(own), len(boards), 8, 8)


def squares(boards: np.ndarray) -> np.ndarray:
    """Return the bits of boards as a last axis of 64."""
    return np.unpackbits(boards.astype("<u8")[..., None].view(np.uint8), axis=-1, bitorder="little")


def legal_squares(own: np.ndarray, opponent: np.ndarray) -> np.ndarray:
    """Return which moves are legal, [position, square]."""
    return squares(othello.legal(own, opponent)).astype(bool)
