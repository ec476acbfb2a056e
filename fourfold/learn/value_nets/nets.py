"""The kinds of net that are fitted to values of states: how each begins, and how it learns."""

from abc import ABC, abstractmethod
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ... import rules
from ...binding.bind import bind
from ...binding.definition import Definition
from ...errors import InputError
from ...evaluators import mlp, slfn, tuple_net
from ...games.interface.game import Game
from ...matches.openings import random_state
from ..policy.move_training import find_levels
from ..settings import layer_sizes
from . import gradient, tuple_kernels
from .tuples import tuples_of

LEVEL_GAMES, LEVEL_PLIES = 100, 60
"""Random games from which the values of variables are taken, and how long they are at most."""

UNITS = 1
"""Of a tuple net, if no other number is wanted: a plain n-tuple network."""


class Fitting(NamedTuple):
    """How a net is fitted to examples that are replaced bit by bit."""

    window: int
    """How many of the newest examples."""
    epochs: int
    """Each time."""
    last_epochs: int
    """In the end."""
    rate: float
    trace: float
    """Lambda of the TD targets it learns; with 1 the outcomes."""


class Nets(ABC):
    """A kind of net, for a game."""

    name: ClassVar[str]
    """That of its evaluator."""
    module: ClassVar[ModuleType]
    """Its evaluator."""
    layers: ClassVar[int]
    """How many hidden layers it has."""
    most_random: ClassVar[int] = 1_000_000
    """How many random nets may be kept at the same time."""
    fitting: ClassVar[Fitting] = Fitting(window=1_600_000, epochs=4, last_epochs=12, rate=1.5e-3, trace=0.8)
    """What does well when it learns from its own games."""

    def __init__(self, game: Game):
        self.game = game

    @abstractmethod
    def untrained(self, seed: Any, *units: int) -> Any:
        """Return the weights of an untrained net, with so many units in each layer; none: the usual ones."""

    @abstractmethod
    def fit(
        self, weights: Any, X: np.ndarray, y: np.ndarray, *, epochs: int, rate: float, rng: np.random.Generator,
        fixed: tuple[str, ...] = (), batch: int = gradient.BATCH,
    ) -> Any:  # fmt: skip
        """Return the weights fitted to the values y of the rows of X."""

    @abstractmethod
    def predict(self, weights: Any, X: np.ndarray) -> np.ndarray:
        """Return the value of every row."""


class TwoLayers(Nets):
    """Learns by Adam."""

    name = "mlp"
    module: ClassVar[ModuleType] = mlp
    layers = 2

    def untrained(self, seed: Any, *units: int) -> Any:
        return self.module.random_weights(self.game.variables, seed, *units)

    def fit(self, weights: Any, X: np.ndarray, y: np.ndarray, **how: Any) -> Any:
        return gradient.fit(weights, X, y, symmetries=self.game.symmetries, **how)

    def predict(self, weights: Any, X: np.ndarray) -> np.ndarray:
        return gradient.predict(weights, X)


class OneLayer(TwoLayers):
    name = "slfn"
    module: ClassVar[ModuleType] = slfn
    layers = 1


class Tuples(Nets):
    """Learns by Adagrad, one example after the other; the rate is that of all tuples together."""

    name = "tuple_net"
    module: ClassVar[ModuleType] = tuple_net
    layers = 1
    most_random = 100
    fitting = Fitting(window=400_000, epochs=1, last_epochs=2, rate=0.9, trace=0.8)

    def __init__(self, game: Game):
        super().__init__(game)
        self.levels = levels_of(game, np.random.default_rng(0))
        self.tuples = tuples_of(game, len(self.levels))
        self.kernels = bind(tuple_kernels, game=game.module)

    def untrained(self, seed: Any, *units: int) -> Any:
        orders, tables = self.tuples
        return tuple_net.first_weights(orders, tables, self.levels, units[0] if units else UNITS, seed)

    def fit(
        self, weights: Any, X: np.ndarray, y: np.ndarray, *, epochs: int, rate: float, rng: np.random.Generator,
        fixed: tuple[str, ...] = (), batch: int = gradient.BATCH,
    ) -> Any:  # fmt: skip
        weights = type(weights)(*(array.copy() for array in weights))
        net, squares = tuple_net.prepare(weights), np.zeros_like(weights.rows)
        images, batches, values = np.array(self.game.symmetries), max(len(y) // batch, 1), np.asarray(y, np.float32)
        for epoch in range(epochs):
            order = rng.permutation(len(y))
            for number, rows in enumerate(np.array_split(order, batches)):
                share = (epoch + number / batches) / epochs
                size = np.float32(rate / len(weights.orders) * min(1.0, gradient.LAST_PART * (1.0 - share)))
                inputs = np.asarray(X[rows], np.float32)
                image = images[rng.integers(len(images))]
                self.kernels.learn(net, squares, inputs, values[rows], np.arange(len(rows)), image, size)
        return weights

    def predict(self, weights: Any, X: np.ndarray) -> np.ndarray:
        found = np.zeros(len(X), np.float32)
        self.kernels.foretell(tuple_net.prepare(weights), np.asarray(X, np.float32), np.arange(X.shape[1]), found)
        return found


KINDS: dict[str, type[Nets]] = {kind.name: kind for kind in (Tuples, TwoLayers, OneLayer)}
"""By the name of the evaluator."""


def kind_of(name: str) -> type[Nets]:
    """Return a kind of net by its name."""
    if name not in KINDS:
        raise InputError(f"no kind of net named {name!r}; choose from {', '.join(KINDS)}")
    return KINDS[name]


def kind_for(game: Game, units: str = "") -> type[Nets]:
    """Return the kind of net that suits a game, with so many units if that is said.

    Where a move changes few squares and tells which, tuples are fast and learn the most (docs/outcome.md).
    """
    suits = game.places and Definition(game.module, rules).defines("changes") and "," not in units
    return Tuples if suits else TwoLayers


def units_of(kind: type[Nets], units: str) -> tuple[int, ...]:
    """Return the numbers of hidden units; none: the usual ones."""
    return layer_sizes(units, kind.layers) if units else ()


def levels_of(game: Game, rng: np.random.Generator) -> np.ndarray:
    """Return the values that variables have in random games."""
    values = np.zeros((LEVEL_GAMES, game.variables))
    for row in values:
        game.module.variables(random_state(game, int(rng.integers(LEVEL_PLIES)), rng), row)
    return find_levels(values)


def untrained_net(module: ModuleType, game: Game) -> Any:
    """Return the weights of some untrained net of an evaluator: one of the kinds above, or one that makes its own."""
    kind = next((kind for kind in KINDS.values() if kind.module is module), None)
    return kind(game).untrained(0) if kind else module.random_weights(game.variables, 0)
