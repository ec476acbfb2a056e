"""One call of every rule: what `bind` compiles first, to see whether a game can be compiled."""

from ..rules import apply, expand, test_terminal


def trial(state, moves):
    """Return the state after the first legal move."""
    if expand(state, moves) > 0:
        test_terminal(state)
    return apply(state, moves[0])
