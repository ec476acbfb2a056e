"""The command `serve`: the board in the browser."""

import ipaddress
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from ..games.interface.find import find_game, game_names
from .output import Show
from .validate import given_game

FIRST = "connect_four"
"""The included game that the page opens with: quick to learn and to load, and its players are strong."""


class Settings(NamedTuple):
    """The settings of the server."""

    host: str
    port: int
    runs: str
    seconds: float
    open_page: bool
    at: str
    """What the page opens with, as in its URL."""


def run(files: list[str], settings: Settings, show: Show) -> None:
    """Serve until Ctrl-C."""
    try:
        from ..web.connections import make_server
        from ..web.limits import Limits
        from ..web.own_files import sort_files
        from ..web.server import make_app
    except ImportError:
        raise InputError("the page needs Starlette and uvicorn; run pip install 'fourfold[web]'") from None
    own, host = sort_files(files, given_game), settings.host
    games = [find_game(name) for name in sorted(game_names(), key=lambda name: (name != FIRST, name))]
    listener = listen(host, settings.port)
    names = {"localhost", socket.gethostname(), host}
    app = make_app(games, Path(settings.runs), Limits(seconds=settings.seconds), names, warm=True, own=own)
    announce(settings, listener.getsockname()[1], show)
    with suppress(KeyboardInterrupt):  # the way to end it
        make_server(app).run(sockets=[listener])


def announce(settings: Settings, port: int, show: Show) -> None:
    """Print the URL of the page, and open it if asked."""
    here = is_loopback(settings.host)
    name = "localhost" if here else f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{name}:{port}/" + (f"#{settings.at}" if settings.at else "")
    if not here:
        print(f"warning: anyone who can reach {settings.host} can play here and start training runs", file=sys.stderr)
    show.line(f"{address}  (Ctrl-C to stop)")
    show.result({"address": address})
    if settings.open_page:
        threading.Timer(0.5, webbrowser.open, [address]).start()


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 is any free one."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            listener.listen()  # who comes before the server is ready waits
        except BaseException:
            listener.close()
            raise
    except (OSError, OverflowError) as error:
        raise InputError(f"cannot listen on {host}:{port}: {getattr(error, 'strerror', None) or error}") from None
    return listener
