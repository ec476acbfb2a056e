"""Learning curves: how a run fares, with intervals where chance has a part. The run folder keeps its own."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from ..matches.statistics import wilson
from ..storage.atomic_files import read_json, write_json

FILE = "curve.json"


class Point(NamedTuple):
    """A point of a curve, and its 95 % interval where it is known."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


class Curve(NamedTuple):
    """How a run fares."""

    x_label: str
    y_label: str
    points: list[Point]


NO_CURVE = Curve("", "", [])


def share_point(x: float, share: float, games: float) -> Point:
    """Return the point of a share of the points of so many games, with its interval."""
    low, high = wilson(share, games)
    return Point(x, round(share, 4), round(low, 4), round(high, 4))


def thinned(points: list[Point], most: int) -> list[Point]:
    """Return at most so many points, evenly chosen, the last one among them."""
    if len(points) <= most:
        return points
    return [points[(number + 1) * len(points) // most - 1] for number in range(most)]


def write_curve(folder: Path, curve: Curve) -> None:
    write_json(folder / FILE, {**curve._asdict(), "points": [list(point) for point in curve.points]})


def read_curve(folder: Path) -> Curve | None:
    """Return the curve that a run folder keeps; None if it keeps none."""
    if not (folder / FILE).is_file():
        return None
    value = read_json(folder / FILE)
    try:
        points = [_point(each) for each in value["points"]]
        return Curve(str(value["x_label"]), str(value["y_label"]), points)
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{folder / FILE} is not a learning curve") from None


def _point(value: Sequence[Any]) -> Point:
    x, y, low, high = value
    return Point(float(x), float(y), None if low is None else float(low), None if high is None else float(high))
