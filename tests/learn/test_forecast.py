"""Forecasts of learning curves whose truth is known."""

import math

import pytest
from support.learning_curves import GAMES, TOTAL, flat, points_of, rising, saturated

from fourfold.learn.curves import share_point
from fourfold.learn.forecast import ELO, Forecast
from fourfold.matches.statistics import expected_score, games_of, wilson


@pytest.mark.parametrize("games", [1, 7, 100, 5000])
@pytest.mark.parametrize("score", [0.0, 0.01, 0.3, 0.5, 0.97, 1.0])
def test_an_interval_tells_its_games(score, games):
    assert games_of(score, *wilson(score, games)) == pytest.approx(games, rel=1e-6)


def test_a_score_that_is_known_without_games():
    assert games_of(0.5, 0.5, 0.5) == math.inf
    assert games_of(0.5, 0.0, 1.0) == 0.0


@pytest.mark.parametrize("truth", [saturated, rising, flat])
def test_intervals_hold_the_truth(truth):
    """Of 95 % intervals some nineteen of twenty do: rarely fewer than sixteen."""
    found = [Forecast(points_of(truth, seed)) for seed in range(20)]
    half = TOTAL / 2
    gained = [each.gain(half) for each in found]
    now = [each.score_at(TOTAL) for each in found]
    later = [each.score_at(2 * TOTAL) for each in found]
    for name, estimates, true, little in (
        ("gain", gained, truth(TOTAL) - truth(half), 3.0),  # Elo: a curve of this kind never quite stops
        ("now", now, expected_score(truth(TOTAL)), 0.005),
        ("later", later, expected_score(truth(2 * TOTAL)), 0.005),
    ):
        inside = sum(each.low - little <= true <= each.high + little for each in estimates)
        assert inside >= 16, name
        assert all(each.low <= each.value <= each.high for each in estimates)


def test_more_games_make_a_narrower_interval():
    few, many = (Forecast(points_of(rising, 1, games)).score_at(TOTAL) for games in (100, 10_000))
    assert many.high - many.low < (few.high - few.low) / 3
    assert many.low - 0.005 <= expected_score(rising(TOTAL)) <= many.high + 0.005


def test_what_varies_more_than_chance_has_a_wider_interval():
    """Nets that get better and worse from point to point are not known better than that."""
    calm = points_of(rising, 2)
    swings = [0.1 * (-1) ** number for number in range(len(calm))]
    wild = [share_point(point.x, point.y + swing, GAMES) for point, swing in zip(calm, swings, strict=True)]
    found = [Forecast([calm[0], *points[1:]]).gain() for points in (calm, wild)]
    assert found[1].high - found[1].low > 1.3 * (found[0].high - found[0].low)


def test_when_a_score_will_be_reached():
    found = Forecast(points_of(rising, 0, games=10_000, until=0.5))
    true = 500 * (2 ** (ELO * math.log(0.78 / 0.22) / 60) - 1)
    assert TOTAL / 2 < true < TOTAL
    reached = found.work_until(0.78)
    assert reached.low <= true <= reached.high
    assert reached.high / reached.low < 2
    assert found.work_until(0.5).value == pytest.approx(0.0, abs=100)
    sure = Forecast(points_of(saturated, 0, games=10_000)).work_until(0.95)
    assert sure.value == sure.high == math.inf, "it levels off below"


def test_the_same_curve_has_the_same_forecast():
    points = points_of(rising, 3)
    assert Forecast(points).score_at(TOTAL) == Forecast(points).score_at(TOTAL)


def test_a_curve_without_a_start_at_zero():
    """Learners from data measure for the first time when they have learned something."""
    points = [point for point in points_of(saturated, 5) if point.x > 0]
    found = Forecast(points).score_at(TOTAL)
    assert found.low <= expected_score(saturated(TOTAL)) <= found.high
