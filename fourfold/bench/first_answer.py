"""How long the first answer takes when nothing is compiled yet, and once everything is: in new processes."""

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ..games.interface.find import game_names
from .speed import Measurement

ANALYSES = (
    ("tic_tac_toe", "alphabeta:nodes=1000"),
    ("connect_four", "alphabeta:nodes=1000,eval=nhb"),
    ("othello", "alphabeta:nodes=1000,eval=positional"),
    ("othello", "alphabeta:nodes=1000,eval=nhb"),
    ("othello", "alphabeta:nodes=1000,eval=wthor"),
    ("draughts", "alphabeta:nodes=1000,eval=outcome"),
    ("othello", "mcts:sims=1000"),
    ("connect_four", "perfect"),
)
POSITIONS = {"perfect": "142261674354242135112741435533577263"}
"""Where a player would take long in the initial position."""
PLAYERS = ("", "alphabeta:seconds=1", "mcts:seconds=1")
"""Who plays; the default player first."""
CHOICES = ("search", "mcts")
"""What the server calls those that come with every game."""
Environment = dict[str, str]


def rows() -> Iterator[Measurement]:
    """Yield the seconds of an analysis, with the peer being the same on a warm cache; then those of a first move."""
    for game, spec in ANALYSES:
        command = ["analyse", game, POSITIONS.get(spec, ""), "--player", spec]
        with empty_cache() as environment:
            cold, warm = (seconds_of(command, environment) for _ in range(2))
        yield Measurement(f"analyse/{game}/{re.sub('nodes=1000,|:.*=1000$', '', spec)}", "s; warm", cold, warm)
    for game in game_names():
        for spec in PLAYERS:
            with empty_cache() as environment:
                seconds = seconds_to_reply(game, spec, environment)
            yield Measurement(f"play/{game}/{spec or 'default'}", "s", seconds)
    for game in game_names():
        for choice in ("", *CHOICES):
            with empty_cache() as environment:
                seconds = seconds_to_browser_move(game, choice, environment)
            yield Measurement(f"serve/{game}/{choice or 'default'}", "s", seconds)


@contextmanager
def empty_cache() -> Iterator[Environment]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield {**os.environ, "FOURFOLD_CACHE": folder}


def seconds_of(command: list[str], environment: Environment) -> float:
    begun = time.perf_counter()
    subprocess.run(fourfold(*command), env=environment, check=True, capture_output=True)
    return time.perf_counter() - begun


def seconds_to_reply(game: str, spec: str, environment: Environment) -> float:
    """Return how long it takes from the start of `fourfold play` to its first move, which it has to make."""
    player = ("--player", spec) if spec else ()
    command = fourfold("play", game, "--second", *player)
    begun = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        next(line for line in process.stdout if line.startswith("I play "))
        seconds = time.perf_counter() - begun
        process.stdin.close()
        process.stdout.read()
    return seconds


def seconds_to_browser_move(game: str, choice: str, environment: Environment) -> float:
    """Return how long the server takes, once it listens, to choose a move with a second to think."""
    command = fourfold("serve", "--port", "0")
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        found = next(found for line in process.stdout if (found := re.search(r"localhost:(\d+)", line)))
        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=120)
        if not choice:
            connection.request("GET", "/api/games")
            games = json.loads(connection.getresponse().read())["games"]
            choice = next(each for each in games if each["name"] == game)["players"][0]["name"]
        begun = time.perf_counter()
        connection.request("POST", "/api/choose", json.dumps({"game": game, "player": choice, "seconds": 1.0}))
        assert connection.getresponse().read()
        seconds = time.perf_counter() - begun
        connection.close()
        process.terminate()
        process.stdout.read()
    return seconds


def fourfold(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "fourfold", *filter(None, arguments)]
