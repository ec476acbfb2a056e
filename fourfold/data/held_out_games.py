"""Training and test sets of played moves: whole games are held out, and no game is in both."""

from typing import NamedTuple

import numpy as np

from ..binding.bind import bind
from ..games.interface.game import Game
from . import position_keys
from .played_moves import PlayedMoves

HELD_OUT = 0.1
"""The share of the games in tests."""
GAMES, UNSEEN = "games", "unseen"
"""The tests: all moves of the games held out; and those in positions that occur in no other game."""


class Split(NamedTuple):
    """A training set, and test sets by name; all without forced moves."""

    train: PlayedMoves
    tests: dict[str, PlayedMoves]


class Keyed(NamedTuple):
    """Moves, and what their positions have in common with others."""

    moves: PlayedMoves
    keys: np.ndarray
    """[move, symmetry]: of the position before it, in every orientation."""
    counts: np.ndarray
    """How many moves there were to choose from."""

    @property
    def canonical(self) -> np.ndarray:
        """A key of each position that it shares with all its orientations."""
        return self.keys.min(axis=1)

    def at(self, places: np.ndarray) -> "Keyed":
        """Return those where places is true."""
        return Keyed(self.moves.at(places), self.keys[places], self.counts[places])


def with_keys(moves: PlayedMoves, game: Game) -> Keyed:
    """Return moves with the keys of their positions."""
    symmetries = np.array(game.symmetries)
    keys, counts = np.zeros((moves.size, len(symmetries)), np.uint64), np.zeros(moves.size, np.int64)
    bind(position_keys, game=game.module).write_keys(moves.states, symmetries, keys, counts)
    return Keyed(moves, keys, counts)


class Division(NamedTuple):
    """Which moves are learned from, and which are held out; neither if the same game has occurred before."""

    is_learned: np.ndarray
    is_held_out: np.ndarray
    is_unseen: np.ndarray
    """Whether the position, in any orientation, occurs in no game that is learned from."""


def divide(keyed: Keyed, seed: int, share: float = HELD_OUT) -> Division:
    """Return a random division of the games: of two or more, at least one is held out and one is not.

    A game that occurs twice, in whatever orientation, counts once.
    """
    number = distinct_games(keyed)
    count = int(number.max()) + 1
    is_out = np.random.default_rng(seed).random(count) < share
    if share > 0.0 and count > 1 and (is_out.all() or not is_out.any()):
        is_out[:] = np.arange(count) == np.random.default_rng([seed, 1]).integers(count)
    is_held_out = (number >= 0) & is_out[number]
    is_learned = (number >= 0) & ~is_held_out
    return Division(is_learned, is_held_out, ~np.isin(keyed.canonical, keyed.canonical[is_learned]))


def split_games(keyed: Keyed, seed: int, share: float = HELD_OUT, is_wanted: np.ndarray | None = None) -> Split:
    """Return the moves of some games as tests, and those of the others to learn from; only those that are wanted."""
    division, is_in_use = divide(keyed, seed, share), keyed.counts > 1
    if is_wanted is not None:
        is_in_use = is_in_use & is_wanted
    is_test = division.is_held_out & is_in_use
    tests = {GAMES: is_test, UNSEEN: is_test & division.is_unseen}
    return Split(
        keyed.moves.at(division.is_learned & is_in_use),
        {name: keyed.moves.at(is_in) for name, is_in in tests.items() if is_in.any()},
    )


def distinct_games(keyed: Keyed) -> np.ndarray:
    """Return the number of each move's game among the distinct ones, in their order; -1 for one that is repeated."""
    _, starts, game = np.unique(keyed.moves.game, return_index=True, return_inverse=True)
    ply = np.arange(keyed.moves.size) - starts[game]
    factors = np.random.default_rng(0).integers(2**63, size=int(ply.max()) + 1, dtype=np.uint64) * np.uint64(2)
    marks = keyed.keys * (factors[ply] + np.uint64(1))[:, None]
    whole = np.add.reduceat(marks, starts).min(axis=1)
    _, firsts, kind = np.unique(whole, return_index=True, return_inverse=True)
    is_first = firsts[kind] == np.arange(len(whole))
    return np.where(is_first, np.cumsum(is_first) - 1, -1)[game]
