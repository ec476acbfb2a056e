"""What must not get through does not, and says why in one sentence."""

import json
import socket
import time

import pytest
from support.web_server import running_server, wait_until

from fourfold.web.guard import HEADERS
from fourfold.web.limits import MOST_BODY, Limits

LINE = {"game": "othello"}


@pytest.mark.parametrize(
    ("path", "value", "status", "words"),
    [
        ("/api/position", [], 422, "the body must be an object"),
        ("/api/position", {}, 422, "the body needs 'game'"),
        ("/api/position", {"game": 3}, 422, "game must be a text"),
        ("/api/position", {"game": "chess"}, 404, "there is no game 'chess'"),
        ("/api/position", {"game": "../../etc/passwd"}, 404, "there is no game"),
        ("/api/position", {"game": "fourfold/games/othello.py"}, 404, "there is no game"),
        ("/api/position", {**LINE, "moves": "f5"}, 422, "moves must be a list"),
        ("/api/position", {**LINE, "moves": [5]}, 422, "moves[0] must be a text"),
        ("/api/position", {**LINE, "moves": ["f5"] * 1001}, 422, "at most 1000"),
        ("/api/position", {**LINE, "moves": ["f" * 65]}, 422, "at most 64"),
        ("/api/position", {**LINE, "moves": ["a1"]}, 422, "move 1: a1 flips no disc"),
        ("/api/position", {**LINE, "start": "?"}, 422, "is not a square"),
        ("/api/position", {**LINE, "strat": ""}, 422, "has 'strat', which is not among game, start, moves"),
        ("/api/choose", {**LINE, "player": "nobody"}, 404, "othello has no player 'nobody'"),
        ("/api/choose", {**LINE, "player": "alphabeta:eval=/etc/passwd"}, 404, "has no player"),
        ("/api/choose", {**LINE, "player": "examples/my_player.py"}, 404, "has no player"),
        ("/api/record", {**LINE, "text": "examples/my_player.py"}, 422, "move 1: "),
        ("/api/choose", {**LINE, "player": "random", "seconds": 61}, 422, "seconds must be from 0.01 to 60"),
        ("/api/choose", {**LINE, "player": "random", "seconds": "1"}, 422, "seconds must be a number"),
        ("/api/choose", {**LINE, "player": "random", "seconds": True}, 422, "seconds must be a number"),
        ("/api/choose", {**LINE, "player": "random", "seed": -1}, 422, "seed must be from 0"),
        ("/api/choose", {**LINE, "player": "random", "seed": 1.5}, 422, "seed must be a whole number"),
        ("/api/export", {**LINE, "format": "pdn"}, 422, "its formats are transcript, position"),
        ("/api/runs", {**LINE, "learner": "nhb", "size": "huge"}, 422, "size must be one of minute, short, long"),
        ("/api/runs", {**LINE, "learner": "magic", "size": "minute"}, 422, "there is no learner 'magic'"),
        ("/api/runs", {**LINE, "learner": "nhb", "size": "minute", "name": "../x"}, 422, "letters, digits"),
        ("/api/runs", {**LINE, "learner": "nhb", "size": "minute", "name": ""}, 422, "letters, digits"),
        ("/api/runs/..%2f..%2fetc/stop", None, 404, "nothing at this address"),
        ("/api/runs/none/stop", None, 404, "there is no run named 'none'"),
        ("/api/runs/none/resume", None, 404, "there is no run named 'none'"),
        ("/api/nothing", None, 404, "nothing at this address"),
    ],
)
def test_bad_requests_get_one_sentence(api, path, value, status, words):
    found, answer = api.post(path, value)
    assert (found, list(answer)) == (status, ["error"])
    assert words in answer["error"]
    assert "\n" not in answer["error"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 60_000, b'{"game": NaN}', b'{"game": "\\ud800"}', b"nul"]
)
def test_bodies_that_are_no_json_are_refused(api, body):
    status, _, answer = api.send("POST", "/api/position", body)
    assert status in (400, 404, 422)
    assert list(json.loads(answer)) == ["error"]


def test_a_large_body_is_refused_before_it_is_read(api):
    status, _, answer = api.send("POST", "/api/position", b" " * (MOST_BODY + 1))
    assert status == 413
    assert "64 kB" in json.loads(answer)["error"]


def test_a_large_body_in_chunks_is_refused(api):
    chunks = (b" " * 8192 for _ in range(1000))
    try:
        status, _, _ = api.send("POST", "/api/position", chunks, {"Transfer-Encoding": "chunked"})
    except (BrokenPipeError, ConnectionResetError):  # it did not wait for the rest
        return
    assert status == 413


