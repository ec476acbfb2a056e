"""Games between nets, by the thousand, as many at once as there are cores: for their examples, or for who wins."""

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from importlib import import_module
from threading import Event, Thread, local
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import bind
from ..errors import InputError
from ..evaluators import mlp, slfn
from ..evaluators.evaluator import check_weights
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..parallel.ordered_map import Failure, Workers, ordered_map
from ..players.base import Budget, check_finite, parse_budget
from ..players.mcts import CUT, Growth, parse_growth, room
from ..players.specs import parse_spec
from ..search import alphabeta, choice, mcts, training_match, whole_games
from ..search.table import make_table
from ..search.values import NO_LIMIT
from .nhb.examples import Examples

SLOTS = 1 << 16
"""Room for the examples of one match, a power of 2: with 64 variables it takes 18 MB a worker."""
LEARNED = "the net that is learning"
OUTCOME, PLIES, NODES = 0, 1, 2
"""Columns of the results of contests."""


class Plan(NamedTuple):
    """A match to be played for its examples."""

    first: Any
    """The weights of the side that begins."""
    second: Any
    opening: Any
    """The state in which it begins."""
    nodes: int
    """What a move may use; and so much as this times backward, the search that begins at the end of the match."""
    depth: int = alphabeta.MAX_PLY
    """How deep a move may be searched."""
    seconds: float | None = None
    """What a move may use instead of nodes, and the backward search too."""
    backward: int = 0
    growth: float = 2.0
    """With which power of the ply the value of the played states grows to the outcome."""
    trace: float = 1.0
    """How much of a played state's value is what followed; the rest is what its search said."""
    quiet: bool = False
    """Whether of the played states only those are kept that a search would judge as they stand."""
    collect: int = 0
    """PROVEN, or CONSISTENT for these as well: what the searches collect beside the states played."""
    epsilon: float = 0.0
    """How far the value of a consistent state may be from its net's."""


class Simulated(NamedTuple):
    """What came of a match."""

    outcome: int
    """For the side to move in the opening."""
    plies: int
    examples: Examples


class Contest(NamedTuple):
    """Two nets that are to meet."""

    first: Any
    """Its weights."""
    second: Any
    seed: Sequence[int]
    games: int = 2
    """2, with colours swapped, or 1, which the first net begins."""


class GamesBetweenNets:
    """Plays in threads, for the kernels do not hold Python's lock, or on a cluster; results are the same.

    A task names two nets, `first` and `second`. A kind of games says how one task is played (`_play_task`), what stands
    for one that could not be (`_failed`), and by which settings a cluster's worker makes its own (`_settings`).
    """

    slots = 1
    """Room for examples."""
    make_table: Callable[[int], Any] = staticmethod(make_table)
    """Makes what a search writes into, a table or a tree, of some size."""

    def __init__(self, game: Game, evaluator: ModuleType, max_plies: int, workers: Workers):
        self.game, self.evaluator, self.max_plies, self.workers = game, evaluator, max_plies, workers
        self._memories = local()

    def _load_kernels(self, task: Any) -> None:
        """Compile the kernels, or load them, by a task that is over before its first move: no clock runs yet."""
        self.max_plies, max_plies = 0, self.max_plies
        self._play_task(task)
        self.max_plies = max_plies

    def _play_tasks(self, tasks: Sequence[Any]) -> list[Any]:
        """Return what came of each task, in their order; nets that many play with are prepared and sent once."""
        uses = Counter(id(net) for task in tasks for net in (task.first, task.second))
        nets = {id(net): net for task in tasks for net in (task.first, task.second) if uses[id(net)] > 2}
        places = {known: place for place, known in enumerate(nets)}
        named = (
            task._replace(first=places.get(id(task.first), task.first), second=places.get(id(task.second), task.second))
            for task in tasks
        )
        shared = [self._prepared(net) for net in nets.values()]
        found = ordered_map(
            self.play_named, named, self.workers, threads=True, shared=shared, warm=self._maker, failed=self._stand_in
        )
        return list(found)

    def play_named(self, shared: list[np.ndarray], task: Any) -> Any:
        """Return what came of one task; a net is given as weights, or by its place among those that are shared."""
        first, second = (
            # a copy, for what is prepared has the memory of one evaluation in it
            shared[net].copy() if isinstance(net, int) else self._prepared(net)
            for net in (task.first, task.second)
        )
        return self._play_task(task._replace(first=first, second=second))

    def _prepared(self, net: Any) -> Any:
        check_weights(LEARNED, net)
        return self.evaluator.prepare(net)

    def _play_task(self, task: Any) -> Any:
        raise NotImplementedError

    def _stand_in(self, task: Any, failure: Failure) -> Any:
        """Return what stands for a task that failed, unless no other would do better."""
        if isinstance(failure.error, InputError):
            raise failure.error
        return self._failed(task, failure)

    def _failed(self, task: Any, failure: Failure) -> Any:
        raise NotImplementedError

    @property
    def _settings(self) -> dict[str, Any]:
        raise NotImplementedError

    def _memory(self, size: int) -> tuple[Any, np.ndarray, Any]:
        """Return this thread's memory of a search, its list of moves, and its table of that size."""
        memory = vars(self._memories)
        if not memory:
            memory["work"] = alphabeta.make_memory(self.game.max_moves, self.slots, self.game.variables)
            memory["moves"] = np.zeros(alphabeta.MAX_HISTORY, np.int64)
        if memory.get("size") != size:
            memory["size"], memory["table"] = size, self.make_table(size)
        return memory["work"], memory["moves"], memory["table"]

    def __reduce__(self) -> Any:
        """Say how a worker of a cluster makes its own."""
        return self._maker.func, self._maker.args

    @property
    def _maker(self) -> partial["GamesBetweenNets"]:
        kind: Any = type(self)
        return partial(_made_in_worker, kind, self.game.spec, tuple(self._settings.items()))


