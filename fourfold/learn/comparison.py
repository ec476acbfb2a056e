"""Two runs of a game in one picture: their learning curves on the same axes."""

from ..errors import InputError
from .curves import Curve, Line, Point
from .status import RunStatus
from .yardstick import BEGAN_WITH

WORK, MINUTES = "work", "minutes"
AXES = (WORK, MINUTES)
CARE = "their opponents differ, so that heights compare only roughly: fourfold match says which is stronger"


def compare(one: RunStatus, other: RunStatus, by: str | None = None) -> Curve:
    """Return the curves of two runs as lines of one, by the work done or by minutes.

    Without a choice it is the work if both count the same, and minutes otherwise.
    """
    found = common_axes(one, other)
    if by is None and found:
        by = found[0]
    if by not in found:
        what = {WORK: "what they count, which differs", MINUTES: "minutes, which are not known of both"}
        reason = " or by ".join(what[each] for each in AXES if by in (None, each))
        raise InputError(f"{one.name} and {other.name} cannot be compared by {reason}")
    lines = [Line(each.name, _points(each, by), "" if _alike(one, other) else each.curve.y_label)
             for each in (one, other)]  # fmt: skip
    x_label = one.curve.x_label if by == WORK else "minutes of learning"
    y_label = one.curve.y_label if one.curve.y_label == other.curve.y_label else "score"
    return Curve(x_label, y_label, lines[0].points, _terms(one, other, by), one.curve.baseline, lines=lines)


def common_axes(one: RunStatus, other: RunStatus) -> list[str]:
    """Return by what two runs can be drawn together; raise InputError for runs that show different things."""
    for each in (one, other):
        if not each.curve.points:
            raise InputError(f"{each.name} has no learning curve")
    if one.game != other.game:
        raise InputError(f"{one.name} learns {one.game} and {other.name} {other.game}: that cannot be compared")
    if one.curve.y_label != other.curve.y_label and None in (one.curve.baseline, other.curve.baseline):
        shown = f"{one.name} shows its {one.curve.y_label}, {other.name} its {other.curve.y_label}"
        raise InputError(f"{shown}: that cannot be compared")
    is_known = None not in (_pace(one), _pace(other))
    return [WORK] * (one.curve.x_label == other.curve.x_label) + [MINUTES] * is_known


def _pace(status: RunStatus) -> float | None:
    """Return the minutes that a unit of the work took on average; None if nobody knows."""
    curve = status.curve
    if curve.x_label.startswith("seconds"):
        return 1.0 / 60.0
    return status.seconds / curve.points[-1].x / 60.0 if status.seconds and curve.points[-1].x else None


def _points(status: RunStatus, by: str) -> list[Point]:
    if by == WORK:
        return status.curve.points
    pace = _pace(status)
    assert pace is not None, "the axis is one of common_axes"
    return [point._replace(x=point.x * pace) for point in status.curve.points]


def _alike(one: RunStatus, other: RunStatus) -> bool:
    """Return whether both are measured by the same."""
    return one.curve.y_label == other.curve.y_label and one.curve.terms == other.curve.terms


def _terms(one: RunStatus, other: RunStatus, by: str) -> str:
    pace = "minutes by each run's average pace" if by == MINUTES else ""
    is_own = not _alike(one, other) or one.curve.y_label == BEGAN_WITH
    common = one.curve.terms if one.curve.terms == other.curve.terms else ""
    return "; ".join(filter(None, (common, CARE if is_own else "", pace)))
