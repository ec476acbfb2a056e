"""The command `engine`: a player that other programs drive through standard input and output."""

import sys

from ..engines.hub_server import HubServer
from ..errors import InputError
from ..specs import parse_spec, player
from .given import default_player, given_game

PROTOCOLS = {"hub": ("draughts", HubServer)}
"""What answers a protocol, and the game it is for."""


def run(game_spec: str, player_spec: str | None, protocol: str, seed: int) -> None:
    """Answer until the other program says quit or goes away."""
    if protocol not in PROTOCOLS:
        raise InputError(f"no protocol named {protocol!r}; there is {', '.join(PROTOCOLS)}")
    game = given_game(game_spec)
    wanted, server = PROTOCOLS[protocol]
    if game.shipped_name != wanted:
        raise InputError(f"protocol {protocol} is for {wanted}, not for {game.name}")
    spec = player_spec or default_player(game)
    if parse_spec(spec)[0] == "engine":
        raise InputError("an engine of another program needs no engine around it: name a player of Fourfold")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no command, and no reason to end
    server(game, player(spec, game, seed), seed, write).answer(sys.stdin)


def write(line: str) -> None:
    """Print a line that is seen at once; nobody may be there any more to see it."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        sys.stdout = None  # or the interpreter would complain when it ends
