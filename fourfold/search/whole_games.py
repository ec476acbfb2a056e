"""Whole games between two sets of weights of one evaluator inside one kernel, for any chooser."""

import numpy as np

from ..rules import ONGOING, REPETITION, apply, expand, test_terminal
from .alphabeta import MAX_HISTORY
from .choice import choose_move
from .ending import find_ending

ATTEMPTS = 32
"""Attempts to find a random opening in which the game is not over."""


def play_game(first, second, state, options, max_plies, moves, work):
    """Return the outcome for the side to move in state, which uses the weights first, and the number of plies.

    Another thread may set stop, which ends one search. The moves played are written into moves, their values into work,
    and nodes are added to those spent there. A game longer than max_plies or MAX_HISTORY is a draw.
    """
    ply = 0
    over, outcome, _ = find_ending(state, ply, REPETITION - 1, work)
    while not over and ply < min(max_plies, MAX_HISTORY):
        work.history = ply
        work.stop = 0
        weights = first if ply % 2 == 0 else second
        moves[ply], work.played[ply], nodes = choose_move(weights, state, ply, options, work)
        work.spent += nodes
        state = apply(state, moves[ply])
        ply += 1
        over, outcome, _ = find_ending(state, ply, REPETITION - 1, work)
    return (outcome if ply % 2 == 0 else -outcome), ply


def play_contest(first, second, start, opening_plies, options, max_plies, rng, moves, work, results):
    """Write a row (outcome for first, plies, nodes) for each game into results, which has one or two rows.

    Games start after opening_plies random moves from start; first makes the first of them in the first game.
    """
    state, opening_plies = random_opening(start, opening_plies, rng, moves)
    for game in range(results.shape[0]):
        is_first_to_move = (opening_plies + game) % 2 == 0
        mover, other = (first, second) if is_first_to_move else (second, first)
        work.spent = 0
        outcome, plies = play_game(mover, other, state, options, max_plies, moves, work)
        results[game, 0] = outcome if is_first_to_move else -outcome
        results[game, 1], results[game, 2] = plies, work.spent


def random_opening(start, plies, rng, moves):
    """Return a state after plies random moves, and their number; start if every attempt ended the game."""
    for _ in range(ATTEMPTS):
        state, ply = start, 0
        while ply < plies and test_terminal(state) == ONGOING:
            n = expand(state, moves)
            state = apply(state, moves[np.int64(rng.random() * n)])
            ply += 1
        if test_terminal(state) == ONGOING:
            return state, ply
    return start, 0