@lru_cache(maxsize=8)
def _made_in_worker(kind: Any, game: str, settings: tuple[tuple[str, Any], ...]) -> GamesBetweenNets:
    return kind(find_game(game), workers=1, **dict(settings))


class Simulator(GamesBetweenNets):
    """Plays matches for the examples they give."""

    slots = SLOTS

    def __init__(
        self, game: Game, max_plies: int, workers: Workers = None, jit: bool = True, evaluator: ModuleType | str = slfn
    ):
        """Take the kind of net as a module or by its name, as a cluster's worker gets it."""
        module = import_module(evaluator) if isinstance(evaluator, str) else evaluator
        super().__init__(game, module, max_plies, workers)
        chooser = {choice: alphabeta}
        self.kernels = bind(training_match, game=game.module, evaluator=module, roles=chooser, jit=jit)
        nothing = module.prepare(module.random_weights(game.variables, 0))
        self._load_kernels(Plan(nothing, nothing, game.init_state(), nodes=1))

    def play(self, plans: Iterable[Plan]) -> list[Simulated]:
        """Return what came of each match, in their order."""
        return self._play_tasks([plan._replace(opening=tuple(plan.opening)) for plan in plans])

    def _play_task(self, plan: Plan) -> Simulated:
        budget = Budget(nodes=plan.nodes) if plan.seconds is None else Budget(seconds=plan.seconds)
        work, moves, table = self._memory(budget.table_bits())
        work.example_kinds[:] = work.example_count = 0
        work.collect, work.epsilon = plan.collect, plan.epsilon
        options = alphabeta.Options(plan.depth, budget.nodes or NO_LIMIT, table)
        labelling = training_match.Labelling(plan.growth, plan.trace, plan.quiet)
        with metronome(plan.seconds, work):
            outcome, plies = self.kernels.play_training_match(
                plan.first, plan.second, self.game.module.State(*plan.opening), options,
                min(options.nodes * plan.backward, NO_LIMIT), labelling, self.max_plies, moves, work,
            )  # fmt: skip
        check_finite(work, LEARNED)
        examples = _examples(work, np.flatnonzero(work.example_kinds))
        if not np.isfinite(examples.inputs).all():
            raise InputError(f"variables of {self.game.name} writes NaN or infinity: nets need numbers")
        return Simulated(outcome, plies, examples)

    def _failed(self, plan: Plan, failure: Failure) -> Simulated:
        """Tell people of a match that could not be played, and return a draw that teaches nothing."""
        opening = self.game.text(self.game.module.State(*plan.opening))
        warnings.warn(f"the match from {opening!r} with {plan.nodes} nodes came to nothing: {failure}", stacklevel=2)
        return Simulated(0, 0, _examples(alphabeta.make_memory(1, 1, self.game.variables), slice(0)))

    @property
    def _settings(self) -> dict[str, Any]:
        return {"max_plies": self.max_plies, "evaluator": self.evaluator.__name__}


