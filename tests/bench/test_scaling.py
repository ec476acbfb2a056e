"""What handing over costs is measured against a loop."""

from fourfold.bench import scaling
from fourfold.parallel import ordered_map


def test_the_overhead_is_that_over_half_the_tasks_in_a_loop(monkeypatch):
    monkeypatch.setattr(scaling, "TASKS", 8)
    monkeypatch.setattr(scaling, "ROUNDS", 1)
    assert -0.2 < scaling.overhead(2, threads=True) < 1.0


def test_the_cost_of_a_task_leaves_batches_as_they_were():
    before = ordered_map.MOST_IN_A_BATCH
    assert 0.0 < scaling.cost(1) < 0.1
    assert before == ordered_map.MOST_IN_A_BATCH


def test_measurements_have_a_name_and_a_unit(monkeypatch):
    for name in ("play_match", "play_contests"):
        monkeypatch.setattr(scaling, name, lambda workers: 10.0 * workers)
    monkeypatch.setattr(scaling, "overhead", lambda workers, threads: 0.02)
    monkeypatch.setattr(scaling, "cost", lambda workers: 0.003)
    rows = {row.name: row for row in scaling.rows()}
    assert (rows["scaling/matches"].ours, rows["scaling/matches"].peer, rows["scaling/matches"].ratio) == (20, 10, 2)
    assert rows["overhead/threads"].ours == 2.0
    assert rows["handing_over/dask"].ours == 3.0
