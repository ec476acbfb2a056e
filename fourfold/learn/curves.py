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


class Line(NamedTuple):
    """One of several lines in a drawing."""

    name: str
    points: list[Point]
    words: str = ""
    """What became of it."""


class Curve(NamedTuple):
    """How a run fares."""

    x_label: str
    y_label: str
    points: list[Point]
    terms: str = ""
    """By what the points are measured, in full."""
    baseline: float | None = None
    """The value that says nothing was learned."""
    tests: Sequence[Point] = ()
    """What was measured otherwise, which is no part of the line."""
    tests_label: str = ""
    lines: Sequence[Line] = ()
    """Where several are compared, all of them by name; the first has the points of the curve."""


NO_CURVE = Curve("", "", [])


def share_point(x: float, share: float, games: float) -> Point:
    """Return the point of a share of the points of so many games, with its interval."""
    low, high = wilson(share, games)
    return Point(x, round(share, 4), round(low, 4), round(high, 4))


def accuracy_point(x: float, share: float, examples: int) -> Point:
    """Return the point of a share of so many examples; without an interval if nobody knows how many they were."""
    return share_point(x, share, examples) if examples else Point(x, share)


def thinned(points: list[Point], most: int) -> list[Point]:
    """Return at most so many points, evenly chosen, the last one among them."""
    if len(points) <= most:
        return points
    return [points[(number + 1) * len(points) // most - 1] for number in range(most)]


def to_json(curve: Curve, most: int | None = None) -> dict[str, Any]:
    """Return a curve for programs and the page, with at most so many points."""

    def shown(points: list[Point]) -> list[dict[str, Any]]:
        return [point._asdict() for point in (points if most is None else thinned(points, most))]

    return {
        "labels": {"x": curve.x_label, "y": curve.y_label, "terms": curve.terms, "tests": curve.tests_label},
        "curve": shown(curve.points),
        "baseline": curve.baseline,
        "tests": [point._asdict() for point in curve.tests],
        "lines": [{"name": line.name, "words": line.words, "curve": shown(line.points)} for line in curve.lines],
    }


def write_curve(folder: Path, curve: Curve) -> None:
    points, tests = ([list(point) for point in found] for found in (curve.points, curve.tests))
    lines = [{**line._asdict(), "points": [list(point) for point in line.points]} for line in curve.lines]
    write_json(folder / FILE, {**curve._asdict(), "points": points, "tests": tests, "lines": lines})


def read_curve(folder: Path) -> Curve | None:
    """Return the curve that a run folder keeps; None if it keeps none."""
    if not (folder / FILE).is_file():
        return None
    value = read_json(folder / FILE)
    try:
        baseline = value.get("baseline")
        return Curve(
            str(value["x_label"]), str(value["y_label"]), read_points(value["points"]), str(value.get("terms", "")),
            None if baseline is None else float(baseline), read_points(value.get("tests", [])),
            str(value.get("tests_label", "")), [_line(each) for each in value.get("lines", [])],
        )  # fmt: skip
    except (AttributeError, KeyError, TypeError, ValueError):
        raise InputError(f"{folder / FILE} is not a learning curve") from None


def _line(value: Any) -> Line:
    return Line(str(value["name"]), read_points(value["points"]), str(value["words"]))


def read_points(values: Sequence[Any]) -> list[Point]:
    """Return points that were stored as lists; TypeError or ValueError if they are none."""
    return [_point(each) for each in values]


def _point(value: Sequence[Any]) -> Point:
    x, y, low, high = value
    return Point(float(x), float(y), None if low is None else float(low), None if high is None else float(high))
