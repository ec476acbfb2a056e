"""Test games against untrained nets."""

import time
from collections.abc import Callable

from ...evaluators import slfn
from ...games.interface.game import Game
from ...learn.games_between_nets import Plan, Simulated, Simulator
from ...parallel.ordered_map import Workers, worker_count
from ...players.base import Budget
from ..framework.cells import GamesScore

OPPONENTS = 0x7E57
"""Starts the seeds of the opponents, so that none of them occurs in training."""
MAX_PLIES = 400
QUICK = 1.0


def score_against_untrained(
    net: slfn.Weights,
    game: Game,
    games: int,
    budget: Budget,
    seed: int,
    workers: Workers,
    report: Callable[[float], None],
) -> GamesScore:
    """Return the score of a net; every opponent is a new random net and plays both colours from the initial state."""
    simulator = Simulator(game, MAX_PLIES, workers)
    plans = [_plan(number, net, game, budget, seed) for number in range(games)]
    played = _play(simulator, plans, report)
    outcomes = [result.outcome if number % 2 == 0 else -result.outcome for number, result in enumerate(played)]
    return GamesScore(outcomes.count(1), outcomes.count(0), outcomes.count(-1))


def _plan(number: int, net: slfn.Weights, game: Game, budget: Budget, seed: int) -> Plan:
    opponent = slfn.random_weights(game.variables, [OPPONENTS, seed, number // 2])
    first, second = (net, opponent) if number % 2 == 0 else (opponent, net)
    return Plan(first, second, game.init_state(), nodes=budget.nodes or 1, seconds=budget.seconds)


def _play(simulator: Simulator, plans: list[Plan], report: Callable[[float], None]) -> list[Simulated]:
    """Return all games, played in groups so that progress can be shown; the rest together if that is quick."""
    report(0.0)
    size, played = 4 * worker_count(simulator.workers), list[Simulated]()
    while len(played) < len(plans):
        start = time.perf_counter()
        played += simulator.play(plans[len(played) : len(played) + size])
        report(len(played) / len(plans))
        if time.perf_counter() - start < QUICK:
            size = len(plans)
    return played
