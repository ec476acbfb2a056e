"""The benchmarks: speed against a peer in one run, scaling, and a soak test. `fourfold bench` runs them.

May import: everything up to experiments.
"""

from collections.abc import Iterator

from .evolution import evolution_rows
from .net import net_rows
from .search import search_rows
from .solving import solving_rows
from .speed import Measurement, alphabeta_rows, expectimax_rows, mcts_rows, perft_rows, playout_rows
from .start import deadline_rows, start_rows

GROUPS = (
    alphabeta_rows, expectimax_rows, playout_rows, mcts_rows, perft_rows, search_rows, net_rows, evolution_rows,
    solving_rows, start_rows, deadline_rows,
)  # fmt: skip


def rows(peers: bool = False) -> Iterator[Measurement]:
    """Yield the rows of the benchmark as they are measured; with peers, OpenSpiel does the same work in turn."""
    for group in GROUPS:
        yield from group(peers)
