"""A learning curve in the terminal."""

from ..learn.curves import Curve, Point, thinned

BLOCKS = "▁▂▃▄▅▆▇█"
WIDTH, HEIGHT = 60, 8


def spark(points: list[Point], width: int = 16) -> str:
    """Return the last values as a one-line chart, scaled to their range."""
    values = [point.y for point in thinned(points, width)]
    if len(values) < 2 or min(values) == max(values):
        return ""
    low, high = min(values), max(values)
    return "".join(BLOCKS[round((value - low) / (high - low) * (len(BLOCKS) - 1))] for value in values)


def chart(curve: Curve) -> list[str]:
    """Return the lines of a chart: ● the values, │ their intervals; empty with fewer than two points."""
    points = thinned(curve.points, WIDTH)
    if len(points) < 2:
        return []
    low = min(point.y if point.low is None else point.low for point in points)
    high = max(point.y if point.high is None else point.high for point in points)
    step = (high - low) / (HEIGHT - 1) or 1.0
    columns = [_column(point, low, step) for point in points]
    rows = []
    for row in range(HEIGHT - 1, -1, -1):
        rows.append(f"{low + row * step:8.3f} ┤" + "".join(column[row] for column in columns))
    last = f"{points[-1].x:,.0f} {curve.x_label}"
    return [curve.y_label, *rows, " " * 9 + "└" + "─" * len(points), f"{last:>{10 + len(points)}}"]


def _column(point: Point, low: float, step: float) -> list[str]:
    """Return the characters of a point, from the lowest row to the highest."""
    signs = [" "] * HEIGHT
    if point.low is not None and point.high is not None:
        for row in range(round((point.low - low) / step), round((point.high - low) / step) + 1):
            signs[row] = "│"
    signs[round((point.y - low) / step)] = "●"
    return signs
