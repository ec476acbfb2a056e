"""A process that compiles a player's kernels in the background: `python -m fourfold.players.compile_ahead`."""

import os
import subprocess
import sys

from ..games.interface.find import find_game
from .base import Analyst, Budget, Searcher
from .specs import player

NICENESS = 5
"""The niceness of the process, so that searches come first."""


def compile_player(game_spec: str, spec: str) -> None:
    """Make the player of spec and let it move once, so that everything it needs is cached."""
    game = find_game(game_spec)
    made, state = player(spec, game), game.init_state()
    if isinstance(made, Searcher):
        made.limit(Budget(nodes=1))
    made.choose(state, [state])
    if isinstance(made, Analyst):
        made.analyse(state, [state])


def start(game_spec: str, spec: str) -> subprocess.Popen[bytes]:
    """Return the process that compiles the player of spec."""
    command = [sys.executable, "-m", __name__, game_spec, spec]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    compile_player(*sys.argv[1:])
