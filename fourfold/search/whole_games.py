"""Whole games between two sets of weights of one evaluator inside one kernel, for any chooser."""

import numpy as np

from ..bits import U
from ..rules import CHANCES, ONGOING, REPETITION, apply, chance, moves_again, test_terminal
from .aim import ended
from .alphabeta import MAX_HISTORY
from .choice import choose_move
from .ending import find_ending
from .lots import draw, random_child, random_share
from .values import UNPROVEN

ATTEMPTS = 32
"""Attempts to find a random opening in which the game is not over."""


def play_game(first, second, state, options, max_plies, moves, work):
    """Return the outcome for the side to move in state, which uses the weights first, and the number of plies.

    Another thread may set stop, which ends one search. The moves played, and what chance brings by the dice in work,
    are written into moves, their values and the sides into work, and nodes are added to those spent there. A game
    longer than max_plies or MAX_HISTORY is a draw.
    """
    ply = work.side = work.sides[0] = 0
    over, outcome, end = find_ending(state, ply, REPETITION - 1, work)
    while not over and ply < min(max_plies, MAX_HISTORY):
        work.history = ply
        work.stop = 0
        if not roll(state, ply, moves, work):
            weights = first if work.side == 0 else second
            moves[ply], work.played[ply], nodes = choose_move(weights, state, ply, options, work)
            work.spent += nodes
        child = apply(state, moves[ply])
        work.side = work.side if moves_again(state, child) else 1 - work.side
        state = child
        ply += 1
        work.sides[ply] = work.side
        over, outcome, end = find_ending(state, ply, REPETITION - 1, work)
    sign = 1 - 2 * work.side
    work.worth = sign * ended(state, outcome) if over and end != UNPROVEN else 0.0
    return sign * outcome if over else 0, ply


def roll(state, ply, moves, work):
    """Return whether chance moves in state; if so, write what it brings into moves: the same for the same dice."""
    if not CHANCES:
        return False
    n = chance(state, work.outcomes[0], work.probabilities[0])
    if n > 0:
        moves[ply] = work.outcomes[0, draw(work.probabilities[0], n, random_share(work.dice, ply))]
        work.played[ply] = np.nan
    return n > 0


def play_contest(first, second, start, opening_plies, options, max_plies, rng, moves, work, results):
    """Write a row (outcome for first, plies, nodes) for each game into results, which has one or two rows.

    Games start after opening_plies random moves from start; first makes the first of them in the first game. Both have
    the same dice.
    """
    state, opening_side = random_opening(start, opening_plies, rng, work)
    if CHANCES:
        work.dice = U(rng.random() * 2.0**53)
    for game in range(results.shape[0]):
        is_first_to_move = (opening_side + game) % 2 == 0
        mover, other = (first, second) if is_first_to_move else (second, first)
        work.spent = 0
        outcome, plies = play_game(mover, other, state, options, max_plies, moves, work)
        results[game, 0] = outcome if is_first_to_move else -outcome
        results[game, 1], results[game, 2] = plies, work.spent


def random_opening(start, plies, rng, work):
    """Return a state after plies random moves, rolls included, and its side; start if every attempt ended the game."""
    for _ in range(ATTEMPTS):
        state, side, ply = start, 0, 0
        while ply < plies and test_terminal(state) == ONGOING:
            child = random_child(state, rng, work.root_moves, work.probabilities[0])
            side = side if moves_again(state, child) else 1 - side
            state = child
            ply += 1
        if test_terminal(state) == ONGOING:
            return state, side
    return start, 0
