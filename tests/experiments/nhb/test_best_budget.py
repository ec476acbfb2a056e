import pytest

from fourfold.experiments.framework.cells import GamesResult, join_seeds
from fourfold.experiments.nhb.best_budget import best_at_each_total, common_totals, standings
from fourfold.experiments.nhb.schedules import Scale, TrainingSchedule
from fourfold.players.base import Budget

SCALE = Scale(
    (TrainingSchedule(Budget(nodes=100), (10, 20, 40)), TrainingSchedule(Budget(nodes=200), (10, 20))),
    games=10,
    test=Budget(nodes=100),
)
WINS = {("100 nodes", 10): 9, ("100 nodes", 20): 5, ("100 nodes", 40): 6, ("200 nodes", 10): 6, ("200 nodes", 20): 8}


@pytest.fixture
def rows():
    """Two seeds, of which the second wins a game more in every cell."""
    return join_seeds(
        [GamesResult(seed, *cell, wins + seed, 0, 10 - wins - seed) for seed in (0, 1) for cell, wins in WINS.items()],
        {},
    )


def test_budgets_are_compared_at_equal_totals(rows):
    assert common_totals(SCALE) == [2000, 4000]
    less, more = standings(SCALE, rows)
    assert (less.series, less.amount, less.share) == ("100 nodes", 100, pytest.approx(0.6))
    assert (more.series, more.amount, more.share) == ("200 nodes", 200, pytest.approx(0.75))
    assert more.error == pytest.approx(0.05)


def test_the_best_row_of_every_total(rows):
    assert [(row.series, row.matches) for row in best_at_each_total(SCALE, rows)] == [
        ("200 nodes", 10),
        ("200 nodes", 20),
    ]


def test_one_seed_has_no_error():
    rows = join_seeds([GamesResult(0, *cell, wins, 0, 10 - wins) for cell, wins in WINS.items()], {})
    assert [standing.error for standing in standings(SCALE, rows)] == [None, None]
