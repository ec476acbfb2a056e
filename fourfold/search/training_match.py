"""A match played for training: examples from both players' searches, from its end, and from its outcome."""

from typing import NamedTuple

import numpy as np

from ..rules import ONGOING, apply, is_quiet, test_terminal
from .backward import search_backward
from .example_table import PLAYED, note_example
from .whole_games import play_game


class Labelling(NamedTuple):
    """How the states of a match are labelled."""

    growth: float
    """The power of the ply with which values grow from 0 at the start; 0: no growth."""
    trace: float
    """TD's lambda: the weight of what followed, against the search value."""
    quiet: bool
    """Whether only quiet states are kept."""


def play_training_match(first, second, state, options, backward_nodes, labelling, max_plies, moves, work):
    """Return the outcome for the side to move in state, which uses the weights first, and the number of plies.

    Alpha-beta chooses the moves with options; then the match is searched backward from its end with backward_nodes.
    """
    outcome, plies = play_game(first, second, state, options, max_plies, moves, work)
    if backward_nodes:
        search_backward(first, state, moves, plies, backward_nodes, work, options.table)
    back_up(outcome, plies, labelling.trace, work)
    note_played(state, moves, plies, labelling.growth, labelling.quiet, work)
    return outcome, plies


def back_up(outcome, plies, trace, work):
    """Replace the search values of a match by TD(lambda) targets, with lambda = trace.

    With trace 1 the target is the outcome; otherwise the search value at each later ply contributes a share 1 - trace.
    """
    value = np.float64(outcome if plies % 2 == 0 else -outcome)
    work.played[plies] = value
    for ply in range(plies - 1, -1, -1):
        value = (1.0 - trace) * target(work.played[ply]) - trace * value
        work.played[ply] = value


def target(value):
    """Return the net output for which a search would find value, limited to a win."""
    size = abs(value)
    size = size / (1.0 - size) if size < 0.5 else 1.0
    return size if value > 0.0 else -size


def note_played(state, moves, plies, growth, quiet, work):
    """Store the states of a match, or only the quiet ones, as examples."""
    for ply in range(plies + 1):
        if not quiet or (is_quiet(state) and test_terminal(state) == ONGOING):
            note_example(state, work.played[ply] * (ply / max(plies, 1)) ** growth, PLAYED, work)
        if ply < plies:
            state = apply(state, moves[ply])
