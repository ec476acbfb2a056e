"""What falls by lot in a game: the n-th outcome follows from the seeds of the game and n alone."""

from collections.abc import Sequence

import numpy as np

from ..errors import InputError

PAIRED, INDEPENDENT = "paired", "independent"
STREAM = 0xD1CE
"""Keeps these numbers apart from those that players draw from the same seeds."""


class Dice:
    """Draws outcomes of chance; whoever has the same seeds, in the same order, gets the same ones."""

    def __init__(self, *seeds: int):
        self.seeds = seeds

    def draw(self, chances: Sequence[tuple[int, float]], number: int) -> int:
        """Return one of (outcome, probability), the number-th that is drawn in a game, counted from 0."""
        return drawn(chances, np.random.default_rng([STREAM, *self.seeds, number]))


def dice_of(seeds: tuple[int, int], how: str = PAIRED) -> Dice:
    """Return the dice of a game whose first and second player have these seeds.

    Paired: the same in both games of a pair, in which the players have swapped sides. Independent: another in each.
    """
    if how not in (PAIRED, INDEPENDENT):
        raise InputError(f"dice {how!r} are not known; they are {PAIRED} or {INDEPENDENT}")
    return Dice(*(sorted(seeds) if how == PAIRED else seeds))


def drawn(chances: Sequence[tuple[int, float]], random: np.random.Generator) -> int:
    """Return one of (outcome, probability), drawn by one number: similar lists give the same outcome for it."""
    number, total = random.random(), 0.0
    for outcome, probability in chances:
        total += probability
        if number < total:
            return outcome
    return chances[-1][0]  # the sum may stay below 1 by a rounding error
