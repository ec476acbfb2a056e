"""What a net said about states, so that it need not be asked twice: not even in the next search of a game.

A state has one slot, which the last one to need it takes. Whoever changes the net must empty the table.
"""

from typing import Any, NamedTuple

import numpy as np

from ..binding.hashing import key
from ..bits import U
from ..evaluation import judge

NO_ALLOCATION = True
BYTES = 1 << 21
"""What a table takes, so that it stays in the processor's cache."""


class Judgements(NamedTuple):
    """What is known, slot by slot."""

    keys: Any
    """Of the states; 0: none."""
    values: Any
    logits: Any
    """[slot, move]"""


def make_judgements(max_moves, size=BYTES):
    """Return an empty table of at most size bytes for a game with at most so many moves; its slots are a power of 2."""
    slots = 1 << max((size // (16 + 4 * max_moves)).bit_length() - 1, 4)
    return Judgements(np.zeros(slots, np.uint64), np.zeros(slots), np.zeros((slots, max_moves), np.float32))


def forget(known):
    """Empty the table."""
    for slot in range(known.keys.size):
        known.keys[slot] = U(0)


def judge_once(weights, state, moves, n, logits, known):
    """Write the logits of the n moves of state and return its value, from memory if the net was asked before."""
    found = key(state)
    slot = np.int64(found & U(known.keys.size - 1))
    kept = known.logits[slot]
    if known.keys[slot] == found and found != U(0):
        for i in range(n):
            logits[i] = kept[i]
        return known.values[slot]
    value = np.float64(judge(weights, state, moves, n, logits))
    known.keys[slot], known.values[slot] = found, value
    for i in range(n):
        kept[i] = logits[i]
    return value
