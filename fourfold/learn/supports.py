"""Which variables of a game belong together: what hidden units look at, if not at everything.

All of it is found in random matches, without a word about the board: a move changes variables that have to do with each
other, such as a disc and those it flips.
"""

import numpy as np

from ..bind import bind
from ..rulebook import Game
from .hidden_layer import HiddenLayer

MATCHES = 50
MAX_PLIES = 200
GAIN = 4.0
"""The size of a unit's weights, divided by the root of their number: large enough to say yes or no."""


def move_layer(game: Game, units: int, rng: np.random.Generator) -> HiddenLayer:
    """Return a layer whose units look each at what some move has changed, with random weights; one is constant."""
    supports = move_supports(game, rng)
    weights = np.zeros((game.variables, units))
    for unit in range(units - 1):
        support = supports[rng.integers(len(supports))]
        weights[support, unit] = rng.uniform(-GAIN, GAIN, len(support)) / np.sqrt(len(support))
    return HiddenLayer(weights, np.append(rng.uniform(-1.0, 1.0, units - 1), 0.0))


def move_supports(game: Game, rng: np.random.Generator) -> list[np.ndarray]:
    """Return the variables that each move of some random matches has changed, beyond the change of sides."""
    write_variables = bind(game=game.module, jit=False).variables
    before, after = np.zeros((2, game.variables))
    supports = []
    for _ in range(MATCHES):
        state = game.init_state()
        write_variables(state, before)
        for _ in range(MAX_PLIES):
            moves = game.moves(state)
            if not moves:
                break
            state = game.apply(state, moves[rng.integers(len(moves))])
            write_variables(state, after)
            supports.append(np.flatnonzero(before + after))
            before[:] = after
    return [support for support in supports if len(support)]
