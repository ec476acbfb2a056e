"""Long work that is asked to stop: once, and it can go on; twice, and it is over at once."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fourfold.parallel import interrupts

MATCH = ["match", "alphabeta:nodes=2000", "alphabeta:nodes=1000", "--game", "connect_four", "--games", "60"]
TRAIN = ["train", "evolve", "tic_tac_toe", "--generations", "60", "--ply", "1", "--set", "directions=20"]


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
    process = start(*TRAIN, "--out", str(out))
    wait_for(out / "metrics.jsonl")
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"to resume: fourfold {' '.join(TRAIN)} --out {out} --json" in told
    again = start("runs", "resume", str(out))
    assert len(json.loads(again.communicate(timeout=120)[0])["generations"]) == 61


@pytest.mark.parametrize("workers", ["1", "2"])
def test_twice_is_at_once(workers):
    players = "mcts:sims=3000000", "alphabeta:nodes=90000000"
    process = start("match", *players, "--game", "othello", "--games", "4", "--workers", workers)
    deadline = time.monotonic() + 60
    while workers == "2" and len(children(process)) < 3:  # two workers, and one who cleans up behind them
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(4.0)
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert process.poll() is None
    helpers, begun = children(process), time.monotonic()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in told
    while any(Path(f"/proc/{child}").exists() for child in helpers):
        assert time.monotonic() - begun < 10.0
        time.sleep(0.1)
    assert time.monotonic() - begun < 10.0


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
