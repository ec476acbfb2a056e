"""A player that combines two: one in a stage of the game, and another in the rest."""

from collections.abc import Sequence
from typing import Any

from ..errors import InputError
from ..games.interface.game import Game
from .base import Decision, Player
from .specs import player


class HybridPlayer:
    """Uses one player for the moves in a stage, and another for all others."""

    def __init__(self, game: Game, stage: range, inside: Player, outside: Player):
        self.name = f"hybrid:moves={stage.start}-{stage.stop - 1}"
        self.game = game
        self.stage = stage
        self.inside, self.outside = inside, outside

    def new_game(self, seed: int) -> None:
        self.inside.new_game(seed)
        self.outside.new_game(seed)

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        known = sum(not self.game.chances(before) for before in history)  # what fell by chance is no move
        number = self.game.moves_played(state, known) + 1
        return (self.inside if number in self.stage else self.outside).choose(state, history)


def from_options(game: Game, options: dict[str, str], seed: int) -> HybridPlayer:
    if options.keys() != {"moves", "inside", "outside"}:
        raise InputError("a hybrid needs all three: hybrid:moves=46-60,inside='alphabeta:depth=5',outside='random'")
    inside, outside = (player(options[name], game, seed) for name in ("inside", "outside"))
    return HybridPlayer(game, parse_stage(options["moves"]), inside, outside)


def parse_stage(text: str) -> range:
    """Return the move numbers of `A-B`, counted from 1."""
    first, dash, last = text.partition("-")
    if not (dash and text.isascii() and first.isdigit() and last.isdigit() and 1 <= int(first) <= int(last)):
        raise InputError(f"moves={text} is not a range; moves=46-60 means the 46th to the 60th move")
    return range(int(first), int(last) + 1)
