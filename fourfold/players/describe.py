"""Numbers and values in words."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .base import Decision

SIZES = ((1e9, " billion"), (1e6, " million"), (1e3, " thousand"))
TIMES = ((86400.0, "days"), (3600.0, "h"), (60.0, "min"), (1.0, "s"))
RESULTS = {1.0: "win", 0.0: "draw", -1.0: "loss"}
DEGREES = ((0.02, ""), (0.1, "slightly better"), (0.3, "better"), (1.1, "much better"))
"""What is said of a value below each number; nothing if the game is even."""


def short(number: float) -> str:
    """Return number with three digits and a word for its size, such as `21.4 million`."""
    size, word = next(((size, word) for size, word in SIZES if number >= size), (1, ""))
    return f"{number / size:.3g}{word}"


def plies(number: int) -> str:
    return f"{number} {'ply' if number == 1 else 'plies'}"


def plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """Return a time with two digits and its unit, such as `4.5 min`."""
    size, unit = next(((size, unit) for size, unit in TIMES if seconds >= 1.5 * size), TIMES[-1])
    count = seconds / size
    return f"{float(f'{count:.2g}'):,g} {unit}" if count >= 0.095 else f"below 0.1 {unit}"


def proven_result(decision: "Decision") -> str:
    """Return the proven result for the side that moves, such as `win in 7 plies`; nothing if none is proven.

    A proven value between a win and a loss is one of points, or a mean over what chance may bring.
    """
    if decision.proven is None:
        return ""
    return f"{RESULTS.get(decision.value, 'exact')} in {plies(decision.proven)}"


def outlook(decision: "Decision", mover: str, other: str) -> str:
    """Return what the side that moves thinks of the game, such as `slightly better for me`; `I` and `you` are names."""
    winner = (mover if decision.value > 0 else other) or "it"
    if decision.proven is not None and decision.value in RESULTS:
        sure = f"{winner} {'win' if winner in ('I', 'you') else 'wins'}" if decision.value else "a draw"
        return f"{sure} in {plies(decision.proven)}"
    degree = next(word for limit, word in DEGREES if abs(decision.value) < limit)
    words = f"{degree} for {'me' if winner == 'I' else winner}" if degree else "about even"
    return words if decision.proven is None else f"{words}, exact in {plies(decision.proven)}"


def search_effort(decision: "Decision", seconds: float) -> str:
    """Return how far a search looked; nothing if the player did not search."""
    if not decision.nodes:
        return ""
    nodes = f"{short(decision.nodes)} node{'' if decision.nodes == 1 else 's'}"
    return f"depth {decision.depth}, {nodes}, {short(decision.nodes / max(seconds, 1e-6))} a second"
