"""The contract of an evaluator: one function, as a stand-in that searches import by name."""

INFORMED = True
"""Whether values tell good moves from bad ones: if so, moves are ordered by the value of the state they lead to."""


def evaluate(weights, state):
    """Return how good state, which is not terminal, is for the side to move: between -1 and 1."""
    raise NotImplementedError
