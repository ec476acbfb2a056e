"""Malformed requests by the thousand: none is answered with 5xx, none is felt later, and memory stays where it was."""

import json
import random
from pathlib import Path

import pytest
from support.malformed import request
from support.web_server import running_server

GROWTH = 32 * 1024 * 1024
"""Bytes by which the process may grow, once the players are made that requests may name."""


def memory():
    """Return the bytes of memory that this process has now, where the system tells."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * 4096 if statm.exists() else 0


def fuzz(api, count, seed):
    """Send so many requests; return how often each status was the answer."""
    lot, seen = random.Random(seed), {}
    for number in range(count):
        method, path, body, headers = request(lot)
        try:
            status, found, answer = api.send(method, path, body, headers)
        except (BrokenPipeError, ConnectionResetError):  # a body that was too large was not waited for
            status, found, answer = 413, {}, b""
        assert status < 500, (number, method, path, body[:300], answer[:300])
        if status >= 400 and answer:
            refusal = json.loads(answer) if "json" in found.get("content-type", "") else {"error": "uvicorn's own"}
            assert list(refusal) == ["error"], (number, method, path, answer[:300])
        seen[status] = seen.get(status, 0) + 1
    return seen


def check(tmp_path, count):
    with running_server(tmp_path / "runs") as api:
        for player in ("random", "greedy", "sorter"):  # what is made once is made now
            api.lines("/api/choose", {"game": "connect_four", "player": player})
        fuzz(api, 100, seed=0)
        before = memory()
        seen = fuzz(api, count, seed=1)
        assert memory() - before < GROWTH
        assert {200, 400, 404, 405, 413, 422} <= set(seen), seen
        assert not (tmp_path / "runs").exists()
        assert api.server.thinking.running == api.server.thinking.waiting == 0
        status, found = api.post("/api/position", {"game": "othello", "moves": ["f5"]})
        assert (status, found["ply"]) == (200, 1)


def test_500_malformed_requests(tmp_path):
    check(tmp_path, 500)


@pytest.mark.slow
def test_10000_malformed_requests(tmp_path):
    check(tmp_path, 10_000)
