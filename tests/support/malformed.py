"""Requests that nobody should send: drawn by lot from the API's own description, and then spoilt."""

import json
import random
import string

LONGEST = 80_000
NAMES = [
    "othello", "connect_four", "draughts", "tic_tac_toe", "chess", "../x", "", "\x00", "hex:size=3", "hex:size=99",
    "hex:size", "hex:=", "hex:size=3,size=4", "hex:colour=1", "kalah:pits='3'", "./x.py:size=3",
]  # fmt: skip
PLAYERS = ["random", "greedy", "sorter", "run:../x", "nobody", "alphabeta:eval=/etc/passwd", ""]
TEXTS = ["f5", "d6", "4", "11-15", "pass", "B:W1:B2", "x" * 42 + " o", "1. 11-15 *", '[FEN "', "{", "(", "-1", "9" * 30]
VALUES = [None, True, -1, 0, 1e308, 2**70, "", "f5", [], {}, [[[]]], {"a": {"b": []}}, "\ud800", "é" * 99, "\u202e"]
PATHS = [
    "/api/position", "/api/record", "/api/export", "/api/choose", "/api/analyse", "/api/solve", "/api/runs",
    "/api/runs/x/stop", "/api/runs/x/resume", "/api/games", "/api/games/hex:size=x", "/api/games/%00",
    "/openapi.json", "/", "/page/x.js", "/page/%2e%2e/a",
    "/api/runs/%2e%2e", "/api/runs/" + "a" * 3000, "/%00", "/api/position?game=othello", "/api//position",
    "/ap%C3%AD", "/ap%ff",
]  # fmt: skip
LINE = ("game", "start", "moves")
FIELDS = {
    "/api/position": LINE,
    "/api/record": ("game", "text"),
    "/api/export": (*LINE, "format"),
    "/api/choose": (*LINE, "player", "seconds", "seed"),
    "/api/analyse": (*LINE, "player", "seconds", "seed"),
    "/api/solve": LINE,
    "/api/runs": ("game", "learner", "size"),
}
HEADERS = [
    *[{}] * 30, {"Content-Type": "text/plain"}, {"Content-Encoding": "gzip"}, {"Origin": "null"}, {"Host": "x" * 300},
    {"Accept": "image/png"}, {"If-None-Match": '"' * 50}, {"Cookie": "a=b"}, {"Range": "bytes=0-"},
]  # fmt: skip


def request(lot: random.Random) -> tuple[str, str, bytes, dict[str, str]]:
    """Return the method, path, body and headers of a request that is most likely wrong."""
    method = lot.choice(["POST"] * 40 + ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
    path = lot.choice(PATHS[:7] * 4 + PATHS)
    return method, path, spoilt(lot, body(lot, path)), lot.choice(HEADERS)


def body(lot: random.Random, path: str) -> bytes:
    """Return a body with most of what the path wants, some of it odd."""
    fields = {
        "game": lot.choice(NAMES[:5] * 3 + NAMES),
        "start": lot.choice([""] * 12 + TEXTS),
        "moves": [lot.choice(TEXTS) for _ in range(lot.choice([0, 1, 1, 2, 40, 1200]))],
        "player": lot.choice(PLAYERS),
        "seconds": lot.choice([0.01] * 6 + [0, -1, 61, 1e300, "1"]),
        "seed": lot.choice([0, 1, 2, 3, -1, 2**32, 0.5]),
        "text": lot.choice(TEXTS) * lot.choice([1, 1, 7, 3000]),
        "format": lot.choice(["pdn", "fen", "position", "digits", "x"]),
        "learner": lot.choice(["magic", "nhb/", ""]),  # never one that would really begin to learn
        "size": lot.choice(["minute", "huge"]),
    }
    wanted = FIELDS.get(path, tuple(fields))
    kept = {name: value for name, value in fields.items() if lot.random() < (0.9 if name in wanted else 0.02)}
    for name in list(kept):
        if lot.random() < 0.15:
            kept[name] = lot.choice(VALUES)
    if lot.random() < 0.1:
        kept["".join(lot.choices(string.printable, k=9))] = 1
    value = lot.choice(VALUES) if lot.random() < 0.1 else kept
    return json.dumps(value).encode()


def spoilt(lot: random.Random, content: bytes) -> bytes:
    """Return content, now and then torn, turned over or swollen."""
    way = lot.randrange(12)
    if way == 0:
        return content[: lot.randrange(len(content) + 1)]
    if way == 1 and content:
        changed = bytearray(content)
        for _ in range(3):
            changed[lot.randrange(len(changed))] = lot.randrange(256)
        return bytes(changed)
    if way == 2:
        return lot.randbytes(lot.randrange(200))
    if way == 3:
        return b"[" * lot.choice([10, 990, 60_000]) + content
    if way == 4:
        return content + b" " * lot.choice([1, 60_000, LONGEST])
    return content
