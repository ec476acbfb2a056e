"""The limits that protocols set for a search: depth, nodes, seconds per move, or a share of a clock.

The words are those of Hub's `level` line, which GTP has no word for.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import InputError
from ..players.base import MOST, UNLIMITED, Budget

LIMITS = ("depth", "nodes", "move-time", "time", "inc", "moves")
MOVES_LEFT = 30
"""How many moves a clock must suffice for, unless stated otherwise."""
SHARE = 0.8
"""The most of a clock that one move may take."""
LEAST = 0.01
"""Seconds of a move at least, even if no time is left."""


@dataclass(frozen=True)
class Level:
    """The limits that `level` lines set for a search."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    """For this move, given by move-time or as its share of the clock."""
    infinite: bool = False

    def and_also(self, arguments: Mapping[str, str]) -> "Level":
        """Return this level with the limits of another line."""
        numbers = {name: _number(name, arguments[name]) for name in LIMITS if name in arguments}
        seconds = _seconds(numbers)
        return Level(
            depth=_whole("depth", numbers) or self.depth,
            nodes=_whole("nodes", numbers) or self.nodes,
            seconds=self.seconds if seconds is None else seconds,
            infinite=self.infinite or "infinite" in arguments,
        )

    def budget(self, own: Budget | None) -> Budget | None:
        """Return the budget of a search: that of the level if it gives one, else the player's own."""
        if self.infinite:
            return UNLIMITED
        if self.depth is None and self.nodes is None and self.seconds is None:
            return own
        return Budget(self.depth, self.nodes, self.seconds)


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"level {name}={text[:40]} is not a number")
    return number


def _whole(name: str, numbers: Mapping[str, float]) -> int | None:
    """Return the nearest limit that a search accepts."""
    return int(min(max(numbers[name], 1), MOST[name])) if name in numbers else None


def _seconds(numbers: Mapping[str, float]) -> float | None:
    """Return the seconds of this move, if they are limited."""
    if "move-time" in numbers:
        return min(max(numbers["move-time"], LEAST), MOST["seconds"])
    if "time" not in numbers:
        return None
    return allotment(numbers["time"], numbers.get("moves", MOVES_LEFT), numbers.get("inc", 0.0))


def allotment(clock: float, moves: float = MOVES_LEFT, increment: float = 0.0) -> float:
    """Return the seconds of the next move when a clock must suffice for this many moves."""
    share = clock / max(moves, 1) + increment
    return min(max(min(share, SHARE * (clock + increment)), LEAST), MOST["seconds"])


def level_arguments(budget: Budget) -> dict[str, object]:
    """Return the arguments that express a budget."""
    limits = {"depth": budget.depth, "nodes": budget.nodes, "move-time": budget.seconds}
    return {name: limit for name, limit in limits.items() if limit is not None}
