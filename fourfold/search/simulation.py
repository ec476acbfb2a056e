"""A match played for what can be learned from it: all that both players find out, the end, and the outcome."""

from ..rules import apply
from .alphabeta import MAX_PLY
from .backward import search_backward
from .duel import duel
from .examples import PLAYED, note_example


def simulate(first, second, state, nodes, backward_nodes, growth, max_plies, moves, work, table):
    """Return the outcome for the side to move in state, who plays by the weights first, and how many plies it took.

    Each move is searched with so many nodes, and the match backward from its end with backward_nodes. The value of the
    states played grows towards the outcome with that power of the ply: 2 is the paper's, 0 gives each the outcome.
    """
    outcome, plies = duel(first, second, state, MAX_PLY, nodes, max_plies, moves, work, table)
    if backward_nodes:
        search_backward(first, state, moves, plies, backward_nodes, work, table)
    note_played(state, outcome, moves, plies, growth, work)
    return outcome, plies


def note_played(state, outcome, moves, plies, growth, work):
    for ply in range(plies + 1):
        value = outcome * (ply / max(plies, 1)) ** growth
        note_example(state, value if ply % 2 == 0 else -value, PLAYED, work)
        if ply < plies:
            state = apply(state, moves[ply])
