"""Games between nets, by the thousand: as many at once as there are cores."""

import warnings
from collections.abc import Sequence
from functools import lru_cache, partial
from threading import local
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import bind
from ..errors import InputError
from ..evaluators import mlp
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..parallel.ordered_map import Failure, Workers, ordered_map
from ..players.base import Budget, parse_budget
from ..players.mcts import CUT, Growth, parse_growth, room
from ..players.specs import parse_spec
from ..search import alphabeta, contest, mcts, tree_contest
from ..search.table import make_table
from ..search.values import NO_LIMIT

OUTCOME, PLIES, NODES = 0, 1, 2
"""Columns of the results."""


class Contest(NamedTuple):
    """Two nets that are to meet."""

    first: Any
    """Its weights."""
    second: Any
    seed: Sequence[int]
    games: int = 2
    """2, with colours swapped, or 1, which the first net begins."""


class Contests:
    """Plays contests in threads, for the kernels do not hold Python's lock, or on a cluster; results are the same."""

    def __init__(self, game: Game, player: str, opening_plies: int, max_plies: int, workers: Workers = None):
        """Take who decides with the nets: `alphabeta:depth=4` or `mcts:sims=200,cut=6`."""
        self.game, self.opening_plies, self.max_plies = game, opening_plies, max_plies
        self.workers, self.player = workers, player
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
        nets = {id(net): net for each in contests for net in (each.first, each.second)}
        places = {known: place for place, known in enumerate(nets)}
        tables = [mlp.prepare(net) for net in nets.values()]
        tasks = [each._replace(first=places[id(each.first)], second=places[id(each.second)]) for each in contests]
        found = ordered_map(
            self.contest, tasks, self.workers, threads=True, shared=tables, warm=self._maker, failed=drawn
        )
        return np.array(list(found))

    def contest(self, tables: list[np.ndarray], given: Contest) -> np.ndarray:
        """Return the results of one contest between nets that are named by their place in tables."""
        if not hasattr(self._memories, "value"):
            self._memories.value = self.search.make_memory(), np.zeros(alphabeta.MAX_HISTORY, np.int64)
        memory, moves = self._memories.value
        # copies, for a table has the memory of one evaluation in it
        first, second = tables[given.first].copy(), tables[given.second].copy()
        results = np.zeros((given.games, 3), np.int64)
        limits = self.game.init_state(), self.opening_plies, self.max_plies
        self.search.play(first, second, limits, np.random.default_rng(given.seed), moves, memory, results)
        return results

    def __reduce__(self) -> Any:
        """Say how a worker of a cluster makes its own."""
        return self._maker.func, self._maker.args

    @property
    def _maker(self) -> partial["Contests"]:
        return partial(_contests, self.game.spec, self.player, self.opening_plies, self.max_plies)


@lru_cache(maxsize=4)
def _contests(game: str, player: str, opening_plies: int, max_plies: int) -> Contests:
    return Contests(find_game(game), player, opening_plies, max_plies, workers=1)


def drawn(given: Contest, failure: Failure) -> np.ndarray:
    """Return the results of a contest that could not be played: draws without a move, of which people are told."""
    warnings.warn(f"the contest with seed {list(given.seed)} is taken as drawn: {failure}", stacklevel=2)
    return np.zeros((given.games, 3), np.int64)


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
