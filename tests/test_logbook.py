import pytest

from fourfold.errors import InputError
from fourfold.logbook import LOCK, PAUSE, Entry, Logbook, is_running, read_entry
from fourfold.runs import open_run

ENTRY = Entry("nhb", "othello", {"out": "x", "seed": 1}, total=10, things="matches")


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is moved."""
    now = [100.0]
    monkeypatch.setattr("fourfold.logbook.time.monotonic", lambda: now[0])
    return now


def test_an_entry_tells_how_far_a_training_is(tmp_path, clock):
    folder = open_run(tmp_path / "run", {"method": "nhb"})
    with Logbook(folder, ENTRY) as logbook:
        assert is_running(folder)
        assert not logbook.note(2, "first")
        clock[0] += 2 * PAUSE
        assert logbook.note(4, "good")
        entry = read_entry(folder)
        assert (entry.done, entry.total, entry.words, entry.finished) == (4, 10, "good", False)
        assert entry.rate == pytest.approx(2 / (2 * PAUSE))
        assert entry.seconds_left == pytest.approx(6 / entry.rate)
        logbook.finish()
    assert not is_running(folder)
    assert not (folder / LOCK).exists()
    assert read_entry(folder).finished
    assert read_entry(folder).settings == ENTRY.settings


def test_two_trainings_do_not_share_a_folder(tmp_path):
    folder = open_run(tmp_path / "run", {"method": "nhb"})
    with Logbook(folder, ENTRY):
        with pytest.raises(InputError, match="being trained by another process"), Logbook(folder, ENTRY):
            pass
        assert is_running(folder)


def test_a_training_that_has_not_begun_leaves_nothing_behind(tmp_path):
    with pytest.raises(InputError, match="no such"), Logbook(tmp_path / "run", ENTRY):
        raise InputError("no such thing")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"method": 1}', '{"method": "a", "game": "b", "settings": 1}'])
def test_a_damaged_entry_is_none(tmp_path, content):
    (tmp_path / "progress.json").write_text(content)
    assert read_entry(tmp_path) is None
