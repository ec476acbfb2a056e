"""Compiling what players need in processes of its own: `python -m fourfold.players.compile_ahead GAME PLAYER`."""

import os
import subprocess
import sys
from collections.abc import Sequence

from ..binding.compiler import NotCompiledError, from_disk_only
from ..errors import InputError
from ..games.conformance import check
from ..games.interface.find import find_game
from ..games.interface.game import Game
from ..spec import name_of
from .base import Analyst, Budget, Player, Searcher
from .specs import player

COMPILED = ("alphabeta", "mcts", "best-first", "alphazero", "greedy")
"""Kinds of players that are compiled for their game and evaluator, and start no program."""
NICENESS = 5
"""How much less priority the process has than a search that runs meanwhile."""


def player_from_disk(spec: str, game: Game, seed: int = 0) -> Player | None:
    """Return the player of spec, or None if its kernels are not on disk."""
    try:
        with from_disk_only():
            return player(spec, game, seed)
    except NotCompiledError:
        return None


def make_players(player_specs: Sequence[str], game: Game | str) -> list[Player]:
    """Return the players of specs. If several must be compiled, that happens in several processes at once."""
    game = find_game(game) if isinstance(game, str) else game
    made = [player_from_disk(spec, game) if name_of(spec) in COMPILED else None for spec in player_specs]
    missing = {spec: None for spec, found in zip(player_specs, made, strict=True) if not found}
    processes = {spec: start(game.spec, spec) for spec in list(missing)[1:] if name_of(spec) in COMPILED}
    try:
        return [found or _make(spec, game, processes.get(spec)) for spec, found in zip(player_specs, made, strict=True)]
    finally:
        for process in processes.values():  # they have ended, unless a player could not be made
            process.kill()
            process.wait()


def _make(spec: str, game: Game, process: subprocess.Popen[bytes] | None) -> Player:
    if process:
        process.wait()
    return player(spec, game)


def start(game_spec: str, spec: str) -> subprocess.Popen[bytes]:
    """Return the process that compiles the player of spec."""
    command = [sys.executable, "-m", __name__, game_spec, spec]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def compile_player(game_spec: str, spec: str) -> None:
    """Make the player of spec and let it move once, so that all its kernels are on disk."""
    game = find_game(game_spec)
    if not game.shipped_name and not check(game, games=2).ok:
        raise InputError(f"the compiled rules of {game.name} are not the same as the plain ones")
    made, state = player(spec, game), game.first_choice()
    if isinstance(made, Searcher):
        made.limit(Budget(nodes=1))
    made.choose(state, [state])
    if isinstance(made, Analyst):
        made.analyse(state, [state])


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    compile_player(*sys.argv[1:])
