"""A match played for training: examples from both players' searches, from its end, and from its outcome."""

from typing import NamedTuple

import numpy as np

from ..evaluation import begin
from ..rules import CHANCES, ONGOING, apply, chance, is_quiet, test_terminal
from .alphabeta import forget, negamax
from .backward import ROOT, search_backward
from .example_table import PLAYED, note_example
from .values import INFINITY, NO_LIMIT, SCALE
from .whole_games import play_game

ONE_MOVE = np.int64(1)


class Labelling(NamedTuple):
    """How the states of a match are labelled."""

    growth: float
    """The power of the ply with which values grow from 0 at the start; 0: no growth."""
    trace: float
    """TD's lambda: the weight of what followed, against the search value."""
    quiet: bool
    """Whether only quiet states are kept."""
    is_linear: bool = True
    """Whether values are for the net's output before it is squashed."""
    every_roll: bool = False
    """Whether the search value of a state before a roll is the mean over all rolls, of the best move after each."""


def play_training_match(first, second, state, options, backward_nodes, labelling, max_plies, moves, work):
    """Return the outcome for the side to move in state, which uses the weights first, and the number of plies.

    Alpha-beta chooses the moves with options; then the match is searched backward from its end with backward_nodes.
    """
    outcome, plies = play_game(first, second, state, options, max_plies, moves, work)
    if backward_nodes:
        search_backward(first, state, moves, plies, backward_nodes, work, options.table)
    if CHANCES and labelling.every_roll:
        value_rolls(first, state, moves, plies, work, options.table)
    back_up(plies, labelling.trace, labelling.is_linear, work)
    note_played(state, moves, plies, labelling.growth, labelling.quiet, work)
    return outcome, plies


def value_rolls(weights, state, moves, plies, work, table):
    """Replace the search values of a match by those of the states before a roll, which no luck has changed."""
    for ply in range(plies):
        work.played[ply] = np.nan
        if is_chance(state, work):
            forget(work)
            work.budget = NO_LIMIT
            begin(weights, state)
            value, _ = negamax(weights, state, state, ONE_MOVE, -INFINITY, INFINITY, ROOT, work, table)
            work.played[ply] = value / SCALE
        state = apply(state, moves[ply])


def back_up(plies, trace, is_linear, work):
    """Replace the search values of a match by TD(lambda) targets, with lambda = trace.

    With trace 1 the target is what the match is worth; otherwise the search value at each later ply contributes a share
    1 - trace. Where chance moved, the target is that of the ply after it.
    """
    value = work.worth if work.sides[plies] == 0 else -work.worth
    work.played[plies] = value
    for ply in range(plies - 1, -1, -1):
        if work.sides[ply] != work.sides[ply + 1]:
            value = -value
        if not np.isnan(work.played[ply]):
            found = work.played[ply]
            value = (1.0 - trace) * (target(found) if is_linear else found) + trace * value
        work.played[ply] = value


def target(value):
    """Return the net output for which a search would find value, limited to a win."""
    size = abs(value)
    size = size / (1.0 - size) if size < 0.5 else 1.0
    return size if value > 0.0 else -size


def note_played(state, moves, plies, growth, quiet, work):
    """Store the states of a match, or only the quiet ones, as examples.

    Not the states after a roll: a search evaluates the states before it.
    """
    rolled = False
    for ply in range(plies + 1):
        if not rolled and (not quiet or (is_quiet(state) and test_terminal(state) == ONGOING)):
            note_example(state, work.played[ply] * (ply / max(plies, 1)) ** growth, PLAYED, work)
        if ply < plies:
            rolled = CHANCES > 0 and is_chance(state, work)
            state = apply(state, moves[ply])


def is_chance(state, work):
    return chance(state, work.outcomes[0], work.probabilities[0]) > 0
