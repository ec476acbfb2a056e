"""Exact values of small games by brute force: an oracle that shares nothing with the searches."""

from collections.abc import Callable
from functools import cache
from typing import Any

from fourfold.games.interface.game import Game

Exact = Callable[[Any], tuple[float, int]]


def exact_values(game: Game, points: bool = False) -> Exact:
    """Return a function: what a state is worth to the side to move, and how many plies the game then takes.

    The winner hurries, the loser does not; of what chance brings, the longest counts. Repetition is ignored.
    """

    @cache
    def exact(state: Any) -> tuple[float, int]:
        if not game.moves(state):
            return (game.points(state) / game.most_points if points else float(game.outcome(state))), 0
        children = {move: after(state, game.apply(state, move)) for move in game.moves(state)}
        shares = dict(game.chances(state))
        if shares:
            mean = sum(share * children[outcome][0] for outcome, share in shares.items())
            return mean, 1 + max(plies for _, plies in children.values())
        best = max(value for value, _ in children.values())
        plies = [plies for value, plies in children.values() if value == best]
        return best, 1 + (min(plies) if best > 0 else max(plies))

    def after(before: Any, state: Any) -> tuple[float, int]:
        value, plies = exact(state)
        return (value if game.moves_again(before, state) else -value), plies

    return exact
