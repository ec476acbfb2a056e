import pytest

from fourfold.storage.manifest import read
from fourfold.storage.progress import PAUSE, ProgressWriter, read_progress
from fourfold.storage.run_folder import PROGRESS, open_run


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is moved."""
    now = [100.0]
    monkeypatch.setattr("fourfold.storage.progress.time.monotonic", lambda: now[0])
    return now


def test_an_entry_tells_how_far_a_training_is(tmp_path, clock):
    with ProgressWriter(tmp_path, 10, "matches") as writer:
        with open_run(tmp_path, {"method": "nhb"}) as run:
            assert writer.note(2, "first"), "of a run that goes on, what is there is old"
            assert not writer.note(3, "soon after")
            clock[0] += 2 * PAUSE
            assert writer.note(4, "good")
            entry = read_progress(run.folder)
            assert (entry.done, entry.total, entry.words, entry.finished) == (4, 10, "good", False)
            assert entry.rate == pytest.approx(2 / (2 * PAUSE))
            assert entry.seconds_left == pytest.approx(6 / entry.rate)
            assert not writer.note(5, "better")
        writer.finish()
    assert read_progress(tmp_path).finished
    assert (read_progress(tmp_path).words, read_progress(tmp_path).share) == ("better", 1.0)
    assert PROGRESS not in read(tmp_path).sums, "it changes between two signatures"


def test_the_last_entry_of_a_training_that_stops_is_written(tmp_path, clock):
    with ProgressWriter(tmp_path, 10, "matches") as writer, open_run(tmp_path, {"method": "nhb"}):
        writer.note(2, "first")
        assert not writer.note(3, "good")
    assert read_progress(tmp_path)[:4] == (10, "matches", 3, "good")


def test_who_is_kept_out_writes_nothing(tmp_path):
    with open_run(tmp_path / "run", {"method": "nhb"}) as run:
        with ProgressWriter(run.folder, 10, "matches"):
            pass
        assert read_progress(run.folder) is None
    with ProgressWriter(tmp_path / "none", 10, "matches") as writer:
        writer.note(1, "")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"method": 1}',
        '{"total": "1", "things": "a"}',
        '{"total": 1, "things": 2}',
        '{"total": 1, "things": "a", "rate": NaN}',
        f'{{"total": 1, "things": "a", "done": 1{400 * "0"}}}',
    ],
)
def test_a_damaged_entry_is_none(tmp_path, content):
    (tmp_path / PROGRESS).write_text(content)
    assert read_progress(tmp_path) is None
