"""The contract of an evaluator: one function, as a stand-in that searches import by name."""

INFORMED = True
"""Whether values tell good moves from bad ones: if so, moves are ordered by the value of the state they lead to."""

LEARNS = False
"""Whether a search may be asked to collect examples for the evaluator to learn from."""

PREFERS = False
"""Whether it has an opinion of moves, not of states alone: whether there is a `prefer`."""

PREFERS_FROM = 0
"""How deep a search must go on for that opinion to be worth its time."""

JUDGES_RESULTS = False
"""Whether it judges finished games too: a player that does not search then goes by it, and not by the result."""


def evaluate(weights, state):
    """Return how good state, which is not terminal, is for the side to move: between -1 and 1."""
    raise NotImplementedError


def tolerance(weights):
    """Return by how much values may differ and yet count as the same: a player that does not search draws lots then."""
    return 1e-9


def begin(weights, state):
    """Get ready to evaluate what follows state, the root of a search at ply 0."""


def follow(weights, before, after, ply):
    """Get ready to evaluate what follows after, at ply, which follows before.

    An evaluator that keeps sums along the line and changes them as little as a move does is many times quicker.
    """


def evaluate_next(weights, before, after, ply):
    """Return the value of after, at ply, which follows before; `begin` and `follow` have led to before."""
    return evaluate(weights, after)


def evaluate_here(weights, state, ply):
    """Return the value of state, at ply, to which `begin` and `follow` have led."""
    return evaluate(weights, state)


def prefer(weights, state, preferences):
    """Write how much each move of state is liked, at the place of its number: a search tries the most liked first."""


def refuted(weights, state, move):
    """Hear that a move of state was good enough to end the search there."""
