"""Trainings that are killed at any moment, again and again, end as one that is not."""

import json
import os
import random
import shutil
import subprocess
import sys
import time

import numpy as np
import pytest

from fourfold.evaluators import weights_file
from fourfold.storage import run_folder

TRAININGS = {
    "nhb": ["nhb", "connect_four", "--matches", "300", "--nodes", "400", "--nets", "2", "--recipe", "paper"],
    "evolve": ["evolve", "draughts", "--generations", "24", "--ply", "2", "--set", "directions=10"],
    "quick": ["evolve", "tic_tac_toe", "--generations", "40", "--ply", "2", "--set", "directions=30"],
}  # fmt: skip
TIMES = {"seconds", "cpu_seconds"}


def start(name: str, out) -> subprocess.Popen:
    command = [sys.executable, "-m", "fourfold", "train", *TRAININGS[name], "--out", str(out), "--workers", "2"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def finished(name: str, out) -> float:
    """Let a training come to its end; return how long it took."""
    begun = time.monotonic()
    process = start(name, out)
    _, told = process.communicate(timeout=600)
    assert process.returncode == 0, told
    assert "damaged" not in told
    return time.monotonic() - begun


def course(out) -> list[dict]:
    return [{key: value for key, value in line.items() if key not in TIMES} for line in metrics(out)]


def metrics(out) -> list[dict]:
    return run_folder.read_lines(out / run_folder.METRICS).values


def check_kills(name: str, kills: int, folder) -> None:
    """Kill a training at random moments, the last run of it excepted, and compare it with one that was never killed."""
    whole = folder / "whole"
    seconds, chance, killed, run = finished(name, whole), random.Random(kills), 0, 0
    while killed < kills:
        out, run = folder / f"killed-{run}", run + 1
        while killed < kills:
            begun, process = time.monotonic(), start(name, out)
            try:
                process.communicate(timeout=chance.uniform(0.05, 1.0) * seconds)
                assert process.returncode == 0
                seconds = min(seconds, time.monotonic() - begun)  # the machine has less to do than before
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                killed += 1
        finished(name, out)
        for one, other in zip(weights_file.load(str(whole)).weights, weights_file.load(str(out)).weights, strict=True):
            assert np.array_equal(one, other)
        assert course(whole) == course(out)
        shutil.rmtree(out)
    print(f"\n{name}: {killed} kills in {run} runs of {seconds:.1f} s")


def test_a_training_that_is_killed_ends_as_one_that_is_not(tmp_path):
    check_kills("quick", 2, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nhb", "evolve"])
def test_a_training_that_is_killed_25_times_ends_as_one_that_is_not(name, tmp_path):
    check_kills(name, int(os.environ.get("FOURFOLD_KILLS", "25")), tmp_path)


def test_a_match_killed_in_the_middle_of_a_line_goes_on(tmp_path):
    """A torn last line, and half a pair, are played again."""
    words = ["match", "alphabeta:nodes=50", "random", "--game", "tic_tac_toe", "--games", "10", "--workers", "1"]
    command = [sys.executable, "-m", "fourfold", *words, "--json", "--out", str(tmp_path / "run")]
    whole = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    games = (tmp_path / "run" / "games.jsonl").read_bytes()
    for cut in (len(games) // 2, games.index(b"\n") + 1):
        (tmp_path / "run" / "games.jsonl").write_bytes(games[:cut])
        assert json.loads(subprocess.run(command, check=True, capture_output=True).stdout) == whole
        assert (tmp_path / "run" / "games.jsonl").read_bytes() == games
