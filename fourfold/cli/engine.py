"""The command `engine`: a player that other programs drive over standard input and output."""

import sys
from collections.abc import Callable

from ..engines.gtp import protocol as gtp
from ..engines.gtp.server import GtpServer
from ..engines.hub import protocol as hub
from ..engines.hub.server import HubServer
from ..engines.nboard import protocol as nboard
from ..engines.nboard.server import NBoardServer
from ..errors import InputError
from ..games.interface.game import Game
from ..players.default import default_player
from ..players.specs import parse_spec, player
from .validate import given_game

PROTOCOLS: dict[str, tuple[Callable[[Game], None], type[HubServer | GtpServer | NBoardServer]]] = {
    "hub": (hub.check_game, HubServer),
    "gtp": (gtp.check_game, GtpServer),
    "nboard": (nboard.check_game, NBoardServer),
}
"""The module that checks the game of a protocol, and the server."""
USUAL = {"draughts": "hub"}
"""The default protocol of a game; GTP for all others."""


def run(game_spec: str, player_spec: str | None, protocol: str | None, seed: int) -> None:
    """Answer until the other program sends quit or goes away."""
    game = given_game(game_spec)
    protocol = protocol or USUAL.get(game.shipped_name, "gtp")
    if protocol not in PROTOCOLS:
        raise InputError(f"no protocol named {protocol!r}; choose from {', '.join(PROTOCOLS)}")
    check_game, server = PROTOCOLS[protocol]
    check_game(game)
    spec = player_spec or default_player(game)
    if parse_spec(spec)[0] == "engine":
        raise InputError("an external engine cannot be served as an engine; choose one of Fourfold's players")
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # what is no text is no command, and no reason to end
    server(game, player(spec, game, seed), seed, write).answer(sys.stdin)


def write(line: str) -> None:
    """Print and flush a line; the reader may have gone away."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        sys.stdout = None  # or the interpreter would complain when it ends
