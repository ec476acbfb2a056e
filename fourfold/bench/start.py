"""Latency: a new process with a warm cache, the help, and the overrun of a search with a time limit."""

import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np

from ..evaluators.find import find_evaluator
from ..games.interface.find import find_game, game_names
from ..players.alphabeta import AlphaBetaPlayer
from ..players.base import Budget
from .search import state_after
from .speed import Measurement

FIRST_SEARCH = """
import sys, time, fourfold
player = fourfold.player("alphabeta:nodes=1000", "connect_four")
player.choose(fourfold.game("connect_four").init_state())
answered = time.time()
if player.kernels.search.stats.cache_misses:
    sys.exit("it was compiled again")
print(answered)
"""
TIMES = 5
SEARCHES = 25
SECONDS = 0.25


def start_rows(peers: bool) -> Iterator[Measurement]:
    """Yield the seconds from the start of a process to its help, and to a first result with a warm cache."""
    helps = [_seconds_of([sys.executable, "-m", "fourfold", "--help"]) for _ in range(TIMES)]
    yield Measurement("start/help", "s", float(np.median(helps)))
    subprocess.run([sys.executable, "-c", FIRST_SEARCH], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield Measurement("start/first_search", "s", float(np.median([_seconds_to_answer() for _ in range(TIMES)])))


def _seconds_of(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def _seconds_to_answer() -> float:
    begun = time.time()
    return float(subprocess.run([sys.executable, "-c", FIRST_SEARCH], check=True, capture_output=True).stdout) - begun


def deadline_rows(peers: bool) -> Iterator[Measurement]:
    """Yield by how many milliseconds a search of a quarter of a second overruns it, at the 99th percentile."""
    for name in game_names():
        game = find_game(name)
        player = AlphaBetaPlayer(game, find_evaluator("random", game), Budget(seconds=SECONDS))
        overruns = []
        for number in range(SEARCHES):
            state = state_after(game, 2, number)
            begun = time.perf_counter()
            player.choose(state)
            overruns.append(1000 * (time.perf_counter() - begun - SECONDS))
        yield Measurement(f"deadline/{name}", "ms over 250 (99th percentile)", float(np.percentile(overruns, 99)))
