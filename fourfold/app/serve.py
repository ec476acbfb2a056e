"""The command `serve`: the board in the browser."""

import ipaddress
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

from .. import registry
from ..errors import InputError
from ..rulebook import Game
from .given import given_game
from .show import Show


def run(files: list[str], host: str, port: int, runs: str, seconds: float, open_page: bool, at: str, show: Show) -> None:
    """Serve until Ctrl-C."""
    try:
        import uvicorn

        from ..web.limits import Limits
        from ..web.server import make_app
    except ImportError:
        raise InputError("the page needs Starlette and uvicorn: pip install 'fourfold[web]'") from None
    games = given_games(files)
    listener = listen(host, port)
    address = f"http://{'localhost' if is_loopback(host) else host}:{listener.getsockname()[1]}/"
    if not is_loopback(host):
        print(f"warning: everybody who reaches {host} can play here and start trainings", file=sys.stderr)
    app = make_app(games, Path(runs), Limits(seconds=seconds), {"localhost", socket.gethostname(), host})
    address += f"#{at}" if at else ""
    show.line(f"{address}  (Ctrl-C ends it)")
    show.result({"address": address})
    if open_page:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        app, log_level="warning", server_header=False, access_log=False, timeout_graceful_shutdown=1
    )
    with suppress(KeyboardInterrupt):  # the way to end it
        uvicorn.Server(config).run(sockets=[listener])


def given_games(files: list[str]) -> list[Game]:
    """Return the user's games, which come first, and those that come with Fourfold."""
    own = [given_game(file) for file in files]
    shipped = [registry.game(name) for name in registry.game_names()]
    return [*own, *(game for game in shipped if game not in own)]


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 is any that is free."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()  # who comes before the server is ready waits
    except (OSError, OverflowError) as error:
        raise InputError(f"{host}:{port} cannot be listened to: {getattr(error, 'strerror', None) or error}") from None
    return listener
