"""Live progress of a search."""

import time
from collections.abc import Callable
from typing import Any

from ..games.interface.game import Game
from ..players.base import Analysis, Observable, Player
from ..players.describe import search_effort, short
from .output import Answer, Show, interruptible

LINE = 8
"""How many moves of a line are shown."""


def thought(game: Game, state: Any, found: Analysis, seconds: float) -> str:
    """Return the progress of a search after seconds: its depth, its value, and the expected line; a solver's bounds."""
    if found.known:
        bounds = [f"{game.move_text(state, move)}: {score_text(*known[:2])}" for move, known in found.known.items()]
        return f"{short(found.nodes)} nodes; {'; '.join(bounds)}"
    best = found.moves[0]
    line = " ".join(game.legal_line_text(state, best.line[:LINE]))
    return f"{search_effort(best, seconds)}; {best.value:+.2f} {line}"


def score_text(low: int, high: int) -> str:
    """Return a solver's score, such as `+3`, or its bounds."""
    return f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"


def watched(
    call: Callable[..., Answer],
    who: Player,
    game: Game,
    state: Any,
    history: list[Any],
    show: Show,
    ends_early: bool = False,
) -> Answer:
    """Return the result of call, a method of who, for state; meanwhile its progress is shown.

    If it ends early, Ctrl-C lets who answer with what has been found, if anything has.
    """
    begun = time.perf_counter()
    with show.people.status("thinking ...") as status:

        def look() -> None:
            found = who.so_far() if isinstance(who, Observable) else None
            if found:
                status.update(f"thinking: {thought(game, state, found, time.perf_counter() - begun)}")

        def stop() -> None:
            if not isinstance(who, Observable) or who.so_far() is None:
                raise KeyboardInterrupt
            who.stop()

        meanwhile = look if show.people.is_terminal else None
        return interruptible(call, state, history, meanwhile=meanwhile, stop=stop if ends_early else None)
