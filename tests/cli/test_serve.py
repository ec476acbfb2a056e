import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest
from support.paths import PAWNS

from fourfold.cli.cli import main

SERVE = [sys.executable, "-m", "fourfold", "serve", "--port", "0", "--json"]


def heed_interrupts():
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def server(tmp_path):
    """A server in a process of its own."""
    command = [*SERVE, PAWNS, "--runs", str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, preexec_fn=heed_interrupts) as process:
        yield process
        process.kill()


def test_the_server_says_where_it_is_and_ends_with_control_c(server):
    address = json.loads(server.stdout.readline())["address"]
    assert address.startswith("http://localhost:")
    with urllib.request.urlopen(f"{address}api/games", timeout=20) as answer:
        games = [game["name"] for game in json.load(answer)["games"]]
    assert games[0] == "pawns"
    assert "othello" in games
    server.send_signal(signal.SIGINT)
    assert server.wait(20) == 0
    assert b"Traceback" not in server.stderr.read()


def test_bad_input_is_one_line(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, _, err = run("serve", "--port", str(taken.getsockname()[1]))
    assert (code, err.count("\n")) == (2, 1)
    assert "cannot listen on" in err
    code, _, err = run("serve", "no/such.py")
    assert code == 2
    assert "there is no file no/such.py" in err


def test_without_the_extra_it_says_what_to_install(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "fourfold.web.connections", raising=False)  # it may have been imported before
    code, _, err = run("serve", "--port", "0")
    assert code == 2
    assert "pip install 'fourfold[web]'" in err


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_who_listens_to_everybody_is_warned(capsys, monkeypatch, host):
    monkeypatch.setattr("uvicorn.Server.run", lambda self, sockets: sockets[0].close())
    assert main(["serve", "--host", host, "--port", "0"]) == 0
    assert ("warning" in capsys.readouterr().err) == (host == "0.0.0.0")


def test_the_page_is_opened_when_asked(capsys, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("fourfold.cli.serve.threading.Timer", FakeTimer)
    monkeypatch.setattr("uvicorn.Server.run", lambda self, sockets: sockets[0].close())
    assert main(["serve", "--open", "--port", "0", "--json"]) == 0
    assert opened == [json.loads(capsys.readouterr().out)["address"]]


class FakeTimer:
    """Does at once what is to be done later."""

    def __init__(self, seconds, call, arguments):
        self.call, self.arguments = call, arguments

    def start(self):
        self.call(*self.arguments)


def test_help_needs_neither_numba_nor_starlette():
    code = "from fourfold.cli.cli import main; import sys; main(['serve', '--help']);"
    code += "assert not {'numba', 'starlette', 'uvicorn'} & set(sys.modules)"
    environment = {**os.environ, "TERM": "dumb"}
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, env=environment)
