"""What methods that need more than rules learn from, made in a given time: proven positions, and games of a search."""

import time
from collections.abc import Iterator
from pathlib import Path

from ...errors import InputError
from ...games.interface.game import Game
from ...learn import proven_positions as proofs
from ...learn.context.descriptions import describe
from ...matches.match import match
from ...parallel.ordered_map import Workers
from ...players.default import default_player
from ...solve import labels

PROOF_NODES = 100_000
"""The most nodes of a proof."""
MOST = 10_000_000
"""More positions than any time allows."""
EXPERT = "nodes=2000"
"""The budget of the player whose moves are learned."""
GAMES_AT_ONCE = 50


def proven_moves(game: Game, path: Path, minutes: float, seed: int, workers: Workers) -> Path:
    """Return a file of positions with the proven results of their moves, as many as the time allows."""
    describe(game)  # says why, if the game has no contexts: before any work
    if path.exists():
        return path
    found, end = 0, time.monotonic() + 60.0 * minutes
    try:
        for found in _label(game, path, MOST, seed, workers):
            if found and time.monotonic() > end:
                break
    except InputError:
        if not found:
            raise
        # the game has no more positions
    for _ in _label(game, path, found, seed, workers):
        pass
    return path


def _label(game: Game, path: Path, positions: int, seed: int, workers: Workers) -> Iterator[int]:
    if game.shipped_name == "connect_four":
        return labels.collect(path, positions, seed=seed, workers=workers)
    return proofs.collect(path, game, positions, seed=seed, nodes=PROOF_NODES, workers=workers)


def expert_games(game: Game, folder: Path, minutes: float, seed: int, workers: Workers) -> list[Path]:
    """Return run folders with games of the game's strongest player against itself, as many as the time allows."""
    begun, number = folder.with_name(folder.name + ".begun"), 0
    expert, end = default_player(game, EXPERT), time.monotonic() + 60.0 * minutes
    while not folder.exists():
        match(expert, expert, game, GAMES_AT_ONCE, seed=1000 * seed + number, workers=workers, out=begun / str(number))
        number += 1
        if time.monotonic() > end:
            begun.rename(folder)
    return sorted(folder.iterdir(), key=lambda each: int(each.name))
