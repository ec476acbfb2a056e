"""Training and test sets of expert moves: the expert-moves paper's four, and stricter splits."""

from typing import NamedTuple, Self

import numpy as np

from ...binding import square_symmetry
from ...binding.bind import bind
from ...binding.square_symmetry import SYMMETRIES
from ...games import othello
from .expert_moves import UNKNOWN, Archive, ExpertMoves

NAMES = ("original", "unique", "original-s", "unique-s")
"""The expert-moves paper's sets: all moves; each triple once; and both with all symmetric images."""
TEST_SHARES = {"original": 0.25, "unique": 0.25, "original-s": 0.05, "unique-s": 0.05}
HELD_OUT = 0.05
"""Of the games, and of what the others leave, in `strict_split`."""


class MoveSet(NamedTuple):
    """Images of triples, computed on demand."""

    triples: ExpertMoves
    codes: np.ndarray
    """SYMMETRIES times the number of a triple, plus a symmetry."""

    @classmethod
    def of(cls, triples: ExpertMoves) -> Self:
        """Return triples as they are."""
        return cls(triples, np.arange(triples.size, dtype=np.uint32) * np.uint32(SYMMETRIES))

    @property
    def size(self) -> int:
        return len(self.codes)

    def take(self, places: np.ndarray | slice = slice(None)) -> ExpertMoves:
        """Return the images at some places."""
        codes = self.codes[places]
        given = self.triples.at(codes // SYMMETRIES)
        own, opponent, square = (np.empty_like(array) for array in given.triples)
        symmetries = (codes % SYMMETRIES).astype(np.int64)
        bind(square_symmetry, game=othello).write_images(*given.triples, symmetries, own, opponent, square)
        return ExpertMoves(own, opponent, square, given.side)


class Results(NamedTuple):
    """Positions of finished games, and the final disc difference for the side to move."""

    own: np.ndarray
    opponent: np.ndarray
    margin: np.ndarray


class Split(NamedTuple):
    """A training set, and test sets by name."""

    train: MoveSet
    tests: dict[str, MoveSet]
    results: Results | None = None
    """The results of the training games, if known."""


def paper_set(moves: ExpertMoves, name: str) -> MoveSet:
    """Return one of the expert-moves paper's four sets."""
    triples = moves if name.startswith("original") else distinct(moves)
    if name == "original-s":
        return MoveSet(triples, np.arange(triples.size * SYMMETRIES, dtype=np.uint32))
    if name == "unique-s":
        triples = distinct(canonical(triples))
        return with_images(triples)
    return MoveSet.of(triples)


def paper_split(moves: ExpertMoves, name: str, seed: int = 0) -> Split:
    """Return a set divided at random, as in the expert-moves paper: symmetric copies of tests are trained on."""
    whole = paper_set(moves, name)
    order = np.random.default_rng(seed).permutation(whole.size)
    tested = round(TEST_SHARES[name] * whole.size)
    test, train = (MoveSet(whole.triples, whole.codes[np.sort(part)]) for part in (order[:tested], order[tested:]))
    return Split(train, {"paper": test})


def strict_split(archive: Archive, seed: int = 0) -> Split:
    """Return one training set for three tests.

    `games`: triples of held-out games whose boards, in any orientation, never occur in the other games. `unique`: a
    part of the other triples, no image of which is trained on. `paper`: images of triples of which other images are
    trained on, as in the expert-moves paper's split.
    """
    out, rest = held_out_games(archive, seed)
    rng = np.random.default_rng([seed, 1])
    triples = distinct(canonical(rest))
    is_unique_test = rng.random(triples.size) < HELD_OUT
    learned = with_images(triples.at(~is_unique_test))
    is_paper_test = rng.random(learned.size) < HELD_OUT
    tests = {
        "paper": MoveSet(learned.triples, learned.codes[is_paper_test]),
        "unique": MoveSet.of(triples.at(is_unique_test)),
        "games": _unseen_moves(out, rest),
    }
    train = MoveSet(learned.triples, learned.codes[~is_paper_test])
    return Split(train, tests, results(archive, ~_is_held_out(archive, seed)))


def games_split(archive: Archive, name: str, seed: int = 0) -> Split:
    """Return one of the expert-moves paper's sets, of games strict_split does not hold out, and its test `games`."""
    out, rest = held_out_games(archive, seed)
    return Split(paper_set(rest, name), {"games": _unseen_moves(out, rest)})


def held_out_games(archive: Archive, seed: int = 0) -> tuple[ExpertMoves, ExpertMoves]:
    """Return all moves of the games that strict_split holds out, and those of the other games."""
    is_out = _is_held_out(archive, seed)[archive.game]
    return archive.moves.at(is_out), archive.moves.at(~is_out)


def _is_held_out(archive: Archive, seed: int) -> np.ndarray:
    """Return [game]."""
    return np.random.default_rng(seed).random(len(archive.years)) < HELD_OUT


def results(archive: Archive, is_known: np.ndarray) -> Results:
    """Return the results of those games that is_known, [game], selects."""
    places = np.flatnonzero(is_known[archive.game] & (archive.margin != UNKNOWN))
    return Results(archive.moves.own[places], archive.moves.opponent[places], archive.margin[places])


def some_of(moves: MoveSet, count: int, seed: int = 0) -> MoveSet:
    """Return count random triples of a set, or all of them, as they were played; a smaller count gives a subset."""
    numbers = np.unique(moves.codes // SYMMETRIES)
    drawn = np.random.default_rng(seed).permutation(numbers)[:count]
    return MoveSet.of(moves.triples.at(drawn))


def whole_split(archive: Archive, seed: int = 0) -> Split:
    """Return the whole set for training, without a test; seed is ignored."""
    everything = np.ones(len(archive.years), bool)
    return Split(MoveSet.of(distinct(canonical(archive.moves))), {}, results(archive, everything))


def canonical(moves: ExpertMoves) -> ExpertMoves:
    """Return the smallest image of every triple."""
    own, opponent, square = (np.empty_like(array) for array in moves.triples)
    bind(square_symmetry, game=othello).write_canonical(*moves.triples, own, opponent, square)
    return ExpertMoves(own, opponent, square, moves.side)


def distinct(moves: ExpertMoves) -> ExpertMoves:
    """Return each triple once, in order."""
    return moves.at(_first_of_equals(moves.square, moves.opponent, moves.own))


def _first_of_equals(*keys: np.ndarray) -> np.ndarray:
    """Return the places of the first of each kind, ordered by keys, the last of which is the most significant."""
    order = np.lexsort(keys)
    is_new = np.zeros(len(order), bool)
    is_new[:1] = True
    for key in keys:
        ordered = key[order]
        is_new[1:] |= ordered[1:] != ordered[:-1]
    return order[is_new]


def with_images(triples: ExpertMoves) -> MoveSet:
    """Return all distinct images of triples, none of which is another's image."""
    orbits = np.empty(triples.size, np.uint8)
    bind(square_symmetry, game=othello).write_orbits(*triples.triples, orbits)
    bits = np.unpackbits(orbits[:, None], axis=1, bitorder="little")
    return MoveSet(triples, np.flatnonzero(bits).astype(np.uint32))


def _unseen_moves(out: ExpertMoves, rest: ExpertMoves) -> MoveSet:
    """Return each triple of out once whose board, in any orientation, does not occur in the rest."""
    return MoveSet.of(_unseen(distinct(canonical(out)), canonical(rest)))


def _unseen(moves: ExpertMoves, others: ExpertMoves) -> ExpertMoves:
    """Return the moves in boards that do not occur in the others, all of them canonical."""
    return moves.at(~np.isin(_board_keys(moves), np.unique(_board_keys(others))))


def _board_keys(moves: ExpertMoves) -> np.ndarray:
    """Return 64 bits for each canonical board."""
    mixed = moves.own * np.uint64(0x9E3779B97F4A7C15) ^ moves.opponent * np.uint64(0xC2B2AE3D27D4EB4F)
    return (mixed ^ mixed >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
