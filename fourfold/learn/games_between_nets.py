"""Games between nets, by the thousand, on all cores: for training examples, or for results."""

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from importlib import import_module
from threading import Event, Thread, local
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import bind
from ..errors import InputError
from ..evaluators import mlp, slfn
from ..evaluators.evaluator import EvaluatorModule, check_weights
from ..games.interface.game import Game
from ..parallel.ordered_map import Failure, Workers, ordered_map
from ..players import alphazero, describe
from ..players.aim import WIN, aim_roles
from ..players.base import Budget, check_finite, parse_budget
from ..players.mcts import CUT, Growth, parse_growth, room
from ..players.specs import parse_spec
from ..search import alphabeta, choice, gumbel, mcts, training_match, whole_games
from ..search.table import make_table
from ..search.tree import make_tree
from ..search.values import NO_LIMIT
from .made_in_workers import MadeInWorkers
from .nhb.examples import Examples
from .value_nets.nets import untrained_net
from .yardstick import nodes_for

SLOTS = 1 << 16
"""Capacity for the examples of one match, a power of 2: 18 MB per worker with 64 variables."""
LEARNED = "the net being trained"
OUTCOME, PLIES, NODES = 0, 1, 2
"""Columns of the results of contests."""


class Plan(NamedTuple):
    """A match to play for its examples."""

    first: Any
    """The weights of the side that moves first."""
    second: Any
    opening: Any
    """The state it starts from."""
    nodes: int
    """Per move; the backward search from the end of the match gets backward times as many."""
    depth: int = alphabeta.MAX_PLY
    """The search depth per move."""
    seconds: float | None = None
    """Per move, instead of nodes; also for the backward search."""
    backward: int = 0
    growth: float = 2.0
    """The power of the ply with which the value of played states grows to the outcome."""
    trace: float = 1.0
    """TD's lambda: the weight of what followed in a played state's value, against its search value."""
    is_linear: bool = True
    """Whether values are for the net's output before it is squashed."""
    quiet: bool = False
    """Whether only quiet played states are kept."""
    collect: int = 0
    """What searches collect besides played states: PROVEN states, or CONSISTENT ones as well."""
    epsilon: float = 0.0
    """The largest difference between the search value and the net's value of a consistent state."""
    dice: int = 0
    """The seed of what chance brings."""
    every_roll: bool = False
    """Whether the search value of a state before a roll is the mean over all rolls, of the best move after each."""


def dice_seed(game: Game, rng: np.random.Generator) -> int:
    """Return the dice of a match in a game of chance; nothing is drawn for any other."""
    return int(rng.integers(1 << 62)) if game.most_chances else 0


class Simulated(NamedTuple):
    """The result of a match."""

    outcome: int
    """For the side to move in the opening."""
    plies: int
    examples: Examples


class Contest(NamedTuple):
    """Two nets that play each other."""

    first: Any
    """Its weights."""
    second: Any
    seed: Sequence[int]
    games: int = 2
    """2, with colours swapped, or 1, in which the first net moves first."""
    opening: Any = None
    """The initial state; None: one after random moves."""


