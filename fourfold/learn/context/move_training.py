"""Nets that rank the moves of any game, in training: by contexts (M1 to M4), by contexts of two levels (H1 to H4), or
by bare squares (N and a number)."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ...binding.bind import bind, typed
from ...data import proven_positions
from ...data.proven_positions import ProvenPosition, position_key
from ...errors import InputError
from ...evaluators import frame_net, level_net, square_net
from ...evaluators.evaluator import evaluator_module
from ...evaluators.move_ranking import MoveRanker
from ...evaluators.weights_file import Model
from ...games.interface.game import Game
from ...players.describe import plural
from ...search.squares import View
from ..ranking_accuracy import measure_positions
from ..yardstick import Share, Yardstick
from . import level_kernels, move_kernels
from .descriptions import Description, describe
from .move_kernels import Examples

PLAIN = "N"
TESTED = 2000
"""The maximum number of held-out positions to test on."""
Data = str | Path | list[ProvenPosition]


def is_plain(system: str) -> bool:
    """Return whether a system is a plain net: N and its number of hidden units, or alone for as many weights as M4."""
    return system.startswith(PLAIN) and (system == PLAIN or (system[1:].isdigit() and int(system[1:]) > 0))


def is_known(system: str) -> bool:
    return is_on_moves(system) or is_plain(system)


def is_on_moves(system: str) -> bool:
    """Return whether a system is for any game and nothing else: N20 to N60 are also of the context paper."""
    return system in frame_net.SYSTEMS or system in level_net.SYSTEMS


def net_of(system: str) -> str:
    """Return the name of the net of a system."""
    return "square_net" if is_plain(system) else "level_net" if system in level_net.SYSTEMS else "frame_net"


def read_positions(game: Game, data: Data, limit: int | None, without: str | Path | None) -> list[ProvenPosition]:
    """Return positions, or those of a file: the first ones if there is a limit, without those of another file."""
    found = data[:limit] if isinstance(data, list) else proven_positions.read(game, data, limit=limit)
    return without_others(game, found, proven_positions.read(game, without)) if without else found


def without_others(game: Game, positions: list[ProvenPosition], others: list[ProvenPosition]) -> list[ProvenPosition]:
    """Return the positions that are not among others, nor are their symmetric images."""
    keys = {position_key(game, other.state) for other in others}
    return [position for position in positions if position_key(game, position.state) not in keys]


def held_out(game: Game, data: Data, limit: int | None, without: str | Path | None) -> list[ProvenPosition] | None:
    """Return positions of the file that is left out, or those behind the limit; None if there are none."""
    if without:
        return proven_positions.read(game, without, limit=TESTED)
    if limit is None or isinstance(data, list):
        return None
    try:
        rest = proven_positions.read(game, data, start=limit, limit=TESTED)
    except InputError:  # there are none
        return None
    return without_others(game, rest, read_positions(game, data, limit, None)) or None


class HeldOutMoves(Yardstick):
    """How often a net ranks one of the best moves first in positions that it does not learn from."""

    label = "held-out positions in which it ranks a best move first"

    def __init__(self, game: Game, positions: list[ProvenPosition], start: Model):
        self.game, self.positions, self.start = game, positions, start
        self.terms = f"the same {plural(len(positions), 'position')} each time"

    def measure(self, model: Model) -> Share:
        found = evaluator_module(model.evaluator)
        ranker = MoveRanker(found.module, found.prepare(model.weights), self.game)
        return Share(measure_positions(ranker, self.game, self.positions).any_best, len(self.positions))


class Kind(NamedTuple):
    """What it takes to train a net of some kind."""

    module: ModuleType
    learn: str
    """The name of the kernel."""
    make_memory: Callable[[Any], Any]
    make_gradient: Callable[[Any, Any], Any]
    """Given a net and its memory."""


KINDS = {
    "square_net": Kind(
        square_net,
        "learn_squares",
        lambda net: np.zeros(len(net.hidden_biases), np.float32),
        lambda net, memory: move_kernels.make_square_gradient(net),
    ),
    "frame_net": Kind(frame_net, "learn_frames", frame_net.make_memory, move_kernels.make_frame_gradient),
    "level_net": Kind(level_net, "learn_levels", level_net.make_memory, level_kernels.make_level_gradient),
}


class MoveTraining:
    """A net and positions of a game as its inputs."""

    def __init__(self, game: Game, data: Sequence[ProvenPosition], system: str, rate: float, seed: int):
        self.game, self.rate, self.seed, self.size = game, rate, seed, len(data)
        self.description = describe(game)
        self.module, self.learn_name, self.make_memory, self.make_gradient = KINDS[net_of(system)]
        self.kernels = bind(move_kernels, level_kernels, game=game.module)
        self.examples = see_positions(self.kernels, self.description.view, game, data)
        self._take(self._random_weights(system, [seed, 0]))

    def _random_weights(self, system: str, seed: Any) -> Any:
        contexts, view, changes = self.description
        if not is_plain(system):
            return self.module.random_weights(system, contexts, view, changes, seed)
        return square_net.random_weights(units_of(system, self.description), view, changes, seed)

    def _take(self, weights: Any) -> None:
        self.start, self.net = weights, self.module.prepare(weights)
        self.memory = self.make_memory(self.net)
        self.gradient = self.make_gradient(self.net, self.memory)

    def learn(self, epoch: int) -> float:
        """Make one pass over the positions; return the mean error."""
        order = np.random.default_rng([self.seed, 1, epoch]).permutation(self.size)
        learn, rate = getattr(self.kernels, self.learn_name), np.float32(self.rate)
        error = float(learn(self.net, self.examples, order, rate, self.memory, self.gradient))
        if not np.isfinite(error):
            raise InputError(f"the net has diverged: rate={self.rate:g} is too high")
        return error

    def weights(self) -> Any:
        learned = self.module.LEARNED
        return type(self.start)(*(array.copy() for array in self.net[:learned]), *self.start[learned:])

    def state(self) -> dict[str, np.ndarray]:
        return dict(self.weights()._asdict())

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        self._take(type(self.start)(**arrays))


def units_of(system: str, description: Description) -> int:
    """Return the hidden units of a plain net."""
    if system != PLAIN:
        return int(system[1:])
    contexts, view, changes = description
    largest = frame_net.random_weights("M4", contexts, view, changes, 0)
    return square_net.units_for(count_learned(largest), view.places.shape[1], changes)


def count_learned(weights: Any) -> int:
    """Return how many weights of a net are learned."""
    module = next(kind.module for kind in KINDS.values() if isinstance(weights, kind.module.Weights))
    return sum(array.size for array in weights[: module.LEARNED])


def see_positions(kernels: Any, view: View, game: Game, data: Sequence[ProvenPosition]) -> Examples:
    """Return positions as nets see them."""
    board = view.places.shape[1]
    squares = np.zeros((len(data), board), np.float32)
    raw, seen, after = np.zeros((3, board))
    changed, counts = np.zeros((game.max_moves * board, 2), np.int64), np.zeros(game.max_moves, np.int64)
    rows, sizes = [], []
    for number, (state, moves, _) in enumerate(data):
        given = np.array(moves, np.int64)
        total = kernels.see_position(typed(state), given, len(moves), view, raw, seen, after, changed, counts)
        squares[number] = seen
        rows.append(changed[:total].copy())
        sizes.append(counts[: len(moves)].copy())
    return Examples(
        squares,
        np.append(0, np.cumsum([len(moves) for _, moves, _ in data])),
        np.append(0, np.cumsum(np.concatenate(sizes))),
        np.concatenate(rows),
        np.concatenate([(scores == scores.max()).astype(np.float32) for _, _, scores in data]),
    )
