"""Readers of files and streams read or refuse whatever they get; inputs that they once did not are tried again."""

import os
import resource
import time

import pytest

from fuzz import fuzzing
from fuzz.readers import make_readers

QUICK = 5.0
"""Seconds."""


@pytest.fixture(scope="module")
def readers(tmp_path_factory):
    return {reader.name: reader for reader in make_readers(tmp_path_factory.mktemp("readers"))}


def test_samples_are_read(readers, tmp_path):
    """Or fuzzing would try nothing but refusals: every reader can read one of its samples."""
    for reader in readers.values():
        for sample in reader.samples:
            try:
                reader.read(sample, tmp_path)
                break
            except fuzzing.InputError as error:
                reason = error
        else:
            pytest.fail(f"{reader.name} reads none of its samples: {reason}")


@pytest.mark.parametrize("path", fuzzing.kept_inputs(), ids=lambda path: path.name)
@pytest.mark.filterwarnings("ignore")
def test_inputs_that_once_failed(readers, path, tmp_path):
    begun = time.monotonic()
    assert fuzzing.try_input(readers[fuzzing.reader_name(path)], path.read_bytes(), tmp_path) == ""
    assert time.monotonic() - begun < fuzzing.SECONDS


def check(seconds: float, seed: int, folder) -> None:
    (counts, faults), growth = fuzzing.grown(lambda: fuzzing.run(seconds, seed))
    kept = [fuzzing.keep(fault, folder / "faults") for fault in faults]
    print(f"\n{counts.total():,} inputs in {seconds:g} s, {len(counts)} readers, grown by {growth:.0f} MB")
    assert not faults, f"{kept[0]}: {faults[0].trace}"
    assert growth < fuzzing.MEGABYTES
    assert min(counts.values()) > 0


def test_changed_inputs_are_read_or_refused(tmp_path):
    check(QUICK, 1, tmp_path)


@pytest.mark.slow
def test_ten_minutes_of_changed_inputs(tmp_path):
    check(60.0 * float(os.environ.get("FOURFOLD_FUZZ_MINUTES", "10")), int(time.time()), tmp_path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 4_000_000
