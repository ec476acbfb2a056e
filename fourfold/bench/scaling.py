"""How work scales: two workers against one, and the cost of sending a task."""

import statistics
import time
from collections.abc import Callable, Iterator

from ..evaluators import mlp
from ..games.interface.find import find_game
from ..learn.games_between_nets import Contest, Contests
from ..matches.match import match
from ..parallel import ordered_map as parallel
from ..parallel.ordered_map import Workers, ordered_map
from .speed import Measurement

TASK = 0.05
"""Seconds per task when the cost of sending it is measured."""
TASKS = 200
ROUNDS = 3


def rows() -> Iterator[Measurement]:
    """Yield the measurements one by one."""
    for name, play in (("matches", play_match), ("evolution", play_contests)):
        play(2)  # compiles, and starts the workers
        rounds = [(play(1), play(2)) for _ in range(ROUNDS)]
        one, two = (statistics.median(rates) for rates in zip(*rounds, strict=True))
        yield Measurement(f"scaling/{name}", "games/s by 2 workers; the peer: by 1", two, one, two / one)
    for name, workers, threads in (("threads", 2, True), ("processes", 2, False), ("dask", "local:2", False)):
        yield Measurement(f"overhead/{name}", "% of a task of 50 ms, 2 workers", 100.0 * overhead(workers, threads))
    for name, by in (("dask", "local:2"), ("processes", 2)):
        yield Measurement(f"handing_over/{name}", "ms for a task of no time, 2 workers", 1e3 * cost(by))


def play_match(workers: int) -> float:
    """Return games a second of a match whose moves take milliseconds."""
    return _rate(64, lambda games: match("alphabeta:nodes=8000", "alphabeta:nodes=4000,eval=positional", "othello",
                                         games=games, workers=workers))  # fmt: skip


def play_contests(workers: int) -> float:
    """Return games per second of evolving nets."""
    game = find_game("draughts")
    contests = Contests(game, "alphabeta:depth=4", 6, 160, workers)
    nets = [mlp.random_weights(game.variables, seed) for seed in range(8)]
    return _rate(240, lambda games: contests.play(
        [Contest(nets[number % 8], nets[number // 8 % 8], [1, number]) for number in range(games // 2)]
    ))  # fmt: skip


def _rate(games: int, play: Callable[[int], object]) -> float:
    begun = time.perf_counter()
    play(games)
    return games / (time.perf_counter() - begun)


def rest(_: int) -> None:
    time.sleep(TASK)


def nothing(number: int) -> int:
    return number


def overhead(workers: Workers, threads: bool) -> float:
    """Return by how much longer 2 workers take for tasks that only wait than one loop for half of them.

    The two are measured alternately, since a busy machine slows the loop down too.
    """
    list(ordered_map(nothing, range(8), workers, threads=threads))
    ratios = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        list(ordered_map(rest, range(TASKS), workers, threads=threads))
        between = time.perf_counter()
        for number in range(TASKS // 2):
            rest(number)
        ratios.append((between - begun) / (time.perf_counter() - between))
    return statistics.median(ratios) - 1.0


def cost(workers: Workers) -> float:
    """Return the seconds that sending one more batch takes, with tasks that do nothing."""
    before, parallel.MOST_IN_A_BATCH = parallel.MOST_IN_A_BATCH, 1
    try:
        list(ordered_map(nothing, range(20), workers))
        begun = time.perf_counter()
        count = len(list(ordered_map(nothing, range(1000), workers)))
        return (time.perf_counter() - begun) / count
    finally:
        parallel.MOST_IN_A_BATCH = before
