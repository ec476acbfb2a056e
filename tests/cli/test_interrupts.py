"""Long work that is asked to stop: once, and it can go on; twice, and it is over at once."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from fourfold.parallel import interrupts

MATCH = ["match", "alphabeta:nodes=2000", "alphabeta:nodes=1000", "--game", "connect_four", "--games", "60"]
TRAIN = ["train", "evolve", "tic_tac_toe", "--generations", "100000", "--ply", "1", "--set", "directions=20"]
"""Too long to end by itself, however late it is asked to stop."""


def start(*arguments: str) -> subprocess.Popen:
    command = [sys.executable, "-m", "fourfold", *arguments, "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(path, size: int = 1) -> None:
    deadline = time.monotonic() + 120
    while not (path.exists() and path.stat().st_size >= size):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(("number", "workers"), [(signal.SIGINT, "1"), (signal.SIGTERM, "2")])
def test_a_match_that_is_stopped_tells_how_it_goes_on(tmp_path, number, workers):
    out = tmp_path / "run"
    process = start(*MATCH, "--out", str(out), "--workers", workers)
    wait_for(out / "games.jsonl")
    process.send_signal(number)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "finishing the work in progress" in told
    assert "stopped; to resume: fourfold match alphabeta:nodes=2000 alphabeta:nodes=1000 --game connect_four" in told
    assert "Traceback" not in told
    games = (out / "games.jsonl").read_bytes()
    assert games.endswith(b"\n")
    assert games.count(b"\n") % 2 == 0
    assert not (out / "result.json").exists()
    again = start("runs", "resume", str(out))
    result, told = again.communicate(timeout=120)
    assert again.returncode == 0, told
    assert (out / "games.jsonl").read_bytes().startswith(games)
    whole = start(*MATCH, "--workers", "1")
    assert json.loads(result) == json.loads(whole.communicate(timeout=120)[0])


def test_a_training_that_is_stopped_goes_on(tmp_path):
    out = tmp_path / "run"
    metrics = out / "metrics.jsonl"
    process = start(*TRAIN, "--out", str(out))
    wait_for(metrics)
    told, before = stopped_training(process, metrics)
    assert f"to resume: fourfold {' '.join(TRAIN)} --out {out} --json" in told
    again = start("runs", "resume", str(out))
    wait_for(metrics, len(before) + 1)
    assert stopped_training(again, metrics)[1].startswith(before)


def stopped_training(process: subprocess.Popen, metrics: Path) -> tuple[str, bytes]:
    """Ask a training to stop; return what it says and the metrics that it leaves."""
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 130
    return told, metrics.read_bytes()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_twice_is_at_once(workers):
    players = "mcts:sims=3000000", "alphabeta:nodes=90000000"
    with start("match", *players, "--game", "othello", "--games", "4", "--workers", workers) as process:
        try:
            check_that_twice_is_at_once(process, helpers=3 if workers == "2" else 0)  # one cleans up behind the others
        finally:
            for pid in [*map(int, children(process)), process.pid]:  # workers would search on for minutes
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def check_that_twice_is_at_once(process: subprocess.Popen, helpers: int) -> None:
    deadline = time.monotonic() + 120
    while not heeds(process, signal.SIGTERM) or len(children(process)) < helpers:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(2.0)  # the search begins
    process.send_signal(signal.SIGINT)
    assert any("press Ctrl-C again" in line for line in process.stderr)
    assert process.poll() is None
    running, begun = children(process), time.monotonic()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in told
    while any(Path(f"/proc/{child}").exists() for child in running):
        assert time.monotonic() - begun < 30.0
        time.sleep(0.1)


def heeds(process: subprocess.Popen, number: int) -> bool:
    """Return whether the process has a handler for a signal."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return bool(int(re.search(r"SigCgt:\s+(\w+)", status)[1], 16) >> (number - 1) & 1)


def children(process: subprocess.Popen) -> list[str]:
    tasks = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [child for path in tasks for child in path.read_text().split()]


def test_the_wish_is_forgotten_with_the_work():
    told = []
    with interrupts.handled(lambda: told.append(1), lambda: None):
        signal.raise_signal(signal.SIGINT)
        assert told == [1]
        with pytest.raises(interrupts.Stopped):
            interrupts.check()
    interrupts.check()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
