import math

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.matches.statistics import (
    PairScores,
    Sprt,
    effective_games,
    elo,
    expected_score,
    mean_interval,
    student,
    wilson,
)


def simulated_pairs(random, pairs, score, draws=0.0, alike=0.0):
    """Return pair scores: share of draws, and share of pairs whose games end alike (negative: the opposite way)."""
    drawn = draws * 2.0 * min(score, 1.0 - score)
    won = score - drawn / 2.0
    chance = random.random((pairs, 2))
    linked = random.random(pairs) < abs(alike)
    chance[linked, 1] = chance[linked, 0] if alike > 0 else 1.0 - chance[linked, 0]
    return np.where(chance < won, 1.0, np.where(chance < won + drawn, 0.5, 0.0)).mean(axis=1)


def tally(pair_scores) -> PairScores:
    scores = PairScores()
    for score in pair_scores:
        scores.add(float(score))
    return scores


def test_pair_scores_have_mean_and_deviations():
    scores = tally([0.0, 0.5, 1.0, 1.0])
    assert scores.mean == 0.625
    assert scores.deviations == pytest.approx(4 * np.var([0.0, 0.5, 1.0, 1.0]))
    assert PairScores().mean == 0.5


def test_wilson_agrees_with_published_values():
    assert wilson(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0.1, 50) == pytest.approx((0.0435, 0.2136), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(0.5, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("score", "draws", "alike"), [
    (0.5, 0.0, 0.0), (0.5, 0.6, 0.0), (0.5, 0.0, 1.0), (0.6, 0.0, 0.3), (0.75, 0.0, 0.0), (0.75, 0.3, -0.6),
    (0.9, 0.0, 0.3),
])  # fmt: skip
def test_the_interval_covers_the_true_score(score, draws, alike):
    random = np.random.default_rng(0)
    covered = 0
    for _ in range(2000):
        scores = tally(simulated_pairs(random, 100, score, draws, alike))
        low, high = wilson(scores.mean, effective_games(scores, 200))
        covered += low <= score <= high
    assert covered / 2000 >= 0.93


def test_the_interval_covers_when_games_are_repeated():
    random = np.random.default_rng(0)
    covered = 0
    for _ in range(2000):
        scores = tally(np.tile(simulated_pairs(random, 30, 0.6, 0.0, 0.3), 10))
        low, high = wilson(scores.mean, effective_games(scores, 60))
        covered += low <= 0.6 <= high
    assert covered / 2000 >= 0.93


def test_effective_games():
    assert effective_games(tally([1.0] * 50), 100) == 100
    assert effective_games(tally([1.0] * 50), 2) == 2
    assert effective_games(tally([0.5] * 50), 100) == 100
    assert effective_games(tally([0.0, 1.0] * 50), 200) == pytest.approx(99.0)
    assert effective_games(tally([1.0]), 2) == 2


def test_elo_and_expected_score_are_inverse():
    assert elo(0.5) == 0.0
    assert elo(10 / 11) == pytest.approx(400.0)
    assert expected_score(elo(0.3)) == pytest.approx(0.3)
    assert elo(0.0) is None
    assert elo(1.0) is None


def error_rate(test: Sprt, truth: float, wrong: str, **model) -> float:
    random = np.random.default_rng(1)
    errors = 0
    for _ in range(1000):
        scores, verdict = PairScores(), None
        pairs = iter(simulated_pairs(random, 3000, expected_score(truth), **model))
        while verdict is None:
            scores.add(float(next(pairs)))
            verdict = test.verdict(scores, 2 * scores.pairs)
        errors += verdict == wrong
    return errors / 1000


@pytest.mark.parametrize("model", [{}, {"draws": 0.6}, {"alike": -0.6}, {"alike": 0.5}])
@pytest.mark.parametrize(("elo0", "elo1"), [(0.0, 60.0), (-100.0, 100.0)])
def test_the_sequential_test_errs_as_rarely_as_it_says(elo0, elo1, model):
    test = Sprt(elo0, elo1)
    assert error_rate(test, elo0, "elo1", **model) <= 0.075
    assert error_rate(test, elo1, "elo0", **model) <= 0.075


def test_a_few_pairs_that_agree_settle_nothing():
    assert Sprt(0.0, 10.0).verdict(tally([1.0] * 5), 10) is None
    assert Sprt(0.0, 10.0).verdict(tally([1.0] * 200), 400) == "elo1"


def test_repeated_games_settle_nothing():
    assert Sprt(0.0, 10.0).verdict(tally([0.75] * 500), 1000) == "elo1"
    assert Sprt(0.0, 10.0).verdict(tally([0.75] * 500), 2) is None


def test_bounds_are_walds():
    assert Sprt(0.0, 10.0, alpha=0.05, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


@pytest.mark.parametrize("settings", [(10.0, 0.0), (0.0, 0.0), (0.0, 5.0, 0.0), (0.0, 5.0, 0.05, 0.7)])
def test_a_test_that_makes_no_sense(settings):
    with pytest.raises(InputError):
        Sprt(*settings)


def test_student_agrees_with_published_values():
    assert [round(student(freedom), 3) for freedom in (1, 2, 10, 30, 1e9)] == [12.706, 4.303, 2.228, 2.042, 1.96]


@pytest.mark.parametrize("pairs", [3, 10, 60])
def test_the_interval_of_points_holds_the_truth_as_often_as_it_says(pairs):
    random, hits = np.random.default_rng(pairs), 0
    for _ in range(2000):
        points = np.clip(random.normal(4.0, 9.0, pairs).round(), -64, 64)
        low, high = mean_interval(tally(points), 2 * pairs, 64)
        hits += low <= 4.0 <= high
    assert 0.935 < hits / 2000 < 0.965


def test_repeated_games_do_not_narrow_the_interval_of_points():
    once, often = tally([3.0, 5.0, -2.0]), tally([3.0, 5.0, -2.0] * 20)
    width = [high - low for low, high in (mean_interval(once, 6, 64), mean_interval(often, 6, 64))]
    assert width[1] == pytest.approx(width[0], rel=0.2)


@pytest.mark.parametrize("points", [0.0, 64.0, -64.0, 12.0])
def test_points_without_spread_are_no_proof(points):
    low, high = mean_interval(tally([points] * 10), 20, 64)
    assert -64 <= low <= points <= high <= 64
    assert high - low > 5
    assert mean_interval(tally([points]), 2, 64) != (points, points)
