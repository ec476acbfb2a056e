"""The speed of searches, playouts and rules, as ratios to a peer in the same run: the machine may be shared and noisy."""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import registry
from ..bind import bind, typed
from ..nets import zero
from ..search import minimax, perft, playout
from ..search.values import INFINITY
from . import checkers, peer

ROUNDS = 3
"""How often ours and the peer's take turns; the medians are reported."""


@dataclass
class Row:
    """One measurement: ours and the peer's figure, and how many times better ours is."""

    name: str
    unit: str
    ours: float
    peer: float | None = None
    ratio: float | None = None


def compare(name: str, unit: str, ours: Callable[[], float], theirs: Callable[[], float] | None) -> Row:
    """Return the row of two measurements of work done a second, taken in turns."""
    pairs = [(ours(), theirs() if theirs else None) for _ in range(ROUNDS)]
    mine = statistics.median(pair[0] for pair in pairs)
    if theirs is None:
        return Row(name, unit, mine)
    other = statistics.median(pair[1] for pair in pairs if pair[1] is not None)
    return Row(name, unit, mine, other, mine / other)


def rate_of(work: Callable[[], int], seconds: float = 0.4) -> float:
    """Return the units of work done a second, measured for about that long."""
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        done += work()
    return done / (time.perf_counter() - begun)


def alphabeta_rows(peers: bool) -> Iterator[Row]:
    """Yield nodes a second of textbook alpha-beta, both sides entering exactly as many nodes to the same value."""
    depths = {"tic_tac_toe": (9, 5), "connect_four": (10, 5), "othello": (8, 5), "draughts": (9, 5)}
    for name, (own_depth, peer_depth) in depths.items():
        game = checkers if name == "draughts" else registry.game(name).module
        kernels = bind(minimax, game=game, evaluator=zero)
        state, weights = typed(game.init_state()), zero.make_weights()
        nodes = np.zeros(1, np.int64)

        def search(depth: int, kernels: Any = kernels, state: Any = state, nodes: Any = nodes) -> int:
            nodes[0] = 0
            kernels.plain_alphabeta(zero.make_weights(), state, depth, -INFINITY, INFINITY, nodes)
            return int(nodes[0])

        search(peer_depth)
        theirs = None
        if peers:
            start = peer.initial_state(name)
            same = peer.count_nodes(start, peer_depth)
            assert search(peer_depth) == same, f"{name}: {search(peer_depth)} nodes, OpenSpiel {same}"

            def their_search(start: Any = start, depth: int = peer_depth, same: int = same) -> int:
                peer.alphabeta(start, depth)
                return same

            theirs = lambda work=their_search: rate_of(work, 1.0)
        yield compare(f"alphabeta/{name}", "nodes/s", lambda s=search, d=own_depth: rate_of(lambda: s(d)), theirs)
