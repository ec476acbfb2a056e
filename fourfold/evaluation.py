"""The contract of an evaluator or a ranker of moves: stand-ins with defaults that searches import by name.

An evaluator values states: it defines `evaluate`. A ranker scores the moves of a state: it defines `prefer`, and
`make_ranker` if it may be a player of its own. A module may do both. `bind` replaces the functions and flags below by
the module's own; everything but these has a default. `docs/add-an-evaluator.md` is the manual.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

INFORMED = True
"""Whether values are good enough to order moves by the value of the state they lead to."""

LEARNS = False
"""Whether searches can collect training examples for the evaluator."""

PREFERS = False
"""Whether it scores moves as well as states: whether there is a `prefer`."""

PREFERS_FROM = 0
"""The smallest remaining depth at which `prefer` is worth its time."""

EVALUATES_TERMINAL_STATES = False
"""Whether a player that does not search uses the value of a finished game instead of the result."""

NO_ALLOCATION = False
"""Whether no kernel of the module allocates an array, so references need not be counted. For any kernel module."""

FUSED_MULTIPLY_ADD = False
"""Whether the compiler may fuse a product and a sum, with one rounding. For any kernel module."""


def evaluate(weights: Any, state: Any) -> float:
    """Return the value of state, which is not terminal, for the side to move: between -1 and 1, both excluded."""
    raise NotImplementedError


def tolerance(weights: Any) -> float:
    """Return the difference below which values are equal to a player that does not search: it breaks ties at random."""
    return 1e-9


def begin(weights: Any, state: Any) -> None:
    """Prepare to evaluate the states after state, the root of a search at ply 0."""


def follow(weights: Any, before: Any, after: Any, ply: int) -> None:
    """Prepare to evaluate the states after `after`, at ply, which follows before.

    An evaluator that updates sums along the line, rather than recomputing them, is many times faster.
    """


def evaluate_next(weights: Any, before: Any, after: Any, ply: int) -> float:
    """Return the value of after, at ply, which follows before; `begin` and `follow` were called up to before."""
    return evaluate(weights, after)


def evaluate_here(weights: Any, state: Any, ply: int) -> float:
    """Return the value of state, at ply; `begin` and `follow` were called up to state."""
    return evaluate(weights, state)


def prefer(weights: Any, state: Any, moves: NDArray[Any], n: int, preferences: NDArray[Any]) -> None:
    """Write the score, from 0 to 1, of each of the n moves of state: a search tries the highest first.

    moves is what `expand` wrote; preferences has room for n numbers.
    """


def judge(weights: Any, state: Any, moves: NDArray[Any], n: int, logits: NDArray[Any]) -> float:
    """Write the logit of each of the n moves of state, and return the value of state, as `evaluate` does.

    The softmax of the logits says how likely each move is the best. By default all are alike.
    """
    for i in range(n):
        logits[i] = 0.0
    return evaluate(weights, state)


def refuted(weights: Any, state: Any, move: int) -> None:
    """Note that a move of state caused a cutoff."""


COMPILED = frozenset(globals())
"""The names above, which are compiled. What follows is always plain Python."""

GAMES: tuple[str, ...] = ()
"""The names of the games it is for; empty: any game."""

NEEDS_POINTS = False
"""Whether it is for games with points only."""

Weights: Any = None
"""Its learned weights: a NamedTuple of arrays, stored in a model by these names. None: an array, or nothing learned.

An evaluator with Weights but without `make_weights` always needs a model.
"""

Packed: Any = None
"""The NamedTuple of arrays that a model stores instead, if `pack` and `unpack` are defined."""


def make_weights(seed: int = 0) -> Any:
    """Return untrained weights: an array or a NamedTuple of arrays."""
    return np.zeros(0)


def counting_weights(variables: int) -> Any:
    """Return weights whose value grows with the sum of all variables, an opponent for learners; None: it has none."""
    return None


def shapes(weights: Any, variables: int) -> dict[str, tuple[int, ...]]:
    """Return the required shapes of the arrays of Weights, by name, for a game with this number of variables."""
    return {}


def pack(weights: Any) -> Any:
    """Return weights in the form that a model stores."""
    return weights


def unpack(packed: Any) -> Any:
    """Return the weights from what a model stores; ValueError if it is not valid."""
    return packed


def prepare(weights: Any) -> Any:
    """Return weights in the form that `evaluate` needs, with working memory if a search needs any."""
    return weights


def make_ranker(weights: Any) -> Any:
    """Return weights in the form that `prefer` needs, with working memory; they suit `evaluate` as well.

    A module that defines it ranks moves well enough to play without search.
    """
    return weights
