"""Winning rates and lines, on numbers that are easy to check."""

import numpy as np
import pytest

from fourfold.experiments.framework.linear_fit import fit_line
from fourfold.experiments.framework.winning_rates import gain, play, rate
from fourfold.matches.match import match
from fourfold.matches.statistics import Z, wilson


def test_points_are_those_of_a_match(othello_data):
    path = othello_data / "othello" / "openings.txt"
    players = "greedy:eval=positional", "random"
    points = play(*players, path, 8, seed=3)
    wanted = match(*players, "othello", 16, str(path), 3, workers=1)
    assert sum(points) == 2 * wanted.wins + wanted.draws
    found = rate(points)
    assert (found.share, found.low, found.high) == pytest.approx((wanted.score, wanted.low, wanted.high))


def test_a_rate_counts_openings():
    """Openings that are all won or lost as a whole tell half as much as games would."""
    found = rate([4, 0] * 50)
    assert found.share == 0.5
    assert (found.low, found.high) == pytest.approx(wilson(0.5, 99), abs=1e-3)
    assert found.interval() == f"{100 * found.low:.1f} to {100 * found.high:.1f}"


def test_a_gain_compares_openings_one_by_one():
    """The same gain everywhere is almost certain, however different the openings are, if there are many of them."""
    found = gain([4, 2, 3, 1] * 100, [3, 1, 2, 0] * 100)
    assert (found.low, found.high) == pytest.approx((0.25 - Z / 400, 0.25 + Z / 400))
    assert found.points() == "+25.0 (+24.5 to +25.5)"
    rng = np.random.default_rng(0)
    new, old = rng.integers(0, 5, (2, 2000))
    found = gain(new, old)
    assert found.share == pytest.approx((new.mean() - old.mean()) / 4)
    assert found.high - found.share == pytest.approx(Z * np.std((new - old) / 4) / np.sqrt(2000), rel=0.01)
    assert gain([4, 4], [4, 4]).low < -0.9
    assert (gain([4], [0]).low, gain([4], [0]).high) == (pytest.approx(1.0 - Z), 1.0)
    with pytest.raises(ValueError, match="argument 2"):
        gain([4, 0], [4])


def test_a_line_of_least_squares():
    line = fit_line([1.0, 2.0, 3.0], [5.0, 7.0, 9.0])
    assert line == pytest.approx((2.0, 3.0, 1.0))
    assert line.at(10.0) == pytest.approx(23.0)
    xs, ys = np.random.default_rng(0).normal(size=(2, 30))
    line = fit_line(xs, ys)
    assert line[:2] == pytest.approx(np.polyfit(xs, ys, 1))
    assert line.r2 == pytest.approx(np.corrcoef(xs, ys)[0, 1] ** 2)
    assert fit_line([1.0, 1.0], [0.0, 1.0]) is None
    assert fit_line([0.0, 1.0], [1.0, 1.0]) is None
