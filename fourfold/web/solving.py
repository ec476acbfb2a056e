"""Exact values of Connect Four, each within a limited time."""

from collections import OrderedDict
from typing import Any

from ..errors import InputError
from ..session import Session
from ..solve.solver import GAME, check
from .answers import RefusedError
from .helper import Helper
from .limits import Limits

KEPT = 4096
"""How many positions' scores are remembered."""
WAITING = 32
"""How many requests may wait for the solver."""


class Solving:
    """Asks the solver, one position at a time, and remembers what it said."""

    def __init__(self, limits: Limits):
        self.seconds = limits.solving_seconds
        self.helper = Helper("solve")
        self.known: OrderedDict[str, dict[int, int]] = OrderedDict()
        self.waiting = 0

    async def scores(self, session: Session) -> dict[str, Any]:
        """Return the exact score of every move."""
        game, state = session.game, session.state
        if game.shipped_name != GAME:
            raise InputError(f"there are exact values of {GAME} only, not of {game.name}")
        check(state)
        found = await self.solve(game.text(state))
        moves = [{"move": game.move_text(state, move), "score": score} for move, score in found.items()]
        return {"moves": moves, "value": max(found.values())}

    async def solve(self, text: str) -> dict[int, int]:
        """Return the scores of the moves in a position."""
        if text not in self.known:
            self.known[text] = await self._ask(text)
            while len(self.known) > KEPT:
                self.known.popitem(last=False)
        return self.known[text]

    async def _ask(self, text: str) -> dict[int, int]:
        if self.waiting >= WAITING:
            raise RefusedError(503, f"{self.waiting} others are waiting for the solver: try again in a moment")
        self.waiting += 1
        try:
            result = await self.helper.ask({"position": text}, self.seconds)
        except TimeoutError:
            raise RefusedError(408, f"no exact value within {self.seconds:g} s: the game is too young for it") from None
        finally:
            self.waiting -= 1
        return dict(result["scores"])

    def end(self) -> None:
        self.helper.end()
