"""A match played for what can be learned from it: all that both players find out, the end, and the outcome."""

from typing import NamedTuple

import numpy as np

from ..rules import ONGOING, apply, is_quiet, test_terminal
from .backward import search_backward
from .example_table import PLAYED, note_example
from .whole_games import play_game


class Labelling(NamedTuple):
    """What the states of a match are said to be worth."""

    growth: float
    """With which power of the ply values grow from 0 at the start; 0: they do not."""
    trace: float
    """How much of a value is what followed (TD's lambda); the rest is what the search said."""
    quiet: bool
    """Whether only states are kept that a search would judge as they stand."""


def play_training_match(first, second, state, options, backward_nodes, labelling, max_plies, moves, work):
    """Return the outcome for the side to move in state, who plays by the weights first, and how many plies it took.

    Alpha-beta chooses the moves by options; then the match is searched backward from its end with backward_nodes.
    """
    outcome, plies = play_game(first, second, state, options, max_plies, moves, work)
    if backward_nodes:
        search_backward(first, state, moves, plies, backward_nodes, work, options.table)
    back_up(outcome, plies, labelling.trace, work)
    note_played(state, moves, plies, labelling.growth, labelling.quiet, work)
    return outcome, plies


def back_up(outcome, plies, trace, work):
    """Replace the values that the searches of a match have found by what each state was worth in the end.

    That is the outcome, if trace is 1; else, for every ply that lies between, the part 1 - trace of it is what the
    search said there: TD(lambda), for trace is lambda.
    """
    value = np.float64(outcome if plies % 2 == 0 else -outcome)
    work.played[plies] = value
    for ply in range(plies - 1, -1, -1):
        value = (1.0 - trace) * target(work.played[ply]) - trace * value
        work.played[ply] = value


def target(value):
    """Return what a net would have to say for a search to find value: nothing beyond a win."""
    size = abs(value)
    size = size / (1.0 - size) if size < 0.5 else 1.0
    return size if value > 0.0 else -size


def note_played(state, moves, plies, growth, quiet, work):
    """Keep the states of a match, or with quiet those a search would judge as they stand, as examples."""
    for ply in range(plies + 1):
        if not quiet or (is_quiet(state) and test_terminal(state) == ONGOING):
            note_example(state, work.played[ply] * (ply / max(plies, 1)) ** growth, PLAYED, work)
        if ply < plies:
            state = apply(state, moves[ply])
