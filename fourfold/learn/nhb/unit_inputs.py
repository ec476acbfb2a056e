"""Which variables of a game are related: what a hidden unit sees, if not everything.

They are found in matches between random nets, without knowledge of the board: the patterns that end the game, if there
are any; otherwise what a move changes, such as a disc and those it flips.
"""

from collections.abc import Sequence

import numpy as np

from ...binding.bind import bind, why_plain
from ...evaluators import slfn
from ...games.interface.game import Game
from ...search.example_table import PROVEN
from ..games_between_nets import Plan, Simulator, dice_seed
from .examples import Examples, merge
from .hidden_layer import HiddenLayer
from .winning_patterns import Patterns, find_patterns

MATCHES, PLAIN_MATCHES, NODES = 400, 20, 100
"""Matches between random nets to find patterns in, fewer if the game is not compiled; and nodes per move."""
MOST_EXAMPLES = 30_000
VIEWS = 2
"""Symmetries in which to look for patterns: more take longer and find the same."""
EXPLAINED = 0.5
"""Units see patterns if these explain this share of the lost states."""
RANDOM_MATCHES, MAX_PLIES = 50, 200
"""Matches of random moves, for what a move changes."""


def supported_layer(game: Game, units: int, simulator: Simulator, rng: np.random.Generator) -> HiddenLayer:
    """Return a layer whose units each see a few related variables."""
    patterns = game_patterns(game, simulator, rng)
    if patterns.explained >= EXPLAINED:
        return layer_on(patterns.variables, patterns.counts, game.variables, units, rng, gain=8.0)
    moves = move_supports(game, rng)
    return layer_on(moves, np.ones(len(moves)), game.variables, units, rng, gain=4.0)


def layer_on(
    supports: Sequence[np.ndarray], counts: np.ndarray, inputs: int, units: int, rng: np.random.Generator, gain: float
) -> HiddenLayer:
    """Return units with random weights on supports, chosen by their frequency; the last unit is constant.

    The gain is the size of a unit's weights times the square root of their number: large enough to saturate.
    """
    weights = np.zeros((inputs, units))
    for unit, number in enumerate(rng.choice(len(supports), units - 1, p=counts / counts.sum())):
        support = supports[number]
        weights[support, unit] = rng.uniform(-gain, gain, len(support)) / np.sqrt(len(support))
    return HiddenLayer(weights, np.append(rng.uniform(-gain / 4, gain / 4, units - 1), 0.0))


def game_patterns(game: Game, simulator: Simulator, rng: np.random.Generator) -> Patterns:
    """Return the patterns that end the game, from matches between random nets."""

    def plan() -> Plan:
        first, second = (slfn.random_weights(game.variables, rng) for _ in range(2))
        return Plan(first, second, game.init_state(), NODES, collect=PROVEN, dice=dice_seed(game, rng))

    matches = PLAIN_MATCHES if why_plain(game.module) else MATCHES
    results = simulator.play([plan() for _ in range(matches)])
    examples: Examples = merge([result.examples for result in results]).sample(MOST_EXAMPLES, rng)
    lost = (examples.values == -1.0) & (examples.kinds == PROVEN)
    return find_patterns(examples.inputs, lost, game.symmetries[:VIEWS], rng)


def move_supports(game: Game, rng: np.random.Generator) -> list[np.ndarray]:
    """Return the variables that each move of some random matches changes, apart from the sign flip."""
    write_variables = bind(game=game.module, jit=False).variables
    before, after = np.zeros((2, game.variables))
    supports = []
    for _ in range(RANDOM_MATCHES):
        state = game.init_state()
        write_variables(state, before)
        for _ in range(MAX_PLIES):
            moves = game.moves(state)
            if not moves:
                break
            child = game.apply(state, moves[rng.integers(len(moves))])
            write_variables(child, after)
            supports.append(np.flatnonzero(after - before if game.moves_again(state, child) else after + before))
            before[:], state = after, child
    return [support for support in supports if len(support)]