def test_methods_are_what_they_should_be(api):
    for method, path in (("GET", "/api/position"), ("DELETE", "/api/runs"), ("POST", "/api/games"), ("PUT", "/")):
        status, _, answer = api.send(method, path)
        assert status == 405
        assert "error" in json.loads(answer)


def test_all_answers_have_strict_headers(api):
    for method, path in (("GET", "/"), ("GET", "/api/games"), ("GET", "/nothing"), ("POST", "/api/position")):
        _, headers, _ = api.send(method, path)
        for name in set(HEADERS) - {"Cache-Control"}:
            assert headers[name.lower()] == HEADERS[name]
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", ""])
def test_other_host_names_are_refused(api, host):
    status, _, answer = api.send("GET", "/api/games", headers={"Host": host})
    assert status == 421
    assert "host name" in json.loads(answer)["error"]


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8044", "127.0.0.1:1", "[::1]:8044"])
def test_own_host_names_are_answered(api, host):
    assert api.send("GET", "/api/games", headers={"Host": host})[0] == 200


def test_pages_of_others_may_not_post(api):
    body = json.dumps(LINE)
    own = {"Origin": f"http://127.0.0.1:{api.port}"}
    assert api.send("POST", "/api/position", body, own)[0] == 200
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert api.send("POST", "/api/position", body, headers)[0] == 403


@pytest.mark.parametrize(
    "path",
    ["/page/../server.py", "/page/%2e%2e/server.py", "/page//etc/passwd", "/page/..%2fserver.py", "/page/"],
)
def test_no_path_reaches_the_disk(api, path):
    status, _, body = api.send("GET", path)
    assert status == 404
    assert b"import" not in body


def test_too_many_requests_at_once_are_refused(tmp_path):
    with running_server(tmp_path, Limits(requests=3)) as api:
        held = []
        for _ in range(3):
            connection = socket.create_connection(("127.0.0.1", api.port))
            connection.sendall(b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n")
            held.append(connection)
        for _ in range(100):
            status, headers, _ = api.send("GET", "/api/games")
            if status == 503:
                break
        assert status == 503
        assert headers["retry-after"] == "1"
        for connection in held:
            connection.close()


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr("fourfold.web.guard.BODY_SECONDS", 0.2)
    with running_server(tmp_path) as api, socket.create_connection(("127.0.0.1", api.port), timeout=10) as connection:
        connection.sendall(b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")
        assert connection.recv(1000).startswith(b"HTTP/1.1 408")


def test_the_time_to_think_can_be_limited(tmp_path):
    with running_server(tmp_path, Limits(seconds=2.0)) as api:
        status, answer = api.post("/api/choose", {**LINE, "player": "random", "seconds": 3})
        assert (status, answer["error"]) == (422, "seconds must be from 0.01 to 2")


@pytest.mark.parametrize("before", [b"", b"GET /page/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_half_a_header_does_not_keep_a_connection(tmp_path, monkeypatch, before):
    """Neither at first nor after an answer, however slowly it goes on."""
    monkeypatch.setattr("fourfold.web.connections.HEADER_SECONDS", 0.3)
    with running_server(tmp_path) as api, socket.create_connection(("127.0.0.1", api.port), timeout=0.05) as connection:
        connection.sendall(before)
        if before:
            wait_until(lambda: arrived(connection))
        connection.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        wait_until(lambda: is_closed(connection), 5)


def test_a_body_may_take_longer_than_headers(tmp_path, monkeypatch):
    monkeypatch.setattr("fourfold.web.connections.HEADER_SECONDS", 0.1)
    body = json.dumps(LINE).encode()
    with running_server(tmp_path) as api, socket.create_connection(("127.0.0.1", api.port), timeout=10) as connection:
        head = f"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body[:5])
        time.sleep(0.3)
        connection.sendall(body[5:])
        assert connection.recv(1000).startswith(b"HTTP/1.1 200")


def is_closed(connection):
    """Return whether the other side has closed the connection, on which one more byte is sent."""
    try:
        connection.sendall(b"a")
    except ConnectionError:
        return True
    return arrived(connection) == b""


def arrived(connection):
    """Return what has arrived; None if nothing has, and no bytes if the other side has closed."""
    try:
        return connection.recv(4096)
    except TimeoutError:
        return None
    except ConnectionError:
        return b""
