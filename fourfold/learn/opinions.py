"""What nets think of a few fixed positions: the value of each and the best move in it, without search."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from ..binding.bind import bind, typed
from ..errors import InputError
from ..evaluators.evaluator import Evaluator, EvaluatorModule
from ..evaluators.weights_file import load_evaluator
from ..games.interface.game import Game
from ..matches.openings import Opening, openings
from ..players.greedy import GreedyPlayer
from .yardstick import SEED

PLIES = (0, 2, 5, 9, 14)
"""Random plies before each of the positions, which are the same for all nets of a game."""


class Opinion(NamedTuple):
    """What a net thinks of a position."""

    value: float
    """For the side to move, between -1 and 1."""
    move: str
    """The one that the net prefers; of a net that ranks none, the one after which it values the position best."""


def fixed_positions(game: Game) -> list[Opening]:
    """Return the positions, in each of which a player is to move; a short game has fewer."""
    found = []
    for plies in PLIES:
        with suppress(InputError):  # every game was over by then
            found += openings(game, f"random:{plies}", 1, SEED)
    return found


def ask(model: str, game: Game, states: Sequence[Any]) -> list[Opinion]:
    """Return what a model thinks of states, as plain Python: nothing has to be compiled for a few."""
    evaluator = load_evaluator(model, game)
    net = _Judge(game, evaluator) if EvaluatorModule(evaluator.module).judges_moves else _Valuer(game, evaluator)
    found = [(state, *net.ask(typed(state))) for state in states]
    return [Opinion(float(value), game.move_text(state, move)) for state, value, move in found]


class _Judge:
    """A net that values a position and ranks its moves in one go."""

    def __init__(self, game: Game, evaluator: Evaluator):
        self.game, self.weights = game, evaluator.make_weights(0)
        self.kernels = bind(evaluator.module, game=game.module, evaluator=evaluator.module, jit=False)

    def ask(self, state: Any) -> tuple[float, int]:
        moves = np.array(self.game.moves(state), np.int64)
        logits = np.zeros(self.game.max_moves, np.float32)
        value = self.kernels.judge(self.weights, state, moves, len(moves), logits)
        return value, int(moves[np.argmax(logits[: len(moves)])])


class _Valuer:
    """A net that values positions only."""

    def __init__(self, game: Game, evaluator: Evaluator):
        self.weights = evaluator.make_weights(0)
        self.kernels = bind(evaluator.module, game=game.module, evaluator=evaluator.module, jit=False)
        self.player = GreedyPlayer(game, evaluator, jit=False)

    def ask(self, state: Any) -> tuple[float, int]:
        return self.kernels.evaluate(self.weights, state), self.player.choose(state).move
