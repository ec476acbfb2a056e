"""What the table, move ordering and deepening gain: time to the same depth and value as textbook alpha-beta."""

import statistics
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..binding.bind import bind
from ..evaluators.find import find_evaluator
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..search import alphabeta, minimax
from ..search.table import make_table
from ..search.values import INFINITY, LIMIT
from . import openspiel_checkers
from .speed import ROUNDS, Measurement

CASES = (
    ("connect_four", "zero", 8),
    ("connect_four", "zero", 10),
    ("othello", "positional", 8),
    ("draughts", "material", 8),
    ("draughts", "material", 10),
)
POSITIONS, PLIES = 10, 12

Search = Callable[[Any, int], int]
"""Returns the value of a state at a depth."""


def search_rows(peers: bool) -> Iterator[Measurement]:
    """Yield how many random positions are searched a second; the peer is textbook alpha-beta."""
    for name, evaluator_name, depth in CASES:
        game = find_game(name)
        module = (
            openspiel_checkers if name == "draughts" else game.module
        )  # the textbook does not look further into captures
        evaluator = find_evaluator(evaluator_name, game)
        kernels = bind(alphabeta, minimax, game=module, evaluator=evaluator.module)
        weights = evaluator.make_weights(0)
        searches = deepening(kernels, weights, game), textbook(kernels, weights)
        states = [state_after(game, PLIES, seed) for seed in range(POSITIONS)]
        for state in states:
            values = [search(state, depth) for search in searches]
            if values[0] != values[1]:
                raise AssertionError(f"{name}: values {values} of {game.text(state)}")
        rounds = [[seconds(search, states, depth) for search in searches] for _ in range(ROUNDS)]
        ours, plain = (POSITIONS / statistics.median(column) for column in zip(*rounds, strict=True))
        yield Measurement(f"search/{name}/{depth}", "positions/s", ours, plain, ours / plain)


def deepening(kernels: SimpleNamespace, weights: Any, game: Game) -> Search:
    memory, table = alphabeta.make_memory(game.max_moves), make_table(20)
    memory.budget = 1 << 60

    def search(state: Any, depth: int) -> int:
        count = kernels.expand(state, memory.root_moves)
        kernels.search(weights, state, count, depth, 2, False, memory, table)
        return without_distance(memory.root_values[memory.best])

    return search


def textbook(kernels: SimpleNamespace, weights: Any) -> Search:
    nodes = np.zeros(1, np.int64)

    def search(state: Any, depth: int) -> int:
        return without_distance(kernels.plain_alphabeta(weights, state, depth, -INFINITY, INFINITY, nodes))

    return search


def without_distance(value: int) -> int:
    return min(max(int(value), -int(LIMIT)), int(LIMIT))


def state_after(game: Game, plies: int, seed: int) -> Any:
    """Return a state after random plies in which the game goes on."""
    rng = np.random.default_rng(seed)
    state = game.init_state()
    for _ in range(plies):
        moves = game.moves(state)
        state = game.apply(state, moves[rng.integers(len(moves))])
        if not game.moves(state):
            return state_after(game, plies, seed + POSITIONS)
    return state


def seconds(search: Search, states: list[Any], depth: int) -> float:
    begun = time.perf_counter()
    for state in states:
        search(state, depth)
    return time.perf_counter() - begun
