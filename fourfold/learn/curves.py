"""Learning curves: what the metrics of a run tell about how it fares, with intervals where chance has a part."""

from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from ..matches.statistics import wilson
from ..storage.run_folder import METRICS, read_config, read_json, read_lines
from .nhb.learner import MEMBERS, TRIALS

WINDOW = 100
"""Matches over which the score of a learner is taken, so that chance does not drown what it has learned."""


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


def learning_curve(folder: Path) -> Curve:
    """Return the curve of a run; without points if it has learned nothing yet."""
    config = read_config(folder).config
    x_label, y_label, draw = KINDS.get(str(config.get("method")), ("", "", _nothing))
    try:
        lines = read_lines(folder / METRICS).values if (folder / METRICS).exists() else []
        members = read_json(folder / MEMBERS) if (folder / MEMBERS).exists() else {"scores": []}
        config = {**config, "scores": members["scores"]}
        return Curve(x_label, y_label, draw(lines, config))
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise InputError(f"{folder / METRICS} does not hold the metrics of its run") from None


def thinned(points: list[Point], most: int) -> list[Point]:
    """Return at most so many points, evenly chosen, the last one among them."""
    if len(points) <= most:
        return points
    return [points[(number + 1) * len(points) // most - 1] for number in range(most)]


def _nothing(lines: list[Any], config: dict[str, Any]) -> list[Point]:
    return []


def _scores(lines: list[Any], config: dict[str, Any]) -> list[Point]:
    """Return the score against untrained nets over the last matches, net after net, and that of its trials at last."""
    points, before = list[Point](), 0
    for number, net in enumerate(_nets(lines)):
        points += [point._replace(x=before + point.x) for point in _scores_of_net(net)]
        before += net[-1]["matches"]
        if number < len(config["scores"]):
            points.append(_share(before, config["scores"][number], TRIALS))
    return points


def _nets(lines: list[Any]) -> list[list[Any]]:
    return [list(cycles) for _, cycles in groupby(lines, lambda cycle: cycle.get("net", 0))]


def _scores_of_net(cycles: list[Any]) -> Iterator[Point]:
    """Yield a point for every cycle in which a net met untrained ones."""
    recent: list[tuple[float, int]] = []
    for cycle in cycles:
        met = cycle["wins"] + cycle["draws"] + cycle["losses"]
        recent.append((cycle["wins"] + cycle["draws"] / 2, met))
        while sum(met for _, met in recent[1:]) >= WINDOW:
            del recent[0]
        won, games = (sum(column) for column in zip(*recent, strict=True))
        if met:
            yield _share(cycle["matches"], won / games, games)


def _growth(lines: list[Any], config: dict[str, Any]) -> list[Point]:
    """Return what champions make against earlier ones, as a score from 0 to 1."""
    met = [each for each in lines if each["growth"] is not None]
    spacing = config["spacing"]
    return [
        _share(
            each["generation"],
            (each["growth"] + 1) / 2,
            config["rival_games"] * min(config["rivals"], each["generation"] // spacing),
        )
        for each in met
    ]


def _tests(lines: list[Any], config: dict[str, Any]) -> list[Point]:
    """Return the share of unseen moves that a policy ranks first; of those it learns from, if there is no test."""
    return [
        Point(each["examples"], next(iter(each["tests"].values())) if each["tests"] else each["found"])
        for each in lines
    ]


def _network_tests(lines: list[Any], config: dict[str, Any]) -> list[Point]:
    return [
        Point(each["examples"], next(iter(each["tests"].values()))["accuracy"]) for each in lines if each.get("tests")
    ]


def _errors(counted: str) -> Callable[[list[Any], dict[str, Any]], list[Point]]:
    return lambda lines, config: [Point(each[counted], each["error"]) for each in lines]


def _share(x: float, share: float, games: float) -> Point:
    low, high = wilson(share, games)
    return Point(x, round(share, 4), round(low, 4), round(high, 4))


KINDS: dict[str, tuple[str, str, Callable[[list[Any], dict[str, Any]], list[Point]]]] = {
    "nhb": ("matches", "score against untrained nets", _scores),
    "evolve": ("generations", "score against earlier champions", _growth),
    "outcome": ("matches", "error in foretelling outcomes", _errors("matches")),
    "context": ("epochs", "error", _errors("epoch")),
    "policy": ("moves", "experts' moves ranked first", _tests),
    "networks": ("moves", "experts' moves predicted", _network_tests),
}
"""By method: what is on the axes, and how the points come from the metrics."""
