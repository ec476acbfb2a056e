"""Searches: each in a thread with a player of its own, so many at once, others in the order in which they came."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from ..bits import popcount
from ..errors import InputError
from ..games.interface.game import Game
from ..matches.session import Session
from ..players.base import Analysis, Analyst, Budget, Decision, Player, Searcher
from ..players.compile_ahead import player_from_disk
from ..players.manner import manner_of
from ..players.perfect import chosen
from ..players.plain_first import plain_player
from ..players.specs import parse_spec, player
from .catalogue import SECONDS, Choice, shipped_players
from .compile_ahead import Compiler
from .limits import Limits
from .responses import RefusedError
from .search_json import analysis_line, decision_line, progress
from .search_threads import PATIENCE, end_search, step_back
from .solver_queue import Solving, Tell

LEAST_SOLVING = 2.0
"""Seconds that a perfect player waits for the solver, however short its time to think."""
RESTING = Budget(nodes=1)
"""What a player that nobody asks may use: the memory of so small a search is next to nothing."""
PLAINLY = "in plain Python, for the fast search is still being compiled"


class Question(NamedTuple):
    """What a player is asked."""

    session: Session
    choice: Choice
    seconds: float
    seed: int
    every_move: bool
    """Whether a value is wanted for each of them, and not the chosen one alone."""


class Players:
    """Players that have been made, for whoever asks next; those used last are kept."""

    def __init__(self, most: int):
        self.most = most
        self.idle: list[tuple[tuple[str, str, float], Player]] = []

    def take(self, game: Game, choice: Choice) -> Player | None:
        """Return a player that nobody else has from now on; None if there is none."""
        for place, (key, kept) in enumerate(self.idle):
            if key == (game.spec, choice.spec, choice.version):
                del self.idle[place]
                return kept
        return None

    def give_back(self, game: Game, choice: Choice, used: Player) -> None:
        """Keep a player, without the table or the tree of its search."""
        if isinstance(used, Searcher):
            used.limit(RESTING)
        self.idle.append(((game.spec, choice.spec, choice.version), used))
        del self.idle[: -self.most or None]


class Thinking:
    """All the searches of a server."""

    def __init__(self, limits: Limits, compiler: Compiler, solving: Solving):
        self.limits, self.compiler, self.solving = limits, compiler, solving
        self.players = Players(limits.idle_players)
        self.slots = asyncio.Semaphore(limits.searches)
        self.waiting = self.running = 0
        self.threads = ThreadPoolExecutor(limits.searches, "search", step_back)

    def check_room(self) -> None:
        """Refuse a request if too many are waiting."""
        if self.waiting >= self.limits.waiting:
            raise RefusedError(503, f"{self.waiting} requests are waiting for a search; try again in a moment")

    async def answer(self, question: Question, tell: Tell) -> None:
        """Tell what happens, and last the decision or the analysis; a cancelled one ends its search."""
        if question.choice.solves:
            tell({"kind": "waiting", "ahead": 0})
            found = await self._solve(question)
            if found:
                tell(found)
                return
            question = question._replace(choice=_stand_in(question.session.game))
        self.waiting += 1
        try:
            if not (question.choice.searches and self.limits.plain_seconds):
                await self._compile(question, tell)
            if self.slots.locked():
                tell({"kind": "waiting", "ahead": self.waiting - 1})
            await self.slots.acquire()
        finally:
            self.waiting -= 1
        self.running += 1
        try:
            await self._think(question, tell)
        finally:
            self.running -= 1
            self.slots.release()

    async def _solve(self, question: Question) -> dict[str, Any] | None:
        """Return the answer of the solver; None if it needs more time than there is."""
        begun, seconds = time.perf_counter(), max(question.seconds, LEAST_SOLVING)
        try:
            found = await asyncio.wait_for(self.solving.find(question.session), seconds)
        except (RefusedError, InputError, TimeoutError):
            return None
        if found.is_open:
            return None
        return _last_line(question, solved(question, found), time.perf_counter() - begun)

    async def _compile(self, question: Question, tell: Tell) -> None:
        task = self.compiler.begin(question.session.game.spec, question.choice.compiled_spec)
        if not task.done():
            tell({"kind": "compiling"})
        await asyncio.shield(task)

    async def _load(self, game: Game, choice: Choice) -> tuple[Player, bool]:
        """Return a player, and whether it is plain Python, for its kernels are not compiled yet."""
        loop, spec = asyncio.get_running_loop(), choice.compiled_spec
        found = self.players.take(game, choice)
        found = found or await loop.run_in_executor(self.threads, player_from_disk, spec, game)
        if found:
            return found, False
        is_plain = not self.compiler.begin(game.spec, spec).done()
        make = plain_player if is_plain else player  # what was compiled may not have been stored
        return await loop.run_in_executor(self.threads, make, spec, game), is_plain

    async def _think(self, question: Question, tell: Tell) -> None:
        game, choice, loop = question.session.game, question.choice, asyncio.get_running_loop()
        thinker, is_plain = await self._load(game, choice)
        if is_plain:
            question = question._replace(seconds=min(question.seconds, self.limits.plain_seconds))
        begun = time.perf_counter()
        search = loop.run_in_executor(self.threads, ask, thinker, question)
        try:
            while not (await asyncio.wait({search}, timeout=PATIENCE))[0]:
                found = progress(thinker, question.session, time.perf_counter() - begun, question.every_move)
                if found:
                    tell(found)
        finally:
            await end_search(thinker, search)
            if not is_plain:
                self.players.give_back(game, choice, thinker)
        found = _last_line(question, search.result(), time.perf_counter() - begun)
        tell(found | {"words": f"{found['words']}; {PLAINLY}"} if is_plain else found)


def _stand_in(game: Game) -> Choice:
    """Return who thinks where the solver has not time enough."""
    return next(choice for choice in shipped_players(game) if SECONDS in choice.spec)


def ask(thinker: Player, question: Question) -> Decision | Analysis:
    """Return what the player answers."""
    session = question.session
    thinker.new_game(question.seed)
    if isinstance(thinker, Searcher):
        thinker.limit(Budget(seconds=question.seconds))
    if not question.every_move:
        return thinker.choose(session.state, session.history)
    if not isinstance(thinker, Analyst):
        raise InputError(f"{thinker.name} cannot value moves: it does not define analyse")
    return thinker.analyse(session.state, session.history)


def solved(question: Question, found: Analysis) -> Decision | Analysis:
    """Return what a perfect player answers, which knows the scores of all moves."""
    if question.every_move:
        return found
    played = popcount(question.session.state.stones)
    scores = {move: each.low for move, each in (found.known or {}).items()}
    return chosen(scores, played, 0, manner_of(parse_spec(question.choice.spec).options), question.seed)


def _last_line(question: Question, found: Decision | Analysis, seconds: float) -> dict[str, Any]:
    if isinstance(found, Analysis):
        return analysis_line(question.session, found, seconds)
    return decision_line(question.session, found, seconds)
