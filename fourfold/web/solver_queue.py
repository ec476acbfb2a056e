"""Exact values of Connect Four, with a time limit."""

import asyncio
from collections import OrderedDict
from typing import Any

from ..bits import popcount
from ..errors import InputError
from ..matches.session import Session
from ..players.perfect import in_moves
from ..solve.book import shipped_book
from ..solve.solver import GAME, check
from .limits import Limits
from .responses import RefusedError
from .worker_process import Helper

KEPT = 4096
"""The size of the cache of scores."""
WAITING = 32
"""How many positions may wait for the solver."""
Scores = dict[int, int]


class TooYoungError(RefusedError):
    """A position with too few stones to be solved in time."""

    def __init__(self, seconds: float):
        super().__init__(408, f"no exact value within {seconds:g} s: the game is too young for it")


class Solving:
    """Asks the solver, one position at a time, and caches the scores."""

    def __init__(self, limits: Limits):
        self.limits = limits
        self.helper = Helper("solve")
        self.known: OrderedDict[str, Scores] = OrderedDict()
        self.tasks: dict[str, asyncio.Task[Scores]] = {}

    async def to_json(self, session: Session) -> dict[str, Any]:
        """Return the exact score of every move; or, if there is not enough time, a text that says so."""
        try:
            found = await self.scores(session, self.limits.solving_seconds)
        except TooYoungError as error:
            return {"moves": [], "value": None, "words": str(error)}
        text, state, played = session.game.move_text, session.state, popcount(session.state.stones)
        moves = [
            {"move": text(state, move), "score": score, "words": in_moves(score, played)}
            for move, score in found.items()
        ]
        return {"moves": moves, "value": max(found.values()), "words": ""}

    async def scores(self, session: Session, seconds: float) -> Scores:
        """Return the scores of the moves, if that takes at most seconds."""
        if session.game.shipped_name != GAME:
            raise InputError(f"exact values exist for {GAME} only, not for {session.game.name}")
        check(session.state)
        text, in_book = session.game.text(session.state), shipped_book().move_scores(session.state)
        if in_book is not None:
            return in_book
        if text not in self.known:
            await self._wait(text, seconds)
        self.known.move_to_end(text)
        return self.known[text]

    async def _wait(self, text: str, seconds: float) -> None:
        """Wait for the solver; it continues even if nobody waits, since the same position may be asked again."""
        if text not in self.tasks and len(self.tasks) >= WAITING:
            raise RefusedError(503, f"{WAITING} positions are waiting for the solver; try again in a moment")
        task = self.tasks.get(text) or self._begin(text)
        try:
            await asyncio.wait_for(asyncio.shield(task), seconds)
        except TimeoutError:
            raise TooYoungError(seconds) from None

    def _begin(self, text: str) -> asyncio.Task[Scores]:
        task = asyncio.create_task(self._solve(text))
        self.tasks[text] = task
        task.add_done_callback(lambda done: self._note(text, done))
        return task

    async def _solve(self, text: str) -> Scores:
        result = await self.helper.ask({"position": text}, self.limits.solving_seconds)
        self.known[text] = dict(result["scores"])
        if len(self.known) > KEPT:
            self.known.popitem(last=False)
        return self.known[text]

    def _note(self, text: str, done: asyncio.Task[Scores]) -> None:
        del self.tasks[text]
        if not done.cancelled():
            done.exception()  # was told to those who waited

    def end(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()
        self.helper.end()
