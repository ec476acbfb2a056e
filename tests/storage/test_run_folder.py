"""Run folders: settings that are kept, one writer, and damage that is found, told and mended."""

import json
import multiprocessing
import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

from fourfold.errors import InputError
from fourfold.storage import atomic_files, checkpoints, manifest, run_folder
from fourfold.storage.integrity import find_faults

CONFIG = {"games": 4, "pair": (1, 2)}


def make_run(folder: Path, parts: int = 3) -> None:
    """Write a run of so many parts, as learners do."""
    with run_folder.open_run(folder, CONFIG) as run:
        for number in range(1, parts + 1):
            (folder / "model.bin.json").write_text(json.dumps({"part": number}))
            run.write_metrics({"part": part} for part in range(number))
            run.save(number, {"part": number}, {"weights": np.full(100, number, np.float32)})


def test_a_run_is_made_and_opened_again(tmp_path):
    folder = tmp_path / "a" / "b"
    for _ in range(2):
        with run_folder.open_run(folder, CONFIG) as run:
            assert run.folder == folder
            assert run.checkpoint is None
    stored = json.loads((folder / "config.json").read_text())
    assert stored == {"format": run_folder.FORMAT, "games": 4, "pair": [1, 2], "command": []}
    assert find_faults(folder) == []


@pytest.mark.parametrize("other", [{"games": 4, "seed": 1}, {"games": 4}, {"games": 4, "seed": 0, "more": 1}])
def test_other_settings_are_refused_by_name(tmp_path, other):
    with run_folder.open_run(tmp_path, {"games": 4, "seed": 0}):
        pass
    with pytest.raises(InputError, match="more" if "more" in other else "seed"), run_folder.open_run(tmp_path, other):
        pass


def test_a_file_is_no_run_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="run folder"), run_folder.open_run(tmp_path / "file", {}):
        pass
    (tmp_path / "config.json").write_text("[")
    with pytest.raises(InputError, match="not JSON"), run_folder.open_run(tmp_path, {}):
        pass