class GamesBetweenNets(MadeInWorkers):
    """Plays in threads, since kernels release the GIL, or on a cluster, with the same results.

    A task names two nets, `first` and `second`. A subclass defines how to play a task (`_play_task`), the result of one
    that failed (`_failed`), and the settings from which a cluster's worker makes its own copy (`_settings`).
    """

    slots = 1
    """Capacity for examples."""
    make_table: Callable[[int], Any] = staticmethod(make_table)
    """Makes the table or tree of a search, of a given size."""

    def __init__(self, game: Game, evaluator: ModuleType, max_plies: int, workers: Workers):
        self.game, self.evaluator, self.max_plies, self.workers = game, evaluator, max_plies, workers
        self.prepare = EvaluatorModule(evaluator).prepare
        self._memories = local()

    def _load_kernels(self, task: Any) -> None:
        """Compile or load the kernels with a task that ends before its first move, before any clock runs."""
        self.max_plies, max_plies = 0, self.max_plies
        self._play_task(task)
        self.max_plies = max_plies

    def _play_tasks(self, tasks: Sequence[Any]) -> list[Any]:
        """Return the results of tasks in order; nets used by many tasks are prepared and sent once."""
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

    def play_named(self, shared: list[Any], task: Any) -> Any:
        """Return the result of one task; a net is given as weights, or as an index into the shared ones."""
        first, second = (
            # a copy, for what is prepared has the memory of one evaluation in it
            deepcopy(shared[net]) if isinstance(net, int) else self._prepared(net)
            for net in (task.first, task.second)
        )
        return self._play_task(task._replace(first=first, second=second))

    def _prepared(self, net: Any) -> Any:
        check_weights(LEARNED, net)
        return self.prepare(net)

    def play_itself(self, net: Any) -> list[int]:
        """Return the moves, rolls included, of a game of a net against itself from the initial state."""
        first, second = self._prepared(net), self._prepared(net)
        plies = self._play_alone(first, second, tuple(self.game.init_state()))
        moves: list[int] = vars(self._memories)["moves"][:plies].tolist()
        return moves

    def _play_alone(self, first: Any, second: Any, opening: Any) -> int:
        """Play one game in this thread, whose memory then has the moves; return their number."""
        raise NotImplementedError

    def _play_task(self, task: Any) -> Any:
        raise NotImplementedError

    def _stand_in(self, task: Any, failure: Failure) -> Any:
        """Return the result of a task that failed; bad input would fail in every task, and is raised."""
        if isinstance(failure.error, InputError):
            raise failure.error
        return self._failed(task, failure)

    def _failed(self, task: Any, failure: Failure) -> Any:
        raise NotImplementedError

    def _memory(self, size: int) -> tuple[Any, np.ndarray, Any]:
        """Return this thread's search memory, its list of moves, and its table of that size."""
        memory = vars(self._memories)
        if not memory:
            memory["work"] = alphabeta.make_memory(
                self.game.max_moves, self.slots, self.game.variables, self.game.most_chances
            )
            memory["moves"] = np.zeros(alphabeta.MAX_HISTORY, np.int64)
        if memory.get("size") != size:
            memory["size"], memory["table"] = size, self.make_table(size)
        return memory["work"], memory["moves"], memory["table"]


