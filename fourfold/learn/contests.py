"""Games between nets, by the thousand: as many at once as there are cores."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any, NamedTuple

import numpy as np

from ..bind import bind
from ..errors import InputError
from ..mcts_player import Growth, room
from ..nets import mlp
from ..parallel import worker_count
from ..players import Budget
from ..rulebook import Game
from ..search import alphabeta, contest, mcts, tree_contest
from ..search.table import make_table
from ..search.values import NO_LIMIT
from ..specs import CUT, parse_budget, parse_growth, parse_spec

OUTCOME, PLIES, NODES = 0, 1, 2
"""Columns of the results."""


class Contest(NamedTuple):
    """Two nets that are to meet."""

    first: mlp.Weights
    second: mlp.Weights
    seed: Sequence[int]
    games: int = 2
    """2, with colours swapped, or 1, which the first net begins."""


class Contests:
    """Plays contests in threads, for the kernels do not hold Python's lock; results do not depend on their number."""

    def __init__(self, game: Game, player: str, opening_plies: int, max_plies: int, workers: int | None = None):
        """Take who decides with the nets: `alphabeta:depth=4` or `mcts:sims=200,cut=6`."""
        self.game, self.opening_plies, self.max_plies = game, opening_plies, max_plies
        self.workers = worker_count(workers)
        self.search = decider(player, game)
        self._memories = local()
        self._load_kernels()

    def _load_kernels(self) -> None:
        """Compile the kernels or load them: no clock runs yet."""
        nothing = mlp.prepare(mlp.random_weights(self.game.variables, 0))
        memory, moves = self.search.make_memory(), np.zeros(1, np.int64)
        limits, rng = (self.game.init_state(), 0, 0), np.random.default_rng(0)
        self.search.play(nothing, nothing, limits, rng, moves, memory, np.zeros((1, 3), np.int64))

    def play(self, contests: Sequence[Contest]) -> np.ndarray:
        """Return [contest, game, (outcome for the net that is first, plies, nodes)]."""
        tables = {id(net): mlp.prepare(net) for each in contests for net in (each.first, each.second)}
        pool = ThreadPoolExecutor(self.workers)
        try:
            return np.array(list(pool.map(lambda each: self._play(each, tables), contests)))
        finally:
            pool.shutdown(cancel_futures=True)  # after Ctrl-C nobody waits for the games that have not begun

    def _play(self, given: Contest, tables: dict[int, np.ndarray]) -> np.ndarray:
        if not hasattr(self._memories, "value"):
            self._memories.value = self.search.make_memory(), np.zeros(alphabeta.MAX_HISTORY, np.int64)
        memory, moves = self._memories.value
        # copies, for a table has the memory of one evaluation in it
        first, second = tables[id(given.first)].copy(), tables[id(given.second)].copy()
        results = np.zeros((given.games, 3), np.int64)
        limits = self.game.init_state(), self.opening_plies, self.max_plies
        self.search.play(first, second, limits, np.random.default_rng(given.seed), moves, memory, results)
        return results


class AlphaBeta:
    """Decides by alpha-beta."""

    def __init__(self, game: Game, budget: Budget):
        self.game = game
        self.depth, self.nodes = budget.depth or alphabeta.MAX_PLY, budget.nodes or NO_LIMIT
        self.bits = budget.table_bits() if budget.nodes else 14
        self.kernels = bind(contest, game=game.module, evaluator=mlp)

    def make_memory(self) -> tuple[Any, np.ndarray]:
        return alphabeta.make_memory(self.game.max_moves), make_table(self.bits)

    def play(self, first: Any, second: Any, limits: Any, rng: Any, moves: Any, memory: Any, results: Any) -> None:
        self.kernels.contest(first, second, *limits, self.depth, self.nodes, rng, moves, *memory, results)


class TreeSearch:
    """Decides by Monte Carlo tree search."""

    def __init__(self, game: Game, budget: Budget, growth: Growth):
        self.game, self.sims = game, budget.nodes
        self.options = budget.nodes, growth.exploration, growth.cut, growth.skew, growth.by == "value"
        self.kernels = bind(tree_contest, game=game.module, evaluator=mlp)

    def make_memory(self) -> tuple[Any, Any]:
        return alphabeta.make_memory(self.game.max_moves), mcts.make_tree(room(self.game, self.sims))

    def play(self, first: Any, second: Any, limits: Any, rng: Any, moves: Any, memory: Any, results: Any) -> None:
        self.kernels.tree_contest(first, second, *limits, self.options, rng, moves, *memory, results)


def decider(spec: str, game: Game) -> AlphaBeta | TreeSearch:
    """Return the search that the spec of a player names, without its evaluator and without a clock."""
    kind, options = parse_spec(spec)
    limit = {"alphabeta": {"depth", "nodes"}, "mcts": {"sims"}}.get(kind, set())
    if not limit & options.keys() or {"eval", "seconds"} & options.keys():
        raise InputError(f"{spec!r} cannot decide games that teach: say alphabeta:depth=4 or mcts:sims=200,cut=6")
    if kind == "alphabeta":
        return AlphaBeta(game, parse_budget(options))
    growth = parse_growth(options, CUT)
    if growth.cut == Growth.cut and growth.skew == 1:
        raise InputError(f"{spec!r} never asks the net: cut=6 cuts playouts short, for the net to judge")
    return TreeSearch(game, parse_budget({"nodes": options["sims"]}), growth)
