"""The manner of a perfect player: how it chooses a column of Connect Four when it knows the score of each."""

from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..solve.solver import best_move, best_moves

LOTS, CENTRE = "lots", "centre"


class Manner(NamedTuple):
    """How ties are decided, and how often a move is a mistake."""

    ties: str = LOTS
    """Among equally good moves draw LOTS, or play the one nearest to the CENTRE."""
    mistakes: float = 0.0
    """The probability that a move is not best, where there is such a move."""

    def column(self, scores: dict[int, int], rng: np.random.Generator) -> int:
        """Return the column to play."""
        best = best_moves(scores)
        worse = {column: score for column, score in scores.items() if column not in best}
        if worse and rng.random() < self.mistakes:
            return slip(worse, rng)
        return best_move(scores) if self.ties == CENTRE else int(rng.choice(best))


def slip(scores: dict[int, int], rng: np.random.Generator) -> int:
    """Return one of these columns; each point that another scores more makes a column half as likely.

    So a mistake is a slower win or a lasting defence rather than an immediate loss, unless nothing else is left.
    """
    weights = np.array([0.5 ** (max(scores.values()) - score) for score in scores.values()])
    return int(rng.choice(list(scores), p=weights / weights.sum()))


def lots(seed: int, played: int) -> np.random.Generator:
    """Return what decides by lot in a game with this seed, after so many stones."""
    return np.random.default_rng([seed, played])


def manner_of(options: dict[str, str]) -> Manner:
    """Return the manner of `ties=` and `mistakes=`."""
    ties, mistakes = options.get("ties", LOTS), options.get("mistakes", "0")
    if ties not in (LOTS, CENTRE):
        raise InputError(f"ties={ties} is not valid; choose from {LOTS}, {CENTRE}")
    return Manner(ties, probability("mistakes", mistakes))


def probability(name: str, text: str) -> float:
    """Return the number of an option that is a probability."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise InputError(f"{name}={text} is not a probability, a number from 0 to 1")
    return value
