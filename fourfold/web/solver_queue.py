"""Exact scores of Connect Four, with a time limit: what is known of them closes in while the solver searches."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ..bits import popcount
from ..errors import InputError
from ..games.interface.find import find_game
from ..matches.session import Session
from ..players.base import Analysis, Budget
from ..players.compile_ahead import player_from_disk
from ..players.perfect import PerfectPlayer, analysis, exactly
from ..players.specs import player
from ..solve.book import shipped_book
from ..solve.solver import GAME, check
from .catalogue import PERFECT
from .compile_ahead import Compiler
from .limits import Limits
from .responses import RefusedError
from .search_threads import PATIENCE, end_search, step_back

KEPT = 4096
"""The size of the cache of scores."""
WAITING = 32
"""How many positions may wait for the solver."""
IDLE_SECONDS = 20.0
"""How long the solver waits for its next position: its table is worth keeping."""
Tell = Callable[[dict[str, Any]], None]


@dataclass
class Search:
    """A position that the solver is asked about."""

    task: asyncio.Task[Analysis]
    listeners: int = 0
    """How many wait for the answer; when nobody does, the search ends."""


class Solving:
    """Asks the solver, one position at a time, and caches the scores."""

    def __init__(self, limits: Limits, compiler: Compiler):
        self.limits, self.compiler = limits, compiler
        self.thread = ThreadPoolExecutor(1, "solver", step_back)
        self.turn = asyncio.Lock()
        self.solver: PerfectPlayer | None = None
        self.known: OrderedDict[str, Analysis] = OrderedDict()
        self.searches: dict[str, Search] = {}
        self.searched = ""
        """The position that the solver searches now."""
        self.ending: asyncio.TimerHandle | None = None

    def check(self, session: Session) -> None:
        """Refuse a position that has no exact score, or that too many others are waiting before."""
        if session.game.shipped_name != GAME:
            raise InputError(f"exact values exist for {GAME} only, not for {session.game.name}")
        check(session.state)
        is_asked = session.game.text(session.state) in self.searches or self._recall(session)
        if not is_asked and len(self.searches) >= WAITING:
            raise RefusedError(503, f"{WAITING} positions are waiting for the solver; try again in a moment")

    async def answer(self, session: Session, tell: Tell) -> None:
        """Tell what is known so far of the score of every move, and last what is known when the search has ended."""

        def look(found: Analysis) -> None:
            tell({"kind": "thinking", **self.to_json(session, found), "words": ""})

        found = await self.find(session, look)
        tell({"kind": "scores", **self.to_json(session, found)})

    def to_json(self, session: Session, found: Analysis) -> dict[str, Any]:
        """Return the score of every move, or its bounds; and a text that says so, if there was not enough time."""
        known = found.known or {}
        moves = [
            {
                "move": session.game.move_text(session.state, move),
                "score": each.low if each.is_exact else None,
                "low": each.low,
                "high": each.high,
                "words": each.words,
            }
            for move, each in known.items()
        ]
        value = max(each.low for each in known.values())
        is_known = value == max(each.high for each in known.values())
        late = f"not every score is known within {self.limits.solving_seconds:g} s: the game is too young for it"
        return {"moves": moves, "value": value if is_known else None, "words": late if found.is_open else ""}

    async def find(self, session: Session, look: Callable[[Analysis], None] = lambda found: None) -> Analysis:
        """Return what the solver knows of the moves when its time is up; meanwhile look at what it knows so far."""
        self.check(session)
        recalled = self._recall(session)
        if recalled:
            return recalled
        text = session.game.text(session.state)
        search = self.searches.get(text) or self._begin(text, session)
        search.listeners += 1
        try:
            return await self._watch(text, search.task, look)
        finally:
            search.listeners -= 1
            if not search.listeners:
                search.task.cancel()
                self._forget(text, search)

    def _recall(self, session: Session) -> Analysis | None:
        """Return the scores from the book, or of the last time; None if they are to be searched for."""
        in_book = shipped_book().move_scores(session.state)
        if in_book is not None:
            return analysis(exactly(in_book), popcount(session.state.stones), 0)
        text = session.game.text(session.state)
        if text in self.known:
            self.known.move_to_end(text)
        return self.known.get(text)

    async def _watch(self, text: str, task: asyncio.Task[Analysis], look: Callable[[Analysis], None]) -> Analysis:
        """Return the result of a search; look whenever more is known."""
        known = None
        while not (await asyncio.wait({task}, timeout=PATIENCE))[0]:
            found = self.solver.so_far() if self.solver and self.searched == text else None
            if found and found.known != known:
                known = found.known
                look(found)
        return task.result()

    def _begin(self, text: str, session: Session) -> Search:
        search = Search(asyncio.create_task(self._solve(text, session)))
        search.task.add_done_callback(lambda done: done.cancelled() or done.exception())  # told to those who wait
        self.searches[text] = search
        return search

    def _forget(self, text: str, search: Search) -> None:
        if self.searches.get(text) is search:
            del self.searches[text]

    async def _solve(self, text: str, session: Session) -> Analysis:
        """Return what is known of the moves when it is this position's turn, and its time is up."""
        loop = asyncio.get_running_loop()
        async with self.turn:
            solver = await self._load()
            solver.limit(Budget(seconds=self.limits.solving_seconds))
            solver.new_game(0)  # nothing of the last position is to be seen
            self.searched = text
            search = loop.run_in_executor(self.thread, solver.analyse, session.state)
            try:
                found = await asyncio.shield(search)
            finally:
                await end_search(solver, search)
                self.searched = ""
                self.ending = loop.call_later(IDLE_SECONDS, self._rest)
        if not found.is_open:
            self._keep(text, found)
        return found

    async def _load(self) -> PerfectPlayer:
        """Return the solver, which is kept for a while; if it is to be compiled, in another process."""
        if self.ending:
            self.ending.cancel()
        if self.solver is None:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self.thread, player_from_disk, PERFECT, find_game(GAME))
            if found is None:
                await asyncio.shield(self.compiler.begin(GAME, PERFECT))
                found = await loop.run_in_executor(self.thread, player, PERFECT, GAME)
            assert isinstance(found, PerfectPlayer)
            self.solver = found
        return self.solver

    def _keep(self, text: str, found: Analysis) -> None:
        self.known[text] = found
        if len(self.known) > KEPT:
            self.known.popitem(last=False)

    def _rest(self) -> None:
        """Give up the solver's table: nobody asks."""
        self.solver = None

    def end(self) -> None:
        for search in self.searches.values():
            search.task.cancel()
        if self.solver:
            self.solver.stop()
