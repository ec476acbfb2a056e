"""A player by unbounded best-first minimax."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..binding.bind import bind, typed
from ..errors import InputError
from ..evaluators.evaluator import Evaluator
from ..evaluators.find import find_evaluator
from ..games.interface.game import Game
from ..search import alphabeta, best_first
from ..search.tree import ROOT
from ..search.values import NO_LIMIT, UNPROVEN
from .base import Analysis, Budget, Decision, check_finite, check_turn, parse_budget, remember, timer

MOST_NODES = 1 << 22
"""How many nodes are worth their memory, 30 bytes each; when they are used, the search ends."""


class BestFirstPlayer:
    """Grows a tree at its best leaf, wherever that is, and plays the move that was tried most."""

    def __init__(self, game: Game, evaluator: Evaluator, budget: Budget, *, seed: int = 0, jit: bool = True):
        """Take a budget of nodes or seconds or both; a node is a state that is evaluated."""
        if game.most_chances:
            raise InputError(f"best-first cannot play {game.name}, a game of chance; use alphabeta or mcts")
        if budget.depth is not None:
            raise InputError("best-first has no depth; use nodes= or seconds=")
        self.name = f"best-first:eval={evaluator.name}"
        self.game, self.evaluator = game, evaluator
        self.weights: Any = None
        self.kernels = bind(alphabeta, best_first, game=game.module, evaluator=evaluator.module, jit=jit)
        self.memory = alphabeta.make_memory(game.max_moves)
        self.limit(budget)
        self.new_game(seed)
        self._grow(game.init_state(), [], 1)  # kernels are compiled now: later a clock may be running
        self.memory.depth = 0

    def new_game(self, seed: int) -> None:
        self.memory.depth = 0
        self.weights = self.evaluator.next_weights(self.weights, seed)

    def limit(self, budget: Budget) -> None:
        """Search within budget from now on; a depth alone is no limit of this search."""
        if budget.nodes is None and budget.seconds is None:
            return
        self.budget = budget
        self.memory.depth = 0
        moves = self.game.max_moves
        self.tree = best_first.make_nodes(max(min(budget.nodes or MOST_NODES, MOST_NODES), moves) + 1)

    def stop(self) -> None:
        """End the running search, from another thread: it answers with the best it has."""
        self.memory.stop = 1

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        done = self._search(state, history)
        return self._decision(self._ranking(ROOT)[0], done)

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return the value of every legal move, the one to play first."""
        return self._analysis(self._search(state, history))

    def so_far(self) -> Analysis | None:
        """Return what the running search has found, from another thread; None before it has tried all moves."""
        return self._analysis(int(self.memory.nodes) - 1) if self.memory.depth else None

    def _search(self, state: Any, history: Sequence[Any]) -> int:
        """Return how many states were evaluated."""
        check_turn(self.game, state, self.game.moves(state))
        return self._grow(typed(state), history, self.budget.nodes or NO_LIMIT, self.budget.seconds)

    def _grow(self, state: Any, history: Sequence[Any], nodes: int, seconds: float | None = None) -> int:
        self.memory.depth = 0
        remember(self.game, self.kernels, history, self.memory)
        self.memory.stop = 0
        with timer(seconds, self.stop):  # not earlier: what it sets must not be cleared again
            done: int = self.kernels.grow(self.weights, state, nodes, self.memory, self.tree)
        check_finite(self.memory, f"eval={self.evaluator.name}")
        return done

    def _analysis(self, done: int) -> Analysis:
        moves = [self._decision(number, done) for number in self._ranking(ROOT)]
        return Analysis(moves, moves[0].depth, done)

    def _ranking(self, number: int) -> list[int]:
        """Return the numbers of a node's children, the best first: Cohen-Solal's safe decision.

        A move that may still be tried has rank by its visits, and what is known for sure stands before all of these if
        it is worth more than the first of them.
        """
        first = int(self.tree[number]["first"])
        nodes = self.tree[first : first + int(self.tree[number]["children"])].copy()  # another thread may write
        values, visits, ends = nodes["value"], nodes["visits"], nodes["end"]
        is_open = ends == UNPROVEN
        unsure, sure = np.flatnonzero(is_open), np.flatnonzero(~is_open)
        unsure = unsure[np.lexsort((-values[unsure], -visits[unsure]))]
        sure = sure[np.lexsort((np.where(values[sure] > 0.0, ends[sure], -ends[sure]), -values[sure]))]
        is_ahead = values[sure] > (values[unsure[0]] if unsure.size else -np.inf)
        return [first + int(place) for place in (*sure[is_ahead], *unsure, *sure[~is_ahead])]

    def _decision(self, number: int, nodes: int) -> Decision:
        """Return the move of a node, and the best line after it."""
        value, end = float(self.tree[number]["value"]), int(self.tree[number]["end"])
        line = [int(self.tree[number]["move"])]
        while self.tree[number]["children"] and len(line) < alphabeta.MAX_PLY:
            number = self._ranking(number)[0]
            line.append(int(self.tree[number]["move"]))
        return Decision(line[0], value, None if end < 0 else end + 1, len(line), nodes, line)


def from_options(game: Game, options: dict[str, str], seed: int) -> BestFirstPlayer:
    limits = {name: value for name, value in options.items() if name != "eval"}
    evaluator = find_evaluator(options.get("eval", "zero"), game)
    return BestFirstPlayer(game, evaluator, parse_budget(limits), seed=seed)
