"""The score of a game in words, for games with points."""

from ..matches.session import Session
from ..players.describe import plural


def score(session: Session) -> str:
    """Return who is ahead, for a person as `you`; nothing if nobody is."""
    points = session.points()
    if not points:
        return ""
    lead = plural(abs(points), "point")
    if session.human is not None:
        return f"Score: you are {lead} {'ahead' if (points > 0) == (session.human == 0) else 'behind'}"
    mover, other = session.side() or "the side to move", session.other_side() or "the other side"
    return f"Score: {mover if session.game.points(session.state) > 0 else other} is {lead} ahead"
