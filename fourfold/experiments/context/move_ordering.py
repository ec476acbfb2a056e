"""What each move ordering saves the Connect Four solver, and what it costs.

The same positions from random play, without an immediate win, are solved from an empty table with each ordering:
centre first, by history, by threats (what the solver does), and by nets that rank columns without search. Then
alpha-beta searches them to a depth, all leaves worth 0, with moves ordered by history (what it does) or by the sorter.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ...evaluators import weights_file
from ...evaluators.evaluator import Evaluator, evaluator_module
from ...evaluators.find import find_evaluator
from ...games.interface.find import find_game
from ...parallel.ordered_map import Workers
from ...players.alphabeta import AlphaBetaPlayer
from ...players.base import Budget
from ...players.policy import Policy, model_path
from ...solve.book import Book
from ...solve.solver import Solver
from ..framework.plots import draw_costs
from ..framework.study import Report, Study, Table
from . import order_by_centre, order_by_history, order_by_sorter
from .random_positions import random_positions

SOLVER, ALPHABETA = "solver", "alpha-beta"


@dataclass(frozen=True)
class Scale:
    """The size of the experiment."""

    positions: int
    stones: int = 16
    bits: int = 20
    """Of the solver's table."""
    depth: int = 10
    """Of alpha-beta."""
    model: str | None = None
    """A run of `fourfold train context` whose net is also tried as a move ordering."""


SCALES = {"tiny": Scale(3, 26, 14, 6), "small": Scale(100), "paper": Scale(1000)}


class OrderingCell(NamedTuple):
    search: str
    order: str


class Order(NamedTuple):
    """A move ordering."""

    name: str
    module: Any
    weights: Any


class OrderingCost(NamedTuple):
    """The mean cost of a position with a move ordering."""

    search: str
    order: str
    nodes: float
    microseconds: float


def orders(model: str | None = None) -> list[Order]:
    """Return all move orderings; model is an additional net that ranks columns."""
    found = [
        Order("centre first", order_by_centre, 0),
        Order("history", order_by_history, order_by_history.make_weights()),
        Order("threats", None, 0),
        learned_order("sorter"),
    ]
    return [*found, learned_order(model)] if model else found


def learned_order(model: str) -> Order:
    game = find_game("connect_four")
    evaluator = weights_file.load(str(model_path(model, game))).evaluator
    return Order(model, evaluator_module(evaluator).module, Policy(model, game).ranker)


class Experiment(Study):
    """Every move ordering in the solver, and two of them in alpha-beta."""

    result = OrderingCost

    def __init__(self, scale: Scale, seed: int):
        super().__init__(scale, seed)
        self.orders = {order.name: order for order in orders(scale.model)}
        self.evaluators = {evaluator.name: evaluator for evaluator in alphabeta_orders()}

    def cells(self) -> list[OrderingCell]:
        in_solver = [OrderingCell(SOLVER, name) for name in self.orders]
        return in_solver + [OrderingCell(ALPHABETA, name) for name in self.evaluators]

    @cached_property
    def states(self) -> list[Any]:
        return random_positions(self.scale.positions, self.scale.stones, self.seed)

    def measure(self, cell: OrderingCell, folder: Path, workers: Workers, report: Report) -> OrderingCost:
        report(0.0, f"{cell.search}, {cell.order}")
        if cell.search == SOLVER:
            return OrderingCost(*cell, *cost(self.orders[cell.order], self.states, self.scale.bits))
        return OrderingCost(*cell, *alphabeta_cost(self.evaluators[cell.order], self.states, self.scale.depth))

    def tables(self, rows: Sequence[OrderingCost]) -> list[Table]:
        scale = self.scale
        title = f"{scale.positions} positions of {scale.stones} stones; alpha-beta to depth {scale.depth}"
        table = [[row.search, row.order, f"{row.nodes:,.0f}", f"{row.microseconds:,.0f}"] for row in rows]
        return [Table(title, ["search", "order", ">nodes a position", ">microseconds"], table)]

    def findings(self, rows: Sequence[OrderingCost]) -> list[str]:
        return [_savings(search, [row for row in rows if row.search == search]) for search in (SOLVER, ALPHABETA)]

    def draw(self, rows: Sequence[OrderingCost], figure: Any, folder: Path) -> None:
        names = [f"{row.search}, {row.order}" for row in rows]
        nodes, times = [row.nodes for row in rows], [row.microseconds for row in rows]
        draw_costs(figure, names, {"nodes a position": nodes, "microseconds a position": times})


def _savings(search: str, rows: Sequence[OrderingCost]) -> str:
    fewest, quickest = (min(rows, key=lambda row: getattr(row, kind)) for kind in ("nodes", "microseconds"))
    return f"Fewest nodes in {search}: by {fewest.order}; least time: by {quickest.order}."


def cost(order: Order, states: Sequence[Any], bits: int) -> tuple[float, float]:
    """Return the nodes and microseconds that the solver needs per position, from an empty table."""
    solver = Solver(bits=bits, book=Book(), order=order.module, weights=order.weights)
    solver.score(states[0])  # compiled before the clock runs
    before, begun = solver.nodes, time.perf_counter()
    for state in states:
        solver.forget()
        solver.score(state)
    seconds = time.perf_counter() - begun
    return (solver.nodes - before) / len(states), 1e6 * seconds / len(states)


def alphabeta_cost(evaluator: Evaluator, states: Sequence[Any], depth: int) -> tuple[float, float]:
    """Return the same for alpha-beta to a fixed depth, with all leaves worth the same."""
    player = AlphaBetaPlayer(find_game("connect_four"), evaluator, Budget(depth=depth))
    begun = time.perf_counter()
    nodes = sum(player.choose(state).nodes for state in states)
    return nodes / len(states), 1e6 * (time.perf_counter() - begun) / len(states)


def alphabeta_orders() -> list[Evaluator]:
    ranker = learned_order("sorter").weights
    return [
        find_evaluator("zero", find_game("connect_four"))._replace(name="history"),
        Evaluator("sorter", order_by_sorter, lambda seed: ranker),
    ]
