"""How fast a net is evaluated inside a search, beside NumPy evaluating it in batches."""

from collections.abc import Iterator

import numpy as np
from threadpoolctl import threadpool_limits

from ..binding.bind import bind
from ..evaluators import slfn
from ..games.interface.find import find_game
from ..players.base import Budget
from ..search import alphabeta
from ..search.table import make_table
from . import counted_slfn
from .speed import Measurement, Work, compare

UNITS, NODES, BATCH = 96, 20_000, 65_536


def net_rows(peers: bool) -> Iterator[Measurement]:
    """Yield evaluations a second of a net with 96 hidden units in a search of Connect Four, and NumPy's; one thread."""
    weights = slfn.random_weights(42, 0, units=UNITS)
    with threadpool_limits(1):
        yield compare("net/connect_four", "evaluations/s", search_work(weights), numpy_work(weights))


def search_work(weights: slfn.Weights) -> Work:
    game = find_game("connect_four")
    kernels, net = bind(alphabeta, game=game.module, evaluator=counted_slfn), counted_slfn.prepare(weights)
    memory, table, state = (
        alphabeta.make_memory(game.max_moves),
        make_table(Budget(nodes=NODES).table_bits()),
        game.init_state(),
    )
    memory.budget = NODES
    count = kernels.search(net, state, 0, 0, 1, False, memory, table)

    def work() -> int:
        kernels.search(net, state, count, alphabeta.MAX_PLY, 1, False, memory, table)
        return counted_slfn.take_count(net)

    return work


def numpy_work(weights: slfn.Weights) -> Work:
    inputs = np.random.default_rng(0).integers(-1, 2, (BATCH, 42)).astype(np.float32)

    def work() -> int:
        hidden = 1.0 / (1.0 + np.exp(-(inputs @ weights.inputs + weights.biases)))
        return len(hidden @ weights.outputs)

    return work
