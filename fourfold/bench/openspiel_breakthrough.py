"""Breakthrough with its moves in OpenSpiel's order, piece by piece, so that both search the very same tree."""

from ..bits import U, index, lowest
from ..games.breakthrough import MAX_MOVES, SIZE, State, apply, count_moves, init_state, targets, test_terminal  # noqa: F401


def expand(state, moves):
    left, straight, right = movers(state)
    pieces = left | straight | right
    n = 0
    while pieces:
        piece = lowest(pieces)
        move = 65 * index(piece) + SIZE * state.player
        if piece & left:
            moves[n] = move - 1
            n += 1
        if piece & straight:
            moves[n] = move
            n += 1
        if piece & right:
            moves[n] = move + 1
            n += 1
        pieces ^= piece
    return n


def movers(state):
    """Return the pieces that can step to the left, straight on and to the right."""
    left, straight, right = targets(state)
    if state.player == 1:
        return left >> U(SIZE - 1), straight >> U(SIZE), right >> U(SIZE + 1)
    return left << U(SIZE + 1), straight << U(SIZE), right << U(SIZE - 1)
