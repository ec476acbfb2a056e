"""Two games between two weights from one random opening, with both colours: what evolution lives on."""

import numpy as np

from ..rules import ONGOING, apply, expand, test_terminal
from .duel import duel

ATTEMPTS = 32
"""How many draws a random opening gets to be one in which the game goes on."""


def contest(first, second, start, opening_plies, max_plies, depth, nodes, rng, moves, work, table, results):
    """Write a row (outcome for the side first, plies, nodes) of each game into results, which has one or two rows.

    Games begin after so many random moves from start, the side first having the first of them in the first game. Both
    search to depth and nodes.
    """
    state, opening_plies = random_opening(start, opening_plies, rng, moves)
    for game in range(results.shape[0]):
        is_first_to_move = (opening_plies + game) % 2 == 0
        mover, other = (first, second) if is_first_to_move else (second, first)
        work.spent = 0
        outcome, plies = duel(mover, other, state, depth, nodes, max_plies, moves, work, table)
        results[game, 0] = outcome if is_first_to_move else -outcome
        results[game, 1], results[game, 2] = plies, work.spent


def random_opening(start, plies, rng, moves):
    """Return a state after so many random moves, and their number; start if no game was still going on after them."""
    for _ in range(ATTEMPTS):
        state, ply = start, 0
        while ply < plies and test_terminal(state) == ONGOING:
            n = expand(state, moves)
            state = apply(state, moves[np.int64(rng.random() * n)])
            ply += 1
        if test_terminal(state) == ONGOING:
            return state, ply
    return start, 0
