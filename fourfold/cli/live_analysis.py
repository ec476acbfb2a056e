"""Live progress of a search."""

import time
from collections.abc import Callable
from typing import Any

from ..games.interface.game import Game
from ..players.base import Analysis, Observable, Player
from ..players.describe import search_effort
from .output import Answer, Show, interruptible

LINE = 8
"""How many moves of a line are shown."""


def thought(game: Game, state: Any, found: Analysis, seconds: float) -> str:
    """Return the progress of a search after seconds: its depth, its value, and the expected line."""
    best = found.moves[0]
    line = " ".join(game.legal_line_text(state, best.line[:LINE]))
    return f"{search_effort(best, seconds)}; {best.value:+.2f} {line}"


def watched(call: Callable[..., Answer], who: Player, game: Game, state: Any, history: list[Any], show: Show) -> Answer:
    """Return the result of call, a method of who, for state; meanwhile its progress is shown."""
    begun = time.perf_counter()
    with show.people.status("thinking ...") as status:

        def look() -> None:
            found = who.so_far() if isinstance(who, Observable) else None
            if found:
                status.update(f"thinking: {thought(game, state, found, time.perf_counter() - begun)}")

        return interruptible(call, state, history, meanwhile=look if show.people.is_terminal else None)
