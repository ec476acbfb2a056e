"""Pawns: step forward, capture diagonally; who reaches the far row or leaves the other without a move wins."""

from typing import NamedTuple

import numpy as np

from fourfold.bits import U
from fourfold.rules import ONGOING

SIZE = 4
OPTIONS = {"size": range(3, 9)}
MAX_MOVES = 3 * SIZE
ROW = (1 << SIZE) - 1
FIRST, LAST = U(ROW), U(ROW << SIZE * (SIZE - 1))


class State(NamedTuple):
    own: np.uint64
    opponent: np.uint64
    player: int


def init_state(player=1):
    return State(FIRST, LAST, 1) if player == 1 else State(LAST, FIRST, -1)


def expand(state, moves):
    n = 0
    for start in range(SIZE * SIZE):
        row = start // SIZE + state.player
        if state.own >> U(start) & U(1) and 0 <= row < SIZE:
            for side in range(-1, 2):
                column = start % SIZE + side
                target = U(1) << U(row * SIZE + column) if 0 <= column < SIZE else U(0)
                is_free = not (state.own | state.opponent) & target if side == 0 else state.opponent & target
                if target and is_free:
                    moves[n] = 64 * start + row * SIZE + column
                    n += 1
    return n


def apply(state, move):
    start, end = U(1) << U(move // 64), U(1) << U(move % 64)
    return State(state.opponent & ~end, state.own ^ start | end, -state.player)


def test_terminal(state):
    far = LAST if state.player == -1 else FIRST
    return -1 if state.opponent & far or expand(state, np.empty(MAX_MOVES, np.int64)) == 0 else ONGOING


def board(state):
    first, second = (state.own, state.opponent) if state.player == 1 else (state.opponent, state.own)
    letters = ["x" if first >> U(bit) & U(1) else "o" if second >> U(bit) & U(1) else "." for bit in range(SIZE * SIZE)]
    return ["".join(letters[SIZE * row : SIZE * row + SIZE]) for row in range(SIZE - 1, -1, -1)]


def move_text(state, move):
    return "".join(f"{'abcdefgh'[square % SIZE]}{square // SIZE + 1}" for square in divmod(move, 64))
