"""Sequential halving: which simulation visits a move with how many visits."""

import numpy as np
import pytest

from fourfold.search.halving import write_schedule


def schedule(considered, simulations):
    found = np.full(simulations, -1)
    write_schedule(considered, simulations, found)
    return found.tolist()


def visits(considered, simulations):
    """Return the final visits of moves, if those left out are always the last ones."""
    counts = np.zeros(considered, int)
    for wanted in schedule(considered, simulations):
        counts[np.flatnonzero(counts == wanted)[0]] += 1
    return counts.tolist()


def test_the_example_of_the_paper():
    """16 simulations for 4 moves: two visits each, then four more for each of two."""
    assert visits(4, 16) == [6, 6, 2, 2]


def test_every_phase_has_the_same_share_of_the_simulations():
    assert visits(16, 64) == [15, 15, 7, 7, 3, 3, 3, 3, *[1] * 8]
    assert visits(8, 24) == [7, 7, 3, 3, 1, 1, 1, 1]


@pytest.mark.parametrize("simulations", [1, 2, 7, 64, 200])
@pytest.mark.parametrize("considered", [1, 2, 3, 7, 16, 30])
def test_no_simulation_is_without_a_move(considered, simulations):
    assert sum(visits(considered, simulations)) == simulations
    if considered == 1:
        assert schedule(1, simulations) == list(range(simulations))
