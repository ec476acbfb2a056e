"""Search results for the page: during a search, and at its end."""

from typing import Any

from ..matches.session import Session
from ..players.base import Analysis, Decision, Observable, Player
from ..players.describe import outlook, search_effort

SHOWN = 16
"""How many moves of a line are shown."""


def progress(player: Player, session: Session, seconds: float, every_move: bool) -> dict[str, Any] | None:
    """Return the progress of a search after seconds; None if there is none yet."""
    found = player.so_far() if isinstance(player, Observable) else None
    if found is None:
        return None
    return {"kind": "thinking", **_thought(session, found.moves[0], found, seconds, every_move)}


def decision_line(session: Session, decision: Decision, seconds: float) -> dict[str, Any]:
    """Return the last line of a request for a move."""
    found = Analysis([decision], decision.depth, decision.nodes)
    return {"kind": "decision", **_thought(session, decision, found, seconds, every_move=False)}


def analysis_line(session: Session, found: Analysis, seconds: float) -> dict[str, Any]:
    """Return the last line of a request for an analysis."""
    return {"kind": "analysis", **_thought(session, found.moves[0], found, seconds, every_move=True)}


def _thought(session: Session, best: Decision, found: Analysis, seconds: float, every_move: bool) -> dict[str, Any]:
    thought = {
        **_judged(session, best, found),
        "depth": found.depth,
        "nodes": found.nodes,
        "rate": round(found.nodes / max(seconds, 1e-6)),
        "seconds": round(seconds, 3),
        "line": session.game.legal_line_text(session.state, best.line[:SHOWN]),
        "words": in_words(session, best, found, seconds),
    }
    if every_move:
        thought["moves"] = [_judged(session, each, found) for each in found.moves]
    return thought


def _judged(session: Session, decision: Decision, found: Analysis) -> dict[str, Any]:
    """Return the value of a move or, without search, its probability."""
    ranked = not found.depth
    return {
        "move": session.game.move_text(session.state, decision.move),
        "value": None if ranked else decision.value,
        "proven": decision.proven,
        "share": decision.value if ranked and len(found.moves) > 1 else None,
    }


def in_words(session: Session, best: Decision, found: Analysis, seconds: float) -> str:
    if not found.depth:
        return "played without search"
    side, other = session.side() or "the side to move", session.other_side() or "the other side"
    return "; ".join(filter(None, (outlook(best, side, other), search_effort(best, seconds))))
