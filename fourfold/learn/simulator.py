"""Matches between nets, played for the examples they give: as many at once as there are cores."""

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from importlib import import_module
from threading import Event, Thread, local
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import bind
from ..evaluators import slfn
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..parallel.ordered_map import Failure, Workers, ordered_map
from ..players.base import Budget
from ..search import alphabeta, training_match
from ..search.table import make_table
from ..search.values import NO_LIMIT
from .nhb.examples import Examples

SLOTS = 1 << 16
"""Room for the examples of one match, a power of 2: with 64 variables it takes 18 MB a worker."""


class Plan(NamedTuple):
    """A match to be played."""

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


class Simulator:
    """Plays matches in threads, for the kernels do not hold Python's lock, or on a cluster; results are the same."""

    def __init__(
        self, game: Game, max_plies: int, workers: Workers = None, jit: bool = True, evaluator: ModuleType = slfn
    ):
        self.game = game
        self.max_plies = max_plies
        self.workers = workers
        self.evaluator = evaluator
        self.kernels = bind(training_match, game=game.module, evaluator=evaluator, jit=jit)
        self._memories = local()
        nothing = evaluator.random_weights(game.variables, 0)
        self._play(Plan(nothing, nothing, game.init_state(), nodes=1), max_plies=0)  # compiles: no clock runs yet

    def play(self, plans: Iterable[Plan]) -> list[Simulated]:
        """Return what came of each match, in their order."""
        plans = list(plans)
        uses = Counter(id(net) for plan in plans for net in (plan.first, plan.second))
        nets = {id(net): net for plan in plans for net in (plan.first, plan.second) if uses[id(net)] > 2}
        places = {known: place for place, known in enumerate(nets)}
        tasks = (
            plan._replace(
                first=places.get(id(plan.first), plan.first),
                second=places.get(id(plan.second), plan.second),
                opening=tuple(plan.opening),
            )
            for plan in plans
        )
        common = list(nets.values())
        found = ordered_map(
            self.simulate, tasks, self.workers, threads=True, shared=common, warm=self._maker, failed=self._void
        )
        return list(found)

    def simulate(self, nets: list[Any], plan: Plan) -> Simulated:
        """Return what came of one match; a net that many play with is named by its place in nets."""
        first, second = (nets[net] if isinstance(net, int) else net for net in (plan.first, plan.second))
        return self._play(plan._replace(first=first, second=second, opening=self.game.module.State(*plan.opening)))

    def _void(self, plan: Plan, failure: Failure) -> Simulated:
        """Tell people of a match that could not be played, and return a draw that teaches nothing."""
        opening = self.game.text(self.game.module.State(*plan.opening))
        warnings.warn(f"the match from {opening!r} with {plan.nodes} nodes came to nothing: {failure}", stacklevel=2)
        work, _, _ = self._memory(plan)
        columns = (work.example_keys, work.example_kinds, work.example_values, work.example_inputs)
        return Simulated(0, 0, Examples(*(column[:0].copy() for column in columns)))

    def _play(self, plan: Plan, max_plies: int | None = None) -> Simulated:
        work, table, moves = self._memory(plan)
        work.example_kinds[:] = work.example_count = 0
        work.collect, work.epsilon = plan.collect, plan.epsilon
        limit = self.max_plies if max_plies is None else max_plies
        nodes = plan.nodes if plan.seconds is None else NO_LIMIT
        backward = min(nodes * plan.backward, NO_LIMIT)
        first, second = self.evaluator.prepare(plan.first), self.evaluator.prepare(plan.second)
        with metronome(plan.seconds, work):
            outcome, plies = self.kernels.simulate(
                first, second, plan.opening, plan.depth, nodes, backward, plan.growth, plan.trace, plan.quiet, limit,
                moves, work, table,
            )  # fmt: skip
        found = np.flatnonzero(work.example_kinds)
        columns = (work.example_keys, work.example_kinds, work.example_values, work.example_inputs)
        return Simulated(outcome, plies, Examples(*(column[found] for column in columns)))

    def _memory(self, plan: Plan) -> tuple[Any, np.ndarray, np.ndarray]:
        """Return this thread's memory of a search, its table and its list of moves."""
        if not hasattr(self._memories, "value"):
            work = alphabeta.make_memory(self.game.max_moves, SLOTS, self.game.variables)
            budget = Budget(nodes=plan.nodes) if plan.seconds is None else Budget(seconds=plan.seconds)
            table = make_table(budget.table_bits())
            self._memories.value = work, table, np.zeros(alphabeta.MAX_HISTORY, np.int64)
        return self._memories.value

    def __reduce__(self) -> Any:
        """Say how a worker of a cluster makes its own."""
        return self._maker.func, self._maker.args

    @property
    def _maker(self) -> partial["Simulator"]:
        return partial(_simulator, self.game.spec, self.max_plies, self.evaluator.__name__)


@lru_cache(maxsize=4)
def _simulator(game: str, max_plies: int, evaluator: str) -> Simulator:
    return Simulator(find_game(game), max_plies, workers=1, evaluator=import_module(evaluator))


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
