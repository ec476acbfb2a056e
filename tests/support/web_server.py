"""A server in this process, and how tests talk to it."""

import http.client
import json
import threading
import time
from contextlib import contextmanager

from fourfold.cli.serve import listen
from fourfold.games.interface.find import find_game, game_names
from fourfold.web.connections import make_server
from fourfold.web.limits import Limits
from fourfold.web.own_files import NO_FILES
from fourfold.web.server import make_app


class Api:
    """Asks a server."""

    def __init__(self, port, server):
        self.port, self.server = port, server

    def send(self, method, path, body=None, headers=None):
        """Return the status, the headers (lower case) and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def get(self, path):
        status, _, body = self.send("GET", path)
        return status, json.loads(body)

    def post(self, path, value):
        status, _, body = self.send("POST", path, json.dumps(value))
        return status, json.loads(body)

    def lines(self, path, value, headers=None):
        """Return the lines of a stream that has ended."""
        status, _, body = self.send("POST", path, json.dumps(value), headers)
        assert status == 200, body
        return [json.loads(line) for line in body.splitlines()]

    def begin(self, path, value, headers=None):
        """Return a connection whose answer, a stream, has begun."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", path, json.dumps(value), headers or {})
        return connection, connection.getresponse()


@contextmanager
def running_server(runs, limits=None, games=(), warm=False, own=NO_FILES, shipped=None):
    """Run a server in a thread, and yield its Api. Unless limits say otherwise, players wait for their kernels."""
    included = [find_game(name) for name in shipped or game_names()]
    app = make_app([*games, *included], runs, limits or Limits(plain_seconds=0), {"localhost"}, warm, own)
    listener = listen("127.0.0.1", 0)
    server = make_server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    try:
        yield Api(listener.getsockname()[1], app.state.server)
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server does not end"


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this takes too long"
        time.sleep(0.02)
