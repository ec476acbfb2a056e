import pytest

from fourfold.experiments.framework.cells import GamesResult, GamesRow, join_seeds, mean_share, read_row
from fourfold.experiments.nhb import table_1, table_2
from fourfold.matches.statistics import wilson


def test_a_row_has_the_share_of_wins_and_its_interval():
    row = read_row("0.25 s", 120, "42 10 148")
    assert (row.losses, row.draws, row.wins, row.games) == (42, 10, 148, 200)
    assert row.share == 0.74
    assert (row.low, row.high) == wilson(0.74, 200)


def test_seeds_are_joined():
    results = [
        GamesResult(0, "500 nodes", 20, wins=6, draws=1, losses=3, hidden_units=70, seconds=1.0),
        GamesResult(0, "500 nodes", 40, wins=9, draws=0, losses=1, hidden_units=70, seconds=2.0),
        GamesResult(1, "500 nodes", 20, wins=8, draws=2, losses=0, hidden_units=90, seconds=3.0),
        GamesResult(1, "500 nodes", 40, wins=7, draws=3, losses=0, hidden_units=90, seconds=5.0),
    ]
    paper = GamesRow("0.25 s", 20, 79, 11, 110)
    first, second = join_seeds(results, {("500 nodes", 20): paper})
    assert (first.matches, first.wins, first.draws, first.losses) == (20, 14, 3, 3)
    assert first.share == 0.7
    assert first.by_seed == (0.6, 0.8)
    assert first.score_by_seed == (0.65, 0.9)
    assert first.hidden_units == (70, 90)
    assert first.seconds == 2.0
    assert first.paper is paper
    assert second.matches == 40
    assert second.paper is None
    assert mean_share([first, second]) == pytest.approx(0.75)


def test_nothing_to_train_has_no_seconds():
    (row,) = join_seeds([GamesResult(0, "positional", None, 7, 1, 2)], {})
    assert row.seconds is None
    assert row.hidden_units == ()


def test_the_first_table_is_the_papers():
    rows = table_1.paper_rows()
    assert len(rows) == 30
    assert all(row.games == 200 for row in rows)
    best = [(row.series, row.matches) for row in rows if row.wins == max(row.wins for row in rows)]
    assert best == [("0.25 s", 120), ("0.5 s", 50)]
    assert {row.series: row.matches for row in rows} == {"0.25 s": 200, "0.5 s": 100, "1 s": 50}
    assert min(rows, key=lambda row: row.wins).wins == 98


def test_the_second_table_is_the_papers():
    rows = {(row.series, row.matches): row for row in table_2.paper_rows()}
    assert len(rows) == 12
    assert all(row.games == 100 for row in rows.values())
    assert rows["NHB", 100].wins == rows["positional", None].wins == 72
    assert rows["NHB", 600].losses == 36
    assert rows["piece-advantage", None].losses == 53
