"""Who plays when nobody was named: the strongest player there is without training one."""

from ..evaluators.find import ALPHAZERO, trained_names
from ..games.interface.game import Game
from .untrained import best_untrained

UNBEATEN = ("hex",)
"""Games in which the best player that learned nothing beats the included net at equal time."""


def default_player(game: Game, budget: str = "seconds=1") -> str:
    """Return the spec of the strongest player there is without training one; budget is nodes= or seconds=."""
    trained = trained_names(game)
    if not trained or game.shipped_name in UNBEATEN:
        return best_untrained(game, budget)
    return trained_player(trained[0], budget)


def trained_player(name: str, budget: str) -> str:
    """Return the spec of the player that makes the most of an included net."""
    if name == ALPHAZERO:
        return f"alphazero:{budget.replace('nodes', 'sims')}"
    return f"alphabeta:{budget},eval={name}"
