"""An evaluator in a user's own Python file: `eval=./my_eval.py`.

Compiled, an error in such a file could crash the process, so it is first tried as plain Python on every state of a
random game.
"""

import inspect
from functools import cache
from typing import Any

import numpy as np

from ..binding.bind import bind
from ..binding.source_file import load_defining
from ..errors import InputError
from ..games.interface.game import Game
from .evaluator import TRIAL_PLIES, Evaluator, EvaluatorModule


@cache
def load_evaluator(name: str, for_game: Game) -> Evaluator:
    """Return the evaluator of a file; raise InputError with one line if there is a fault."""
    found = EvaluatorModule(load_defining(name, ["evaluate"], "evaluator", "add-an-evaluator.md"))
    if not found.fits(for_game):
        raise InputError(f"eval={name} is for {', '.join(found.games)}, not for {for_game.name}")
    if not inspect.isfunction(found.module.evaluate):
        raise InputError(f"evaluate in {name} is not a plain function; write it with def, without a decorator")
    _check_weights(name, _attempt(name, "make_weights", found.make_weights, 0))
    _check_values(name, found, for_game)
    return Evaluator(name, found.module, found.make_weights)


def _attempt(name: str, function: str, call: Any, *arguments: Any) -> Any:
    try:
        return call(*arguments)
    except Exception as error:
        raise InputError(f"{function} in {name} fails: {type(error).__name__}: {error}") from error


def _check_weights(name: str, weights: Any) -> None:
    arrays = weights if isinstance(weights, tuple) and hasattr(weights, "_fields") else (weights,)
    if not all(isinstance(array, np.ndarray) for array in arrays):
        kind = type(weights).__name__
        raise InputError(f"make_weights in {name} returns a {kind}, not an array or a NamedTuple of arrays")


def _check_values(name: str, found: EvaluatorModule, game: Game) -> None:
    """Check the values of all states of a random game."""
    evaluate = bind(found.module, game=game.module, evaluator=found.module, jit=False).evaluate
    state, weights, rng = game.init_state(), found.make_weights(0), np.random.default_rng(0)
    for _ in range(TRIAL_PLIES):
        moves = game.moves(state)
        if not moves:
            return
        value = _attempt(name, "evaluate", evaluate, weights, state)
        if not isinstance(value, int | float | np.number) or not -1.0 < value < 1.0:
            raise InputError(f"evaluate in {name} returns {value!r}, not a number between -1 and 1, for {state}")
        state = game.apply(state, moves[rng.integers(len(moves))])
