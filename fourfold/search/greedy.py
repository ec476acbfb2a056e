"""One ply: the move whose position the evaluator likes best, with lots among equals; and whole games of such moves."""

import numpy as np

from ..binding.hashing import scramble
from ..bits import U
from ..evaluation import EVALUATES_TERMINAL_STATES, begin, evaluate_next, tolerance
from ..rules import ONGOING, apply, expand, test_terminal
from .alphabeta import MAX_HISTORY
from .duel import referee


def choose(weights, state, seed, ply, moves, values):
    """Return how many legal moves there are, none when the game is over, and the number of the chosen one.

    The moves are written, and what each is worth to the side to move. Lots follow from seed and ply.
    """
    if test_terminal(state) != ONGOING:
        return 0, 0
    n = expand(state, moves)
    begin(weights, state)
    best = -np.inf
    for i in range(n):
        values[i] = value_after(weights, state, moves[i])
        best = max(best, values[i])
    return n, draw_lots(values, n, best - tolerance(weights), seed, ply)


def value_after(weights, state, move):
    """Return what the position after move is worth to the side that makes it; NaN counts as 0."""
    child = apply(state, move)
    outcome = test_terminal(child)
    if outcome != ONGOING and not EVALUATES_TERMINAL_STATES:
        return np.float64(-outcome)
    value = 0.0 - np.float64(evaluate_next(weights, state, child, 1))  # no -0.0, which people would read
    return value if value == value else 0.0


def draw_lots(values, n, least, seed, ply):
    """Return the number of one of the n values that are not below least, each as likely as the others."""
    equals = 0
    for i in range(n):
        equals += values[i] >= least
    left = np.int64(np.float64(random_bits(seed, ply) >> U(11)) * 2.0**-53 * equals)
    for i in range(n):
        if values[i] >= least:
            if left == 0:
                return i
            left -= 1
    return 0


def random_bits(seed, ply):
    """Return 64 bits, always the same ones for the same seed and ply."""
    return scramble(scramble(seed ^ scramble(scramble(U(ply + 1)))))


def greedy_duel(first, second, state, first_seed, second_seed, ply, max_plies, moves, work):
    """Return the outcome for the side to move in state, who plays by the weights first, and how many plies it took.

    So many plies of the game stand behind state. The moves played are written. A game that stands repeated or is not
    over after max_plies, or MAX_HISTORY, is drawn.
    """
    values = np.empty(work.root_moves.size)
    played = 0
    over, outcome = referee(state, played, work)
    while not over and played < min(max_plies, MAX_HISTORY):
        weights, seed = (first, first_seed) if played % 2 == 0 else (second, second_seed)
        _, number = choose(weights, state, seed, ply + played, work.root_moves, values)
        moves[played] = work.root_moves[number]
        state = apply(state, moves[played])
        played += 1
        over, outcome = referee(state, played, work)
    return outcome, played
