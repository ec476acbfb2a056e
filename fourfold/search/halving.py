"""Sequential halving (Karnin et al. 2013): how often each of the moves considered at a root is visited, and when."""

import math

NO_ALLOCATION = True


def write_schedule(considered, simulations, schedule):
    """Write for each simulation how many visits the move to be visited next must have had.

    Each phase visits all moves considered equally often, then leaves out the worse half of them, down to two. All
    phases have about the same number of simulations.
    """
    phases = max(math.ceil(math.log2(considered)), 1)
    place, visits = 0, 0
    while place < simulations:
        for _ in range(max(simulations // (phases * considered), 1)):
            for _ in range(min(considered, simulations - place)):
                schedule[place] = visits
                place += 1
            visits += 1
        considered = max(considered // 2, min(considered, 2))
