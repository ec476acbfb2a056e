"""What an order of moves saves the perfect solver of Connect Four, and what it costs.

    python -m fourfold.experiments.move_ordering [S4-RUN]

The same positions from random play, in which nobody can win at once, are solved from an empty table with each order:
centre first, by history, by threats (what the solver does), and by nets that rank columns without search. Then
alpha-beta searches them to a depth, all leaves worth 0, with moves ordered by history (what it does) or by the sorter.
"""

import sys
import time
from typing import Any, NamedTuple

from ...evaluators.connect_four import column_net, context_net
from ...evaluators.evaluator import Evaluator
from ...evaluators.find import find_evaluator
from ...evaluators.weights_file import load
from ...games.interface.find import find_game
from ...players.alphabeta import AlphaBetaPlayer
from ...players.base import Budget
from ...players.policy import model_path
from ...solve.book import Book
from ...solve.solver import Solver
from . import order_by_centre, order_by_history
from .random_positions import random_positions

POSITIONS, PLIES, SEED, BITS, DEPTH = 100, 16, 0, 20, 10


class Order(NamedTuple):
    """How moves are ordered."""

    name: str
    module: Any
    weights: Any


class Cost(NamedTuple):
    """What a position takes, on average."""

    nodes: float
    microseconds: float


def orders(net: str | None = None) -> list[Order]:
    """Return all orders; net is a run of the system S4, if there is one."""
    found = [
        Order("centre first", order_by_centre, 0),
        Order("history", order_by_history, order_by_history.make_weights()),
        Order("threats", None, 0),
        Order("sorter", column_net, column_net.make_ranker(load(str(model_path("sorter"))).weights)),
    ]
    if net:
        found.append(Order("S4", context_net, context_net.make_ranker(load(net).weights)))
    return found


def cost(order: Order, states: list[Any], bits: int = BITS) -> Cost:
    solver = Solver(bits=bits, book=Book(), order=order.module, weights=order.weights)
    solver.score(states[0])  # compiled before the clock runs
    before, begun = solver.nodes, time.perf_counter()
    for state in states:
        solver.table[:] = 0
        solver.score(state)
    seconds = time.perf_counter() - begun
    return Cost((solver.nodes - before) / len(states), 1e6 * seconds / len(states))


def alphabeta_cost(evaluator: Evaluator, states: list[Any], depth: int = DEPTH) -> Cost:
    """Return what alpha-beta to a depth takes, with an evaluator that says nothing of positions."""
    player = AlphaBetaPlayer(find_game("connect_four"), evaluator, Budget(depth=depth))
    begun = time.perf_counter()
    nodes = sum(player.choose(state).nodes for state in states)
    return Cost(nodes / len(states), 1e6 * (time.perf_counter() - begun) / len(states))


def alphabeta_orders() -> list[Evaluator]:
    sorter = next(order for order in orders() if order.name == "sorter")
    return [
        find_evaluator("zero", find_game("connect_four"))._replace(name="history"),
        Evaluator("sorter", column_net, lambda seed: sorter.weights),
    ]


def tell(name: str, found: Cost) -> None:
    print(f"{name:14s} {found.nodes:12,.0f} nodes {found.microseconds:14,.0f} microseconds a position", flush=True)


def main() -> None:
    states = random_positions(POSITIONS, PLIES, SEED)
    print(f"{POSITIONS} positions of {PLIES} stones, seed {SEED}")
    for order in orders(*sys.argv[1:2]):
        tell(order.name, cost(order, states))
    print(f"alpha-beta to depth {DEPTH}")
    for evaluator in alphabeta_orders():
        tell(evaluator.name, alphabeta_cost(evaluator, states))


if __name__ == "__main__":
    main()
