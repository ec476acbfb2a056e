"""How a game ends inside a kernel, in play or in search: by the rules, or by repetition."""

import numpy as np

from ..binding.hashing import position_key
from ..rules import ALTERNATING, ONGOING, REPETITION, reversible_plies, test_terminal
from .values import NO_OUTCOME, UNPROVEN

NO_ALLOCATION = True


def find_ending(state, place, occurrences, work):
    """Return whether the game is over, its outcome for the side to move, and 0 if that is proven, else UNPROVEN.

    A position that is a draw after this many occurrences before; since that depends on the history, it is not proven.
    The keys of earlier positions are in work.path; that of state is added at place.
    """
    outcome = test_terminal(state)
    if outcome != ONGOING:
        if not -1 <= outcome <= 1:
            work.not_finite = work.stop = NO_OUTCOME
        return True, outcome, np.int64(0)
    return (REPETITION > 0 and is_repeated(state, place, occurrences, work)), 0, UNPROVEN


def is_repeated(state, place, occurrences, work):
    """Add the position to the path at place; return whether it occurred this many times before."""
    work.path[place] = position_key(state)
    oldest = max(place - reversible_plies(state), 0)
    step = 2 if ALTERNATING else 1
    for earlier in range(place - step, oldest - 1, -step):
        if work.path[earlier] == work.path[place]:
            occurrences -= 1
            if occurrences == 0:
                return True
    return False
