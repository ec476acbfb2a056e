"""A player that is one player in some stage of the game and another one in the rest."""

from collections.abc import Sequence
from typing import Any

from ..games.interface.game import Game
from .base import Decision, Player


class HybridPlayer:
    """Lets one player choose the moves whose numbers are in a stage, and another one all others."""

    def __init__(self, game: Game, stage: range, inside: Player, outside: Player):
        self.name = f"hybrid:moves={stage.start}-{stage.stop - 1}"
        self.game = game
        self.stage = stage
        self.inside, self.outside = inside, outside

    def new_game(self, seed: int) -> None:
        self.inside.new_game(seed)
        self.outside.new_game(seed)

    def choose(self, state: Any, history: Sequence[Any] = ()) -> Decision:
        number = self.game.moves_played(state, len(history)) + 1
        return (self.inside if number in self.stage else self.outside).choose(state, history)
