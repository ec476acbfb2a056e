"""How soon it answers: a new process on a warm cache, the help, and a search whose time is up."""

import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np

from .. import registry
from ..players import AlphaBetaPlayer, Budget
from .search import state_after
from .speed import ROUNDS, Row

FIRST_SEARCH = """
import fourfold
player = fourfold.player("alphabeta:nodes=1000", "connect_four")
player.choose(fourfold.game("connect_four").init_state())
assert not player.kernels.deepen.stats.cache_misses, "compiled again"
"""
SEARCHES = 25
SECONDS = 0.25


def start_rows(peers: bool) -> Iterator[Row]:
    """Yield the seconds that a new process takes for help and for a first search with compiled kernels at hand."""
    yield Row("start/help", "s", _median_seconds("-m", "fourfold", "--help"))
    subprocess.run([sys.executable, "-c", FIRST_SEARCH.replace("assert", "#")], check=True)
    yield Row("start/first_search", "s", _median_seconds("-c", FIRST_SEARCH))


def _median_seconds(*arguments: str) -> float:
    times = []
    for _ in range(2 * ROUNDS - 1):
        begun = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begun)
    return float(np.median(times))


def deadline_rows(peers: bool) -> Iterator[Row]:
    """Yield by how many milliseconds a search of a quarter of a second overruns it, at the 99th percentile."""
    for name in registry.game_names():
        game = registry.game(name)
        player = AlphaBetaPlayer(game, registry.evaluator("random", game), Budget(seconds=SECONDS))
        overruns = []
        for number in range(SEARCHES):
            state = state_after(game, 2, number)
            begun = time.perf_counter()
            player.choose(state)
            overruns.append(1000 * (time.perf_counter() - begun - SECONDS))
        yield Row(f"deadline/{name}", "ms over 250 (99th percentile)", float(np.percentile(overruns, 99)))
