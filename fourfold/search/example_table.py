"""Training examples collected by a search: the inputs of a state, and its value.

They are in a part of the search's memory that is a hash table of fixed size: a state has one example, the better
founded one. When three quarters are full, only the states of the match itself are added.
"""

import numpy as np

from ..binding.hashing import position_key
from ..bits import U
from ..evaluation import evaluate_here
from ..rules import variables
from .aim import is_won, worth
from .values import SCALE, SOUND, heuristic

PLAYED, CONSISTENT, PROVEN = 1, 2, 3
"""The source of a value, the least reliable first: the outcome of a match, the net itself, the end of the game."""
PROBES = 16


def example_layout(slots, variables):
    """Return the fields that hold examples in a search's memory."""
    return [
        ("collect", np.int64),  # PROVEN, CONSISTENT for these as well, or 0: what a search keeps as examples
        ("epsilon", np.float64),  # how far a consistent node's value may be from its net's
        ("example_count", np.int64),
        ("example_keys", np.uint64, slots),
        ("example_kinds", np.int8, slots),  # 0 where there is none
        ("example_values", np.float32, slots),
        ("example_inputs", np.float32, (slots, variables)),
    ]


def note_example(state, value, kind, work):
    """Store value for state unless a better founded one is known, or the table is full."""
    key = position_key(state)
    slot = find_slot(key, kind, work)
    if slot >= 0:
        work.example_count += work.example_kinds[slot] == 0
        work.example_keys[slot] = key
        work.example_kinds[slot] = kind
        work.example_values[slot] = value
        variables(state, work.example_inputs[slot])


def find_slot(key, kind, work):
    """Return the slot for an example of this kind: its state's own, or a free one; or -1."""
    last = U(work.example_keys.size - 1)
    for step in range(PROBES):
        slot = np.int64(key + U(step) & last)
        if work.example_kinds[slot] == 0:
            return slot if kind == PLAYED or work.example_count * 4 < work.example_keys.size * 3 else -1
        if work.example_keys[slot] == key:
            return slot if work.example_kinds[slot] <= kind else -1
    return -1


def note_proven(state, value, work):
    """Store what a proven search value is worth."""
    note_example(state, worth(value), PROVEN, work)


def collect(weights, state, value, end, alpha, beta, all_sound, depth, ply, work):
    """Store the result of a node if it is an example; return its plies to the end, or SOUND or UNPROVEN.

    A bound is not an example, unless it proves a win (a lower bound) or a loss (an upper bound). A node above the
    leaves is consistent if its evaluation agrees with its value; a higher node, if all its children are consistent or
    proven (all_sound). Its value is then an example.
    """
    exact = alpha < value < beta
    if end >= 0:
        if exact or (is_won(value) and value > alpha) or (is_won(-value) and value < beta):
            note_proven(state, value, work)
    elif exact and work.collect == CONSISTENT:
        if all_sound:
            note_example(state, value / SCALE, CONSISTENT, work)
            return SOUND
        if depth <= 1 and abs(heuristic(evaluate_here(weights, state, ply), work) - value) <= work.epsilon * SCALE:
            return SOUND
    return end
