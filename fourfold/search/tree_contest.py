"""Two games between two weights from one random opening, with both colours, both playing by tree search."""

from .contest import random_opening
from .tree_duel import tree_duel


def tree_contest(first, second, start, opening_plies, max_plies, options, rng, moves, work, tree, results):
    """Write a row (outcome for the side first, plies, simulations) of each game into results, as `contest` does."""
    state, opening_plies = random_opening(start, opening_plies, rng, moves)
    for game in range(results.shape[0]):
        is_first_to_move = (opening_plies + game) % 2 == 0
        mover, other = (first, second) if is_first_to_move else (second, first)
        work.spent = 0
        outcome, plies = tree_duel(mover, other, state, options, max_plies, rng, moves, work, tree)
        results[game, 0] = outcome if is_first_to_move else -outcome
        results[game, 1], results[game, 2] = plies, work.spent
