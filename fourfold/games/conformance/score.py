"""Checks of a game's points."""

from typing import Any

from ...binding.bind import INTEGERS
from .inspection import Inspection


def check_points(inspection: Inspection, state: Any, outcome: int, moves: list[int]) -> None:
    """Check the points of a state: that they are within their bound, and not against who has won.

    A pass changes nothing but the side, whose points are the other's with the opposite sign.
    """
    points, most = points_of(inspection, state), inspection.module.POINTS
    inspection.expect(-most <= points <= most, "points", "returns {}, beyond POINTS = {}", points, most)
    against = outcome in (-1, 1) and points * outcome < 0
    words = "won" if outcome == 1 else "lost"
    inspection.expect(not against, "points", f"returns {{}} for the side that has {words}", points)
    if inspection.constant("PASS") in moves:
        after = inspection.call("apply", state, inspection.constant("PASS"))
        if inspection.outcome(after) == inspection.outcome(state):
            passed = points_of(inspection, after)
            inspection.expect(passed == -points, "points", "returns {}, and {} after a pass", points, passed)


def points_of(inspection: Inspection, state: Any) -> int:
    points, again = inspection.call("points", state), inspection.call("points", state)
    is_number = isinstance(points, INTEGERS)
    inspection.expect(is_number, "points", "returns {}, not a whole number", points)
    inspection.expect(points == again, "points", "returns {}, and {} when asked again", points, again)
    return int(points)
