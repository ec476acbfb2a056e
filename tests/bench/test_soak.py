"""Matches for a long time leave nothing behind."""

import os

import pytest

from fourfold.bench.soak import ProcessSample, faults, sample, soak

EARLY = ProcessSample(1.0, 100, 300.0, 20, 9, 9)
SETTLED = ProcessSample(10.2, 1000, 500.0, 16, 3, 4)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, []),
        ({"megabytes": 524.0}, []),
        ({"megabytes": 526.0}, ["megabytes"]),
        ({"files": 17}, ["files"]),
        ({"threads": 4, "children": 5}, ["threads", "children"]),
    ],
)
def test_what_grows_after_the_tenth_minute_is_told(changes, found):
    assert faults([EARLY, SETTLED, SETTLED._replace(minute=60.0, **changes)]) == found


def test_open_files_and_memory_are_seen(tmp_path):
    before = sample(0.0, 0)
    held = [(tmp_path / str(number)).open("w") for number in range(3)], bytearray(os.urandom(1 << 20) * 64)
    after = sample(0.0, 0)
    assert after.files == before.files + 3
    assert after.megabytes > before.megabytes + 50
    for file in held[0]:
        file.close()


@pytest.mark.slow
def test_matches_leave_no_file_thread_or_process():
    """The first two of them: the workers have come, and no more do."""
    samples = list(soak(0.01)) + list(soak(0.01))
    assert not {"files", "threads", "children"} & set(faults(samples[1:]))


@pytest.mark.slow
def test_an_hour_of_matches():
    samples = list(soak(float(os.environ.get("FOURFOLD_SOAK_MINUTES", "60"))))
    print(f"\n{samples[-1]}")
    assert not faults(samples)
