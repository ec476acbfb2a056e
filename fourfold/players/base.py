"""Players: given a state, a decision."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from ..binding.bind import bind, typed
from ..errors import InputError
from ..evaluators.evaluator import Evaluator, EvaluatorModule
from ..games.interface.game import Game
from ..search import alphabeta
from ..search.table import make_table
from ..search.values import LIMIT, NO_LIMIT, SCALE, WIN

GAME_OVER = "the game is over: there is no move to choose"
MOST = {"depth": alphabeta.MAX_PLY, "nodes": 1e18, "seconds": 1e6}
"""The largest budgets that make sense."""


class Decision(NamedTuple):
    """A chosen move and what the player thinks of it."""

    move: int
    value: float
    """For the side to move, from -1 to 1; a proven result is exactly -1, 0 or 1."""
    proven: int | None
    """Plies to the end of the game if the result is proven."""
    depth: int
    nodes: int
    line: list[int]
    """The moves expected, the chosen one first."""


class Analysis(NamedTuple):
    """What a search found out about every legal move, the best first."""

    moves: list[Decision]
    depth: int
    nodes: int


class Player(Protocol):
    """Chooses moves in one game after another."""

    name: str

    def new_game(self, seed: int) -> None:
        """Forget the game before; whatever is random in the next one follows from seed."""

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        """Return the decision in state, to which history, the states of the game before it, has led."""


@runtime_checkable
class Analyst(Player, Protocol):
    """A player that searches, and so has something to say of every move."""

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return what it thinks of every legal move."""


