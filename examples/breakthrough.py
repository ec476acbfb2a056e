"""Breakthrough on 8x8: step one square straight or diagonally forward, capture diagonally, reach the far row first.

Bit 0 is a1, bit 7 h1, bit 63 h8; the first player begins on rows 1 and 2 and moves up.
"""

from typing import NamedTuple

import numpy as np

from fourfold.bits import U, index, lowest
from fourfold.rules import ONGOING

MAX_MOVES = 48
ALL, NOT_A, NOT_H = U(0xFFFFFFFFFFFFFFFF), U(0xFEFEFEFEFEFEFEFE), U(0x7F7F7F7F7F7F7F7F)


class State(NamedTuple):
    own: np.uint64
    opponent: np.uint64
    player: int


def init_state(player=1):
    low, high = U(0xFFFF), U(0xFFFF << 48)
    return State(low, high, 1) if player == 1 else State(high, low, -1)


def expand(state, moves):
    n = 0
    for side, movers in ((-1, NOT_A), (0, ALL), (1, NOT_H)):
        step, pieces = 8 * state.player + side, state.own & movers
        targets = (pieces << U(step) if step > 0 else pieces >> U(-step)) & ~state.own
        targets &= ALL if side else ~state.opponent
        while targets:
            to = index(lowest(targets))
            moves[n] = (to - step) * 64 + to
            targets &= targets - U(1)
            n += 1
    return n


def apply(state, move):
    own = state.own ^ U(1) << U(move // 64) ^ U(1) << U(move % 64)
    return State(state.opponent & ~own, own, -state.player)


def test_terminal(state):
    goal = U(0xFF) if state.player == 1 else U(0xFF << 56)
    return -1 if state.opponent & goal or not state.own else ONGOING


def board(state):
    own, other = ("x", "o") if state.player == 1 else ("o", "x")
    cells = [own if int(state.own) >> i & 1 else other if int(state.opponent) >> i & 1 else "." for i in range(64)]
    return ["".join(cells[row : row + 8]) for row in range(56, -1, -8)]


def move_text(state, move):
    return "".join("abcdefgh"[square % 8] + str(square // 8 + 1) for square in (move // 64, move % 64))