def test_without_a_folder_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with run_folder.open_run(None, CONFIG) as run:
        run.write_metrics([{"a": 1}])
        run.save(1, {})
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_write_leaves_the_old_text(tmp_path, monkeypatch):
    atomic_files.write_json(tmp_path / "x.json", 1)
    monkeypatch.setattr(atomic_files.os, "fsync", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        atomic_files.write_json(tmp_path / "x.json", 2)
    assert atomic_files.read_json(tmp_path / "x.json") == 1


def test_the_last_two_checkpoints_are_kept(tmp_path):
    make_run(tmp_path, parts=5)
    assert checkpoints.numbers(tmp_path) == [5, 4]
    with run_folder.open_run(tmp_path, CONFIG) as run:
        assert run.checkpoint is not None
        assert (run.checkpoint.number, run.checkpoint.notes, run.checkpoint.arrays["weights"][7]) == (5, {"part": 5}, 5)


def regions(size: int) -> list[int]:
    return sorted({0, 1, 8, size // 4, size // 2, 3 * size // 4, size - 2, size - 1} & set(range(size)))


def damages(content: bytes) -> dict[str, bytes | None]:
    """Return what may happen to a file, by name."""
    found: dict[str, bytes | None] = {"deleted": None, "emptied": b""}
    for place in regions(len(content)):
        flipped = bytearray(content)
        flipped[place] ^= 0x10
        found |= {f"bit of byte {place} flipped": bytes(flipped), f"cut at byte {place}": content[:place]}
    return found


NAMES = [
    "config.json",
    "manifest.json",
    "metrics.jsonl",
    "checkpoints/000003.safetensors",
    "checkpoints/000002.safetensors",
]


@pytest.mark.parametrize("name", NAMES)
def test_damage_of_every_region_is_found_told_and_mended(tmp_path, name):
    make_run(tmp_path)
    path = tmp_path / name
    whole = path.read_bytes()
    before = {each: each.read_bytes() for each in run_folder.own_files(tmp_path)} | {
        tmp_path / manifest.FILE: (tmp_path / manifest.FILE).read_bytes()
    }
    for what, content in damages(whole).items():
        for each, kept in before.items():
            each.write_bytes(kept)
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
        faults = [*run_folder.read_config(tmp_path).faults, *find_faults(tmp_path)]
        changed = name not in ("config.json", "manifest.json") or _means_something_else(whole, content)
        assert (name in " ".join(faults)) == changed or what == "deleted", (what, faults)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            with run_folder.open_run(tmp_path, CONFIG) as run:
                assert run.checkpoint is not None
                assert run.checkpoint.number == (2 if "000003" in name else 3), what
                number = run.checkpoint.number
                assert (run.checkpoint.arrays["weights"] == number).all()
        assert bool(told) == changed or what == "deleted", what
        assert len(told) <= 1
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # once told, all is in order again, but for checkpoints still to be written
            assert not [each for each in run_folder.read_config(tmp_path).faults if "checkpoint" not in each]


def _means_something_else(whole: bytes, content: bytes | None) -> bool:
    """Return whether a JSON file says something else now: white space does not count."""
    try:
        return json.loads(content or b"") != json.loads(whole)
    except ValueError:
        return True


def test_all_checkpoints_damaged_is_a_beginning(tmp_path):
    make_run(tmp_path)
    for path in (tmp_path / "checkpoints").iterdir():
        path.write_bytes(b"nothing")
    with (
        pytest.warns(run_folder.IntegrityWarning, match="resuming from what is intact"),
        run_folder.open_run(tmp_path, CONFIG) as run,
    ):
        assert run.checkpoint is None


def test_a_kill_before_the_manifest_is_no_damage(tmp_path):
    make_run(tmp_path)
    old = (tmp_path / manifest.FILE).read_bytes()
    make_run(tmp_path, parts=4)
    (tmp_path / manifest.FILE).write_bytes(old)
    faults = find_faults(tmp_path)
    assert all("000002" in fault and "missing" in fault for fault in faults)  # it made room for the fourth


def test_settings_lost_twice_are_lost(tmp_path):
    make_run(tmp_path)
    (tmp_path / "config.json").write_bytes(b"{")
    (tmp_path / "manifest.json").write_bytes(b"{")
    with pytest.raises(InputError, match=r"config\.json is not JSON"), run_folder.open_run(tmp_path, CONFIG):
        pass


def test_an_older_format_is_explained(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"games": 4, "pair": [1, 2]}))
    with run_folder.open_run(tmp_path, CONFIG):  # a match goes on: its games are what they were
        pass
    (tmp_path / "manifest.json").unlink()
    (tmp_path / "config.json").write_text(json.dumps({"games": 4, "pair": [1, 2]}))
    (tmp_path / "model.safetensors").write_bytes(b"")
    with pytest.raises(InputError, match="earlier version"), run_folder.open_run(tmp_path, CONFIG):
        pass
    (tmp_path / "config.json").write_text(json.dumps({"games": 4, "pair": [1, 2], "format": 99}))
    with pytest.raises(InputError, match="another version"), run_folder.open_run(tmp_path, CONFIG):
        pass


HOLD = """
import sys, time
from fourfold.storage.run_folder import open_run
with open_run(sys.argv[1], {"games": 4, "pair": [1, 2]}):
    print("held", flush=True)
    time.sleep(60)
"""


def test_two_processes_never_write_one_run_and_a_dead_one_lets_go(tmp_path):
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(InputError, match=f"written by process {holder.pid} on"), run_folder.open_run(tmp_path, CONFIG):
        pass
    holder.kill()
    holder.wait()
    holder.stdout.close()
    with run_folder.open_run(tmp_path, CONFIG):
        pass


def _save_with_little_room(folder):
    import resource

    make_run(folder)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
    with pytest.raises(OSError, match="too large") as caught, run_folder.open_run(folder, CONFIG) as run:
        run.save(4, {}, {"weights": np.zeros(10_000, np.float32)})
    sys.exit(5 if "000004.safetensors" in caught.value.filename else 1)


def _open_as_nobody(folder):
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    with (
        pytest.raises(InputError, match="cannot be a run folder: Permission denied"),
        run_folder.open_run(folder, CONFIG),
    ):
        pass
    sys.exit(5)


def exit_code(target, folder) -> int | None:
    process = multiprocessing.get_context("spawn").Process(target=target, args=(folder,))
    process.start()
    process.join()
    return process.exitcode


def test_a_full_disk_leaves_the_last_checkpoint(tmp_path):
    assert exit_code(_save_with_little_room, tmp_path) == 5
    assert not list(tmp_path.rglob("*.part"))
    with run_folder.open_run(tmp_path, CONFIG) as run:
        assert run.checkpoint is not None
        assert run.checkpoint.number == 3


def test_a_read_only_folder_is_explained(tmp_path):
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/") and folder != Path("/tmp"):
            folder.chmod(0o755)
    make_run(tmp_path)
    tmp_path.chmod(0o555)
    (tmp_path / "run.lock").chmod(0o444)
    assert exit_code(_open_as_nobody, tmp_path) == 5
    tmp_path.chmod(0o755)