def _examples(work: Any, rows: Any) -> Examples:
    columns = (work.example_keys, work.example_kinds, work.example_values, work.example_inputs)
    return Examples(*(column[rows].copy() for column in columns))


class Contests(GamesBetweenNets):
    """Plays contests: the same random opening with both colours."""

    def __init__(self, game: Game, player: str, opening_plies: int, max_plies: int, workers: Workers = None):
        """Take who decides with the nets: `alphabeta:depth=4` or `mcts:sims=200,cut=6`."""
        super().__init__(game, mlp, max_plies, workers)
        self.opening_plies, self.player = opening_plies, player
        self.search = decider(player, game)
        self.make_table = self.search.make_table
        chooser = {choice: self.search.chooser}
        self.kernels = bind(whole_games, game=game.module, evaluator=mlp, roles=chooser)
        nothing = mlp.prepare(mlp.random_weights(game.variables, 0))
        self._load_kernels(Contest(nothing, nothing, [0]))

    def play(self, contests: Sequence[Contest]) -> np.ndarray:
        """Return [contest, game, (outcome for the net that is first, plies, nodes)]."""
        return np.array(self._play_tasks(contests))

    def _play_task(self, contest: Contest) -> np.ndarray:
        work, moves, table = self._memory(self.search.size)
        rng, results = np.random.default_rng(contest.seed), np.zeros((contest.games, 3), np.int64)
        self.kernels.play_contest(
            contest.first, contest.second, self.game.init_state(), self.opening_plies,
            self.search.options(rng, table), self.max_plies, rng, moves, work, results,
        )  # fmt: skip
        check_finite(work, LEARNED)
        return results

    def _failed(self, contest: Contest, failure: Failure) -> np.ndarray:
        """Tell people of a contest that could not be played, and return draws without a move."""
        warnings.warn(f"the contest with seed {list(contest.seed)} is taken as drawn: {failure}", stacklevel=2)
        return np.zeros((contest.games, 3), np.int64)

    @property
    def _settings(self) -> dict[str, Any]:
        return {"player": self.player, "opening_plies": self.opening_plies, "max_plies": self.max_plies}


class Decider(NamedTuple):
    """Who decides with the nets."""

    chooser: ModuleType
    """Which implements `search/choice.py`."""
    make_table: Callable[[int], Any]
    size: int
    options: Callable[[np.random.Generator, Any], Any]
    """Makes the chooser's options from a generator and its table."""


def decider(spec: str, game: Game) -> Decider:
    """Return the search that the spec of a player names, without its evaluator and without a clock."""
    kind, options = parse_spec(spec)
    limit = {"alphabeta": {"depth", "nodes"}, "mcts": {"sims"}}.get(kind, set())
    if not limit & options.keys() or {"eval", "seconds"} & options.keys():
        raise InputError(f"{spec!r} cannot decide games that teach: say alphabeta:depth=4 or mcts:sims=200,cut=6")
    if kind == "alphabeta":
        return _alphabeta(parse_budget(options))
    growth = parse_growth(options, CUT)
    if growth.cut == Growth.cut and growth.skew == 1:
        raise InputError(f"{spec!r} never asks the net: cut=6 cuts playouts short, for the net to judge")
    return _tree_search(game, parse_budget({"nodes": options["sims"]}).nodes or NO_LIMIT, growth)


def _alphabeta(budget: Budget) -> Decider:
    limits = budget.depth or alphabeta.MAX_PLY, budget.nodes or NO_LIMIT
    size = budget.table_bits() if budget.nodes else 14
    return Decider(alphabeta, make_table, size, lambda rng, table: alphabeta.Options(*limits, table))


def _tree_search(game: Game, sims: int, growth: Growth) -> Decider:
    how = sims, growth.exploration, growth.cut, growth.skew, growth.by == "value"
    return Decider(mcts, mcts.make_tree, room(game, sims), lambda rng, tree: mcts.Options(*how, rng, tree))


@contextmanager
def metronome(seconds: float | None, work: Any) -> Iterator[None]:
    """End the search that is running in work every so many seconds: a kernel that plays a match cannot read a clock."""
    if seconds is None:
        yield
        return
    over = Event()

    def tick() -> None:
        while not over.wait(seconds):
            work.stop = 1

    thread = Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
