"""Players that search one ply."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import bind, short_name, typed
from ..errors import InputError
from ..evaluators.evaluator import Evaluator
from ..evaluators.find import find_evaluator
from ..games.interface.game import Game
from ..search import choice, greedy, whole_games
from ..search.alphabeta import MAX_HISTORY, make_memory
from .aim import WIN, aim_roles
from .base import GAME_OVER, NOT_FINITE, ROLL_FIRST, Analysis, Decision, check_finite


class GreedyPlayer:
    """Plays the move with the best position after it, by its evaluator; ties are broken at random."""

    def __init__(self, game: Game, evaluator: Evaluator, *, aim: str = WIN, seed: int = 0, jit: bool = True):
        self.name = f"greedy:eval={evaluator.name}"
        self.game = game
        self.evaluator = evaluator
        self.aim = aim
        self.weights: Any = None
        self.kernels = bind(greedy, game=game.module, evaluator=evaluator.module, roles=aim_roles(aim, game), jit=jit)
        self.is_certain = aim == WIN
        """Whether no evaluator's value is as high as that of a won game."""
        self.moves, self.values = np.zeros(game.max_moves, np.int64), np.zeros(game.max_moves)
        self.new_game(seed)
        self._judge(game.first_choice(), ())  # compiles the kernel or loads it: later a clock may be running

    def new_game(self, seed: int) -> None:
        self.seed = np.uint64(seed % 2**64)
        self.weights = self.evaluator.next_weights(self.weights, seed)

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        count, number = self._judge(state, history)
        return self._decision(number, count)

    def analyse(self, state: Any, history: Sequence[Any] = ()) -> Analysis:
        """Return the value of every legal move, the chosen one first."""
        count, chosen = self._judge(state, history)
        order = sorted(range(count), key=lambda number: (number != chosen, -self.values[number]))
        return Analysis([self._decision(number, count) for number in order], 1, count)

    def _judge(self, state: Any, history: Sequence[Any]) -> tuple[int, int]:
        """Return the number of moves and the index of the chosen one; their values are in memory."""
        if self.game.chances(state):
            raise InputError(ROLL_FIRST)
        found: tuple[int, int] = self.kernels.choose(
            self.weights, typed(state), self.seed, len(history), self.moves, self.values
        )
        if not found[0]:
            raise InputError(GAME_OVER)
        if not np.isfinite(self.values[: found[0]]).all():
            raise InputError(NOT_FINITE.format(f"eval={self.evaluator.name}"))
        return found

    def _decision(self, number: int, count: int) -> Decision:
        move, value = int(self.moves[number]), float(self.values[number])
        return Decision(move, value, 1 if abs(value) == 1.0 and self.is_certain else None, 1, count, [move])


def from_options(game: Game, options: dict[str, str], seed: int) -> GreedyPlayer:
    evaluator = find_evaluator(options.get("eval", "zero"), game)
    return GreedyPlayer(game, evaluator, aim=options.get("aim", WIN), seed=seed)


class Duel(NamedTuple):
    """A finished game."""

    outcome: int
    """For the side that made its first move."""
    moves: list[int]


class GreedyDuels:
    """Whole games between two greedy players with one kind of evaluator, inside a kernel, with a referee's result."""

    def __init__(self, game: Game, evaluator: ModuleType, *, jit: bool = True):
        self.evaluator = evaluator
        self.kernels = bind(whole_games, game=game.module, evaluator=evaluator, roles={choice: greedy}, jit=jit)
        self.moves, self.values = np.zeros(MAX_HISTORY, np.int64), np.zeros(game.max_moves)
        self.memory = make_memory(game.max_moves, chances=game.most_chances)

    def play(
        self, first: Any, second: Any, state: Any, seeds: tuple[int, int], ply: int = 0, max_plies: int = MAX_HISTORY
    ) -> Duel:
        """Return the game between the weights first, whose side is to move in state, and second.

        The seeds are theirs, as in a match; ply is the number of plies before state.
        """
        options = greedy.Options((np.uint64(seeds[0]), np.uint64(seeds[1])), ply, self.values)
        outcome, plies = self.kernels.play_game(
            first, second, typed(state), options, max_plies, self.moves, self.memory
        )
        check_finite(self.memory, short_name(self.evaluator))
        return Duel(outcome, self.moves[:plies].tolist())