class Simulator(GamesBetweenNets):
    """Plays matches for their examples."""

    slots = SLOTS

    def __init__(
        self, game: Game, max_plies: int, workers: Workers = None, jit: bool = True,
        evaluator: ModuleType | str = slfn, aim: str = WIN,
    ):  # fmt: skip
        """The kind of net is a module, or its name on a cluster's worker; aim is what matches are played for."""
        module = import_module(evaluator) if isinstance(evaluator, str) else evaluator
        super().__init__(game, module, max_plies, workers)
        self.aim, roles = aim, {choice: alphabeta, **aim_roles(aim, game)}
        self.kernels = bind(training_match, game=game.module, evaluator=module, roles=roles, jit=jit)
        nothing = self.prepare(untrained_net(module, game))
        self._load_kernels(Plan(nothing, nothing, game.init_state(), nodes=1))

    def play(self, plans: Iterable[Plan]) -> list[Simulated]:
        """Return the results of the matches, in order."""
        return self._play_tasks([plan._replace(opening=tuple(plan.opening)) for plan in plans])

    @property
    def budget_words(self) -> str:
        return describe.plural(nodes_for(self.game), "node")

    def play_pairs(self, net: Any, other: Any, openings: list[Any]) -> np.ndarray:
        """Return [opening, game], the outcomes for net, which has the side to move in the first game of each."""
        sides, nodes = ((net, other), (other, net)), nodes_for(self.game)
        results = self.play(
            Plan(*pair, state, nodes, dice=number) for number, state in enumerate(openings) for pair in sides
        )
        return np.array([result.outcome for result in results]).reshape(-1, 2) * (1, -1)

    def _play_alone(self, first: Any, second: Any, opening: Any) -> int:
        return self._play_task(Plan(first, second, opening, nodes_for(self.game))).plies

    def _play_task(self, plan: Plan) -> Simulated:
        budget = Budget(nodes=plan.nodes) if plan.seconds is None else Budget(seconds=plan.seconds)
        work, moves, table = self._memory(budget.table_bits())
        work.example_kinds[:] = work.example_count = 0
        work.collect, work.epsilon, work.dice = plan.collect, plan.epsilon, plan.dice
        options = alphabeta.Options(plan.depth, budget.nodes or NO_LIMIT, table)
        labelling = training_match.Labelling(plan.growth, plan.trace, plan.quiet, plan.is_linear, plan.every_roll)
        with metronome(plan.seconds, work):
            outcome, plies = self.kernels.play_training_match(
                plan.first, plan.second, self.game.module.State(*plan.opening), options,
                min(options.nodes * plan.backward, NO_LIMIT), labelling, self.max_plies, moves, work,
            )  # fmt: skip
        check_finite(work, LEARNED)
        examples = _examples(work, np.flatnonzero(work.example_kinds))
        if not np.isfinite(examples.inputs).all():
            raise InputError(f"variables of {self.game.name} writes NaN or infinity")
        return Simulated(outcome, plies, examples)

    def _failed(self, plan: Plan, failure: Failure) -> Simulated:
        """Warn about a match that failed, and return a draw without examples."""
        opening = self.game.text(self.game.module.State(*plan.opening))
        warnings.warn(f"the match from {opening!r} with {plan.nodes} nodes failed: {failure}", stacklevel=2)
        return Simulated(0, 0, _examples(alphabeta.make_memory(1, 1, self.game.variables), slice(0)))

    @property
    def _settings(self) -> dict[str, Any]:
        return {"max_plies": self.max_plies, "evaluator": self.evaluator.__name__, "aim": self.aim}


def _examples(work: Any, rows: Any) -> Examples:
    columns = (work.example_keys, work.example_kinds, work.example_values, work.example_inputs)
    return Examples(*(column[rows].copy() for column in columns))


class Contests(GamesBetweenNets):
    """Plays contests: the same random opening with both colours."""

    def __init__(
        self, game: Game, player: str, opening_plies: int, max_plies: int, workers: Workers = None,
        evaluator: ModuleType | str = mlp,
    ):  # fmt: skip
        """player is the search that uses the nets: `alphabeta:depth=4` or `mcts:sims=200,cut=6`."""
        module = import_module(evaluator) if isinstance(evaluator, str) else evaluator
        super().__init__(game, module, max_plies, workers)
        self.opening_plies, self.player = opening_plies, player
        self.search = decider(player, game)
        self.make_table = self.search.make_table
        chooser = {choice: self.search.chooser}
        self.kernels = bind(whole_games, game=game.module, evaluator=module, roles=chooser)
        if hasattr(module, "random_weights"):
            nothing = self.prepare(module.random_weights(game.variables, 0))
            self._load_kernels(Contest(nothing, nothing, [0]))

    def play(self, contests: Sequence[Contest]) -> np.ndarray:
        """Return [contest, game, (outcome for the first net, plies, nodes)]."""
        return np.array(self._play_tasks(contests))

    @property
    def budget_words(self) -> str:
        kind, options = parse_spec(self.player)
        if kind != "alphabeta":
            return self.player
        budget = parse_budget(options)
        return describe.plural(budget.nodes, "node") if budget.nodes else describe.plies(budget.depth or 0)

    def play_pairs(self, net: Any, other: Any, openings: list[Any]) -> np.ndarray:
        """Return [opening, game], the outcomes for net, which has the side to move in the first game of each."""
        contests = [Contest(net, other, [number], opening=tuple(state)) for number, state in enumerate(openings)]
        return self.play(contests)[:, :, OUTCOME]

    def _play_alone(self, first: Any, second: Any, opening: Any) -> int:
        return int(self._play_task(Contest(first, second, [0], games=1, opening=opening))[0, PLIES])

    def _play_task(self, contest: Contest) -> np.ndarray:
        work, moves, table = self._memory(self.search.size)
        rng, results = np.random.default_rng(contest.seed), np.zeros((contest.games, 3), np.int64)
        if contest.opening is None:
            start, random_plies = self.game.init_state(), self.opening_plies
        else:
            start, random_plies = self.game.module.State(*contest.opening), 0
        self.kernels.play_contest(
            contest.first, contest.second, start, random_plies,
            self.search.options(rng, table), self.max_plies, rng, moves, work, results,
        )  # fmt: skip
        check_finite(work, LEARNED)
        return results

    def _failed(self, contest: Contest, failure: Failure) -> np.ndarray:
        """Warn about a contest that failed, and return draws without moves."""
        warnings.warn(f"contest with seed {list(contest.seed)} failed and counts as a draw: {failure}", stacklevel=2)
        return np.zeros((contest.games, 3), np.int64)

    @property
    def _settings(self) -> dict[str, Any]:
        return {
            "player": self.player, "opening_plies": self.opening_plies, "max_plies": self.max_plies,
            "evaluator": self.evaluator.__name__,
        }  # fmt: skip


