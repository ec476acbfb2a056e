"""A game as stored in a file of any format: what every reader yields."""

from typing import NamedTuple


class StoredGame(NamedTuple):
    """One game of a file, not yet known to be legal."""

    game: str
    """The name of the game whose rules it follows."""
    moves: list[str]
    """In that game's notation."""
    opening: str
    """The position it starts from; empty: the initial one."""
    outcome: int | None
    """1, 0 or -1: won, drawn or lost by the side that moves first in the initial state; None: unknown."""
    tags: dict[str, str]
    """What else the file says, by the names of PDN's tags."""
    fault: str = ""
    """Why it cannot be a game at all, if the reader knows that already."""
    given: int = 0
    """How many of the moves were given, not chosen by a player: those of an opening."""
