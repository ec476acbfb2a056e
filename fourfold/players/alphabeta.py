"""A player by alpha-beta search."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..binding.bind import bind, typed
from ..errors import InputError
from ..evaluators.evaluator import Evaluator, EvaluatorModule
from ..evaluators.find import find_evaluator
from ..games.interface.game import Game
from ..search import alphabeta
from ..search.table import make_table
from ..search.values import LIMIT, NO_LIMIT, SCALE
from .aim import WIN, aim_roles
from .base import GAME_OVER, ROLL_FIRST, Analysis, Budget, Decision, check_finite, parse_budget, remember, timer


class AlphaBetaPlayer:
    """Searches by alpha-beta with iterative deepening under a budget."""

    def __init__(
        self, game: Game, evaluator: Evaluator, budget: Budget, *, aim: str = WIN, seed: int = 0, jit: bool = True
    ):
        self.name = f"alphabeta:eval={evaluator.name}"
        self.game = game
        self.evaluator = evaluator
        self.aim = aim
        self.weights: Any = None
        self.budget = budget
        self.kernels = bind(
            alphabeta, game=game.module, evaluator=evaluator.module, roles=aim_roles(aim, game), jit=jit
        )
        self.memory = alphabeta.make_memory(game.max_moves, chances=game.most_chances)
        self.has_distances = aim == WIN and not game.most_chances
        """Whether the value of a result says how far away it is."""
        self.table = make_table(budget.table_bits())
        self.informed = EvaluatorModule(evaluator.module).is_informed
        self.compared = 0  # root moves that the running search compares, if it gives each a value
        self.new_game(seed)
        self._load_kernels()

    def _load_kernels(self) -> None:
        """Compile the kernels or load them: later a clock may be running."""
        state = self.game.init_state()
        remember(self.game, self.kernels, [state], self.memory)
        self._list_root_moves(state)

    def new_game(self, seed: int) -> None:
        self.memory.depth = 0  # making weights may take a while: nobody shall take the last search for the next one
        self.seed = seed
        self.weights = self.evaluator.next_weights(self.weights, seed)

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
        memory.depth = memory.nodes = 0  # before its root moves are written: so_far reads them from another thread
        count = self._list_root_moves(state)
        if count == 0:
            raise InputError(ROLL_FIRST if self.game.chances(state) else GAME_OVER)
        if not self.informed:  # ties are then decided by the order of moves: a new one every game
            np.random.default_rng([self.seed, len(history)]).shuffle(memory.root_moves[:count])
        memory.root_values[:count] = 0
        memory.budget = budget.nodes or NO_LIMIT
        memory.stop = 0
        self.compared = count if every_move else 0
        remember(self.game, self.kernels, history, self.memory)
        depth = budget.depth or alphabeta.MAX_PLY
        with timer(budget.seconds, self.stop):
            self.kernels.search(self.weights, state, count, depth, budget.step(), every_move, memory, self.table)
        check_finite(memory, f"eval={self.evaluator.name}")
        return count

    def _list_root_moves(self, state: Any) -> int:
        """Write the legal moves into memory and return how many there are; none when the game is over."""
        count: int = self.kernels.search(self.weights, state, 0, 0, 1, False, self.memory, self.table)
        return count

    def _decision(self, number: int) -> Decision:
        memory = self.memory
        value, end = int(memory.root_values[number]), int(memory.root_ends[number])
        line = memory.root_lines[number, : memory.root_lengths[number]].tolist() or [int(memory.root_moves[number])]
        if end >= 0 and abs(value) > LIMIT and self.has_distances:
            value, end = (SCALE if value > 0 else -SCALE), SCALE - abs(value)
        proven = end if end >= 0 else None
        return Decision(line[0], value / SCALE, proven, int(memory.depth), int(memory.nodes), line)


def from_options(game: Game, options: dict[str, str], seed: int) -> AlphaBetaPlayer:
    limits = {name: value for name, value in options.items() if name not in ("eval", "aim")}
    evaluator = find_evaluator(options.get("eval", "zero"), game)
    return AlphaBetaPlayer(game, evaluator, parse_budget(limits), aim=options.get("aim", WIN), seed=seed)