class Decider(NamedTuple):
    """The search that uses the nets."""

    chooser: ModuleType
    """A module that implements `search/choice.py`."""
    make_table: Callable[[int], Any]
    size: int
    options: Callable[[np.random.Generator, Any], Any]
    """Makes the chooser's options from a generator and its table."""


def decider(spec: str, game: Game) -> Decider:
    """Return the search of a player's spec that has neither an evaluator nor a clock."""
    kind, options = parse_spec(spec)
    limit = {"alphabeta": {"depth", "nodes"}, "mcts": {"sims"}, "alphazero": {"sims"}}.get(kind, set())
    if not limit & options.keys() or {"eval", "seconds"} & options.keys():
        raise InputError(f"{spec!r} cannot play training games; use alphabeta:depth=4 or mcts:sims=200,cut=6")
    if kind == "alphabeta":
        return _alphabeta(parse_budget(options))
    if kind == "alphazero":
        return _gumbel_search(game, parse_budget({"nodes": options["sims"]}).nodes or NO_LIMIT)
    growth = parse_growth(options, CUT)
    if growth.cut == Growth.cut and growth.skew == 1:
        raise InputError(f"{spec!r} never uses the net; add cut=6, so that the net evaluates truncated playouts")
    return _tree_search(game, parse_budget({"nodes": options["sims"]}).nodes or NO_LIMIT, growth)


def _alphabeta(budget: Budget) -> Decider:
    limits = budget.depth or alphabeta.MAX_PLY, budget.nodes or NO_LIMIT
    size = budget.table_bits() if budget.nodes else 14
    return Decider(alphabeta, make_table, size, lambda rng, table: alphabeta.Options(*limits, table))


def _tree_search(game: Game, sims: int, growth: Growth) -> Decider:
    how = sims, growth.how, growth.by == "value"
    return Decider(mcts, make_tree, room(game, sims), lambda rng, tree: mcts.Options(*how, rng, tree))


def _gumbel_search(game: Game, sims: int) -> Decider:
    def make(size: int) -> Any:
        return gumbel.make_tree(alphazero.room(game, size), size, game.max_moves, 0)

    return Decider(gumbel, make, sims, lambda rng, tree: gumbel.Options(sims, alphazero.how_of({}, game), rng, tree))


@contextmanager
def metronome(seconds: float | None, work: Any) -> Iterator[None]:
    """End the search running in work at this interval: a kernel that plays a match cannot read a clock."""
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
