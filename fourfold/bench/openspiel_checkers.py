"""Draughts as OpenSpiel's checkers has it, so that both search the very same tree.

White, at the bottom, begins. Moves come by square, row by row, then clockwise from up-left: sorting them costs our side
some speed. Leaves are not searched further for captures.
"""

from ..bits import U, index
from ..games.draughts import MAX_MOVES, SQUARES_MASK, State, apply, count_moves, test_terminal  # noqa: F401 (the game's)
from ..games.draughts import expand as expand_unsorted
from ..games.draughts import init_state as init_either


def init_state(player=1):
    return init_either(-player)


def expand(state, moves):
    n = expand_unsorted(state, moves)
    for i in range(1, n):
        move = moves[i]
        place = i
        while place > 0 and rank(state, moves[place - 1]) > rank(state, move):
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = move
    return n


def rank(state, move):
    """Return the place of a step or single jump in OpenSpiel's order."""
    squares = U(move) & SQUARES_MASK
    origin, target = index(squares & state.own), index(squares & ~state.own)
    left = (target - origin) % 5 == 0 if target < origin else (target - origin) % 4 == 0
    if target < origin:
        return 4 * origin + (0 if left else 1)
    return 4 * origin + (3 if left else 2)
