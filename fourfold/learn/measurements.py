"""The measurements of a run: what its yardstick has found so far, at moments that follow from the work done alone."""

from typing import Any

from ..evaluators.weights_file import Model
from .curves import Curve, Point, read_points, share_point
from .shown_game import ShownGame
from .yardstick import Share, Yardstick

MOMENTS = (*(2.0**-power for power in range(8, 4, -1)), *(part / 12 for part in range(1, 13)))
"""Shares of the work after which a model is measured: often in the beginning, where most is learned."""


class Measurements:
    """The points of a learning curve, and its final test."""

    def __init__(self, yardstick: Yardstick):
        """Begin with the model that has learned nothing."""
        self.yardstick, self.tests = yardstick, list[Point]()
        self.points = [_point(0, yardstick.measure(yardstick.start))]
        self.game: ShownGame | None = None
        """What the model that was measured last played against itself."""

    def restore(self, value: Any) -> None:
        """Take up what `to_json` returned."""
        self.points, self.tests = read_points(value["points"]), read_points(value["tests"])

    def to_json(self) -> dict[str, Any]:
        return {"points": [list(point) for point in self.points], "tests": [list(point) for point in self.tests]}

    def is_due(self, done: float, total: float) -> bool:
        """Return whether one of the moments has come since the last point."""
        return any(self.points[-1].x < share * total <= done for share in MOMENTS)

    def add(self, done: float, model: Model) -> None:
        """Measure the model after so much work; of the same amount the last word counts."""
        self.points = [point for point in self.points if point.x < done]
        self.points.append(_point(done, self.yardstick.measure(model)))
        moves = self.yardstick.game_with_itself(model)
        self.game = ShownGame(moves, float(done)) if moves else None

    def finish(self, done: float, model: Model) -> bool:
        """Measure the final model, unless that has been done; return whether it has been now."""
        if self.tests and self.tests[-1].x == done:
            return False
        self.add(done, model)
        test = self.yardstick.test(model)
        self.tests = [] if test is None else [_point(done, test)]
        return True

    def curve(self, x_label: str) -> Curve:
        found = self.yardstick
        return Curve(x_label, found.label, self.points, found.terms, found.baseline, self.tests, found.test_label)


def _point(x: float, share: Share) -> Point:
    return share_point(float(x), *share)
