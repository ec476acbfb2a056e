"""The status of many runs at once, whole and damaged."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from fourfold.learn.curves import FILE as CURVE
from fourfold.learn.curves import Curve, Point, write_curve
from fourfold.learn.status import find_runs
from fourfold.storage import manifest
from fourfold.storage.array_files import MODEL
from fourfold.storage.run_folder import CONFIG, METRICS, open_run

RUNS, KINDS = 200, 8


@pytest.fixture(scope="module")
def many_runs(tmp_path_factory):
    """A folder of runs, five of eight of them damaged or incomplete, each in its own way."""
    folder, one = tmp_path_factory.mktemp("many"), tmp_path_factory.mktemp("one")
    make_run(one)
    for number in range(RUNS):
        damage(shutil.copytree(one, folder / f"run-{number:03}"), number % KINDS)
    return folder


def make_run(path):
    with open_run(path, {"method": "outcome", "game": "othello"}) as run:
        lines = [{"matches": 10 * each, "error": 1 / each} for each in range(1, 40)]
        run.write_metrics(lines)
        write_curve(path, Curve("matches", "error", [Point(line["matches"], line["error"]) for line in lines]))
        (path / MODEL).write_bytes(bytes(100_000))
        run.save(1, {}, {"weights": np.zeros(10, np.float32)})


def damage(path, kind):
    files = {0: CONFIG, 1: manifest.FILE, 2: CURVE, 3: METRICS}
    if kind in files:
        (path / files[kind]).write_bytes(b'{"\xff' * 9)
    elif kind == 4:  # a run that was stopped before it had a curve
        (path / CURVE).unlink()


def test_a_list_of_many_runs_takes_little_time_and_reads_no_large_file(many_runs, monkeypatch):
    """The processor's time, for the machine may have other things to do."""
    opened = []
    for name in ("open", "read_bytes"):
        way = getattr(Path, name)
        monkeypatch.setattr(
            Path, name, lambda path, *how, way=way, **more: opened.append(path) or way(path, *how, **more)
        )
    begun = time.process_time()
    found = find_runs(many_runs)
    assert time.process_time() - begun < 2.0
    assert not [path for path in opened if path.suffix == ".safetensors"]
    assert RUNS < len(opened) < 12 * RUNS
    states = [status.state for status in found]
    assert [states[kind] for kind in range(5)] == ["damaged", "damaged", "damaged", "stopped", "stopped"]
    assert len(found) == RUNS


def test_damaged_runs_import_nothing_heavy(many_runs):
    """Only a run without a curve asks its learner for one, and that needs no compiler."""
    code = (
        "import sys; from fourfold.cli.cli import main; "
        f"assert main(['runs', 'list', {str(many_runs)!r}, '--json']) == 0; "
        "assert not {'numba', 'sklearn', 'torch'} & set(sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    assert len(json.loads(result.stdout)["runs"]) == RUNS
