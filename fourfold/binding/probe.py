"""One call of every rule: what `bind` compiles first, to see whether a game can be compiled."""

import numpy as np

from ..rules import (
    VARIABLES,
    apply,
    count_moves,
    expand,
    is_quiet,
    position,
    reversible_plies,
    test_terminal,
    variables,
)


def trial(state, moves):
    """Return the state after the first legal move."""
    if expand(state, moves) > 0 and is_quiet(state):
        test_terminal(state)
        count_moves(state)
        reversible_plies(position(state))
    if VARIABLES:
        variables(state, np.zeros(VARIABLES))
    return apply(state, moves[0])
