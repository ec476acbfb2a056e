"""The contract of an evaluator or a ranker of moves: stand-ins with defaults that searches import by name.

An evaluator values states: it defines `evaluate`. A ranker says which moves it likes, many positions at once: it
defines `rank_positions`. A module may do both. `bind` puts the module's own functions and flags in the place of those
below; everything but these two has a default. `docs/add-an-evaluator.md` is the manual.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

INFORMED = True
"""Whether values tell good moves from bad ones: if so, moves are ordered by the value of the state they lead to."""

LEARNS = False
"""Whether a search may be asked to collect examples for the evaluator to learn from."""

PREFERS = False
"""Whether it has an opinion of moves, not of states alone: whether there is a `prefer`."""

PREFERS_FROM = 0
"""How deep a search must go on for that opinion to be worth its time."""

EVALUATES_TERMINAL_STATES = False
"""Whether a player that does not search goes by its value of a finished game too, and not by the result."""

NO_ALLOCATION = False
"""Whether no kernel of the module makes an array, so that none need be counted. Any module of kernels may say it."""

FUSED_MULTIPLY_ADD = False
"""Whether a product may be added in one instruction, with one rounding. Any module of kernels may say it."""


def evaluate(weights: Any, state: Any) -> float:
    """Return how good state, which is not terminal, is for the side to move: between -1 and 1, both excluded."""
    raise NotImplementedError


def tolerance(weights: Any) -> float:
    """Return by how much values may differ and yet count as the same: a player that does not search draws lots then."""
    return 1e-9


def begin(weights: Any, state: Any) -> None:
    """Get ready to evaluate what follows state, the root of a search at ply 0."""


def follow(weights: Any, before: Any, after: Any, ply: int) -> None:
    """Get ready to evaluate what follows after, at ply, which follows before.

    An evaluator that keeps sums along the line and changes them as little as a move does is many times quicker.
    """


def evaluate_next(weights: Any, before: Any, after: Any, ply: int) -> float:
    """Return the value of after, at ply, which follows before; `begin` and `follow` have led to before."""
    return evaluate(weights, after)


def evaluate_here(weights: Any, state: Any, ply: int) -> float:
    """Return the value of state, at ply, to which `begin` and `follow` have led."""
    return evaluate(weights, state)


def prefer(weights: Any, state: Any, preferences: NDArray[Any]) -> None:
    """Write how much each move of state is liked, at the place of its number: a search tries the most liked first."""


def refuted(weights: Any, state: Any, move: int) -> None:
    """Hear that a move of state was good enough to end the search there."""


def rank_positions(ranker: Any, own: NDArray[Any], others: NDArray[Any], preferences: NDArray[Any]) -> None:
    """Write how much each move of many positions is liked, [position, move].

    own and others are the first two fields of their states, ranker is what `make_ranker` returned.
    """
    raise NotImplementedError


COMPILED = frozenset(globals())
"""What stands above: only that is compiled. What follows makes weights, and is always plain Python."""

GAMES: tuple[str, ...] = ()
"""The names of the games it is for; empty: any game."""

Weights: Any = None
"""Its learned weights: a NamedTuple of arrays, which a model holds by these names. None: an array, or nothing learned.

An evaluator with Weights and without `make_weights` is used with a model only.
"""

Packed: Any = None
"""The NamedTuple of arrays that a model holds instead, if `pack` and `unpack` are defined."""


def make_weights(seed: int = 0) -> Any:
    """Return the weights of an evaluator that has not learned: an array or a NamedTuple of arrays."""
    return np.zeros(0)


def shapes(weights: Any, variables: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes that the arrays of Weights must have, by name, for a game with so many variables."""
    return {}


def pack(weights: Any) -> Any:
    """Return weights as a model holds them."""
    return weights


def unpack(packed: Any) -> Any:
    """Return the weights of what a model holds; ValueError if it does not hold any."""
    return packed


def prepare(weights: Any) -> Any:
    """Return weights as `evaluate` wants them, with memory of their own if a search needs any."""
    return weights


def make_ranker(weights: Any) -> Any:
    """Return weights as `rank_positions` wants them, with memory of their own; they serve `evaluate` as well."""
    return weights