@dataclass(frozen=True)
class Budget:
    """What a search may use; it ends with whatever is used up first."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        limits = {"depth": self.depth, "nodes": self.nodes, "seconds": self.seconds}
        given = {name: limit for name, limit in limits.items() if limit is not None}
        if not given:
            raise InputError("a search needs a budget: depth=, nodes= or seconds=")
        for name, limit in given.items():
            if not 0 < limit <= MOST[name]:
                raise InputError(f"{name}={limit} must be above 0 and at most {MOST[name]:g}")

    def step(self) -> int:
        """Return by how many plies to deepen: by two when nothing but the depth ends the search."""
        return 2 if self.nodes is None and self.seconds is None else 1

    def table_bits(self) -> int:
        """Return the size of a table that is worth its memory: twice the nodes, 16 to 64 MB where they are unknown."""
        if self.nodes is not None:
            return min(max(int(2 * self.nodes - 1).bit_length(), 8), 22)
        return 20 if self.seconds is None or self.seconds < 2 else 22


@runtime_checkable
class Searcher(Player, Protocol):
    """A player whose search can be limited and ended from outside, as engines must."""

    budget: Budget

    def limit(self, budget: Budget) -> None:
        """Search within budget from now on."""

    def stop(self) -> None:
        """End the running search, from another thread: it answers with the best it has."""


@runtime_checkable
class Observable(Searcher, Protocol):
    """A searcher whose thoughts can be read while it searches."""

    def so_far(self) -> Analysis | None:
        """Return what the running search has found, from another thread: the chosen move first, or it alone.

        A line may be torn, for the search goes on while it is read: its moves need not be legal.
        """


class RandomPlayer:
    """Plays any legal move."""

    def __init__(self, game: Game, seed: int = 0):
        self.name = "random"
        self.game = game
        self.new_game(seed)

    def new_game(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        moves = self.game.moves(state)
        if not moves:
            raise InputError(GAME_OVER)
        move = moves[np.random.default_rng([self.seed, len(history)]).integers(len(moves))]
        return Decision(move, 0.0, None, 0, 0, [move])


class AlphaBetaPlayer:
    """Searches by alpha-beta with iterative deepening under a budget."""

    def __init__(self, game: Game, evaluator: Evaluator, budget: Budget, *, seed: int = 0, jit: bool = True):
        self.name = f"alphabeta:eval={evaluator.name}"
        self.game = game
        self.evaluator = evaluator
        self.budget = budget
        self.kernels = bind(alphabeta, game=game.module, evaluator=evaluator.module, jit=jit)
        self.memory = alphabeta.make_memory(game.max_moves)
        self.table = make_table(budget.table_bits())
        self.informed = EvaluatorModule(evaluator.module).is_informed
        self.compared = 0  # root moves that the running search compares, if it gives each a value
        self.new_game(seed)
        self._load_kernels()

    def _load_kernels(self) -> None:
        """Compile the kernels or load them: later a clock may be running."""
        state = self.game.init_state()
        remember(self.game, self.kernels, [state], self.memory)
        self.kernels.list_root_moves(state, self.memory)
        self.kernels.deepen(self.weights, state, 0, 0, 1, False, self.memory, self.table)

    def new_game(self, seed: int) -> None:
        self.seed = seed
        self.weights = self.evaluator.make_weights(seed)

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        self._search(state, history, every_move=False)
        return self._decision(int(self.memory.best))

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return the value of every legal move, each searched with a full window."""
        return self._analysis(self._search(state, history, every_move=True))

    def so_far(self) -> Analysis | None:
        """Return what the running search has found, from another thread; None before it has searched one ply."""
        return self._analysis(self.compared) if self.memory.depth else None

    def _analysis(self, count: int) -> Analysis:
        """Return the best root move, and the others if so many have values."""
        best, values = int(self.memory.best), self.memory.root_values
        others = sorted((number for number in range(count) if number != best), key=lambda number: -values[number])
        moves = [self._decision(number) for number in (best, *others)]
        return Analysis(moves, int(self.memory.depth), int(self.memory.nodes))

    def limit(self, budget: Budget) -> None:
        """Search within budget from now on."""
        if budget.table_bits() != self.budget.table_bits():
            self.table = make_table(budget.table_bits())
        self.budget = budget

    def stop(self) -> None:
        """End the running search, from another thread: it answers with the best it has."""
        self.memory.stop = 1

    def _search(self, state: Any, history: Sequence[Any], every_move: bool) -> int:
        """Search state, leave the answer in memory, and return the number of root moves."""
        memory, budget, state = self.memory, self.budget, typed(state)
        count = self.kernels.list_root_moves(state, memory)
        if count == 0:
            raise InputError(GAME_OVER)
        if not self.informed:  # ties are then decided by the order of moves: a new one every game
            np.random.default_rng([self.seed, len(history)]).shuffle(memory.root_moves[:count])
        memory.root_values[:count] = 0
        memory.budget = budget.nodes or NO_LIMIT
        memory.stop = memory.depth = memory.nodes = 0
        self.compared = count if every_move else 0
        remember(self.game, self.kernels, history, self.memory)
        depth = budget.depth or alphabeta.MAX_PLY
        with timer(budget.seconds, self.stop):
            self.kernels.deepen(self.weights, state, count, depth, budget.step(), every_move, memory, self.table)
        return count

    def _decision(self, number: int) -> Decision:
        memory = self.memory
        value, end = int(memory.root_values[number]), int(memory.root_ends[number])
        line = memory.root_lines[number, : memory.root_lengths[number]].tolist() or [int(memory.root_moves[number])]
        if end >= 0 and abs(value) > LIMIT:
            value, end = (SCALE if value > 0 else -SCALE), int(WIN - abs(value))
        proven = end if end >= 0 else None
        return Decision(line[0], value / SCALE, proven, int(memory.depth), int(memory.nodes), line)


def remember(game: Game, kernels: Any, history: Sequence[Any], memory: Any) -> None:
    """Put the keys of the game's positions where a search looks for repetitions."""
    recent = history[-alphabeta.MAX_HISTORY :] if game.repetition else ()
    for place, state in enumerate(recent):
        memory.path[place] = kernels.position_key(state)
    memory.history = len(recent)


@contextmanager
def timer(seconds: float | None, stop: Any) -> Iterator[None]:
    """Call stop after seconds, from another thread: kernels release the GIL and cannot read a clock."""
    if seconds is None:
        yield
        return
    alarm = threading.Timer(seconds, stop)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
