"""Games between players of different strength that err now and then, so that positions are those that people meet."""

from typing import NamedTuple

import numpy as np

from ...games.interface.game import Game
from ...matches.referee import Referee
from ...players.base import Player
from ...players.specs import player
from ...players.untrained import ALPHABETA, TREE, untrained_players

BUDGETS = ("nodes=50", "nodes=1000")
"""Of the searches, weak and strong."""
SLIPS = (0.0, 0.1, 0.3)
"""Probabilities that a move is random: one is chosen for each side of a game."""
LONGEST_OPENING = 6
"""A game begins with so many random moves at most."""
LONGEST_GAME = 500


class Side(NamedTuple):
    """Who plays a side of a game."""

    player: Player
    slips: float


class Cast:
    """The players: random moves, tree search and alpha-beta that know nothing but the rules."""

    def __init__(self, game: Game):
        self.game = game
        self.players = [player(spec, game) for spec in player_specs(game)]

    def play(self, rng: np.random.Generator, plies: int = LONGEST_GAME) -> Referee:
        """Return a game between two of the players, played to its end or for so many plies."""
        referee = Referee(self.game, [self.game.init_state()], plies)
        chosen, opening = rng.choice(len(self.players), 2, replace=False), int(rng.integers(LONGEST_OPENING + 1))
        sides = {side: Side(self.players[number], float(rng.choice(SLIPS)))
                 for side, number in zip((1, -1), chosen, strict=True)}  # fmt: skip
        for side in sides.values():
            side.player.new_game(int(rng.integers(1 << 31)))
        while referee.ending() is None:
            mover = sides[referee.side]
            is_random = rng.random() < mover.slips or len(referee.texts) < opening
            referee.move(self._random_move(referee, rng) if is_random else self._choice(referee, mover.player))
        return referee

    def _random_move(self, referee: Referee, rng: np.random.Generator) -> int:
        return int(rng.choice(self.game.moves(referee.state)))

    def _choice(self, referee: Referee, chooser: Player) -> int:
        return chooser.choose(referee.state, referee.history).move


def player_specs(game: Game) -> list[str]:
    """Return the players of a game: all differ, so that none plays both sides."""
    searches = [untrained_players(game, budget)[kind] for budget in BUDGETS for kind in (TREE, ALPHABETA)]
    return ["random", *searches]
