"""Keys of positions as a net sees them: by their variables, in every orientation; kernels."""

import numpy as np

from ..binding.hashing import scramble
from ..bits import U
from ..rules import MAX_MOVES, state_at, variables
from ..search.ranking import list_moves


def write_keys(states, symmetries, keys, counts):
    """Write a hash of the variables of each state as every symmetry shows them, [state, symmetry].

    Also write how many moves each state has.
    """
    values, moves = np.zeros(symmetries.shape[1]), np.empty(MAX_MOVES, np.int64)
    for place in range(counts.size):
        state = state_at(states, place)
        counts[place] = list_moves(state, moves)
        variables(state, values)
        for number in range(symmetries.shape[0]):
            keys[place, number] = hash_of(values, symmetries[number])


def hash_of(values, image):
    """Return the hash of values in the order of image; 0.0 and -0.0 are the same."""
    found, bits = U(0x9E3779B97F4A7C15), (values + 0.0).view(np.uint64)
    for variable in range(image.size):
        found = scramble(found ^ bits[image[variable]])
    return found
