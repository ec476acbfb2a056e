"""The transposition table: the results of states, by their keys.

An entry packs value, depth, bound, distance to the end and the tag of the best move. A table serves many searches
without being cleared: stored keys are mixed with the number of the search, so entries of earlier searches are never
found, and storing always replaces.
"""

import numpy as np

from ..bits import U

EXACT, LOWER, UPPER = 0, 1, 2
NO_TAG = np.int64(4095)
"""The tag of no move."""
MISSING = U(0)
"""A missing entry; no stored one is 0, because values are stored with an offset."""

OFFSET = 1 << 21


def pack(value, depth, bound, end, tag):
    """Return the entry: 22 bits value, 10 depth, 2 bound, 14 distance to the end (from -2 on), 12 tag."""
    low = (max(depth, 0) & 1023) << 28 | bound << 26 | (min(end, 16381) + 2) << 12 | tag
    return U(value + OFFSET) << U(38) | U(low)


def entry_value(entry):
    return np.int64(entry >> U(38)) - OFFSET


def entry_depth(entry):
    return np.int64(entry >> U(28) & U(1023))


def entry_bound(entry):
    return np.int64(entry >> U(26) & U(3))


def entry_end(entry):
    return np.int64(entry >> U(12) & U(16383)) - 2


def entry_tag(entry):
    return np.int64(entry & U(4095))


def make_table(bits):
    """Return an empty table of 2**bits entries: [slot, key or entry]."""
    return np.zeros((1 << bits, 2), np.uint64)


def probe(table, key, search):
    """Return the entry of key in this search, or MISSING."""
    slot = np.int64(key & U(table.shape[0] - 1))
    return table[slot, 1] if table[slot, 0] == key ^ search else MISSING


def store(table, key, search, entry):
    slot = np.int64(key & U(table.shape[0] - 1))
    table[slot, 0] = key ^ search
    table[slot, 1] = entry
