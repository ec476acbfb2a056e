"""Is it learning? The verdict on a training by its curve: how it goes, how it will go on, or what to look at."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from ..players.describe import duration
from ..storage.run_folder import METRICS, read_lines
from .curves import Curve, Point
from .forecast import LEAST, Estimate, Forecast, mean_strength
from .status import RunStatus

LEARNING, STOPPED, WEAKER, NOT_LEARNING = "learning", "stopped improving", "getting weaker", "not learning"
BEYOND, TOO_EARLY, UNMEASURED = "beyond its opponent", "too early", "not measured"
STILL = 20.0
"""Elo that the last half of the work brings to a player that still improves: 3 percentage points near one half."""
SURE = 3.0
"""It still improves, too, if the last half brought at least so much beyond doubt."""
DROP = 3.0
"""Standard deviations by which the last third of the work must fall short of the middle third."""
ALL = 0.97
"""With such a score, games with the opponent hardly tell anything."""
SCORES = (0.55, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
"""The next of these is forecast, if no other is asked for."""
FURTHEST = 10.0
"""No forecast is told beyond so many times the work done."""
FEW_DECIDED = 0.1
SHORT = 60.0
"""Seconds, below which time is the first thing to try."""

Metrics = Sequence[dict[str, Any]]


class Reach(NamedTuple):
    """When a score will be reached: work and, if the pace is known, seconds of learning in all."""

    score: float
    work: Estimate
    seconds: Estimate | None


class Verdict(NamedTuple):
    """How a training goes; what is not known is None."""

    state: str
    words: list[str]
    """One or two lines for people."""
    now: Estimate | None = None
    """The score that the fitted curve ends with."""
    gain: Estimate | None = None
    """In Elo, since the start."""
    recent: Estimate | None = None
    """In Elo, by the last half of the work."""
    since: float | None = None
    """The work after which it has improved no more, or has become weaker."""
    twice: Estimate | None = None
    """The score after twice the work."""
    reach: Reach | None = None

    def to_json(self) -> dict[str, Any]:
        return {name: _plain(value) for name, value in self._asdict().items()}


def judge_run(folder: Path, status: RunStatus, wanted: float | None = None) -> Verdict | None:
    """Return the verdict on a run, and when it will reach a wanted score; None if it is not a training."""
    if not status.is_training:
        return None
    return judge(status.curve, status.seconds, lambda: _metrics(folder), wanted)


def judge(
    curve: Curve,
    seconds: float | None = None,
    metrics: Callable[[], Metrics] = lambda: (),
    wanted: float | None = None,
) -> Verdict:
    """Return the verdict on a curve; seconds is how long it took, metrics are those of the steps."""
    if wanted is not None and not 0.0 < wanted < 1.0:
        raise InputError(f"a score of {wanted:g} cannot be forecast; it must be between 0 and 1")
    points = [point for point in curve.points if point.low is not None]
    if len(points) < len(curve.points) or not curve.y_label:
        return Verdict(UNMEASURED, [f"is it learning? {_unmeasured(curve)}"])
    if len(points) < LEAST:
        return Verdict(TOO_EARLY, [f"is it learning? too early to say: {len(points)} of at least {LEAST} points"])
    return _Judgement(curve, points, seconds, metrics, wanted).verdict()


class _Judgement:
    """A curve with enough points, and what was found of it."""

    def __init__(
        self,
        curve: Curve,
        points: list[Point],
        seconds: float | None,
        metrics: Callable[[], Metrics],
        wanted: float | None,
    ):
        self.curve, self.points, self.seconds, self.metrics, self.wanted = curve, points, seconds, metrics, wanted
        self.forecast = _forecast(tuple(points))
        self.last = points[-1].x
        self.now, self.gain = self.forecast.score_at(self.last), self.forecast.gain()
        self.recent = self.forecast.gain(self.last / 2.0)

    def verdict(self) -> Verdict:
        drop = drop_since(self.points)
        if drop is not None:
            return self._weaker(drop)
        if self.gain.low <= 0.0:
            return self._not_learning()
        if self.curve.baseline is not None and self.now.value > ALL:
            return self._beyond()
        is_rising = self.recent.value >= STILL or self.recent.low >= SURE
        since = None if is_rising else self._flat_since()
        state = LEARNING if is_rising else STOPPED
        reach = self._reach()
        twice = self.forecast.score_at(2.0 * self.last)
        where = "" if since is None else f" after about {self._work(since)}"
        return self._found(state, [f"{state}{where}: {self._course()}", self._outlook(twice, reach)])._replace(
            since=since, twice=twice, reach=reach
        )

    def _found(self, state: str, words: list[str]) -> Verdict:
        return Verdict(state, words, self.now, self.gain, self.recent)

    def _course(self) -> str:
        """Return how the fitted curve has gone so far."""
        half = self.forecast.score_at(self.last / 2.0)
        return (
            f"{_percent(self.points[0].y)} at the start, {_percent(half.value)} after half of the {self.curve.x_label},"
            f" {_interval(self.now)} now"
        )

    def _outlook(self, twice: Estimate, reach: Reach) -> str:
        return f"forecast: {_interval(twice)} after twice as long{self._time(2.0)}; {self._when(reach)}"

    def _when(self, reach: Reach) -> str:
        score, work = _percent(reach.score), reach.work
        if work.high <= self.last:
            return f"{score} is reached"
        if work.value > FURTHEST * self.last:
            at_best = "" if work.low > FURTHEST * self.last else f", at best after {self._amount(work.low)}"
            return f"{score} is not in sight{at_best}"
        high = f"to {self._amount(work.high)}" if work.high <= FURTHEST * self.last else "or never"
        return f"{score} after {self._amount(work.value)} ({self._amount(work.low)} {high})"

    def _reach(self) -> Reach:
        score = self.wanted or next((score for score in SCORES if score > self.now.high), SCORES[-1])
        work = self.forecast.work_until(score)
        pace = self.seconds / self.last if self.seconds and self.last else None
        return Reach(score, work, None if pace is None else Estimate(*(pace * x for x in work)))

    def _amount(self, x: float) -> str:
        """Return an amount of work, as time if the pace is known."""
        return duration(x * self.seconds / self.last) if self.seconds else self._work(x)

    def _work(self, x: float) -> str:
        return f"{float(f'{x:.2g}'):,.0f} {self.curve.x_label}"

    def _time(self, times: float) -> str:
        return f" ({duration(times * self.seconds)} in all)" if self.seconds else ""

    def _flat_since(self) -> float:
        """Return the first amount of work after which little was gained."""
        return next(point.x for point in self.points if self.forecast.gain(point.x).value < STILL)

    def _beyond(self) -> Verdict:
        words = (
            "this opponent wins too few games to tell how it goes on; fourfold worth measures it against a strong one"
        )
        return self._found(BEYOND, [f"it has learned: {self._course()}", words])

    def _weaker(self, since: float) -> Verdict:
        best = max(point.y for point in self.points)
        words = f"{WEAKER} since about {self._work(since)}: {_percent(best)} at best, {_point(self.points[-1])} now"
        look = "look at: a smaller learning rate, more examples to learn from, and the model before it fell"
        return self._found(WEAKER, [words, look])._replace(since=since)

    def _not_learning(self) -> Verdict:
        course = f"{_percent(self.points[0].y)} at the start, {_interval(self.now)} now, no rise beyond chance"
        return self._found(NOT_LEARNING, [f"{NOT_LEARNING}: {course}", f"look at: {'; '.join(self._advice())}"])

    def _advice(self) -> list[str]:
        """Return what the data say may be the cause, the likeliest first."""
        metrics = self.metrics()
        found = [_about_scores(self.points), _about_draws(metrics), _about_errors(metrics)]
        if self.seconds is not None and self.seconds < SHORT:
            found.insert(0, f"time: it has learned for {duration(self.seconds)} only")
        told = [text for text in found if text]
        return told or ["time: more of it, and what the net sees of a state (variables of the game)"]


@lru_cache(maxsize=32)
def _forecast(points: tuple[Point, ...]) -> Forecast:
    """Return the forecast of a curve; the page asks for the same one again and again."""
    return Forecast(points)


def drop_since(points: Sequence[Point]) -> float | None:
    """Return since when a curve falls; None unless its last third is clearly lower than its middle third."""
    third = points[-1].x / 3.0
    middle, end = (
        [point for point in points if low < point.x / third <= high] for low, high in ((1.0, 2.0), (2.0, 3.1))
    )
    if min(len(middle), len(end)) < 2:
        return None
    (before, variance), (after, other) = mean_strength(middle), mean_strength(end)
    if before - after < DROP * math.sqrt(variance + other):
        return None
    return max(points, key=lambda point: point.y).x


def _about_scores(points: Sequence[Point]) -> str:
    scores = [point.y for point in points]
    if max(scores) < 0.03:
        return "the opponent, which wins every game: progress below its strength does not show"
    if set(scores[1:]) == {0.5}:
        return "the model: every score is exactly one half, so it does not change, or every game is drawn"
    return ""


def _about_draws(metrics: Metrics) -> str:
    shares = [float(each["decided"]) for each in metrics if isinstance(each.get("decided"), int | float)]
    if not shares or sum(shares) / len(shares) >= FEW_DECIDED:
        return ""
    share = _percent(sum(shares) / len(shares))
    return f"its games, of which {share} are decided: random openings, or points as target, teach more than draws"


def _about_errors(metrics: Metrics) -> str:
    """Return whether the first kind of error in the metrics falls, from the first quarter of the steps to the last."""
    name = next((name for name in (metrics[0] if metrics else ()) if "error" in name), None)
    errors = [float(each[name]) for each in metrics if name and isinstance(each.get(name), int | float)]
    quarter = len(errors) // 4
    if not quarter:
        return ""
    first, last = (sum(part) / quarter for part in (errors[:quarter], errors[-quarter:]))
    course = f"{str(name).replace('_', ' ')} {first:.3g} in the beginning, {last:.3g} now"
    if last < 0.95 * first:
        return f"what is learned: its error falls ({course}), but that does not help it to play"
    return f"how it learns: its error does not fall ({course}); learning rate, size of the net, variables of the game"


def _metrics(folder: Path) -> Metrics:
    try:
        return [line for line in read_lines(folder / METRICS).values if isinstance(line, dict)]
    except (InputError, OSError):
        return ()


def _unmeasured(curve: Curve) -> str:
    if not curve.points:
        return "nothing has been measured yet"
    return f"its curve is its {curve.y_label}, which has no interval; nothing fixed measures its strength"


def _percent(share: float) -> str:
    return f"{100.0 * share:.0f} %"


def _interval(found: Estimate) -> str:
    return f"{_percent(found.value)} ({100.0 * found.low:.0f} to {100.0 * found.high:.0f})"


def _point(point: Point) -> str:
    return _interval(Estimate(point.y, point.low or 0.0, point.high or 0.0))


def _plain(value: Any) -> Any:
    """Return a value for JSON, which has no infinity."""
    if isinstance(value, float):
        return round(value, 4) if math.isfinite(value) else None
    return {name: _plain(part) for name, part in value._asdict().items()} if hasattr(value, "_asdict") else value
