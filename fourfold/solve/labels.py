"""Positions of Connect Four from varied play, with the exact scores of all their moves.

Every game has its own random style: it starts with random moves, then mixes random with sensible moves and, from the
ply where its positions are recorded, with the best ones. So positions range from blunders to perfect play. Early
positions take longer to score, and are rarer, unless as many are wanted with each number of stones.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count as count_from
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..data import collection
from ..data.collection import Found
from ..data.connect_four import labelled_positions
from ..games import connect_four
from ..parallel.ordered_map import Workers, ordered_map
from .book import canonical_key
from .solver import Solver, best_moves
from .threats import open_squares, safe_squares, winning_squares

PLIES, LAST_PLY = range(6, 37), 41
"""Where positions are recorded, and the last that can be."""
EARLY = {6: 0.5, 7: 0.8, 8: 1.2, 9: 2, 10: 3.5, 11: 6, 12: 15, 13: 25, 14: 60, 15: 90, 16: 150}
"""By ply, how many of 1000 games record their first position there; the others do at one from 17 to 24."""
LATE = range(17, 25)
SPARSE_FROM, CHANCE = 14, 0.75
"""From this ply on a position is recorded only with this probability, so that more games contribute."""
RANDOM_PLIES = (4, 6, 8, 10, 12, 14, 16, 18, 20, 22)
BLUNDERS = (1.0, 0.6, 0.35, 0.2)
"""Probabilities that a move after the random plies is random: one is chosen for a whole game."""
OVERLOOKED = 0.9
"""The probability that an immediate win is ignored, to keep games going."""
RECORDED = 4
"""How many plies of a game are recorded, at most, if as many positions are wanted at each ply."""
TABLE_BITS = 24


class Labelled(NamedTuple):
    """A position, in which the side to move cannot win immediately, and the scores of its moves."""

    moves: str
    """The columns that led to it."""
    key: int
    """A key shared only with its mirror image."""
    scores: list[int | None]
    """Of the seven columns; None for a full one."""


def stream(
    seed: int, first_game: int = 0, plies: range = PLIES, workers: Workers = None, evenly: bool = False
) -> Iterator[tuple[int, list[Labelled]]]:
    """Yield the number and the positions of every game from first_game on, without end, whatever the workers."""
    recorder = Recorder(seed, plies.start, plies.stop, evenly)
    return enumerate(ordered_map(recorder.record, count_from(first_game), workers, warm=_solver), first_game)


class Recorder(NamedTuple):
    """Plays and labels one game by its number."""

    seed: int
    start: int
    stop: int
    evenly: bool

    def record(self, number: int) -> list[Labelled]:
        rng, plies = np.random.default_rng([self.seed, number]), range(self.start, self.stop)
        return record(rng, _solver(), even_style(rng, plies) if self.evenly else varied_style(rng, plies))


@cache
def _solver() -> Solver:
    """Return the solver of this process: its table is reused from game to game, and does not change scores."""
    return Solver(bits=TABLE_BITS)


class Style(NamedTuple):
    """How a game is played and recorded."""

    first: int
    """From this ply on moves are scored, and those that are not random are best."""
    opening: int
    """How many random moves come first."""
    blunders: float
    """The probability that a later move is random."""
    recorded: range
    """The plies at which positions may be recorded."""
    chance: float
    """The probability that one is, from SPARSE_FROM on."""
    by_book: bool
    """Whether moves before the first, if not random, are best as far as the book knows."""


def varied_style(rng: np.random.Generator, plies: range) -> Style:
    """Return the style of a game that is recorded to its end, most likely from LATE on."""
    first, opening, blunders = first_ply(rng, plies), int(rng.choice(RANDOM_PLIES)), float(rng.choice(BLUNDERS))
    return Style(first, opening, blunders, plies, CHANCE, by_book=False)


def even_style(rng: np.random.Generator, plies: range) -> Style:
    """Return the style of a game of which a few plies are recorded, each ply as likely as any other."""
    first = int(rng.integers(plies.start + 1 - RECORDED, plies.stop))
    recorded = range(max(first, plies.start), min(first + RECORDED, plies.stop))
    opening, blunders = int(rng.integers(0, recorded.start + 1)), float(rng.choice(BLUNDERS))
    return Style(max(first, 0), opening, blunders, recorded, 1.0, by_book=True)


def record(rng: np.random.Generator, solver: Solver, style: Style) -> list[Labelled]:
    """Play a game; return its recorded positions."""
    state, moves, found = connect_four.init_state(), "", list[Labelled]()
    while len(moves) < style.recorded.stop and connect_four.test_terminal(state) == connect_four.ONGOING:
        ply = len(moves)
        is_random = rng.random() < style.blunders or ply < style.opening
        is_recorded = (ply < SPARSE_FROM or rng.random() < style.chance) and ply in style.recorded
        wins = winning_squares(state.own, state.stones) & open_squares(state.stones)
        if wins:
            choices = columns(open_squares(state.stones) & ~wins)
            if not choices or rng.random() > OVERLOOKED:
                break
        else:
            is_scored = ply >= style.first and (is_recorded or not is_random)
            is_known = style.by_book and ply < solver.book.plies
            scores = solver.scores(state) if is_scored else solver.book.move_scores(state) if is_known else None
            if scores and is_recorded and is_scored:
                listed = [scores.get(column) for column in range(7)]
                found.append(Labelled(moves, canonical_key(state), listed))
            choices = choices_of(state, is_random, scores)
        move = int(rng.choice(choices))
        state = connect_four.apply(state, move)
        moves += str(move + 1)
    return found


def choices_of(state: Any, is_random: bool, scores: dict[int, int] | None) -> list[int]:
    """Return the columns to choose from: the best, if scores are known; safe ones; or any."""
    if not is_random and scores:
        return best_moves(scores)
    safe = [] if is_random else columns(safe_squares(state.own, state.stones))
    return safe or columns(open_squares(state.stones))


def first_ply(rng: np.random.Generator, plies: range) -> int:
    """Return the first ply at which a game records positions."""
    late = (1000 - sum(EARLY.values())) / len(LATE)
    shares = {ply: share for ply, share in {**EARLY, **dict.fromkeys(LATE, late)}.items() if ply in plies}
    if not shares:
        return plies.start
    return int(rng.choice(list(shares), p=np.array(list(shares.values())) / sum(shares.values())))


def columns(squares: Any) -> list[int]:
    """Return the columns of squares, at most one in each."""
    return [column for column in range(7) if int(squares) >> 7 * column & 0b111111]


def collect(
    path: str | Path,
    count: int,
    *,
    seed: int = 0,
    plies: range = PLIES,
    evenly: bool = False,
    workers: Workers = None,
) -> Iterator[int]:
    """Write this many distinct positions to path, yielding how many there are so far, as `collection.collect` does.

    Later positions, which cost less, are more common, unless they are wanted evenly.
    """

    def games(first: int) -> Iterator[tuple[list[Found], list[Any]]]:
        for number, found in stream(seed, first, plies, workers, evenly):
            lines = [{"game": number, "position": item.moves, "scores": item.scores} for item in found]
            yield [Found(item.key, line) for item, line in zip(found, lines, strict=True)], []

    def key_of(line: dict[str, Any]) -> int:
        return canonical_key(labelled_positions.parse(line["position"]))

    settings = {"seed": seed, "plies": [plies.start, plies.stop], **({"evenly": True} if evenly else {})}
    return collection.collect(path, count, settings, games, key_of, lambda line: int(line["game"]))
