"""A learning curve in the terminal."""

import textwrap

from ..learn.curves import Curve, Point, thinned

BLOCKS = "▁▂▃▄▅▆▇█"
WIDTH, HEIGHT = 60, 8
WIDEST = 3
"""Columns of a point, at most: a few points are set further apart."""
BASELINE = "╌"
SIGNS = ("●", "│"), ("○", "┆")
"""Of the values and the intervals of two curves."""
FEW = 100
"""An axis that ends earlier is labelled with a fraction."""


def spark(points: list[Point], width: int = 16) -> str:
    """Return the last values as a one-line chart, scaled to their range."""
    values = [point.y for point in thinned(points, width)]
    if len(values) < 2 or min(values) == max(values):
        return ""
    low, high = min(values), max(values)
    return "".join(BLOCKS[round((value - low) / (high - low) * (len(BLOCKS) - 1))] for value in values)


def chart(curve: Curve) -> list[str]:
    """Return the lines of a chart: ● the values, │ their intervals, ╌ the baseline, ◆ separate tests.

    It is empty with fewer than two points.
    """
    points = thinned(curve.points, WIDTH)
    if len(points) < 2:
        return []
    scale = Scale(curve, points)
    between = min(WIDTH // len(points), WIDEST) - 1
    columns = [column for point in points for column in (scale.column(point, "●"), *[scale.empty()] * between)]
    columns += [column for test in curve.tests for column in (scale.empty(), scale.column(test, "◆"))]
    width = (between + 1) * (len(points) - 1) + 1
    last = f"{points[-1].x:,.0f} {curve.x_label}"
    return [*_title(curve), *scale.rows(columns), f"{last:>{10 + width}}", *_legend(curve)]


def chart_of_lines(curve: Curve) -> list[str]:
    """Return the lines of a chart of two curves over the same axis: ● and ○ the values, │ and ┆ their intervals.

    A point of the second stands behind one of the first that has its place.
    """
    seen = [point for line in curve.lines for point in line.points]
    scale, longest = Scale(curve, seen), max(point.x for point in seen) or 1.0
    columns, taken = [scale.empty() for _ in range(WIDTH + 2)], set[int]()
    for line, signs in zip(curve.lines, SIGNS, strict=False):
        places = [round(point.x / longest * WIDTH) for point in thinned(line.points, WIDTH)]
        places = [place + (place in taken) for place in places]
        taken.update(places)
        for place, point in zip(places, thinned(line.points, WIDTH), strict=True):
            columns[place] = scale.column(point, *signs)
    last = f"{longest:,.3g} {curve.x_label}" if longest < FEW else f"{longest:,.0f} {curve.x_label}"
    names = [f"{signs[0]} {': '.join(filter(None, (line.name, line.words)))}, {_in_words(line.points[-1])} now"
             for line, signs in zip(curve.lines, SIGNS, strict=False)]  # fmt: skip
    return [*_title(curve), *scale.rows(columns), f"{last:>{10 + len(columns)}}", *names]


def _title(curve: Curve) -> list[str]:
    return [curve.y_label, *(textwrap.wrap(f"({curve.terms})", 100) if curve.terms else [])]


def _legend(curve: Curve) -> list[str]:
    tests = [f"◆ {curve.tests_label}: {_in_words(test)}" for test in curve.tests[-1:]]
    return [f"● {_in_words(curve.points[-1])} now", *tests] if tests else []


def _in_words(point: Point) -> str:
    known = "" if point.low is None else f" ({point.low:.3f} to {point.high:.3f})"
    return f"{point.y:.3f}{known}"


class Scale:
    """The rows of a drawing, and the values they stand for."""

    def __init__(self, curve: Curve, points: list[Point]):
        seen = [*points, *curve.tests]
        lows = [point.y if point.low is None else point.low for point in seen]
        highs = [point.y if point.high is None else point.high for point in seen]
        also = [] if curve.baseline is None else [curve.baseline]
        self.low, self.high = min(lows + also), max(highs + also)
        self.step = (self.high - self.low) / (HEIGHT - 1) or 1.0
        self.baseline = None if curve.baseline is None else self.row(curve.baseline)

    def value(self, row: int) -> float:
        return self.low + row * self.step

    def row(self, value: float) -> int:
        return round((value - self.low) / self.step)

    def empty(self) -> list[str]:
        """Return the signs of a column without a point, from the lowest row to the highest."""
        return [BASELINE if row == self.baseline else " " for row in range(HEIGHT)]

    def rows(self, columns: list[list[str]]) -> list[str]:
        """Return columns as lines, the highest first, with the axes."""
        lines = ["".join(column[row] for column in columns) for row in range(HEIGHT)]
        drawn = [f"{self.value(row):8.3f} ┤{lines[row]}" for row in range(HEIGHT - 1, -1, -1)]
        return [*drawn, " " * 9 + "└" + "─" * len(columns)]

    def column(self, point: Point, sign: str, interval: str = "│") -> list[str]:
        signs = self.empty()
        if point.low is not None and point.high is not None:
            for row in range(self.row(point.low), self.row(point.high) + 1):
                signs[row] = interval
        signs[self.row(point.y)] = sign
        return signs
